import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { type CurrentUser, CurrentUserContext } from '../../parts/currentUser.ts'
import { toast } from '../../ui/toast.ts'
import { useOwner } from './useOwner.ts'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn<typeof toast>() }))

const id = (end: number): string => `0190a8f2-7c1e-4000-8000-00000000000${end}`
const [ME, BAYO] = [id(1), id(2)]
const NAMES: Record<string, string> = { [ME]: 'Ngozi Okafor', [BAYO]: 'Bayo Adeyemi' }
const USER: CurrentUser = {
  id: ME,
  email: 'admin@iroko.test',
  firstName: 'Ngozi',
  lastName: 'Okafor',
  roles: ['Admin'],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const ITEM = {
  id: id(9),
  batchId: id(8),
  batchNumber: 'RB-2026-0001',
  bankCode: null,
  bankReference: null,
  period: '2026-11',
  staffNumber: '431517',
  name: 'OKONKWO ADAEZE',
  employer: 'Health',
  bin: 'notOurs',
  amount: '100000',
  remaining: '100000',
  receivedOn: '2026-11-15',
  openedAt: '2026-11-16T09:00:00.000Z',
  days: 1,
  closedAt: null,
  approvalId: null,
  uses: [],
}

const given: (string | null)[] = []
beforeEach(() => {
  given.length = 0
  vi.mocked(toast).mockClear()
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { ownerId } = JSON.parse(body) as { ownerId: string | null }
    given.push(ownerId)
    return Response.json({ ...ITEM, ownerId, ownerName: ownerId === null ? null : NAMES[ownerId] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const client = createQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <CurrentUserContext value={USER}>{children}</CurrentUserContext>
  </QueryClientProvider>
)
const saidOf = (time: number) => vi.mocked(toast).mock.calls[time]?.slice(0, 2)
const undoOf = (time: number) => vi.mocked(toast).mock.calls[time]?.[2]?.undo ?? expect.fail('no undo')

test.each([
  ['me', ME, 'Assigned to you.'],
  ['no one', null, 'Assigned to no one.'],
])(
  'an item assigned to %s can be returned to its owner, also after leaving the page',
  async (_, to, says) => {
    const { result, unmount } = renderHook(() => useOwner(), { wrapper })
    act(() => result.current.assignOrShowError({ id: ITEM.id, ownerId: BAYO }, to))
    await waitFor(() => expect(toast).toHaveBeenCalledTimes(1))
    unmount()
    undoOf(0)()
    await waitFor(() => expect(toast).toHaveBeenCalledTimes(2))
    expect([saidOf(0), saidOf(1)]).toEqual([
      ['success', says],
      ['success', 'Assigned to Bayo Adeyemi.'],
    ])
    expect(given).toEqual([to, BAYO])
  },
)

test('shows the error of a failed undo', async () => {
  const { result } = renderHook(() => useOwner(), { wrapper })
  act(() => result.current.assignOrShowError({ id: ITEM.id, ownerId: BAYO }, ME))
  await waitFor(() => expect(saidOf(0)?.[0]).toBe('success'))
  const answer = { code: 'record.unknown', message: 'There is no such colleague.' }
  vi.stubGlobal('fetch', async () => Response.json(answer, { status: 404 }))
  act(undoOf(0))
  await waitFor(() => expect(saidOf(1)).toEqual(['error', 'There is no such colleague.']))
})
