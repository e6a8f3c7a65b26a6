import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { type CurrentUser, CurrentUserContext } from '../../parts/currentUser.ts'
import { RowsScreen } from './RowsScreen.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const LOAN = {
  id: ID,
  number: '100001',
  customerId: ID,
  customerName: 'Okonkwo Adaeze',
  employer: 'Federal Ministry of Health',
  state: 'Katsina',
  status: 'live',
  principal: '50000000',
  owedPrincipal: '30000000',
  arrears: '0',
  daysPastDue: 0,
  disbursedOn: '2026-03-02',
  share: null,
}
const FROZEN = { on: '2026-08-31', at: '2026-08-31T23:05:00.000Z' }
const REPLY = {
  rows: [LOAN],
  total: 1,
  totalIsExact: true,
  next: null,
  sum: '30000000',
  loans: 1,
  asOf: { refreshedAt: '2026-11-16T09:00:00.000Z', bookedTo: '2026-11-15', frozen: null as object | null },
  rowsKept: true,
  sort: '-number',
  sorts: ['number', 'employer', 'late'],
}

let reply: object = REPLY
const asked: string[] = []

beforeEach(() => {
  reply = REPLY
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith('/api/dashboard/')) asked.push(address)
    return new Response(JSON.stringify(address.startsWith('/api/dashboard/') ? reply : { rows: [] }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(search: string): void {
  const user: CurrentUser = {
    id: ID,
    email: 'auditor@iroko.test',
    firstName: 'Amina',
    lastName: 'Sule',
    roles: ['Auditor'],
    accountOfficerCode: null,
    totpEnrolled: false,
    totpRequired: false,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter initialEntries={[`/${search}`]}>
          <RowsScreen />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}
const back = (): string | null => screen.getByRole('link', { name: /Dashboard/ }).getAttribute('href')

test.each([
  '?cut=nonsense',
  '?cut=late&key=7',
  '?cut=age&key=x',
  '?cut=vintage&key=2026-13',
  '?cut=due&asOf=2026-08',
  '?cut=state&key=Katsina&asOf=August',
  '?cut=state&key=Katsina&part=par7',
  '?cut=late&key=30&part=par30',
  '?rows=nonsense',
])('%s names no figure', search => {
  show(search)
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(asked).toEqual([])
})

test('rows say their sum, how it is measured and when, and lead back to the period', async () => {
  show('?cut=state&key=Katsina&back=from%3D2026-06%26to%3D2026-11%26by%3Dofficer')
  expect(await screen.findByText('₦300,000.00 outstanding principal, on 1 loan')).toBeTruthy()
  expect(screen.getByText(/^Outstanding principal of active loans/)).toBeTruthy()
  expect(screen.getByText(/^Updated /)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Display/ })).toBeTruthy()
  expect(back()).toBe('/?from=2026-06&to=2026-11&by=officer')
})

test.each([
  [
    'arrears',
    'Loans in arrears in Katsina',
    'in arrears',
    /^Amounts of active loans that were due before today/,
  ],
  ['par1', 'Overdue loans in Katsina', 'outstanding principal', /^Outstanding principal of loans past due/],
  [
    'par30',
    'Loans more than 30 days past due in Katsina',
    'outstanding principal',
    /^Outstanding principal of loans past due/,
  ],
])(
  'of a place’s %s they are its late loans, and say what they measure',
  async (part, title, word, formula) => {
    show(`?cut=state&key=Katsina&part=${part}`)
    expect(await screen.findByText(`₦300,000.00 ${word}, on 1 loan`)).toBeTruthy()
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(formula)).toBeTruthy()
    expect(asked[0]).toContain(`part=${part}`)
  },
)

test('an officer’s loans are headed by the name and the code, or by the code that nobody has', async () => {
  reply = { ...REPLY, officerName: 'Babatunde Adeyemi' }
  show('?cut=officer&key=AO-014')
  expect(
    await screen.findByRole('heading', { name: 'Active loans of Babatunde Adeyemi (AO-014)' }),
  ).toBeTruthy()
  cleanup()
  reply = REPLY
  show('?cut=officer&key=AO-014')
  expect(await screen.findByText(/on 1 loan$/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Active loans of account officer AO-014' })).toBeTruthy()
})

test('of a month-end they are those of its last day', async () => {
  reply = { ...REPLY, asOf: { ...REPLY.asOf, frozen: FROZEN } }
  show('?cut=state&key=Katsina&asOf=2026-08')
  expect(await screen.findByText(/^At 31.Aug.2026, month-end snapshot/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: /^Active loans in Katsina, at 31.Aug.2026$/ })).toBeTruthy()
  expect(asked[0]).toContain('asOf=2026-08')
  expect(back()).toBe('/?from=2026-08&to=2026-08')
})

test.each(['?rows=collected&from=2026-03&to=2026-03', '?cut=owed&asOf=2026-03'])(
  'rows of another month that were opened from today’s dashboard lead back to it: %s',
  search => {
    show(`${search}&back=`)
    expect(back()).toBe('/')
  },
)

test('a month-end without loan details says so', async () => {
  reply = { ...REPLY, rows: [], total: 0, rowsKept: false, asOf: { ...REPLY.asOf, frozen: FROZEN } }
  show('?cut=owed&asOf=2026-08')
  expect(await screen.findByText('Loan details were not saved for this month-end')).toBeTruthy()
  expect(screen.getByText('₦300,000.00 still to be collected, on 1 loan')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('rows of a figure that counts customers say how many they are', async () => {
  reply = { ...REPLY, customers: 1, loans: 2 }
  show('?cut=retiring&key=6')
  expect(await screen.findByText(/, on 2 loans of 1 customer$/)).toBeTruthy()
})

const RECEIPT = {
  id: ID,
  loanId: ID,
  loanNumber: '100001',
  customerName: 'Okonkwo Adaeze',
  type: 'receipt',
  on: '2026-11-05',
  payMonth: '2026-10',
  amount: '6166667',
  channel: 'payroll deduction',
  reference: 'RB-000001-1',
}

test.each([
  [
    'collected',
    'Deducted or paid, Oct 2026',
    'deducted or paid',
    'by=valueDate',
    /^Repayments, settlements and recoveries of borrowers in the period, by value date/,
  ],
  [
    'received',
    'Deducted or paid by payroll month, Oct 2026',
    'deducted or paid by payroll month',
    'by=payrollMonth',
    /^Repayments, settlements and recoveries by payroll month/,
  ],
])('what was %s is listed by its own months', async (rows, title, said, by, formula) => {
  reply = { ...REPLY, rows: [RECEIPT], sum: RECEIPT.amount, sort: '-on', sorts: ['on', 'amount'] }
  show(`?rows=${rows}&from=2026-10&to=2026-10`)
  expect(await screen.findByText(`₦61,666.67 ${said}`)).toBeTruthy()
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(formula)).toBeTruthy()
  expect(await screen.findByText('Oct 2026')).toBeTruthy()
  expect(asked[0]).toContain(by)
})

test('money received in the bank names its payer, and a remittance opens its office', async () => {
  const row = {
    id: RECEIPT.id,
    type: 'remittance',
    on: '2026-10-28',
    amount: '4000000',
    channel: null,
    reference: 'OAGF-1',
  }
  const remittance = {
    ...row,
    payer: 'IPPIS',
    loanId: null,
    loanNumber: null,
    receiptNumber: 'OR-000001',
  }
  reply = { ...REPLY, rows: [remittance], sum: '4000000', sort: '-on', sorts: ['on', 'amount'] }
  show('?rows=cash&from=2026-10&to=2026-10')
  expect(await screen.findByText('₦40,000.00 received in the bank')).toBeTruthy()
  expect(screen.getByText(/^Repayments paid to our bank or in cash/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /IPPIS/ }).getAttribute('href')).toContain('tab=offices')
})

test('rows are sorted by the headings that a list of this length has, and begin anew', async () => {
  show('?cut=state&key=Katsina&cursor=second')
  fireEvent.click(await screen.findByRole('button', { name: 'Days past due' }))
  await waitFor(() => expect(asked.at(-1)).toContain('sort=late'))
  expect(asked.at(-1)).not.toContain('cursor=')
  // what the server has no order by is a heading, not a button
  expect(screen.queryByRole('button', { name: 'Arrears' })).toBeNull()
  expect(screen.getByText(/^Too many rows to sort by every column/)).toBeDefined()
})

test('the order that the rows came in is shown, also where it is not the one asked for', async () => {
  show('?cut=state&key=Katsina&sort=-arrears')
  const loan = await screen.findByRole('columnheader', { name: /Loan/ })
  expect(loan.getAttribute('aria-sort')).toBe('descending')
  expect(asked[0]).toContain('sort=-arrears')
})

test('beside its provision a loan shows all that it shows elsewhere, in fewer columns', async () => {
  show('?cut=provision')
  await screen.findByText(/provisions, on/)
  const titles = screen.getAllByRole('columnheader').map(each => each.textContent ?? '')
  expect(titles).toHaveLength(8)
  expect(screen.getByText('Active').parentElement?.textContent).toMatch(/KatsinaActive$/)
})
