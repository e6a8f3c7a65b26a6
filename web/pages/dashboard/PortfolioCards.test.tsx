import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { todayInLagos } from '../../parts/today.ts'
import type { Portfolio } from './dashboardWords.ts'
import { PortfolioCards } from './PortfolioCards.tsx'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const FLOWS = {
  disbursedLoans: 1,
  disbursed: naira(10n),
  collected: naira(20n),
  cash: naira(12n),
  due: naira(30n),
  efficiency: 666_667,
  cashEfficiency: 400_000,
  received: naira(20n),
}

/** Nothing to hold the period against, so that no card has another link than its own. */
const NOTHING = {
  disbursedLoans: 0,
  disbursed: naira(0n),
  collected: naira(0n),
  cash: naira(0n),
  due: naira(0n),
  efficiency: null,
  cashEfficiency: null,
  received: naira(0n),
  from: '2026-07-01',
  to: '2026-07-31',
}

const AUGUST: Portfolio = {
  askedAt: '2026-11-16T09:03:00.000Z',
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  from: '2026-08',
  to: '2026-08',
  firstMonth: '2026-03',
  rowsSince: '2026-05',
  frozen: { on: '2026-08-31', at: '2026-08-31T23:05:00.000Z' },
  outstanding: {
    loans: 3,
    principal: naira(500n),
    interest: naira(0n),
    fee: naira(0n),
    penalty: naira(0n),
    total: naira(500n),
    credit: naira(0n),
    arrears: naira(70n),
    lateLoans: 1,
  },
  par: [{ days: 30, principal: naira(50n), share: 100_000 }],
  parByConduct: [],
  ageing: [],
  classes: [],
  period: FLOWS,
  frozenFlows: { ...FLOWS, at: '2026-08-31T23:05:00.000Z' },
  before: NOTHING,
  months: [],
  requests: null,
  suspense: null,
  unremitted: null,
  retiring: null,
  messages: { failed: 0, unknown: 0 },
  states: [],
  zones: [],
  employers: [],
  officers: [],
  products: [],
  vintages: [],
}

const show = (portfolio: Portfolio) =>
  render(
    <MemoryRouter>
      <PortfolioCards portfolio={portfolio} />
    </MemoryRouter>,
  )
const links = () => screen.getAllByRole('link').map(link => link.textContent?.split(':')[0])

const IN_THE_MONTH = [
  'Disbursed, Aug 2026',
  'Deducted or paid by borrowers, Aug 2026',
  'Received in the bank, Aug 2026',
  'Due, Aug 2026',
  'Collection efficiency',
]

test('figures at a month-end open their loans at that date', () => {
  show(AUGUST)
  expect(screen.getAllByTitle('₦500.00')).toHaveLength(2)
  const standing = ['Outstanding principal', 'Outstanding balance', 'In arrears', 'PAR 30']
  expect(links().slice(0, 8)).toEqual([...standing, ...IN_THE_MONTH.slice(0, 4)])
  expect(screen.getByRole('link', { name: /^Outstanding principal/ }).getAttribute('href')).toBe(
    '/?cut=owed&key=principal&asOf=2026-08&back=',
  )
  expect(screen.getByRole('link', { name: /^PAR 30/ }).getAttribute('href')).toBe(
    '/?cut=late&key=30&asOf=2026-08&back=',
  )
  expect(screen.getAllByText(/At 31.Aug.2026, month-end snapshot/).length).toBe(5)
})

test.each(['2026-09', null])('a snapshot without loan details (saved since %s) opens none', rowsSince => {
  show({ ...AUGUST, rowsSince })
  expect(screen.getAllByTitle('₦500.00')).toHaveLength(2)
  expect(links().slice(0, 5)).toEqual(IN_THE_MONTH)
})

test('rows know the way back to the period they were opened from', () => {
  render(
    <MemoryRouter initialEntries={['/?from=2026-03&to=2026-08&by=officer&cursor=x']}>
      <PortfolioCards portfolio={AUGUST} />
    </MemoryRouter>,
  )
  const href = screen.getByRole('link', { name: /^In arrears/ }).getAttribute('href') ?? ''
  expect(new URLSearchParams(href.slice(2)).get('back')).toBe('from=2026-03&to=2026-08&by=officer')
})

