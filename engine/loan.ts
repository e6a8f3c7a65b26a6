/**
 * A loan's state is a fold over its events: replay what had taken effect by a day, in the order it took
 * effect, and the answer is the same however and whenever the events were entered.
 */

import { type AllocationRule, type Component, instalmentByInstalment, settle, totalOf } from './allocation.ts'
import {
  asksForSomething,
  type BookCharge,
  type BookDebt,
  earnedOn,
  endFee,
  feesToCome,
  owedOn,
  type Page,
  pageOf,
  payDebt,
  placeCharge,
  waiveDebt,
} from './book.ts'
import { isByDailyBalance, layPlanned } from './dailyBalance.ts'
import type { LocalDate } from './dates.ts'
import {
  type Disbursement,
  type Happening,
  history,
  isStanding,
  type LoanEvent,
  type Receipt,
  type Settlement,
  type Standing,
  type Waiver,
  type WriteOff,
} from './events.ts'
import { takeHoliday } from './holiday.ts'
import {
  advanceTo,
  applyCredit,
  type Book,
  changeCredit,
  Doing,
  EVERYTHING,
  effectOf,
  type LoanAgreement,
  newBook,
  noteClosing,
  pay,
  record,
  refreshEarned,
} from './loanBook.ts'
import { addCharge, openRows, releaseInterest, restructure, unearned } from './loanChanges.ts'
import {
  arrearsOf,
  chargeState,
  instalmentState,
  type LoanState,
  type LoanStatus,
  newSums,
  nextDueOf,
  passedOnBy,
} from './loanState.ts'
import { kobo, sum, ZERO } from './money.ts'
import { prepay } from './prepayment.ts'

export type { LoanAgreement } from './loanBook.ts'
export type { ChargeState, Entry, InstalmentState, LoanState } from './loanState.ts'

export function foldLoan(agreement: LoanAgreement, events: readonly LoanEvent[], asOf: LocalDate): LoanState {
  return stateOf(bookOn(agreement, events, asOf).book, asOf)
}

/** The state before one more event, and the one with it: where it is a receipt and the last to take effect, nothing is replayed twice. */
export function foldBeside(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  event: LoanEvent,
  asOf: LocalDate,
): { before: LoanState; after: () => LoanState } {
  const later = [...events, event]
  const { book, waiting } = bookOn(agreement, events, asOf)
  const before = stateOf(book, asOf)
  const isLast = event.date === asOf && history(later, asOf).events.at(-1) === event
  // on the daily balance a state plans the rows of its book anew
  const isNext = isLast && waiting.length === 0 && !isByDailyBalance(book.terms)
  return {
    before,
    after: () => {
      if (event.type !== 'receipt' || !isNext) return foldLoan(agreement, later, asOf)
      replay(book, event)
      return stateOf(book, asOf)
    },
  }
}

/** What replaying the events leaves, and those that wait for a disbursement. */
function bookOn(agreement: LoanAgreement, events: readonly LoanEvent[], asOf: LocalDate) {
  const { events: inEffect, undone } = history(events, asOf)
  const first = inEffect.find(({ id }) => !undone.has(id))
  const rounding = agreement.terms.rounding ?? 'half-up'
  const book = newBook(agreement, rounding, first?.date ?? asOf)
  const waiting: Happening[] = []
  for (const event of inEffect) {
    if (isStanding(event)) {
      if (!undone.has(event.id)) stand(book, event)
      continue
    }
    if (event.type === 'reversal' || undone.has(event.id)) {
      record(book, event, amountOf(event), undefined, undone.has(event.id))
      continue
    }
    const needsLoan = event.type !== 'disbursement' && event.type !== 'receipt' && event.type !== 'refund'
    if (book.disbursed === 0n && needsLoan) {
      waiting.push(event)
      continue
    }
    replay(book, event)
    if (event.type === 'disbursement') for (const late of waiting.splice(0)) replay(book, late)
  }
  for (const event of waiting) record(book, event, amountOf(event), undefined)
  advanceTo(book, asOf)
  return { book, waiting }
}

