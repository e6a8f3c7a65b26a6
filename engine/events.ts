/**
 * What can happen to a loan. Events are only ever added: a correction is a reversal, and the state of a loan
 * on any day is what remains when the events up to that day are replayed in the order they took effect.
 */

import type { Component } from './allocation.ts'
import type { LocalDate } from './dates.ts'
import type { Kobo } from './money.ts'
import type { SettlementRule } from './rebate.ts'
import type { LoanTerms } from './terms.ts'

type Happened = {
  readonly id: string
  /** The day it takes effect; for a receipt its value date. */
  readonly date: LocalDate
  /** The day it was recorded. It explains a backdated event and never changes what the event does. */
  readonly enteredOn?: LocalDate
  /** The order of entry. It orders events of one kind on one day, and all of them around a refund; the id decides where it is absent. */
  readonly sequence?: number
}

/** How a sum above what is due changes the rows that follow. */
export type PrepaymentEffect = 'in-advance' | 'shorter-term' | 'smaller-instalment'

export type Disbursement = Happened & { readonly type: 'disbursement'; readonly amount: Kobo }

/** Money toward the loan, whoever sends it: payroll, borrower, goodwill of the lender, a shop's refund. */
export type Receipt = Happened & {
  readonly type: 'receipt'
  readonly amount: Kobo
  readonly effect?: PrepaymentEffect
}

export type Charge = Happened & {
  readonly type: 'charge'
  readonly component: 'fee' | 'penalty'
  readonly amount: { readonly flat: Kobo }
  /** The day it falls due. */
  readonly due: LocalDate
}

/** Forgives an amount of one component, from the oldest instalment on. */
export type Waiver = Happened & {
  readonly type: 'waiver'
  readonly of: { readonly component: Component }
  readonly amount: Kobo
}

/** Deductions stop for some periods: every row not yet due, or due from another day on, moves back by as many. */
export type Holiday = Happened & {
  readonly type: 'holiday'
  readonly periods: number
  /** The first due date that moves, where it is not the day of the event: of a month to come, or one that has begun. */
  readonly from?: LocalDate
  /** What the skipped periods cost: nothing, or interest on what is owed, added to the first row that is. */
  readonly interest: 'waived' | 'added'
}

/** From this day the loan follows new terms; their principal is whatever is moved over. */
export type Restructure = Happened & {
  readonly type: 'restructure'
  readonly terms: Omit<LoanTerms, 'principal' | 'disbursedOn'>
  /** What of the unpaid past joins the new principal; the rest stays due where it was. */
  readonly capitalises: readonly Exclude<Component, 'principal'>[]
}

/** A settlement quote that was paid, by the borrower or out of a top-up loan: it rebates, then closes. */
export type Settlement = Happened & {
  readonly type: 'settlement'
  readonly amount: Kobo
  /** The settlement fee within the amount, as it was quoted. */
  readonly fee?: Kobo
  readonly rule: SettlementRule
}

/** What is owed is written off, with interest earned by then; the rest of the schedule is released. */
export type WriteOff = Happened & { readonly type: 'write-off' }
/** Money on a loan already written off: income, not repayment. */
export type Recovery = Happened & { readonly type: 'recovery'; readonly amount: Kobo }
/** Credit paid back to the customer. */
export type Refund = Happened & { readonly type: 'refund'; readonly amount: Kobo }
/** Undoes an event as if it had never been; undoing the reversal restores it. */
export type Reversal = Happened & { readonly type: 'reversal'; readonly of: string }
/** While a loan is frozen its penalties stand still; nothing else about it changes, so it makes no entry. */
export type Standing = Happened & { readonly type: 'freeze' | 'unfreeze' }

/** What leaves an entry on the loan. */
export type Happening =
  | Disbursement
  | Receipt
  | Charge
  | Waiver
  | Holiday
  | Restructure
  | Settlement
  | WriteOff
  | Recovery
  | Refund
  | Reversal

export type LoanEvent = Happening | Standing

export const isStanding = (event: LoanEvent): event is Standing =>
  event.type === 'freeze' || event.type === 'unfreeze'

/** What brings money in; credit that pays an instalment came in before. */
export const MONEY_IN: ReadonlySet<string> = new Set<LoanEvent['type']>(['receipt', 'settlement', 'recovery'])

/**
 * Within one day: the loan exists, moves, is charged, forgiven, paid, then closed or put on new terms. A refund divides
 * its day: what was entered before it takes effect before it, what was entered after it takes effect after it.
 */
const RANK: Record<LoanEvent['type'], number> = {
  disbursement: 0,
  holiday: 1,
  charge: 2,
  waiver: 3,
  receipt: 4,
  restructure: 5,
  settlement: 6,
  'write-off': 7,
  recovery: 8,
  refund: 9,
  reversal: 10,
  // of one kind: on one day the later one entered counts
  freeze: 11,
  unfreeze: 11,
}

const sequenceOf = ({ sequence = 0 }: LoanEvent): number => sequence

/** How many refunds of its day were entered before an event: what has left is not spent by what was entered later. */
const refundsBefore = (event: LoanEvent, refunds: readonly LoanEvent[]): number =>
  refunds.filter(({ date, sequence = 0 }) => date === event.date && sequence < sequenceOf(event)).length

const byEffect =
  (refunds: readonly LoanEvent[]) =>
  (a: LoanEvent, b: LoanEvent): number => {
    if (a.date !== b.date) return a.date < b.date ? -1 : 1
    const order =
      refundsBefore(a, refunds) - refundsBefore(b, refunds) ||
      RANK[a.type] - RANK[b.type] ||
      sequenceOf(a) - sequenceOf(b)
    return order !== 0 ? order : a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  }

export type History = { readonly events: readonly LoanEvent[]; readonly undone: ReadonlySet<string> }

/** Events that have taken effect by a day, in the order they take effect, and which of them are undone. */
export function history(events: readonly LoanEvent[], asOf: LocalDate): History {
  const inEffect = events.filter(event => event.date <= asOf)
  const reversals = inEffect.filter(event => event.type === 'reversal')
  const undone = new Set(reversals.map(({ of }) => of).filter(id => isUndone(id, reversals)))
  const refunds = inEffect.filter(({ id, type }) => type === 'refund' && !undone.has(id))
  return { events: inEffect.sort(byEffect(refunds)), undone }
}

/** A reversal undoes its event unless it was undone itself; each counts once, so no circle can hold us. */
const isUndone = (id: string, reversals: readonly Reversal[]): boolean =>
  reversals.some(
    (reversal, index) => reversal.of === id && !isUndone(reversal.id, reversals.toSpliced(index, 1)),
  )
