import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { createQueryClient } from '../../api.ts'
import type { Batch, RepaymentRow } from '../../parts/repayments/repaymentWords.ts'
import { toast } from '../../ui/toast.ts'
import { useUndoMatch } from './useUndoMatch.ts'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn<typeof toast>() }))

const id = (end: number): string => `0190a8f2-7c1e-4000-8000-00000000000${end}`
const [BATCH, ONE, OTHER] = [id(1), id(2), id(3)]
const ROW: RepaymentRow = {
  rowNumber: 2,
  part: 1,
  receiptId: null,
  line: 3,
  staffNumber: '431517',
  name: 'OKONKWO ADAEZE',
  employer: 'Health',
  element: '',
  beneficiary: '',
  loanNumber: 'L0000012',
  loanId: ONE,
  customerId: id(8),
  customerName: 'Okonkwo Adaeze',
  amount: kobo(100_000n),
  earlier: kobo(0n),
  expected: null,
  bin: 'exact',
  treatment: 'post',
  matchedBy: 'IPPIS number',
  nameScore: null,
  status: 'open',
  problem: null,
  balanceAfter: null,
  candidates: [],
}
const matched: RepaymentRow = { ...ROW, loanId: OTHER, matchedBy: 'hand' }

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  vi.mocked(toast).mockClear()
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    sent.push([address, JSON.parse(body)])
    return Response.json({ ...ROW, amount: '100000', earlier: '0' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const client = createQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const onPlaced = vi.fn<(row: RepaymentRow) => void>()
const putBackFrom = (before: RepaymentRow, status: Batch['status'] = 'open') =>
  renderHook(() => useUndoMatch({ id: BATCH, status } as Batch, before, onPlaced), { wrapper })

test('undo restores the previous loan, also after the dialog is closed', async () => {
  const { result, unmount } = putBackFrom(ROW)
  const { undo } = result.current(matched)
  unmount()
  undo?.()
  await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Match restored.'))
  expect(sent).toEqual([
    [
      `/api/repayments/${BATCH}/rows/2/1/match`,
      { loanId: ONE, treatment: 'post', note: 'Manual match undone.' },
    ],
  ])
  expect(onPlaced).toHaveBeenCalledWith(ROW)
})

test('shows the error when the match cannot be restored', async () => {
  const { result } = putBackFrom(ROW)
  const answer = { code: 'repayment.status', message: 'Pending approval.' }
  vi.stubGlobal('fetch', async () => Response.json(answer, { status: 409 }))
  result.current(matched).undo?.()
  await waitFor(() => expect(toast).toHaveBeenCalledWith('error', 'Pending approval.'))
})

test.each([
  ['had no loan', { loanId: null, bin: 'notOurs' }, matched],
  ['had several matches', { loanId: null, bin: 'ambiguous' }, { ...matched, loanId: null }],
  ['is a duplicate', { bin: 'duplicate' }, matched],
  ['failed to post', { status: 'refused' }, matched],
] as const)('offers no undo for a row that %s', (_, change, after) => {
  expect(putBackFrom({ ...ROW, ...change }).result.current(after)).toEqual({})
})

test('a row without a loan moves from suspense to excluded and back', () => {
  const before: RepaymentRow = { ...ROW, loanId: null, bin: 'notOurs', treatment: 'suspense' }
  const { undo } = putBackFrom(before).result.current({ ...before, treatment: 'skip' })
  expect(undo).toBeDefined()
})

test('offers no undo once the batch is posted', () => {
  expect(putBackFrom(ROW, 'posted').result.current(matched)).toEqual({})
})
