import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { kobo } from '../../engine/money.ts'
import { Amount } from './Amount.tsx'

afterEach(cleanup)

it.each([
  [125_000_005n, '₦1,250,000.05'],
  [-5n, '−₦0.05'],
  [0n, '₦0.00'],
])('%s kobo read as one amount, %s', (amount, text) => {
  const { container } = render(<Amount of={kobo(amount)} />)
  expect(container.textContent).toBe(text)
})

it('without kobo shows the whole amount on hover', () => {
  render(<Amount of={kobo(125_000_005n)} short />)
  expect(screen.getByTitle('₦1,250,000.05').textContent).toBe('₦1,250,000')
})
