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
  due: naira(30n),
  efficiency: 666_667,
  received: naira(20n),
}

/** Nothing to hold the period against, so that no card has another link than its own. */
const NOTHING = {
  disbursedLoans: 0,
  disbursed: naira(0n),
  collected: naira(0n),
  due: naira(0n),
  efficiency: null,
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

const IN_THE_MONTH = ['Disbursed, Aug 2026', 'Collected, Aug 2026', 'Due, Aug 2026', 'Collection efficiency']

test('what stood at a month-end opens its loans as they stood then', () => {
  show(AUGUST)
  expect(screen.getByText('₦500.00')).toBeTruthy()
  const standing = ['Outstanding', 'In arrears', 'PAR 30', 'Provisions']
  expect(links().slice(0, 7)).toEqual([...standing, ...IN_THE_MONTH.slice(0, 3)])
  expect(screen.getByRole('link', { name: /^Outstanding/ }).getAttribute('href')).toBe(
    '/?cut=owed&asOf=2026-08&back=',
  )
  expect(screen.getByRole('link', { name: /^PAR 30/ }).getAttribute('href')).toBe(
    '/?cut=late&key=30&asOf=2026-08&back=',
  )
  expect(screen.getAllByText(/As of 31.Aug.2026, frozen/).length).toBe(4)
})

test.each(['2026-09', null])('frozen before rows were kept (since %s), it opens none', rowsSince => {
  show({ ...AUGUST, rowsSince })
  expect(screen.getByText('₦500.00')).toBeTruthy()
  expect(links().slice(0, 4)).toEqual(IN_THE_MONTH)
})

test('rows know the way back to the period they were opened from', () => {
  render(
    <MemoryRouter initialEntries={['/?from=2026-03&to=2026-08&by=officer&cursor=x']}>
      <PortfolioCards portfolio={AUGUST} />
    </MemoryRouter>,
  )
  const href = screen.getByRole('link', { name: /^Provisions/ }).getAttribute('href') ?? ''
  expect(new URLSearchParams(href.slice(2)).get('back')).toBe('from=2026-03&to=2026-08&by=officer')
})

test('as it stands now, every figure opens its rows', () => {
  show({ ...AUGUST, to: '2026-11', frozen: null })
  expect(links().slice(0, 4)).toEqual(['Outstanding', 'In arrears', 'PAR 30', 'Provisions'])
})

test('today’s figures open rows that say their sum and formula, not a list that has neither', () => {
  show({ ...AUGUST, to: '2026-11', frozen: null })
  const opens = (figure: RegExp) => screen.getByRole('link', { name: figure }).getAttribute('href')
  expect(opens(/^Outstanding/)).toBe('/?cut=owed&back=')
  expect(opens(/^In arrears/)).toBe('/?cut=arrears&back=')
})

test('of a month-end that nobody wrote down nothing is shown', () => {
  show({ ...AUGUST, frozen: { on: '2026-08-31', at: null }, outstanding: null, par: [] })
  expect(screen.getAllByText('Not known')).toHaveLength(4)
  expect(screen.queryByText('₦500.00')).toBeNull()
})

test('a change says against what, and leads there', () => {
  show({ ...AUGUST, before: { ...NOTHING, ...FLOWS, collected: naira(16n) } })
  expect(screen.getAllByText(/25\.0 % more than/)).toHaveLength(1)
  expect(
    screen.getByText(/^Before: ₦16\.00, from 1.Jul.2026 to 31.Jul.2026\. That is as many months earlier/),
  ).toBeTruthy()
  const earlier = screen.getAllByRole('link', { name: /^before ?, 1.Jul.2026 to 31.Jul.2026$/ })
  expect(earlier.map(link => link.getAttribute('href'))).toEqual(Array(4).fill('/?from=2026-07&to=2026-07'))
})

test('the line beside what is outstanding says that it is of principal', () => {
  const none = naira(0n)
  const month = { month: '2026-08', disbursed: none, collected: none, due: none, received: none }
  show({ ...AUGUST, months: [{ ...month, principal: naira(500n), par30: 0 }] })
  expect(screen.getByText('Trend of outstanding principal at month-ends')).toBeTruthy()
})

test('a month that was booked into since shows both, on the card and in its hint', () => {
  show({ ...AUGUST, period: { ...FLOWS, collected: naira(26n), efficiency: 866_667 } })
  expect(screen.getByRole('link', { name: /^Collected/ }).textContent).toContain('₦26.00')
  expect(screen.getAllByText(/₦20\.00 as frozen 1.Sept?.2026, 00:05.*; ₦6\.00 more since/)).toHaveLength(2)
  expect(screen.getAllByText(/66\.67.% as frozen/)).toHaveLength(2)
  expect(screen.getAllByText(/The same as frozen/)).toHaveLength(2)
})

test('of a month whose sums were not kept each hint says so', () => {
  show({ ...AUGUST, frozenFlows: null })
  expect(screen.getAllByText(/Not saved at this month-end: what it was then/)).toHaveLength(4)
})

test('the line of what is due ends with the card’s own figure, or before the month that runs', () => {
  const running = todayInLagos().slice(0, 7)
  const none = naira(0n)
  const month = { disbursed: none, collected: none, received: none, principal: null, par30: null }
  const months = [
    { ...month, month: '2026-01', due: naira(50n) },
    { ...month, month: '2026-02', due: naira(60n) },
    // all that will fall due in it
    { ...month, month: running, due: naira(90n) },
  ]
  const heights = () =>
    document
      .querySelector('svg.text-notice polyline')
      ?.getAttribute('points')
      ?.split(' ')
      .map(point => Number(point.split(',')[1]))
  const now = { ...AUGUST, frozen: null, to: running, months }
  const { unmount } = show({ ...now, from: running, period: { ...FLOWS, due: none } })
  const [, february, last] = heights() ?? []
  expect(last, 'nothing is due yet: the lowest').toBeGreaterThan(february ?? 0)
  unmount()
  show({ ...now, from: '2026-01', period: { ...FLOWS, due: naira(110n) } })
  expect(heights()).toHaveLength(2)
})
