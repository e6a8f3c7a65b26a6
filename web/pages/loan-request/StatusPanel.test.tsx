import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { StatusPanel } from './StatusPanel.tsx'

afterEach(cleanup)

test('nobody is told of an SMS that the built-in outbox never sent', () => {
  render(<StatusPanel reference="" documents={[]} />)
  expect(screen.getByText(/You got the reference when you sent the request/)).toBeDefined()
  expect(screen.queryByText(/SMS/)).toBeNull()
})

test('the time of a request is Lagos time, whatever the zone of the phone', async () => {
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
  await userEvent.click(screen.getByRole('button', { name: 'See how it stands' }))
  expect(await screen.findByText('IRK-9TST-2DEC, sent 18 Nov 2026, 00:30 (Lagos time)')).toBeDefined()
  vi.unstubAllGlobals()
})