/** What is frozen stands still from this day on. */
function stand(book: Book, { type, date }: Standing): void {
  advanceTo(book, date)
  book.isFrozen = type === 'freeze'
}

const amountOf = (event: LoanEvent): bigint =>
  'amount' in event && typeof event.amount === 'bigint' ? event.amount : 0n

function replay(book: Book, event: Happening): void {
  advanceTo(book, event.date)
  const did = new Doing()
  const amount = apply(book, event, did)
  refreshEarned(book)
  record(book, event, amount, did)
  if (event.type !== 'receipt' && event.type !== 'refund') applyCredit(book, event.date)
  noteClosing(book, event.date)
}

/** Does what the event says and returns the amount it was about. */
function apply(book: Book, event: Happening, did: Doing): bigint {
  switch (event.type) {
    case 'disbursement':
      return disburse(book, event)
    case 'receipt':
      return receive(book, event, did)
    case 'charge':
      return addCharge(book, event)
    case 'waiver':
      return waive(book, event, did)
    case 'holiday':
      return takeHoliday(book, event)
    case 'restructure':
      return restructure(book, event, did)
    case 'settlement':
      return settleEarly(book, event, did)
    case 'write-off':
      return writeOff(book, event, did)
    case 'recovery':
      return recover(book, event.date, event.amount, did)
    case 'refund':
      changeCredit(book, -event.amount, did)
      return event.amount
    case 'reversal':
      return 0n
  }
}

function disburse(book: Book, { date, amount }: Disbursement): bigint {
  if (book.disbursed > 0n) throw new RangeError('a loan is disbursed once')
  const { terms } = book.agreement
  const isAsAgreed = amount === terms.principal && date === terms.disbursedOn
  openRows(book, isAsAgreed ? terms : { ...terms, principal: amount, disbursedOn: date })
  book.disbursed = amount
  return amount
}

function receive(book: Book, event: Receipt, did: Doing): bigint {
  let left: bigint = event.amount
  if (book.credit < 0n) {
    const restored = left < -book.credit ? left : -book.credit
    changeCredit(book, restored, did)
    left -= restored
  }
  left = recoverPart(book, left, did)
  left = payDues(book, event, left, did)
  changeCredit(book, left, did)
  return event.amount
}

/** What is due, and beyond the running row what the product says about prepayment. */
function payDues(book: Book, event: Receipt, amount: bigint, did: Doing): bigint {
  const { date } = event
  const effect = effectOf(book, event)
  const running = pageOf(book.pages, date)
  if (effect === 'in-advance' || !running) return pay(book.pages, amount, date, book.allocation, did)
  const reached = book.pages.slice(0, book.pages.indexOf(running) + 1)
  let left = pay(reached, amount, date, book.allocation, did)
  // a rule that pays only what is due leaves the running row open: who pays it early has paid it, and prepaid nothing
  left = pay(reached, left, date, inOrderOf(book), did)
  if (left > 0n) left -= prepayInstalments(book, running, left, event, did)
  return left > 0n ? pay(book.pages, left, date, book.allocation, did) : 0n
}

const inOrderOf = ({ allocation }: Book): AllocationRule => instalmentByInstalment(allocation[0]?.order)

function prepayInstalments(book: Book, running: Page, amount: bigint, event: Receipt, did: Doing): bigint {
  const extra = prepay(book, running, amount, effectOf(book, event))
  if (extra === 0n) return 0n
  payDebt(running, running.principal, extra, event.date)
  did.add(running, running.principal, extra)
  return extra
}

const only = (component: Component): AllocationRule => instalmentByInstalment([component])

function waive(book: Book, event: Waiver, did: Doing): bigint {
  const { of, date, amount } = event
  settle(book.pages, amount, date, only(of.component), (debt: BookDebt, part, page) => {
    waiveDebt(debt, part)
    did.add(page, debt, part)
  })
  return amount
}

