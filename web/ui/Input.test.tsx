import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { Input, NumericInput, PasswordInput } from './Input.tsx'

afterEach(cleanup)

describe('a numeric input', () => {
  it('ignores the wheel and the up and down keys', () => {
    render(<NumericInput label="Amount" defaultValue="250000" />)
    const amount = screen.getByLabelText('Amount')
    // fireEvent answers false when the browser is told not to act.
    expect(fireEvent.wheel(amount, { deltaY: 100 })).toBe(false)
    expect(fireEvent.keyDown(amount, { key: 'ArrowUp' })).toBe(false)
    expect(fireEvent.keyDown(amount, { key: 'ArrowDown' })).toBe(false)
    expect(amount).toHaveProperty('value', '250000')
  })
  it('leaves every other key alone', () => {
    render(<NumericInput label="Amount" />)
    const amount = screen.getByLabelText('Amount')
    for (const key of ['5', 'ArrowLeft', 'Backspace', 'Tab', 'Enter']) {
      expect(fireEvent.keyDown(amount, { key })).toBe(true)
    }
  })
})

it('ties its hint and error to the control', () => {
  render(<Input label="Phone" hint="Such as 0803 123 4567" error="Please fill this in" />)
  const phone = screen.getByLabelText('Phone')
  const described = (phone.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map(id => document.getElementById(id)?.textContent)).toEqual([
    'Such as 0803 123 4567',
    'Please fill this in',
  ])
  expect(phone.getAttribute('aria-invalid')).toBe('true')
})

it('shows and hides a password', async () => {
  render(<PasswordInput label="Password" />)
  const password = screen.getByLabelText('Password', { selector: 'input' })
  expect(password.getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
})

it('says a day in words, whatever order the browser writes its figures in', () => {
  render(<Input label="Paid on" type="date" defaultValue="2026-03-04" />)
  expect(screen.getByText('4 Mar 2026')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Paid on'), { target: { value: '2026-04-03' } })
  expect(screen.getByText('3 Apr 2026')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Paid on'), { target: { value: '' } })
  expect(screen.getByText('Choose a day')).toBeTruthy()
})
