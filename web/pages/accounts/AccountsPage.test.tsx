import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import AccountsPage from './AccountsPage.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const LOAN = {
  id: ID,
  number: '100001',
  customerId: ID,
  customerName: 'Okonkwo Adaeze',
  ippisNumber: '435478',
  mda: 'Federal Ministry of Health',
  productName: 'Public Servant Loan',
  status: 'live',
  frozen: null,
  principal: '50000000',
  tenor: 12,
  rhythm: 'monthly',
  instalment: '6166667',
  outstanding: { principal: '30000000', interest: '0', fee: '0', penalty: '0' },
  outstandingTotal: '30000000',
  credit: '0',
  loss: null,
  arrears: '6166667',
  daysPastDue: 12,
  className: 'Performing',
  nextDueOn: null,
  nextDueAmount: null,
  lastReceiptOn: null,
  lastDeductionMonth: null,
  officerCode: 'AO-014',
  officerName: 'Babatunde Adeyemi',
  approvedOn: '2026-03-01',
  disbursedOn: '2026-03-02',
  asOf: '2026-11-15',
  firstDue: null,
  payoutBatch: null,
}

const LATE = { outstanding: '90000000', arrears: '18500001' }
const SUMS = { ...LATE, classes: [{ name: 'Watchlist', loans: 3, ...LATE }] }

beforeEach(() =>
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.startsWith('/api/loans/list')
        ? { rows: [LOAN], total: 3, totalIsExact: true, next: null, customers: 2, sums: SUMS }
        : { rows: [], tabs: [{ tab: 'arrears', total: 3, totalIsExact: true }] },
    ),
  ),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('shows the number of customers of an account officer’s loans in arrears', async () => {
  const user = {
    id: ID,
    email: 'admin@iroko.test',
    firstName: 'Babatunde',
    lastName: 'Adeyemi',
    roles: ['Admin' as const],
    accountOfficerCode: 'AO-014',
    totpEnrolled: false,
    totpRequired: false,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter initialEntries={['/accounts?tab=arrears&officerCode=AO-014']}>
          <AccountsPage />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  const sums = await screen.findByText(/^3 loans of 2 customers/)
  expect(sums.textContent).toBe('3 loans of 2 customers · ₦900,000.00 outstanding · ₦185,000.01 arrears')
  const byClass = screen.getByText('Watchlist').closest('button')
  expect(byClass?.textContent).toBe('Watchlist 3 · ₦185,000.01')
  expect(await screen.findByRole('tab', { name: 'In arrears 3' })).toBeTruthy()
})
