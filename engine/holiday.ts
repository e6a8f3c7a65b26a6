/** A payroll holiday: rows not yet due move back by some periods of their own series of due dates. */

import { arrange, isPlanned, type Page, setDue } from './book.ts'
import type { LocalDate } from './dates.ts'
import { type Holiday, isOfFirstRules } from './events.ts'
import type { Book } from './loan-book.ts'
import { dueDateSeries, interestOfSkipped } from './replan.ts'

/** Rows not yet due move back; interest of the skipped periods, if any, joins the first of them. */
export function takeHoliday(book: Book, event: Holiday): bigint {
  if (book.agreement.dailyInterest) return 0n
  if (isOfFirstRules(event)) return moveByCount(book, event)
  const { date, periods, interest } = event
  const moving = book.pages.filter(page => page.place !== undefined && page.dueDate >= date)
  const first = moving.find(isPlanned)
  if (!first) return 0n
  const shift = book.skipped + periods
  const series = dueDateSeries(book.terms, shift)
  const at = first.place ?? 0
  const skipped = [first.periodStart, ...series.slice(at + book.skipped, at + shift)]
  const added = interest === 'added' ? interestOf(book, first, skipped) : 0n
  move(moving, page => series[(page.place ?? 0) + shift])
  setDue(first.interest, first.interest.due + added)
  book.skipped = shift
  // a charge after the last row has a row and a day of its own, which the others may have passed
  if (book.pages.some(({ dueDate }, n) => dueDate < (book.pages[n - 1]?.dueDate ?? dueDate)))
    arrange(book.pages)
  return added
}

const interestOf = ({ terms }: Book, first: Page, skipped: readonly LocalDate[]): bigint =>
  interestOfSkipped(terms, first.balance + first.principal.due, skipped)

function move(moving: readonly Page[], dateOf: (page: Page, index: number) => LocalDate | undefined): void {
  for (const [index, page] of moving.entries()) {
    const dueDate = dateOf(page, index) ?? page.dueDate
    page.periodStart = index === 0 ? page.periodStart : (moving[index - 1]?.dueDate ?? page.periodStart)
    page.dueDate = dueDate
    // a fee of every instalment goes with its row; a charge with a day of its own keeps it
    for (const debt of page.debts) if (debt.charge?.dueDate === undefined) debt.dueDate = dueDate
  }
}

/**
 * By the first rules: rows that ask for something were counted to find their place, which is another one after empty
 * rows and after new terms. Holidays recorded so stay in the months they were given.
 */
function moveByCount(book: Book, { date, periods, interest }: Holiday): bigint {
  const planned = book.pages.filter(page => isPlanned(page) && page.periodStart >= book.terms.disbursedOn)
  const moving = planned.filter(page => page.dueDate >= date)
  const [first] = moving
  if (!first) return 0n
  const offset = planned.length - moving.length
  const shift = book.skipped + periods
  const series = dueDateSeries(book.terms, shift)
  const skipped = [first.periodStart, ...series.slice(offset + book.skipped, offset + shift)]
  const added = interest === 'added' ? interestOf(book, first, skipped) : 0n
  move(moving, (_, index) => series[offset + shift + index])
  setDue(first.interest, first.interest.due + added)
  book.skipped = shift
  return added
}
