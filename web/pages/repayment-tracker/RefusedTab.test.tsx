import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BINS } from '../../../contract/repayments.ts'
import { createQueryClient } from '../../api.ts'
import { RefusedTab } from './RefusedTab.tsx'

const id = (end: number): string => `0190a8f2-7c1e-4000-8000-00000000000${end}`

const batch = (end: number) => ({
  id: id(end),
  number: `RB-2026-000${end}`,
  source: 'IPPIS',
  sourceName: 'IPPIS',
  period: '2026-11',
  fileName: 'november.csv',
  status: 'posted',
  approvalId: null,
  correctsId: null,
  valueOn: '2026-11-15',
  gapNote: null,
  holdsMessages: false,
  declaredRows: null,
  declaredTotal: null,
  fileRows: 3,
  fileTotal: '300000',
  bankCredit: '300000',
  bins: Object.fromEntries(BINS.map(bin => [bin, { rows: 0, total: '0', expected: '0' }])),
  invalidRows: 0,
  rowsToDo: 3,
  rowsDone: 2,
  rowsRefused: 1,
  rowsMoved: 0,
  rowsPassedOver: 0,
  postedTotal: '200000',
  suspenseTotal: '0',
  unremitted: '0',
  uploadedBy: 'Bayo Adeyemi',
  openedAt: '2026-11-16T09:00:00.000Z',
  submittedBy: null,
  approvedBy: null,
  postedAt: null,
  undoneAt: null,
})

const row = (name: string) => ({
  rowNumber: 2,
  part: 1,
  receiptId: null,
  line: 3,
  staffNumber: '431517',
  name,
  employer: 'Health',
  loanNumber: 'L0000012',
  loanId: id(9),
  customerId: id(8),
  customerName: 'Okonkwo Adaeze',
  amount: '100000',
  earlier: '0',
  expected: null,
  bin: 'exact',
  treatment: 'post',
  matchedBy: null,
  status: 'refused',
  problem: `${name}: the loan is closed`,
  balanceAfter: null,
  candidates: [],
})

const listOf = (rows: object[], total = rows.length) =>
  Response.json({ rows, total, totalIsExact: true, next: null, officesOwe: null, bySource: null })

let batches: Response
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://iroko.test')
    if (pathname === '/api/repayments' && searchParams.get('refused') === 'true') return batches
    const isRefused = searchParams.get('status') === 'refused'
    return listOf(isRefused ? [row(pathname.includes(id(1)) ? 'Adaeze' : 'Musa')] : [])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <RefusedTab />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('what the books refused stands together, under its batch and with its reason', async () => {
  batches = listOf([batch(2), batch(1)])
  show()
  const ofFirst = await screen.findByRole('region', { name: /^RB-2026-0001/ })
  expect(await within(ofFirst).findByText('Adaeze: the loan is closed')).toBeDefined()
  expect(within(ofFirst).getByText('Settle in the batch').getAttribute('href')).toBe(
    `/repayment-tracker/${id(1)}?status=refused`,
  )
  expect(await screen.findByText('Musa: the loan is closed')).toBeDefined()
  expect(screen.queryByText(/older/)).toBeNull()
})

test('batches beyond those shown are not kept quiet', async () => {
  batches = listOf([batch(2)], 3)
  show()
  expect((await screen.findByText('2 older batches with refused rows')).getAttribute('href')).toBe(
    '/repayment-tracker?refused=true',
  )
})

test('where nothing is refused, that is said', async () => {
  batches = listOf([])
  show()
  expect(await screen.findByText('The books refuse no row')).toBeDefined()
})
