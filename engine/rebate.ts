/** Interest a borrower who settles early need not pay, by the rules lenders and laws use. */

import type { LocalDate } from './dates.ts'
import { dividedBy, fraction, ONE, plus, scaled, timesFraction } from './fraction.ts'
import { divide, type Fraction, type Kobo, kobo, type Rounding, type Share } from './money.ts'

export type SettlementRule = {
  /**
   * Interest the borrower still pays: `to-date` earned by that day; `to-period-end` the running row in full;
   * `whole` all of the schedule; `sum-of-digits` what the rule of 78 counts as earned.
   */
  readonly interest: 'to-date' | 'to-period-end' | 'whole' | 'sum-of-digits'
  /** A fee for settling early, as a share of the principal and interest settled. */
  readonly fee?: Share
}

/** One row's interest, as a rebate sees it. */
export type InterestRow = {
  readonly periodStart: LocalDate
  readonly dueDate: LocalDate
  readonly interestDue: bigint
  /** Interest earned by the day of settlement. */
  readonly interestEarned: bigint
  /** Paid or still owed, and so not forgiven already. */
  readonly interestCollectable: bigint
}

/** The interest of each row that settling on `date` releases, paid or not. */
export function rebates(
  rows: readonly InterestRow[],
  date: LocalDate,
  rule: SettlementRule,
  rounding: Rounding,
): bigint[] {
  if (rule.interest === 'whole') return rows.map(() => 0n)
  if (rule.interest === 'sum-of-digits') return sumOfDigits(rows, date, rounding)
  return rows.map(row => {
    const running = row.periodStart < date && date < row.dueDate
    const isEarned = date >= row.dueDate || (running && rule.interest === 'to-period-end')
    return isEarned ? 0n : smallerOf(row.interestDue - row.interestEarned, row.interestCollectable)
  })
}

const smallerOf = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** With r of n rows to come, r(r+1) / n(n+1) of the interest is unearned; the last rows release it first. */
function sumOfDigits(rows: readonly InterestRow[], date: LocalDate, rounding: Rounding): bigint[] {
  const bearing = rows.filter(({ interestDue }) => interestDue > 0n)
  const all = BigInt(bearing.length)
  const toCome = BigInt(bearing.filter(({ dueDate }) => dueDate > date).length)
  const total = rows.reduce((sum, { interestDue }) => sum + interestDue, 0n)
  let left = all === 0n ? 0n : divide(total * toCome * (toCome + 1n), all * (all + 1n), rounding)
  const released = rows.map(() => 0n)
  for (let row = rows.length - 1; row >= 0 && left > 0n; row -= 1) {
    const part = smallerOf(rows[row]?.interestCollectable ?? 0n, left)
    released[row] = part
    left -= part
  }
  return released
}

/** Digits kept while a power with a fraction in its exponent is taken; a kobo needs about fourteen. */
const PLACES = 30

/** The largest whole number whose `degree`-th power is not above `value`. */
function wholeRoot(value: bigint, degree: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << (BigInt(value.toString(2).length) / degree + 1n)
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}

/** `base` to a fractional power, to thirty places. */
export function toFractionalPower(base: Fraction, exponent: Fraction): Fraction {
  const { numerator, denominator } = fraction(exponent.numerator, exponent.denominator)
  const scale = 10n ** BigInt(PLACES)
  const [top, bottom] = [base.numerator ** numerator, base.denominator ** numerator]
  return fraction(wholeRoot((top * scale ** denominator) / bottom, denominator), scale)
}

/** The rate of one period whose compounding gives the rate of a year, brought to `places` decimals; for the rebate below. */
export function periodRateOf(annual: Fraction, periodsPerYear: number, places: number): Fraction {
  const grown = toFractionalPower(plus(ONE, annual), { numerator: 1n, denominator: BigInt(periodsPerYear) })
  const scale = 10n ** BigInt(places)
  return fraction(scaled(grown, places) - scale, scale)
}

export type ActuarialRebate = {
  readonly advance: Kobo
  readonly instalment: Kobo
  readonly tenor: number
  /** Instalments already paid. */
  readonly paid: number
  /** Periods since the pay-out, whole or not. */
  readonly settledAfter: Fraction
  readonly rate: Fraction
  readonly rounding?: Rounding
}

/**
 * The rebate that leaves the lender his rate and no more: instalments to come, less what the advance has
 * grown to with every paid instalment growing against it. Only the independent cases (`proof/vectors`)
 * ask for it.
 */
export function actuarialRebate(terms: ActuarialRebate): Kobo {
  const { advance, instalment, tenor, paid, settledAfter, rate, rounding = 'half-up' } = terms
  const growth = plus(ONE, rate)
  let owed = timesFraction(fraction(advance), toFractionalPower(growth, settledAfter))
  const sinceFirst = plus(settledAfter, { numerator: -1n, denominator: 1n })
  let grown = paid > 0 ? toFractionalPower(growth, sinceFirst) : ONE
  for (let row = 1; row <= paid; row += 1) {
    const credited = timesFraction(fraction(instalment), grown)
    owed = plus(owed, { numerator: -credited.numerator, denominator: credited.denominator })
    grown = dividedBy(grown, growth)
  }
  const toCome = instalment * BigInt(tenor - paid)
  return kobo(divide(toCome * owed.denominator - owed.numerator, owed.denominator, rounding))
}
