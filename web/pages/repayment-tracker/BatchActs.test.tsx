import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { type CurrentUser, CurrentUserContext } from '../../parts/currentUser.ts'
import type { ReadIntake } from '../../parts/intake/intakeWords.ts'
import type { Batch } from '../../parts/repayments/repaymentWords.ts'
import { recordActs } from '../../ui/recordActs.ts'
import { toast } from '../../ui/toast.ts'
import { BatchActs } from './BatchActs.tsx'
import { MessagesTab } from './MessagesTab.tsx'

vi.mock('../../ui/toast.ts', () => ({
  toast: vi.fn<typeof toast>(),
  raiseToasts: vi.fn<() => void>(),
}))

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const BATCH = {
  id: ID,
  number: 'RB-000001',
  status: 'open',
  approvalId: null,
  correctedBy: null,
  fileRows: 3,
  undecided: { ambiguous: 0, nameDiffers: 0, unknownElement: 0 },
  holdsMessages: false,
  messages: { counts: { queued: 2 }, cost: 0n },
} as unknown as Batch

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.mocked(toast).mockClear()
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search } = new URL(address, 'http://iroko.test')
    asked.push(`${pathname}${search}`)
    if (pathname.endsWith('/messages/pause')) return Response.json({ held: 2 })
    if (pathname.endsWith('/messages/release')) return Response.json({ released: 2 })
    return Response.json({ rows: [], total: 0, totalIsExact: true, next: null, views: [], hidden: {} })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(
  page: 'acts' | 'messages',
  change: Partial<Batch> = {},
  role: CurrentUser['roles'][number] = 'Admin',
) {
  const user: CurrentUser = {
    id: ID,
    email: 'admin@iroko.test',
    firstName: 'Ngozi',
    lastName: 'Okafor',
    roles: [role],
    accountOfficerCode: null,
    totpEnrolled: false,
    totpRequired: false,
  }
  const batch = { ...BATCH, ...change }
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter>
          {page === 'acts' ? (
            <BatchActs batch={batch} intake={{ id: ID, status: 'ready' } as unknown as ReadIntake} />
          ) : (
            <MessagesTab batch={batch} />
          )}
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

const EXPORTS = ['Export rows (CSV)', 'Export rows (Excel)']
const offered = () => recordActs().map(({ title, commands }) => [title, ...commands.map(each => each.title)])

test.each([
  ['is open', {}, 'Admin', ['Submit for approval']],
  ['was declined', { status: 'waiting' }, 'Admin', ['Resubmit']],
  ['is pending approval', { status: 'waiting', approvalId: ID }, 'Admin', []],
  ['is posted', { status: 'posted' }, 'Admin', ['Reverse batch']],
  ['is posted, to a user who only reads', { status: 'posted' }, 'Auditor', []],
] as const)('the palette offers the actions of a batch that %s', (_, change, role, acts) => {
  show('acts', change, role)
  expect(offered()).toEqual([['Repayment batch RB-000001', ...acts, ...EXPORTS]])
})

test('an action chosen in the palette opens the same dialog as its button', async () => {
  show('acts', { status: 'posted', rowsDone: 3, postedTotal: 0n, suspenseTotal: 0n } as Partial<Batch>)
  const [undo, csv] = recordActs()[0]?.commands ?? []
  act(() => undo?.onSelect())
  expect(await screen.findByRole('heading', { name: 'Reverse RB-000001?' })).toBeDefined()
  act(() => csv?.onSelect())
  await waitFor(() => expect(asked).toContain(`/api/repayment-export/${ID}/rows?format=csv`))
})

test.each([
  ['Hold messages', false, '2 messages held.', 'pause', 'release'],
  ['Release messages', true, '2 messages released.', 'release', 'pause'],
])('%s can be undone, also after leaving the page', async (button, holds, says, done, undone) => {
  const { unmount } = show('messages', { status: 'posted', holdsMessages: holds })
  act(() => screen.getByRole('button', { name: button }).click())
  await waitFor(() => expect(toast).toHaveBeenCalledWith('success', says, { undo: expect.any(Function) }))
  unmount()
  vi.mocked(toast).mock.calls[0]?.[2]?.undo?.()
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(2))
  expect(asked.filter(address => address.startsWith(`/api/repayments/${ID}/messages`))).toEqual([
    `/api/repayments/${ID}/messages/${done}`,
    `/api/repayments/${ID}/messages/${undone}`,
  ])
})