test('as it stands now, every figure opens its rows', () => {
  show({ ...AUGUST, to: '2026-11', frozen: null })
  expect(links().slice(0, 4)).toEqual([
    'Outstanding principal',
    'Outstanding balance',
    'In arrears',
    'PAR 30',
  ])
})

test('today’s figures open rows that say their sum and formula, not a list that has neither', () => {
  show({ ...AUGUST, to: '2026-11', frozen: null })
  const opens = (figure: RegExp) => screen.getByRole('link', { name: figure }).getAttribute('href')
  expect(opens(/^Outstanding principal/)).toBe('/?cut=owed&key=principal&back=')
  expect(opens(/^Outstanding balance/)).toBe('/?cut=owed&back=')
  expect(opens(/^In arrears/)).toBe('/?cut=arrears&back=')
})

test('a month-end without a snapshot shows no figure', () => {
  show({ ...AUGUST, frozen: { on: '2026-08-31', at: null }, outstanding: null, par: [] })
  expect(screen.getAllByText('Not available')).toHaveLength(5)
  expect(screen.queryByTitle('₦500.00')).toBeNull()
})

test('a change says against what, and leads there', () => {
  show({ ...AUGUST, before: { ...NOTHING, ...FLOWS, collected: naira(16n) } })
  expect(screen.getAllByText(/25\.0% more than/)).toHaveLength(1)
  expect(
    screen.getByText(/^Previous period: ₦16\.00 \(1.Jul.2026 to 31.Jul.2026\)\. A month in progress/),
  ).toBeTruthy()
  const earlier = screen.getAllByRole('link', { name: /^1–31.Jul ?, 1.Jul.2026 to 31.Jul.2026$/ })
  expect(earlier.map(link => link.getAttribute('href'))).toEqual(Array(5).fill('/?from=2026-07&to=2026-07'))
})

test('the trend beside the outstanding principal is of principal', () => {
  const none = naira(0n)
  const month = { month: '2026-08', disbursed: none, collected: none, cash: none, due: none, received: none }
  show({ ...AUGUST, months: [{ ...month, principal: naira(500n), par30: 0 }] })
  expect(screen.getByText('Outstanding principal at month-ends')).toBeTruthy()
})

test('a month with later entries shows both amounts, on the card and in its hint', () => {
  show({ ...AUGUST, period: { ...FLOWS, collected: naira(26n), efficiency: 866_667 } })
  expect(screen.getByRole('link', { name: /^Deducted or paid/ }).textContent).toBe(
    'Deducted or paid by borrowers, Aug 2026: ₦26',
  )
  expect(
    screen.getAllByText(/₦20\.00 at the month-end snapshot of 1.Sept?.2026, 00:05.*; ₦6\.00 more since/),
  ).toHaveLength(2)
  expect(screen.getAllByText(/66\.67.?% at the month-end snapshot/)).toHaveLength(2)
  expect(screen.getAllByText(/Unchanged since the month-end snapshot/)).toHaveLength(3)
})

test('each hint says that the amounts of a month were not saved', () => {
  show({ ...AUGUST, frozenFlows: null })
  expect(screen.getAllByText(/Not saved at this month-end\. This is the current amount/)).toHaveLength(5)
})

const runningMonth = () => {
  const running = todayInLagos().slice(0, 7)
  const none = naira(0n)
  const month = {
    disbursed: none,
    collected: none,
    cash: naira(30n),
    received: none,
    principal: null,
    par30: null,
  }
  const months = [
    { ...month, month: '2026-01', due: naira(50n) },
    { ...month, month: '2026-02', due: naira(60n), collected: naira(45n) },
    { ...month, month: running, due: naira(90n) },
  ]
  return { ...AUGUST, frozen: null, from: running, to: running, months, period: { ...FLOWS, due: none } }
}

test('a trend leaves out the month in progress', () => {
  show({ ...runningMonth(), period: FLOWS })
  const points = document.querySelector('svg.text-notice polyline')?.getAttribute('points')?.split(' ')
  expect(points).toHaveLength(2)
})

test('until pay day the due figures are those of the last whole month', () => {
  show(runningMonth())
  expect(screen.getByRole('link', { name: /^Due, Feb 2026: ₦ ?60$/ }).getAttribute('href')).toContain(
    'from=2026-02&to=2026-02',
  )
  expect(screen.getByRole('link', { name: /^Collection efficiency, Feb 2026: 75\.00/ })).toBeTruthy()
  expect(screen.getAllByText(/^Nothing is due yet in/)).toHaveLength(2)
})
