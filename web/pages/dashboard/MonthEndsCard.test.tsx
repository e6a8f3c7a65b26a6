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
const picture = (): Element => screen.getByRole('img')

test('principal is drawn as bars, PAR 30 as a line, and what nobody knows as neither', () => {
  show()
  expect(picture().querySelectorAll('rect')).toHaveLength(3)
  expect(picture().querySelectorAll('circle')).toHaveLength(3)
  expect(screen.getByText('?')).toBeTruthy()
  expect(picture().textContent).toContain('PAR 30 up to 4.00 %')
})

test('a month of the picture says its figures and opens its loans, where they were saved', () => {
  show()
  expect(screen.getByTitle('Oct 2026: ₦700.00, PAR 30 4.00 %').getAttribute('href')).toBe(
    '/?cut=owed&key=principal&asOf=2026-10&back=',
  )
  expect(screen.getByTitle('Nov 2026: ₦900.00, PAR 30 1.00 %').getAttribute('href')).toBe(
    '/?cut=owed&key=principal&back=',
  )
  expect(screen.getByTitle('Sep 2026: ₦500.00, PAR 30 2.00 %').hasAttribute('href')).toBe(false)
  expect(screen.getByTitle('Aug 2026: not available').hasAttribute('href')).toBe(false)
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
