/**
 * The spreadsheet functions of level payments, exactly. Signs are the spreadsheet's: money received is
 * positive and money paid negative, so the payment on a loan received is negative.
 *
 * Only the independent cases (`proof/vectors`) call these: loans are scheduled by `schedule.ts`.
 */

import {
  approximate,
  dividedBy,
  fraction,
  isZero,
  minus,
  negative,
  ONE,
  plus,
  timesFraction,
  toPower,
} from './fraction.ts'
import type { Fraction } from './money.ts'

const NOTHING: Fraction = { numerator: 0n, denominator: 1n }

export type Annuity = {
  readonly rate: Fraction
  readonly periods: number
  readonly present: Fraction
  readonly future?: Fraction
  /** Payments fall at the end of a period unless told. */
  readonly due?: 'end' | 'begin'
}

/** What one unit paid each period has grown to at the end: ((1+r)^n - 1)/r, times 1+r when paid in advance. */
function growthOfPayments(rate: Fraction, periods: number, due: 'end' | 'begin'): Fraction {
  if (isZero(rate)) return fraction(BigInt(periods))
  const grown = dividedBy(minus(toPower(plus(ONE, rate), periods), ONE), rate)
  return due === 'begin' ? timesFraction(grown, plus(ONE, rate)) : grown
}

export function futureValue(
  rate: Fraction,
  periods: number,
  payment: Fraction,
  present: Fraction,
  due: 'end' | 'begin' = 'end',
): Fraction {
  const grown = timesFraction(present, toPower(plus(ONE, rate), periods))
  return negative(plus(grown, timesFraction(payment, growthOfPayments(rate, periods, due))))
}

export function presentValue(
  rate: Fraction,
  periods: number,
  payment: Fraction,
  future: Fraction = NOTHING,
  due: 'end' | 'begin' = 'end',
): Fraction {
  const paid = timesFraction(payment, growthOfPayments(rate, periods, due))
  return negative(dividedBy(plus(future, paid), toPower(plus(ONE, rate), periods)))
}

export function payment({ rate, periods, present, future = NOTHING, due = 'end' }: Annuity): Fraction {
  const owed = plus(timesFraction(present, toPower(plus(ONE, rate), periods)), future)
  return negative(dividedBy(owed, growthOfPayments(rate, periods, due)))
}

/** Interest within the payment of a period, the first being 1. */
export function interestPayment(annuity: Annuity, period: number): Fraction {
  const { rate, present, due = 'end' } = annuity
  if (due === 'begin' && period === 1) return NOTHING
  const balance = futureValue(rate, period - 1, payment(annuity), present, due)
  const interest = timesFraction(balance, rate)
  return due === 'begin' ? dividedBy(interest, plus(ONE, rate)) : interest
}

export const principalPayment = (annuity: Annuity, period: number): Fraction =>
  minus(payment(annuity), interestPayment(annuity, period))

export function cumulativeInterest(annuity: Annuity, from: number, to: number): Fraction {
  let total = NOTHING
  for (let period = from; period <= to; period += 1) total = plus(total, interestPayment(annuity, period))
  return total
}

export const cumulativePrincipal = (annuity: Annuity, from: number, to: number): Fraction =>
  minus(
    timesFraction(payment(annuity), fraction(BigInt(to - from + 1))),
    cumulativeInterest(annuity, from, to),
  )

/** Worth today of flows one period apart; the first is due `firstPeriod` periods from now. */
export function netPresentValue(rate: Fraction, flows: readonly Fraction[], firstPeriod = 0): Fraction {
  const discount = dividedBy(ONE, plus(ONE, rate))
  const worth = flows.reduceRight((later, flow) => plus(flow, timesFraction(later, discount)), NOTHING)
  return timesFraction(worth, toPower(discount, firstPeriod))
}

/** Return of flows whose costs are financed at one rate and whose gains are invested at another (MIRR). */
export function modifiedReturn(flows: readonly Fraction[], financed: Fraction, invested: Fraction): number {
  const gains = flows.map(flow => (flow.numerator > 0n ? flow : NOTHING))
  const costs = flows.map(flow => (flow.numerator < 0n ? flow : NOTHING))
  const periods = flows.length - 1
  const grown = timesFraction(netPresentValue(invested, gains), toPower(plus(ONE, invested), periods))
  return approximate(dividedBy(grown, negative(netPresentValue(financed, costs)))) ** (1 / periods) - 1
}

/** How many payments it takes; a float, since it is rarely whole. */
export function periodCount(
  rate: Fraction,
  payment: Fraction,
  present: Fraction,
  future: Fraction = NOTHING,
  due: 'end' | 'begin' = 'end',
): number {
  if (isZero(rate)) return approximate(negative(dividedBy(plus(present, future), payment)))
  const level = due === 'begin' ? timesFraction(payment, plus(ONE, rate)) : payment
  const perRate = dividedBy(level, rate)
  const grown = dividedBy(minus(perRate, future), plus(perRate, present))
  return Math.log(approximate(grown)) / Math.log1p(approximate(rate))
}
