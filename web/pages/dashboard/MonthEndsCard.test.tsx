import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import type { Portfolio } from './dashboardWords.ts'
import { MonthEndsCard } from './MonthEndsCard.tsx'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const month = (name: string, principal: bigint | null, par30: number | null) => ({
  month: name,
  disbursed: naira(0n),
  collected: naira(0n),
  cash: naira(0n),
  due: naira(0n),
  received: naira(0n),
  principal: principal === null ? null : naira(principal),
  par30,
})

const BOOK: Partial<Portfolio> = {
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  frozen: null,
  to: '2026-11',
  rowsSince: '2026-10',
  months: [
    month('2026-08', null, null),
    month('2026-09', 500n, 20_000),
    month('2026-10', 700n, 40_000),
    month('2026-11', 900n, 10_000),
  ],
}

const show = (book: Partial<Portfolio> = BOOK) =>
  render(
    <MemoryRouter>
      {/* of the whole book the card reads no more than this */}
      <MonthEndsCard portfolio={book as Portfolio} />
    </MemoryRouter>,
  )
test('principal and PAR 30 are charts of their own, and a month without a snapshot has no bar', () => {
  show()
  const charts = screen.getAllByRole('img', { name: /The figures are in the table below$/ })
  expect(charts.map(chart => chart.querySelectorAll('[data-bar]').length)).toEqual([3, 3])
  expect(screen.getAllByText('?')).toHaveLength(2)
  expect(charts[1]?.textContent).toMatch(/1\.5%3%4\.5%$/)
})

test('a month of the chart says its figures and opens its loans, where they were saved', () => {
  show()
  const opens = (name: RegExp) => screen.getAllByRole('link', { name }).map(link => link.getAttribute('href'))
  expect(opens(/^Oct 2026: ₦700.00, PAR 30 4\.00.?%$/)).toEqual([
    '/?cut=owed&key=principal&asOf=2026-10&back=',
    '/?cut=late&key=30&asOf=2026-10&back=',
  ])
  expect(opens(/^Nov 2026: ₦900.00, PAR 30 1\.00.?%$/)).toEqual([
    '/?cut=owed&key=principal&back=',
    '/?cut=late&key=30&back=',
  ])
  expect(screen.queryByRole('link', { name: /^Sep 2026: ₦500/ })).toBeNull()
  expect(screen.getAllByRole('img', { name: 'Aug 2026: not available' })).toHaveLength(2)
})

test('the card says which months it shows, however long the period is', () => {
  show()
  expect(
    screen.getByRole('region', { name: 'Outstanding principal and PAR 30 at month-ends, last 12 months' }),
  ).toBeTruthy()
})

test('each month-end has its own snapshot, and the card says so', () => {
  const { unmount } = show()
  expect(screen.getByText(/^Each month-end is a snapshot\. .* The month in progress: Updated/)).toBeTruthy()
  unmount()
  show({ ...BOOK, frozen: { on: '2026-10-31', at: '2026-10-31T23:05:00.000Z' }, to: '2026-10' })
  expect(screen.getByText(/^Each month-end is a snapshot/).textContent).not.toContain('in progress')
})
