import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { NOT_STORED } from '../../../contract/dashboard.ts'
import { kobo } from '../../../engine/money.ts'
import type { Portfolio } from './dashboardWords.ts'
import { OpenCard, RetiringCard } from './OpenCards.tsx'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const NOW: Partial<Portfolio> = {
  askedAt: '2026-11-16T09:03:00.000Z',
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  from: '2026-11',
  to: '2026-11',
  rowsSince: '2026-05',
  frozen: null,
  requests: [{ stage: 'reviewer', requests: 7 }],
  suspense: { items: 3, amount: naira(50n), oldestAt: '2026-11-01T09:00:00.000Z' },
  unremitted: naira(80n),
  retiring: [{ months: 3, customers: 2, loans: 4, principal: naira(900n) }],
  messages: { failed: 1, unknown: 0 },
}
const OCTOBER: Partial<Portfolio> = {
  ...NOW,
  from: '2026-10',
  to: '2026-10',
  frozen: { on: '2026-10-31', at: '2026-10-31T23:05:00.000Z' },
  suspense: { items: null, amount: naira(50n), oldestAt: null },
}

const show = (book: Partial<Portfolio>): void => {
  render(
    <MemoryRouter>
      {/* of the whole book the cards read no more than this */}
      <OpenCard portfolio={book as Portfolio} />
      <RetiringCard portfolio={book as Portfolio} />
    </MemoryRouter>,
  )
}
const linkTo = (name: RegExp): string | null | undefined =>
  screen.queryByRole('link', { name })?.getAttribute('href')

test('what is open now opens its rows', () => {
  show(NOW)
  expect(linkTo(/Pending Reviewer/)).toMatch(/^\/loan\/requests/)
  expect(linkTo(/^Suspense/)).toContain('suspense')
  expect(linkTo(/^Unremitted/)).toContain('offices')
  expect(linkTo(/^within 3 months/)).toBe('/?cut=retiring&key=3&back=')
  expect(screen.queryByText(/open no rows/)).toBeNull()
})

test('figures of a month-end have their date and open only what was saved', () => {
  show(OCTOBER)
  const stages = within(screen.getByRole('list', { name: 'Requests by stage' }))
  expect(stages.getByText('7')).toBeTruthy()
  expect(linkTo(/Pending Reviewer/)).toBeUndefined()
  expect(linkTo(/^Suspense/)).toBe('/settings?section=ledger&account=suspense&asOf=2026-10-31')
  expect(linkTo(/^Unremitted/)).toBe(
    '/settings?section=ledger&account=payrollOfficeReceivable&asOf=2026-10-31',
  )
  expect(screen.getByTitle('₦50.00').textContent).toBe('₦50')
  expect(screen.getByTitle('₦80.00').textContent).toBe('₦80')
  expect(screen.getByText(/open no rows/).textContent).toMatch(/at 31.Oct.2026\. .*not saved/)
  expect(linkTo(/^within 3 months/)).toBe('/?cut=retiring&key=3&asOf=2026-10&back=')
  expect(screen.getByText(/^Each line includes/).textContent).toMatch(
    /4 loans within a year of 31.Oct.2026\.$/,
  )
  expect(linkTo(/^Messages failed/)).toContain('failed')
})

test('a month-end without these figures says so, and shows no zeros', () => {
  show({ ...OCTOBER, requests: null, suspense: null, unremitted: null, retiring: null })
  expect(screen.getAllByText(NOT_STORED)).toHaveLength(2)
  expect(screen.queryByText('Suspense')).toBeNull()
  expect(screen.queryByText(/open no rows/)).toBeNull()
  expect(screen.getAllByRole('link', { name: 'Show today' })).toHaveLength(2)
})
