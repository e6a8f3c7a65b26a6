/**
 * An account that bears simple interest by the day on its principal and has no rows of its own: a payment
 * meets charges, the interest earned so far, and the principal, in the order agreed.
 *
 * Only the independent cases (`proof/vectors`) have such accounts: no product of the lender does.
 */

import { factorBetween, type InterestRate } from './accrual.ts'
import { type Component, noParts, type Parts } from './allocation.ts'
import type { LocalDate } from './dates.ts'
import type { DayCount } from './daycount.ts'
import { history, type LoanEvent } from './events.ts'
import { fraction, minus, plus, scaled, timesFraction } from './fraction.ts'
import { type Fraction, type Kobo, kobo, type Rounding } from './money.ts'

export type DailyTerms = {
  readonly rate: InterestRate
  readonly dayCount: DayCount
  readonly order: readonly Component[]
  /** Of interest at the moment it is paid or quoted; a part of a kobo left by a payment is let go. */
  readonly rounding: Rounding
  /** The most interest the account may ever earn, as a share of what was paid out. */
  readonly interestCap?: Fraction
}

export type DailyEntry = {
  readonly event: string
  readonly date: LocalDate
  readonly amount: Kobo
  readonly parts: Parts
  readonly credit: Kobo
}

export type DailyState = {
  readonly principal: Kobo
  /** Exact interest earned and not yet paid. */
  readonly accrued: Fraction
  readonly fees: Kobo
  readonly penalties: Kobo
  readonly credit: Kobo
  /** What closes the account today; negative when the customer is owed. */
  readonly payoff: Kobo
  readonly entries: readonly DailyEntry[]
}

type Running = {
  readonly terms: DailyTerms
  owed: { [C in Component]: bigint }
  accrued: Fraction
  /** Everything paid out, and interest paid so far, against which the cap is held. */
  paidOut: bigint
  interestPaid: bigint
  credit: bigint
  since: LocalDate
  readonly entries: DailyEntry[]
}

/** A charge counts from its due date; a settlement pays whatever closes the account that day. */
export function foldDailyAccount(
  terms: DailyTerms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): DailyState {
  const { events: inEffect, undone } = history(events.map(chargedWhenDue), asOf)
  const account: Running = {
    terms,
    owed: { penalty: 0n, fee: 0n, interest: 0n, principal: 0n },
    accrued: fraction(0n),
    paidOut: 0n,
    interestPaid: 0n,
    credit: 0n,
    since: inEffect[0]?.date ?? asOf,
    entries: [],
  }
  for (const event of inEffect) {
    if (undone.has(event.id)) continue
    accrueTo(account, event.date)
    if (event.type === 'disbursement') {
      account.owed.principal += event.amount
      account.paidOut += event.amount
    } else if (event.type === 'charge' && 'flat' in event.amount)
      account.owed[event.component] += event.amount.flat
    else if (event.type === 'receipt') receive(account, event, event.amount)
    else if (event.type === 'settlement') receive(account, event, larger(payoffOf(account), 0n))
  }
  accrueTo(account, asOf)
  const { owed, accrued, credit, entries } = account
  return {
    principal: kobo(owed.principal),
    accrued,
    fees: kobo(owed.fee),
    penalties: kobo(owed.penalty),
    credit: kobo(credit),
    payoff: kobo(payoffOf(account)),
    entries,
  }
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const chargedWhenDue = (event: LoanEvent): LoanEvent =>
  event.type === 'charge' && event.due !== 'every-instalment' && event.due !== 'pay-out'
    ? { ...event, date: event.due }
    : event

function accrueTo(account: Running, date: LocalDate): void {
  if (date <= account.since) return
  const { rate, dayCount } = account.terms
  const factor = factorBetween(account.since, date, rate, dayCount)
  const accrued = plus(account.accrued, timesFraction(factor, fraction(account.owed.principal)))
  account.accrued = capped(account, accrued)
  account.since = date
}

function capped({ terms, paidOut, interestPaid }: Running, accrued: Fraction): Fraction {
  if (!terms.interestCap) return accrued
  const room = minus(timesFraction(terms.interestCap, fraction(paidOut)), fraction(interestPaid))
  if (room.numerator <= 0n) return fraction(0n)
  return minus(room, accrued).numerator < 0n ? room : accrued
}

const interestOf = ({ accrued, terms }: Running): bigint => scaled(accrued, 0, terms.rounding)

function payoffOf(account: Running): bigint {
  const { owed, credit } = account
  return owed.penalty + owed.fee + interestOf(account) + owed.principal - credit
}

function receive(account: Running, { id, date }: LoanEvent, amount: bigint): void {
  const { owed, terms } = account
  const earned = interestOf(account)
  const parts = noParts()
  let left = amount
  for (const component of terms.order) {
    const open = component === 'interest' ? earned : owed[component]
    const paid = left < open ? left : open
    left -= paid
    parts[component] = kobo(paid)
    if (component === 'interest') account.interestPaid += paid
    if (component !== 'interest') owed[component] -= paid
    else account.accrued = paid === earned ? fraction(0n) : plus(account.accrued, fraction(-paid))
  }
  account.credit += left
  account.entries.push({ event: id, date, amount: kobo(amount), parts, credit: kobo(left) })
}
