import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ClearancePanel } from './ClearancePanel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sent: unknown[] = []
function show(genuine: boolean): void {
  sent.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ genuine })
  })
  render(<ClearancePanel />)
}
const check = () => userEvent.click(screen.getByRole('button', { name: 'Verify letter' }))

async function ask(): Promise<void> {
  await userEvent.type(screen.getByLabelText('Loan number'), 'l0000042')
  await userEvent.type(screen.getByLabelText('Verification code'), ' 12ab-34cd-56ef ')
  await check()
}

test('requires both the loan number and the code', async () => {
  show(true)
  await check()
  expect(screen.getByText('Please enter both the loan number and the verification code.')).toBeDefined()
  expect(sent).toEqual([])
})

test('confirms a genuine letter', async () => {
  show(true)
  await ask()
  expect(await screen.findByText('The letter is genuine')).toBeDefined()
  expect(sent).toEqual([{ loanNumber: 'L0000042', code: '12AB-34CD-56EF' }])
})

test('does not confirm an unknown letter and clears the answer when the code changes', async () => {
  show(false)
  await ask()
  expect(await screen.findByText('We cannot confirm this letter')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Verification code'), '0')
  expect(screen.queryByText('We cannot confirm this letter')).toBeNull()
})
