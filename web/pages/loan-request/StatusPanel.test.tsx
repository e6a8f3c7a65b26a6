import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { StatusPanel } from './StatusPanel.tsx'

afterEach(cleanup)

test('does not mention an SMS', () => {
  render(<StatusPanel reference="" documents={[]} />)
  expect(screen.getByText(/We gave you the reference when you submitted the request/)).toBeDefined()
  expect(screen.queryByText(/SMS/)).toBeNull()
})

test('shows the submission time in Lagos time in any device time zone', async () => {
  const status = {
    reference: 'IRK-9TST-2DEC',
    stage: 'reviewer',
    submittedAt: '2026-11-17T23:30:00.000Z',
    documentsWanted: null,
    canWithdraw: false,
  }
  vi.stubGlobal('fetch', async () => Response.json(status))
  render(<StatusPanel reference="IRK-9TST-2DEC" documents={[]} />)
  await userEvent.type(screen.getByLabelText('Phone'), '08031234567')
  await userEvent.click(screen.getByRole('button', { name: 'Check status' }))
  expect(await screen.findByText('IRK-9TST-2DEC, sent 18 Nov 2026, 00:30 (Lagos time)')).toBeDefined()
  vi.unstubAllGlobals()
})
