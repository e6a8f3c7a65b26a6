import { act, cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { todayInLagos } from '../../parts/today.ts'
import type { Portfolio } from './dashboardWords.ts'
import { MonthsCard } from './PortfolioDetails.tsx'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const month = (name: string) => ({
  month: name,
  disbursed: naira(700n),
  collected: naira(600n),
  cash: naira(400n),
  due: naira(500n),
  received: naira(0n),
  principal: null,
  par30: null,
})
const BOOK: Partial<Portfolio> = {
  refreshedAt: null,
  bookedTo: null,
  frozen: null,
  to: '2026-11',
  months: [month('2026-10'), month('2026-11')],
}

const show = (months = BOOK.months) =>
  render(
    <MemoryRouter initialEntries={['/?by=officer']}>
      {/* of the whole book the card reads no more than this */}
      <MonthsCard
        portfolio={{ ...BOOK, months } as Portfolio}
        title="Expected and received by payroll month"
        formulas={['expected', 'received']}
        series={[
          { title: 'Expected', className: '', of: 'due' },
          { title: 'Received', className: '', of: 'received' },
        ]}
      />
    </MemoryRouter>,
  )

const EXPECTED = '/?cut=expected&from=2026-10&to=2026-10&back=by%3Dofficer'
const RECEIVED = '/?rows=received&from=2026-10&to=2026-10&back=by%3Dofficer'

test('each bar says its figure and opens exactly its rows, be it high or nothing', () => {
  show()
  const bar = (says: string) => screen.getByRole('link', { name: says }).getAttribute('href')
  expect(bar('Expected, Oct 2026: ₦500.00')).toBe(EXPECTED)
  expect(bar('Received, Oct 2026: ₦0.00')).toBe(RECEIVED)
})

test('the bars of a month lie side by side, none over another', () => {
  show()
  const [expected, received] = screen
    .getAllByRole('link', { name: /^(Expected|Received), Oct 2026/ })
    .map(({ style }) => ({
      left: Number.parseFloat(style.left),
      width: Number.parseFloat(style.width),
    }))
  expect(received?.left).toBeCloseTo((expected?.left ?? 0) + (expected?.width ?? 0))
})

test('by keys the same rows are opened from the table', () => {
  show()
  const links = within(screen.getByRole('row', { name: /^Oct 2026/, hidden: true })).getAllByRole('link', {
    hidden: true,
  })
  expect(links.map(link => link.getAttribute('href'))).toEqual([EXPECTED, RECEIVED])
})

test('one question mark tells how both figures are measured', () => {
  show()
  expect(screen.getAllByRole('button', { name: /^How it is measured/ })).toHaveLength(1)
  const terms = screen.getAllByRole('term', { hidden: true })
  expect(terms.map(term => term.textContent)).toEqual(['Expected', 'Received'])
})

test('the last month has its name under it, where not every one has room for it', () => {
  show(Array.from({ length: 12 }, (_, at) => month(`2026-${String(at + 1).padStart(2, '0')}`)))
  const named = [...screen.getByRole('img').querySelectorAll('g[transform] > text')].map(
    each => each.textContent,
  )
  expect(named).toEqual(['Feb', 'Apr', 'Jun', 'Aug', 'Oct', 'Dec'])
})

test('three gridlines have round values in short units', () => {
  show()
  const grid = [...screen.getByRole('img').querySelectorAll(':scope > text')]
  expect(grid.map(each => each.textContent)).toEqual(['₦200', '₦400', '₦600'])
})

test('a month shows both values and their ratio on focus, and nothing after', async () => {
  show()
  const bar = screen.getByRole('link', { name: 'Expected, Oct 2026: ₦500.00' })
  act(() => bar.focus())
  const card = screen.getByRole('tooltip').textContent
  expect(card).toContain('Expected₦500.00')
  expect(card).toContain('Received₦0.00')
  expect(card).toMatch(/Received ÷ expected0\.00.?%/)
  act(() => bar.blur())
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('the month in progress is hatched', () => {
  show([month('2026-01'), month(todayInLagos().slice(0, 7))])
  expect(document.querySelectorAll('[data-bar=whole]')).toHaveLength(2)
  const hatched = [...document.querySelectorAll('[data-bar=partial]')]
  expect(hatched).toHaveLength(2)
  expect(hatched.every(bar => bar.getAttribute('fill')?.startsWith('url(#'))).toBe(true)
})
