/**
 * Interest on the daily balance: the principal outstanding on each day earns the rate of that day. While events replay,
 * each row to come holds the interest earned so far, so that money pays what is earned and then principal. At the end the
 * rows are planned from there: nothing is paid before the next due date, everything due is paid on it.
 *
 * Interest of a row is rounded once, from the exact sum of its days. It stops at the last due date.
 */

import { factorBetween } from './accrual.ts'
import { type BookDebt, isNotDueOn, type Page, setDue } from './book.ts'
import type { LocalDate } from './dates.ts'
import type { DayCount } from './daycount.ts'
import { divide, type Fraction, type Rounding } from './money.ts'
import type { LoanTerms, Schedule } from './terms.ts'

export const isByDailyBalance = ({ interestBasis }: LoanTerms): boolean => interestBasis === 'daily-balance'

/** Days on which no interest is earned: those that a holiday skips at the lender's cost. */
export type RestDays = { readonly from: LocalDate; readonly to: LocalDate }

/** What it needs to know of a loan while its events replay. */
type DailyBook = {
  readonly terms: LoanTerms
  readonly rounding: Rounding
  readonly pages: readonly Page[]
  /** Interest is counted to this day. */
  readonly clock: LocalDate
  readonly level: bigint
  /** Principal of a row, where all rows repay the same. */
  readonly share: bigint
  readonly restDays: readonly RestDays[]
}

type Row = Page & { accrued: bigint }

const isRow = (page: Page): page is Row => page.place !== undefined && page.accrued !== undefined

const principalOn = (pages: readonly Page[]): bigint =>
  pages.reduce((sum, { principal }) => sum + principal.owed, 0n)

const settledOf = ({ principal }: Page): bigint => principal.paid + principal.waived + principal.writtenOff

/** What a row repays of principal where interest does not decide it. */
export const shareOf = ({ rows }: Schedule, graceRows = 0): bigint => rows[graceRows]?.principal ?? 0n

/** The part of the principal that a day count gives a stretch of one period; periods add up, whatever their cuts. */
function factorOf(
  { terms, restDays }: DailyBook,
  periodStart: LocalDate,
  from: LocalDate,
  to: LocalDate,
): Fraction {
  const until = (day: LocalDate): Fraction =>
    factorBetween(periodStart, day > periodStart ? day : periodStart, terms.rate, terms.accrual as DayCount)
  const { denominator } = until(from)
  const between = (a: LocalDate, b: LocalDate): bigint =>
    a < b ? until(b).numerator - until(a).numerator : 0n
  const rests = restDays.map(rest =>
    between(rest.from > from ? rest.from : from, rest.to < to ? rest.to : to),
  )
  return { numerator: rests.reduce((sum, rest) => sum - rest, between(from, to)), denominator }
}

/** Brings interest from the day of the book to another, during which nothing was paid; rows fall due on the way. */
export function accrue(book: DailyBook, to: LocalDate): void {
  const rows = book.pages.filter(isRow)
  let from = book.clock
  for (const [index, row] of rows.entries()) {
    if (row.dueDate <= from) continue
    if (from >= to) break
    const until = row.dueDate < to ? row.dueDate : to
    const bearer = rows.find((each, n) => n >= index && !each.isPaidEarly) ?? rows.at(-1)
    const { numerator } = factorOf(book, row.periodStart, from, until)
    if (bearer) bearer.accrued += principalOn(book.pages) * numerator
    from = until
    if (row.dueDate === until) lay(book, rows.slice(index), 'earned', until)
  }
}

/** Brings the rows to come to the day of the book, with the interest earned by then. */
export function layEarned(book: DailyBook): void {
  const rows = rowsToCome(book)
  lay(book, rows, 'earned')
  for (const row of rows) row.earned = row.interest.due
}

/** Gives the rows to come the interest they will have if only time passes until the next due date. */
export function layPlanned(book: DailyBook): void {
  lay(book, rowsToCome(book), 'planned')
  let balance = 0n
  for (const page of book.pages.toReversed()) {
    page.balance = balance
    balance += page.principal.due
  }
}

const rowsToCome = ({ pages, clock }: DailyBook): Row[] => pages.filter(isRow).filter(isNotDueOn(clock))

/** Divides the principal of some rows over them again: the instalment less interest each, the rest in the last one. */
function lay(book: DailyBook, rows: readonly Row[], interest: 'earned' | 'planned', on = book.clock): void {
  let left = principalOn(rows)
  let balance = principalOn(book.pages)
  let [from, waiting] = [on, 0n]
  for (const [index, row] of rows.entries()) {
    const isLast = index === rows.length - 1
    const { numerator, denominator } = factorOf(book, row.periodStart, from, row.dueDate)
    waiting += balance * numerator
    from = row.dueDate
    if (row.isPaidEarly && !isLast) continue
    const planned = divide(row.accrued + waiting, denominator, book.rounding)
    const earned = divide(row.accrued, denominator, book.rounding)
    setDue(row.interest, interest === 'planned' ? planned : earned)
    waiting = 0n
    const settled = settledOf(row)
    const wanted = isLast ? left : wantedOn(book, row, planned) - settled
    const part = wanted < 0n ? 0n : wanted < left ? wanted : left
    setDue(row.principal, settled + part)
    // a row after the last principal ends with it
    const isNeeded = left + row.principal.due + row.interest.due > 0n
    for (const debt of row.debts) if (debt.recurs) setDue(debt, isNeeded ? debt.recurs : 0n)
    left -= part
    balance = left
  }
}

/** Principal that completes the instalment; one of interest alone is completed early by what its days to come would earn. */
function wantedOn({ terms, level, share }: DailyBook, { place, interest }: Row, planned: bigint): bigint {
  if ((place ?? 0) < (terms.grace?.principal ?? 0)) return planned - interest.due
  return terms.repayment === 'equal-principal' ? share : level - interest.due
}

/** A row whose instalment is paid before its day is done: interest of the days that are left belongs to the next one. */
export function markPaidEarly(page: Page, { component }: BookDebt, on: LocalDate): void {
  if (page.accrued === undefined || on >= page.dueDate) return
  if (component !== 'principal' && component !== 'interest') return
  if (page.principal.owed + page.interest.owed === 0n) page.isPaidEarly = true
}
