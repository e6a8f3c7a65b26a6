/** A payroll holiday: rows from a due date on move back by some periods of their own series of due dates. */

import { arrange, isPlanned, type Page, setDue } from './book.ts'
import { isByDailyBalance } from './dailyBalance.ts'
import type { LocalDate } from './dates.ts'
import type { Holiday } from './events.ts'
import type { Book } from './loanBook.ts'
import { dueDateSeries, interestOfSkipped } from './replan.ts'

/** Rows from a day on move back; interest of the skipped periods, if any, joins the first of them that is still owed. */
export function takeHoliday(book: Book, event: Holiday): bigint {
  const { date, periods, interest, from: since = date } = event
  const moving = book.pages.filter(page => page.place !== undefined && page.dueDate >= since)
  if (!moving.some(isPlanned)) return 0n
  const shift = book.skipped + periods
  const series = dueDateSeries(book.terms, shift)
  const isDaily = isByDailyBalance(book.terms)
  const [first] = moving
  const from = first?.dueDate
  // the daily balance earns on every day that is not spared, so that nothing is added by hand
  const isAdded = interest === 'added' && !isDaily
  const added = isAdded ? addInterest(book, moving, series.slice(book.skipped), periods) : 0n
  move(moving, page => series[(page.place ?? 0) + shift])
  if (isDaily && interest === 'waived' && first && from) book.restDays.push({ from, to: first.dueDate })
  book.skipped = shift
  // a charge after the last row has a row and a day of its own, which the others may have passed
  if (book.pages.some(({ dueDate }, n) => dueDate < (book.pages[n - 1]?.dueDate ?? dueDate)))
    arrange(book.pages)
  return added
}

/**
 * Interest runs on from the day a row has to the day it gets, on the principal that waits as long: not on what was paid
 * ahead, and for no day twice, however many holidays follow one another. `days` are those the rows have, and the ones after.
 */
function addInterest(
  { terms }: Book,
  moving: readonly Page[],
  days: readonly LocalDate[],
  periods: number,
): bigint {
  const bearer = moving.find(({ principal, interest }) => principal.owed + interest.owed > 0n)
  if (!bearer) return 0n
  const at = bearer.place ?? 0
  const waiting = moving.reduce((sum, { principal }) => sum + principal.owed, 0n)
  const added = interestOfSkipped(terms, waiting, days.slice(at, at + periods + 1))
  setDue(bearer.interest, bearer.interest.due + added)
  return added
}

function move(moving: readonly Page[], dateOf: (page: Page) => LocalDate | undefined): void {
  for (const [index, page] of moving.entries()) {
    const dueDate = dateOf(page) ?? page.dueDate
    page.periodStart = index === 0 ? page.periodStart : (moving[index - 1]?.dueDate ?? page.periodStart)
    // a row that was late is late anew from its new day
    if (page.dueDate < dueDate) [page.frozenDays, page.lateKoboDays] = [0, 0n]
    page.dueDate = dueDate
    // a fee of every instalment goes with its row; a charge with a day of its own keeps it
    for (const debt of page.debts) if (debt.charge?.dueDate === undefined) debt.dueDate = dueDate
  }
}
