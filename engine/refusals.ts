/**
 * What may not happen to a loan, by name. The fold accepts any history, because history cannot be argued
 * with; this is asked before an event becomes part of it.
 */

import { totalOf } from './allocation.ts'
import { isByDailyBalance } from './dailyBalance.ts'
import { addDays, type LocalDate } from './dates.ts'
import {
  type Charge,
  type Happening,
  type Holiday,
  history,
  isStanding,
  type LoanEvent,
  MONEY_IN,
  type Reversal,
  type Waiver,
} from './events.ts'
import { type Entry, foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import { settlementQuote } from './settlement.ts'

export type RefusalName =
  | 'id-taken'
  | 'amount-not-positive'
  | 'in-the-future'
  | 'not-disbursed'
  | 'before-disbursement'
  | 'already-disbursed'
  | 'above-approved-principal'
  | 'nothing-outstanding'
  | 'before-settlement'
  | 'above-outstanding'
  | 'above-credit'
  | 'below-quote'
  | 'written-off'
  | 'not-written-off'
  | 'no-periods'
  | 'nothing-to-move'
  | 'event-unknown'
  | 'already-reversed'
  | 'reversal-reversed'
  | 'already-repaid'
  | 'built-upon'
  | 'credit-already-refunded'

export type Refusal = {
  readonly name: RefusalName
  /** The amount that would have been allowed, where there is one. */
  readonly limit?: Kobo
  /** The refund that took the credit which the event would use. */
  readonly refund?: { readonly on: LocalDate; readonly amount: Kobo }
}

const refuse = (name: RefusalName, limit?: bigint): Refusal =>
  limit === undefined ? { name } : { name, limit: kobo(limit) }

/** Why an event may not be entered today; undefined when it may. Whoever has folded the loan to today gives its state. */
export function refusalOf(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  event: LoanEvent,
  today: LocalDate,
  known?: LoanState,
): Refusal | undefined {
  if (events.some(({ id }) => id === event.id)) return refuse('id-taken')
  if ('amount' in event && typeof event.amount === 'bigint' && event.amount <= 0n)
    return refuse('amount-not-positive')
  if (event.date > today) return refuse('in-the-future')
  if (isStanding(event)) return undefined
  return (
    (event.type === 'reversal'
      ? refuseReversal(events, event, today)
      : refuseHappening(agreement, events, event, known ?? foldLoan(agreement, events, today))) ??
    refuseRefunded(agreement, events, event, today)
  )
}

function refuseHappening(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  event: Exclude<Happening, Reversal>,
  state: LoanState,
): Refusal | undefined {
  if (event.type === 'disbursement') return refuseDisbursement(agreement, state, event.amount)
  if (state.disbursed === 0n) return refuse('not-disbursed')
  const opened = state.entries.find(({ type, undone }) => type === 'disbursement' && !undone)
  if (opened && event.date < opened.date) return refuse('before-disbursement')
  return refuseOnLoan(agreement, events, state, event)
}

/**
 * Money that has left is not spent again, on no day. A past day is seen with the reversals of that day, so each stretch
 * between reversals is replayed. The last refund without its credit is named: an entry of its day comes after it.
 */
function refuseRefunded(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  event: LoanEvent,
  today: LocalDate,
): Refusal | undefined {
  // most loans were never refunded anything, and folding one for each line of its history is dear
  if (event.type === 'refund' || !events.some(({ type }) => type === 'refund')) return undefined
  const after = [...events, event]
  const days = events.filter(({ type }) => type === 'reversal').map(({ date }) => addDays(date, -1))
  const seen = new Set([today, ...days.filter(day => day >= event.date)])
  const short = [...seen].flatMap(day => shortRefunds(foldLoan(agreement, after, day)))
  const last = short.reduce<Entry | undefined>(
    (latest, each) => (latest && latest.date >= each.date ? latest : each),
    undefined,
  )
  return last && { ...refuse('credit-already-refunded'), refund: { on: last.date, amount: last.amount } }
}

/** Refunds of more than the credit there was: nothing else brings credit below zero. */
export function shortRefunds({ entries }: LoanState): Entry[] {
  let credit = 0n
  return entries.filter(entry => {
    credit += entry.credit
    return entry.type === 'refund' && !entry.undone && credit < 0n
  })
}

function refuseDisbursement(agreement: LoanAgreement, state: LoanState, amount: Kobo): Refusal | undefined {
  const left = agreement.terms.principal - state.disbursed
  if (left <= 0n) return refuse('already-disbursed')
  return amount > left ? refuse('above-approved-principal', left) : undefined
}

function refuseOnLoan(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  state: LoanState,
  event: Exclude<Happening, { type: 'disbursement' | 'reversal' }>,
): Refusal | undefined {
  const isOpen = state.outstandingTotal > 0n
  switch (event.type) {
    case 'receipt':
      return undefined
    case 'charge':
      return refuseCharge(state, event)
    case 'refund':
      return event.amount > state.credit
        ? refuse('above-credit', state.credit > 0n ? state.credit : 0n)
        : undefined
    case 'recovery':
      return state.status === 'written-off' ? undefined : refuse('not-written-off')
    case 'write-off':
      if (state.status === 'written-off') return refuse('written-off')
      return isOpen ? undefined : refuse('nothing-outstanding')
    case 'waiver':
      return refuseWaiver(agreement, state, event)
    case 'holiday':
      if (!Number.isInteger(event.periods) || event.periods < 1) return refuse('no-periods')
      return isLeftToMove(state, event) ? undefined : refuse('nothing-to-move')
    case 'restructure':
      if (state.status === 'written-off') return refuse('written-off')
      return state.outstanding.principal > 0n ? undefined : refuse('nothing-to-move')
    case 'settlement': {
      if (!isOpen) return refuse('nothing-outstanding')
      const { total } = settlementQuote(agreement, events, event.date, event.rule)
      return event.amount < total ? refuse('below-quote', total) : undefined
    }
  }
}

const isLeftToMove = ({ nextDue, instalments }: LoanState, { from }: Holiday): boolean =>
  from === undefined
    ? nextDue !== undefined
    : instalments.some(({ dueDate, outstanding }) => dueDate >= from && totalOf(outstanding) > 0n)

/** What was settled was settled for good: a charge neither opens a loan again nor makes its settlement too small. */
function refuseCharge(state: LoanState, { date }: Charge): Refusal | undefined {
  if (state.status === 'written-off') return refuse('written-off')
  if (state.outstandingTotal === 0n) return refuse('nothing-outstanding')
  const isSettledSince = state.entries.some(
    entry => entry.type === 'settlement' && !entry.undone && entry.date >= date,
  )
  return isSettledSince ? refuse('before-settlement') : undefined
}

/** On the daily balance there is no interest to waive before it is earned. */
function refuseWaiver(
  { terms }: LoanAgreement,
  state: LoanState,
  { of, amount }: Waiver,
): Refusal | undefined {
  const { outstanding, paid, waived, writtenOff, interestEarned } = state
  const open =
    of.component === 'interest' && isByDailyBalance(terms)
      ? interestEarned - paid.interest - waived.interest - writtenOff.interest
      : outstanding[of.component]
  return amount > open ? refuse('above-outstanding', open) : undefined
}

/** A pay-out is undone only while nothing else stands. */
function refuseReversal(
  events: readonly LoanEvent[],
  reversal: Reversal,
  today: LocalDate,
): Refusal | undefined {
  const { events: known, undone } = history(events, today)
  const target = known.find(({ id }) => id === reversal.of)
  if (!target || isStanding(target) || reversal.date < target.date) return refuse('event-unknown')
  // it would bring a pay-out back without what the pay-out settled, or beside the one that took its place
  if (target.type === 'reversal') return refuse('reversal-reversed')
  if (undone.has(target.id)) return refuse('already-reversed')
  if (target.type === 'disbursement') {
    const others = known.filter(each => each.id !== target.id && !isStanding(each))
    const live = others.filter(({ id, type }) => type !== 'reversal' && !undone.has(id))
    if (live.some(({ type }) => MONEY_IN.has(type))) return refuse('already-repaid')
    // it would come upon the next pay-out, which nobody meant it for
    if (live.length > 0) return refuse('built-upon')
  }
  return undefined
}
