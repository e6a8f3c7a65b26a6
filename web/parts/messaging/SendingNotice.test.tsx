import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { CurrentUserContext } from '../currentUser.ts'
import { PauseButton, SendingNotice } from './SendingNotice.tsx'

vi.mock('../../ui/toast.ts', () => ({
  toast: vi.fn<typeof toast>(),
  raiseToasts: vi.fn<() => void>(),
}))

const REASON = 'The sender id is wrong'
let isPaused = false
const reported: string[] = []
beforeEach(() => {
  reported.length = 0
  isPaused = false
  vi.mocked(toast).mockClear()
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (method !== 'POST') return Response.json({ ...GATEWAY, isPaused, ...(isPaused ? PAUSED : {}) })
    reported.push(`${address} ${body}`)
    isPaused = address.endsWith('/pause')
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PAUSED = { pausedBy: 'Bayo Adeyemi', pausedReason: REASON }
const GATEWAY = {
  gateway: 'outbox',
  pausedBy: null,
  pausedReason: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
  balance: null,
  balanceAt: null,
  backOffUntil: null,
  accounts: [],
}

const USER = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'admin@iroko.test',
  firstName: 'Ngozi',
  lastName: 'Okafor',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={USER}>
        <MemoryRouter>
          <SendingNotice />
          <PauseButton />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
const undoLast = (): void => act(() => vi.mocked(toast).mock.lastCall?.[2]?.undo?.())
const said = (text: string) =>
  waitFor(() => expect(toast).toHaveBeenLastCalledWith('success', text, { undo: expect.any(Function) }))

test('undo resumes paused sending, and the next undo pauses it with the same reason', async () => {
  const { unmount } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Pause sending' }))
  await userEvent.type(screen.getByRole('textbox', { hidden: true }), REASON)
  const [, confirm] = screen.getAllByRole('button', { name: 'Pause sending', hidden: true })
  await userEvent.click(confirm ?? expect.fail('no dialog'))
  await said('Sending paused.')
  unmount()
  undoLast()
  await said('Sending resumed.')
  undoLast()
  await said('Sending paused.')
  const pause = `/api/messages/pause {"reason":"${REASON}"}`
  expect(reported).toEqual([pause, '/api/messages/resume {}', pause])
})

test('undo of a resume pauses sending with the previous reason', async () => {
  isPaused = true
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  await said('Sending resumed.')
  undoLast()
  await said('Sending paused.')
  expect(reported).toEqual(['/api/messages/resume {}', `/api/messages/pause {"reason":"${REASON}"}`])
})
