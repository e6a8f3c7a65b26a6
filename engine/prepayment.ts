/** Principal that is paid ahead, and what becomes of the rows after it. */

import { type BookDebt, isPlanned, type Page, setDue } from './book.ts'
import { isByDailyBalance, layEarned, layPlanned, shareOf } from './dailyBalance.ts'
import type { PrepaymentEffect } from './events.ts'
import type { Book } from './loanBook.ts'
import { layOut, tidy } from './loanChanges.ts'
import { divide, kobo } from './money.ts'
import { graceRows, remainingTerms, replan } from './replan.ts'
import type { LoanTerms, Schedule } from './terms.ts'

/** Makes room in the running row for principal paid ahead and plans the rows after it again. */
export function prepay(book: Book, page: Page, amount: bigint, effect: PrepaymentEffect): bigint {
  const following = book.pages.slice(book.pages.indexOf(page) + 1)
  const open = principalOwedOn(following)
  const extra = amount < open ? amount : open
  if (extra === 0n) return 0n
  if (isByDailyBalance(book.terms)) {
    prepayDaily(book, page, following, extra, effect)
    return extra
  }
  setDue(page.principal, page.principal.due + extra)
  if (book.terms.interest === 'flat') prepayFlat(book, following, extra, effect)
  else planAgain(book, page, following, extra, effect)
  tidy(book)
  return extra
}

const principalOwedOn = (pages: readonly Page[]): bigint =>
  pages.reduce((sum, { principal }) => sum + principal.owed, 0n)

/** On the daily balance the rows follow what is left by themselves; only a smaller instalment has to be found. */
function prepayDaily(
  book: Book,
  page: Page,
  following: readonly Page[],
  extra: bigint,
  effect: PrepaymentEffect,
): void {
  layPlanned(book)
  const planned = rowsToPlan(book, following)
  layEarned(book)
  const left = principalOwedOn(following) - extra
  const [next] = planned
  setDue(page.principal, page.principal.due + extra)
  takeBack(following, extra)
  if (effect !== 'smaller-instalment' || left === 0n || !next) return
  const gone = page.place === undefined ? undefined : page.place + 1
  // the next row also bears the days that a row paid early has left
  const from = page.isPaidEarly ? book.clock : page.dueDate
  const terms = remainingTerms(book.terms, left, from, next.dueDate, planned.length, gone)
  const schedule = replan(terms, book.level, effect)
  book.level = schedule.instalment
  book.share = shareOf(schedule, terms.grace?.principal)
}

/** The rows after a prepayment are those of a loan of what is left: its interest follows its balance. */
function planAgain(
  book: Book,
  page: Page,
  following: readonly Page[],
  extra: bigint,
  effect: PrepaymentEffect,
): void {
  const open = principalOwedOn(following)
  const planned = rowsToPlan(book, following)
  const [next] = planned
  const left = page.balance - extra
  if (next && left > 0n) {
    const gone = page.place === undefined ? undefined : page.place + 1
    const planOf = (balance: bigint) => {
      const terms = remainingTerms(book.terms, balance, page.dueDate, next.dueDate, planned.length, gone)
      return replan(terms, book.level, effect)
    }
    const waiting = deferredBefore(book, page, planned, planOf)
    const schedule = planOf(left)
    if (effect === 'smaller-instalment') book.level = schedule.instalment
    layOut(planned, schedule.rows)
    const bearer = planned[Math.min(waiting.row, schedule.rows.length - 1)]
    if (bearer) setDue(bearer.interest, bearer.interest.due + waiting.amount)
  } else layOut(planned, [])
  takeBack(following, principalOwedOn(following) - (open - extra))
}

/** The rows that ask for something, and those of a moratorium between them. */
function rowsToPlan({ terms }: Book, following: readonly Page[]): readonly Page[] {
  const spared = graceRows(terms)
  const last = following.findLastIndex(isPlanned)
  return following.filter(
    (page, index) => isPlanned(page) || (index < last && (page.place ?? spared) < spared),
  )
}

/** Interest of rows that are gone, which waits in the first row after the moratorium, and where that is. */
function deferredBefore(
  { terms: { grace } }: Book,
  page: Page,
  planned: readonly Page[],
  planOf: (balance: bigint) => Schedule,
): { row: number; amount: bigint } {
  const deferred = grace?.interestDeferred ?? 0
  if (page.place === undefined || page.place >= deferred) return { row: 0, amount: 0n }
  const row = Math.min(deferred - page.place - 1, planned.length - 1)
  const amount = (planned[row]?.interest.due ?? 0n) - (planOf(page.balance).rows[row]?.interest ?? 0n)
  return { row, amount: amount > 0n ? amount : 0n }
}

/**
 * Flat interest was agreed on the whole loan, not on its balance. What is repaid early takes its own share of it along:
 * with smaller instalments every row's interest shrinks as the principal does; with a shorter term the rows that end
 * bear none. A naira above the instalment saves a naira's share.
 */
function prepayFlat(book: Book, following: readonly Page[], extra: bigint, effect: PrepaymentEffect): void {
  const open = following.filter(({ principal }) => principal.owed > 0n)
  const before = principalOwedOn(open)
  const left = before - extra
  if (effect === 'smaller-instalment' && left > 0n) {
    for (const { interest } of following) shrink(interest, left, before, book.terms)
    book.level = shrinkPrincipal(open, left, before, book.terms)
    return
  }
  takeBack(following, extra)
  layOut(left > 0n ? open.filter(({ principal }) => principal.owed === 0n) : following, [])
}

function shrink(interest: BookDebt, left: bigint, before: bigint, { rounding = 'half-up' }: LoanTerms): void {
  setDue(interest, divide(interest.due * left, before, rounding))
}

/** Gives the instalment that follows: the last row takes what rounding leaves, the first may bear interest that waited. */
function shrinkPrincipal(open: readonly Page[], left: bigint, before: bigint, terms: LoanTerms): bigint {
  const { instalmentMultiple: multiple = kobo(1n), rounding = 'half-up' } = terms
  let rest = left
  for (const [index, { principal, interest }] of open.entries()) {
    const asked = principal.owed * left + interest.due * before
    const total = divide(asked, before * multiple, rounding) * multiple
    const wanted = index === open.length - 1 ? rest : total - interest.due
    const part = wanted < 0n ? 0n : wanted < rest ? wanted : rest
    setDue(principal, principal.due - principal.owed + part)
    rest -= part
  }
  const usual = open.at(-2) ?? open.at(-1)
  return usual ? usual.principal.due + usual.interest.due : 0n
}

/** Rows partly paid in advance cannot shrink below that; the last open rows give way instead. */
function takeBack(pages: readonly Page[], surplus: bigint): void {
  let left = surplus
  for (const { principal } of pages.toReversed()) {
    if (left <= 0n) return
    const part = principal.owed < left ? principal.owed : left
    setDue(principal, principal.due - part)
    left -= part
  }
}
