/**
 * How much of a year lies between two days, by the conventions lenders write into contracts.
 * The answer is exact: days over a base that is the same for every period of one convention.
 */

import {
  type CalendarDay,
  dayNumber,
  daysBetween,
  fromCalendar,
  isLeapYear,
  type LocalDate,
  toCalendar,
} from './dates.ts'
import type { Fraction } from './money.ts'

export type DayCount =
  | 'actual/360'
  | 'actual/365'
  /** Each calendar year of the period counts with its own length (ISDA). */
  | 'actual/actual-isda'
  /** The whole period counts with the length of the year in which it starts. */
  | 'actual/actual-start'
  /** Bond basis: a 31st counts as the 30th, at the end only when the start is on the 30th or 31st. */
  | '30/360-us'
  /** Eurobond basis: every 31st counts as the 30th. */
  | '30e/360'

/** 365 × 366: what days of common and of leap years share as a denominator. */
const BOTH_YEARS = 133_590n

const BASES: Record<DayCount, bigint> = {
  'actual/360': 360n,
  'actual/365': 365n,
  'actual/actual-isda': BOTH_YEARS,
  'actual/actual-start': BOTH_YEARS,
  '30/360-us': 360n,
  '30e/360': 360n,
}

/** Days of one year in parts of `BOTH_YEARS`. */
const shareOfYear = (days: number, year: number): bigint => BigInt(days) * (isLeapYear(year) ? 365n : 366n)

function splitByYear(from: LocalDate, to: LocalDate): bigint {
  const [first, last] = [toCalendar(from).year, toCalendar(to).year]
  let [share, start] = [0n, dayNumber(from)]
  for (let year = first; year < last; year += 1) {
    const nextYear = dayNumber(fromCalendar(year + 1, 1, 1))
    share += shareOfYear(nextYear - start, year)
    start = nextYear
  }
  return share + shareOfYear(dayNumber(to) - start, last)
}

type ThirtyDays = '30/360-us' | '30e/360'

/** Days between two dates when every month has thirty. */
function days30(from: LocalDate, to: LocalDate, convention: ThirtyDays): number {
  const [a, b] = [toCalendar(from), toCalendar(to)]
  const thirtieth = ({ day }: CalendarDay) => Math.min(day, 30)
  const first = thirtieth(a)
  const last = convention === '30/360-us' && first < 30 ? b.day : thirtieth(b)
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + (last - first)
}

/** The part of a year from one day to another; its denominator depends on the convention alone. */
export function yearFraction(from: LocalDate, to: LocalDate, convention: DayCount): Fraction {
  if (to < from) {
    const back = yearFraction(to, from, convention)
    return { numerator: -back.numerator, denominator: back.denominator }
  }
  const denominator = BASES[convention]
  switch (convention) {
    case 'actual/actual-isda':
      return { numerator: splitByYear(from, to), denominator }
    case 'actual/actual-start':
      return { numerator: shareOfYear(daysBetween(from, to), toCalendar(from).year), denominator }
    case '30/360-us':
    case '30e/360':
      return { numerator: BigInt(days30(from, to, convention)), denominator }
    default:
      return { numerator: BigInt(daysBetween(from, to)), denominator }
  }
}
