/** What part of the balance each period earns: the rate, the length of the period and its odd days. */

import { daysOf, type Frequency, monthsOf, stepBy } from './calendar.ts'
import { daysBetween, type LocalDate } from './dates.ts'
import { type DayCount, yearFraction } from './daycount.ts'
import { fraction, timesFraction } from './fraction.ts'
import type { Fraction } from './money.ts'

/** 4% a month is `{ value: percent('4'), per: 'month' }`. */
export type InterestRate = {
  readonly value: Fraction
  readonly per: 'year' | 'month'
}

/** `nominal`: every period counts its full length (a month is 1/12 year), whatever days it has. */
export type Accrual = 'nominal' | DayCount

/**
 * The interest factor of every row over one denominator: row i earns `parts[i] / base` of the balance.
 * `constant` is set when all rows earn the same, which has a closed form.
 */
export type Factors = { readonly base: bigint; readonly parts: readonly bigint[]; readonly constant?: bigint }

export type AccrualTerms = {
  readonly rate: InterestRate
  readonly frequency: Frequency
  readonly accrual: Accrual
}

const perYear = ({ value, per }: InterestRate): Fraction => {
  if (per === 'year') return value
  return { numerator: value.numerator * 12n, denominator: value.denominator }
}

/** The share of a year in a period of full length. */
function nominalShare(frequency: Frequency): Fraction {
  const months = monthsOf(frequency)
  if (months !== undefined) return { numerator: BigInt(months), denominator: 12n }
  return { numerator: BigInt(daysOf(frequency) ?? 0), denominator: 365n }
}

const multiple = ({ numerator, denominator }: Fraction, times: number): Fraction =>
  times === 1 ? { numerator, denominator } : { numerator: numerator * BigInt(times), denominator }

/** The factor of one period of full length. */
export function nominalFactor({ rate, frequency }: AccrualTerms): Fraction {
  const { value, per } = rate
  if (per === frequency.unit) return multiple(value, frequency.every)
  return timesFraction(perYear(rate), nominalShare(frequency))
}

/** The factor of the days from one date to another; days outside any rhythm have no nominal length. */
export function factorBetween(
  from: LocalDate,
  to: LocalDate,
  rate: InterestRate,
  dayCount: DayCount,
): Fraction {
  const value = perYear(rate)
  const share = yearFraction(from, to, dayCount)
  return {
    numerator: value.numerator * share.numerator,
    denominator: value.denominator * share.denominator,
  }
}

/** `boundaries` are the pay-out and every due date; a nominal rate looks at none of them. */
export function factors(terms: AccrualTerms, boundaries: readonly LocalDate[]): Factors {
  const { rate, accrual } = terms
  const rows = boundaries.length - 1
  if (accrual === 'nominal') {
    const { numerator, denominator } = nominalFactor(terms)
    return { base: denominator, parts: new Array<bigint>(rows).fill(numerator), constant: numerator }
  }
  const parts: bigint[] = []
  let base = 1n
  let from: LocalDate | undefined
  for (const to of boundaries) {
    if (from !== undefined) {
      const factor = factorBetween(from, to, rate, accrual)
      parts.push(factor.numerator)
      base = factor.denominator
    }
    from = to
  }
  return { base, parts }
}

/** How long the first period is against a full one: 15 days of 14 is 15/14. */
export function firstPeriodLength(
  disbursedOn: LocalDate,
  firstDueOn: LocalDate,
  frequency: Frequency,
): Fraction {
  const regular = stepBy(disbursedOn, frequency, 1)
  return fraction(BigInt(daysBetween(disbursedOn, firstDueOn)), BigInt(daysBetween(disbursedOn, regular)))
}
