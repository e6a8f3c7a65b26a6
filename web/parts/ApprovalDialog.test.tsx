import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import { ApprovalDialog } from './ApprovalDialog.tsx'

const { toast } = vi.hoisted(() => ({ toast: vi.fn<(tone: string, text: string) => void>() }))
vi.mock('../ui/toast.ts', async original => ({ ...(await original<object>()), toast }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  toast.mockClear()
})

const ID = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const POSTING = {
  id: ID,
  command: 'repaymentSubmit',
  title: 'Posting of repayments',
  summary: 'RB-000007: 5 rows, ₦226,244.46',
  subjectType: 'repayment',
  subjectId: ID,
  before: null,
  after: { effect: '5 repayments ₦226,244.46 to loans', bankCredit: '₦0.00', gap: 'Not remitted yet' },
  reason: 'Agrees with the schedule',
  status: 'waiting' as const,
  makerId: ID,
  makerName: 'Babatunde Adeyemi',
  askedAt: '2026-11-16T09:00:00.000Z',
  checkerName: null,
  decidedAt: null,
  note: null,
  blocked: null,
}

function open(now: object): void {
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) =>
    Response.json(
      method === 'GET'
        ? { ...POSTING, changedSince: false, makerAdmitted: null, sameAddress: false, ...now }
        : { ...POSTING, status: 'approved' },
    ),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApprovalDialog item={POSTING} onClose={() => {}} />
    </QueryClientProvider>,
  )
}

test('the approver reads the effect and labelled facts, and after it what happens next', async () => {
  open({})
  expect(await screen.findByText('5 repayments ₦226,244.46 to loans')).toBeTruthy()
  expect(screen.getByText('Why the totals differ').nextSibling?.textContent).toBe('Not remitted yet')
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await vi.waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      'success',
      'Approved. Posting has started. The batch page shows its progress.',
    ),
  )
})

test('what changed since it was submitted is shown as it is now', async () => {
  open({ changedSince: true, after: { effect: '4 repayments ₦200,000.00 to loans' } })
  expect(await screen.findByText('Changed since it was submitted')).toBeTruthy()
  expect(screen.getByText('4 repayments ₦200,000.00 to loans')).toBeTruthy()
})

test('the approver reads who admitted the maker, and that it came from their own address', async () => {
  const makerAdmitted = { by: 'Ngozi Okafor', at: '2026-11-15T09:00:00.000Z', approvedBy: null }
  open({ makerAdmitted, sameAddress: true })
  const account = await screen.findByText('Their account')
  expect(account.nextSibling?.textContent).toMatch(/^Admitted by Ngozi Okafor .*, without approval$/)
  expect(screen.getByText('Your own network address')).toBeTruthy()
})
