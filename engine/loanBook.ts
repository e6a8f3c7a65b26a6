/** One loan while its events replay: the pages, the credit, and what each event did. */

import { type AllocationRule, instalmentByInstalment, isPaid, noParts, settle } from './allocation.ts'
import type { AwaitedFiles } from './awaited.ts'
import { type BookCharge, type BookDebt, type Page, payDebt } from './book.ts'
import { accrue, isByDailyBalance, layEarned, markPaidEarly, type RestDays } from './dailyBalance.ts'
import type { LocalDate } from './dates.ts'
import type { LoanEvent, PrepaymentEffect } from './events.ts'
import type { Entry, Slice } from './loanState.ts'
import { kobo, type Rounding, ZERO } from './money.ts'
import { ALL_OURS } from './passedOn.ts'
import { growPenalties, type PenaltyRule, pausePenalties } from './penalty.ts'
import type { LoanTerms, PassedOn, ScheduleRow } from './terms.ts'

/** What lender and borrower signed: the terms, and how the loan behaves when life departs from them. */
export type LoanAgreement = {
  readonly terms: LoanTerms
  /** Instalment by instalment (penalty, fee, interest, principal) when absent. */
  readonly allocation?: AllocationRule
  /** What a sum above the running instalment does; it pays following instalments when absent. */
  readonly prepayment?: PrepaymentEffect
  readonly penalty?: PenaltyRule
  /** Payroll months whose deduction file is or was awaited: no penalty grows on those days. Known of loans that have penalties. */
  readonly awaited?: AwaitedFiles
}

export type Book = {
  readonly agreement: LoanAgreement
  readonly allocation: AllocationRule
  readonly rounding: Rounding
  /** The terms in force; a restructure replaces them. */
  terms: LoanTerms
  original: readonly ScheduleRow[]
  pages: Page[]
  readonly charges: BookCharge[]
  readonly entries: Entry[]
  level: bigint
  /** Principal of a row, where all rows repay the same. */
  share: bigint
  /** The fee that most rows of the terms in force carry. */
  rowFee: bigint
  /** Principal that the pages of the running terms repay in all. */
  financed: bigint
  disbursed: bigint
  credit: bigint
  recovered: bigint
  writtenOff: bigint
  /** What is passed on of fees that became principal. */
  movedPassedOn: PassedOn
  isWrittenOff: boolean
  isFrozen: boolean
  /** Periods that holidays have moved the due dates back by. */
  skipped: number
  /** Days that earn no interest on the daily balance. */
  restDays: RestDays[]
  /** Penalties and credit are up to date to this day. */
  clock: LocalDate
  /** The day of the event, or of the credit, that paid the last debt. */
  closedOn: LocalDate | undefined
}

export const EVERYTHING: AllocationRule = instalmentByInstalment()

/** An event on its way to becoming an entry. */
export class Doing {
  readonly parts = noParts()
  readonly slices: Slice[] = []
  credit = 0n
  rebate = 0n
  recovered = 0n

  add(page: Page, debt: BookDebt, amount: bigint): void {
    this.parts[debt.component] = kobo(this.parts[debt.component] + amount)
    this.slices.push({
      instalment: page.n,
      component: debt.component,
      amount: kobo(amount),
      charge: debt.charge?.id,
    })
  }
}

export function principalOwed(book: Book): bigint {
  let owed = 0n
  for (const { principal } of book.pages) owed += principal.owed
  return owed
}

export function record(
  book: Book,
  event: { readonly id: string; readonly type: Entry['type']; readonly date: LocalDate },
  amount: bigint,
  did: Doing | undefined,
  undone = false,
): void {
  book.entries.push({
    event: event.id,
    type: event.type,
    date: event.date,
    amount: kobo(amount),
    parts: did?.parts ?? noParts(),
    slices: did?.slices ?? [],
    credit: kobo(did?.credit ?? 0n),
    rebate: kobo(did?.rebate ?? 0n),
    recovered: kobo(did?.recovered ?? 0n),
    principalAfter: kobo(principalOwed(book)),
    undone,
  })
}

/** Pays debts of some pages by a rule and returns what is left. */
export function pay(
  pages: readonly Page[],
  amount: bigint,
  on: LocalDate,
  rule: AllocationRule,
  did: Doing,
): bigint {
  return settle(pages, amount, on, rule, (debt: BookDebt, paid, page) => {
    payDebt(page, debt, paid, on)
    markPaidEarly(page, debt, on)
    did.add(page, debt, paid)
  })
}

export function changeCredit(book: Book, amount: bigint, did: Doing): void {
  book.credit += amount
  did.credit += amount
}

/** Credit meets debts it may pay, after something new was charged or fell due. */
export function applyCredit(book: Book, on: LocalDate, rule = book.allocation): void {
  if (book.credit <= 0n) return
  const did = new Doing()
  const left = pay(book.pages, book.credit, on, rule, did)
  const used = book.credit - left
  if (used === 0n) return
  changeCredit(book, -used, did)
  record(book, { id: `credit-${on}`, type: 'credit-used', date: on }, used, did)
}

function grow(book: Book, to: LocalDate): void {
  const { penalty, awaited } = book.agreement
  if (to <= book.clock) return
  if (isByDailyBalance(book.terms)) accrue(book, to)
  if (book.isFrozen) pausePenalties(book.pages, book.clock, to)
  else if (penalty)
    growPenalties(book.pages, book.charges, penalty, { from: book.clock, to, awaited }, book.rounding)
  book.clock = to
  refreshEarned(book)
}

/** On the daily balance the rows to come hold what is earned whenever money may meet them. */
export function refreshEarned(book: Book): void {
  if (isByDailyBalance(book.terms)) layEarned(book)
}

/** Lets time pass: instalments that fall due meet waiting credit, late ones their penalties. */
export function advanceTo(book: Book, date: LocalDate): void {
  while (book.credit > 0n) {
    const next = book.pages.find(page => page.dueDate > book.clock && page.dueDate <= date)
    if (!next) break
    grow(book, next.dueDate)
    applyCredit(book, next.dueDate)
    noteClosing(book, next.dueDate)
  }
  grow(book, date)
}

/** A loan stays closed since the day its last debt was paid, until it owes again. */
export function noteClosing(book: Book, date: LocalDate): void {
  if (book.disbursed > 0n) book.closedOn = isSettled(book) ? (book.closedOn ?? date) : undefined
}

/** Looks from the end, where a loan that is not settled shows it at once. */
function isSettled({ pages }: Book): boolean {
  for (let row = pages.length - 1; row >= 0; row -= 1) {
    const page = pages[row]
    if (page && !isPaid(page.debts)) return false
  }
  return true
}

/** The effect of money above what is due. */
export const effectOf = (book: Book, event: LoanEvent): PrepaymentEffect =>
  (event.type === 'receipt' ? event.effect : undefined) ?? book.agreement.prepayment ?? 'in-advance'

export const newBook = (agreement: LoanAgreement, rounding: Rounding, clock: LocalDate): Book => ({
  agreement,
  allocation: agreement.allocation ?? EVERYTHING,
  rounding,
  terms: agreement.terms,
  original: [],
  pages: [],
  charges: [],
  entries: [],
  level: ZERO,
  share: ZERO,
  rowFee: ZERO,
  financed: 0n,
  disbursed: 0n,
  credit: 0n,
  recovered: 0n,
  writtenOff: 0n,
  movedPassedOn: ALL_OURS,
  isWrittenOff: false,
  isFrozen: false,
  skipped: 0,
  restDays: [],
  clock,
  closedOn: undefined,
})