/** A quote paid in full drops unearned interest and the fees of instalments to come, and closes; anything less is an ordinary receipt. */
function settleEarly(book: Book, event: Settlement, did: Doing): bigint {
  const { id, date, amount } = event
  const toCome = feesToCome(book.pages, date)
  const interest = unearned(book, date).reduce((sum, part) => sum + part, 0n)
  const released = toCome.reduce((sum, { owed }) => sum + owed, interest)
  const fee = event.fee ?? ZERO
  const owed = book.pages.reduce((sum, page) => sum + owedOn(page), 0n)
  const credit = book.credit > 0n ? book.credit : 0n
  if (amount + credit < owed + fee - released) {
    changeCredit(book, pay(book.pages, amount, date, book.allocation, did), did)
    return amount
  }
  const returned = releaseInterest(book, date, did)
  for (const debt of toCome) endFee(debt)
  if (fee > 0n) addFee(book, id, fee, date)
  const left = pay(book.pages, amount + credit + returned, date, EVERYTHING, did)
  changeCredit(book, left - credit, did)
  return amount
}

function addFee(book: Book, id: string, amount: bigint, date: LocalDate): void {
  const charge: BookCharge = { id, component: 'fee', dueDate: date, debts: [] }
  placeCharge(book.pages, charge, amount, date)
  book.charges.push(charge)
}

function writeOff(book: Book, event: WriteOff, did: Doing): bigint {
  const { date } = event
  const returned = releaseInterest(book, date, did)
  for (const debt of feesToCome(book.pages, date)) endFee(debt)
  changeCredit(book, pay(book.pages, returned, date, EVERYTHING, did), did)
  // what we hold of the customer's is no loss of ours
  applyCredit(book, date, EVERYTHING)
  let total = 0n
  for (const page of book.pages) {
    for (const debt of page.debts) {
      if (debt.owed === 0n) continue
      did.add(page, debt, debt.owed)
      total += debt.owed
      debt.writtenOff += debt.owed
      debt.owed = 0n
    }
  }
  if (total > 0n) book.isWrittenOff = true
  book.writtenOff += total
  return total
}

/** Money on a loan that was written off is income until it has made the loss good. */
function recoverPart(book: Book, amount: bigint, did: Doing): bigint {
  if (!book.isWrittenOff) return amount
  const room = book.writtenOff - book.recovered
  const part = amount < room ? amount : room
  book.recovered += part
  did.recovered += part
  return amount - part
}

function recover(book: Book, date: LocalDate, amount: bigint, did: Doing): bigint {
  const left = recoverPart(book, amount, did)
  changeCredit(book, pay(book.pages, left, date, book.allocation, did), did)
  return amount
}

function statusOf(book: Book, outstanding: bigint): LoanStatus {
  if (book.disbursed === 0n) return 'awaiting-disbursement'
  if (book.isWrittenOff) return 'written-off'
  if (outstanding > 0n || book.credit < 0n) return 'live'
  return book.credit > 0n ? 'overpaid' : 'closed'
}

function stateOf(book: Book, asOf: LocalDate): LoanState {
  if (isByDailyBalance(book.terms)) layPlanned(book)
  const sums = newSums()
  const instalments = book.pages
    .filter(asksForSomething)
    .map(page => instalmentState(page, sums, earnedOn(page, asOf, book.rounding)))
  const outstandingTotal = totalOf(sums.outstanding)
  // one by one: a spread before so many others takes half of a fold
  const { due, paid, waived, writtenOff, outstanding } = sums
  return {
    due,
    paid,
    waived,
    writtenOff,
    outstanding,
    asOf,
    status: statusOf(book, outstandingTotal),
    disbursed: kobo(book.disbursed),
    original: book.original,
    instalments,
    instalment: kobo(book.level + book.rowFee),
    charges: book.charges.map(chargeState),
    entries: [...book.entries],
    outstandingTotal,
    feesToCome: kobo(feesToCome(book.pages, asOf).reduce((sum, { owed }) => sum + owed, 0n)),
    ...passedOnBy(book.pages, book.movedPassedOn, asOf),
    credit: kobo(book.credit),
    recovered: kobo(book.recovered),
    interestEarned: sum(instalments.map(row => row.interestEarned)),
    arrears: arrearsOf(book.pages, asOf),
    nextDue: nextDueOf(instalments, asOf),
    closedOn: book.closedOn,
  }
}
