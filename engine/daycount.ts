/**
 * How much of a year lies between two days, by the conventions lenders write into contracts.
 * The answer is exact: days over a base that is the same for every period of one convention.
 */

import {
  dayNumber,
  daysBetween,
  daysInMonth,
  fromCalendar,
  isLeapYear,
  type LocalDate,
  toCalendar,
} from './dates.ts'
import type { Fraction } from './money.ts'

export type DayCount =
  | 'actual/360'
  | 'actual/364'
  | 'actual/365'
  | 'actual/366'
  /** Each calendar year of the period counts with its own length (ISDA). */
  | 'actual/actual-isda'
  /** The whole period counts with the length of the year in which it starts. */
  | 'actual/actual-start'
  | '30/360-us'
  | '30e/360'

/** 365 × 366: what days of common and of leap years share as a denominator. */
const BOTH_YEARS = 133_590n

const BASES: Record<DayCount, bigint> = {
  'actual/360': 360n,
  'actual/364': 364n,
  'actual/365': 365n,
  'actual/366': 366n,
  'actual/actual-isda': BOTH_YEARS,
  'actual/actual-start': BOTH_YEARS,
  '30/360-us': 360n,
  '30e/360': 360n,
}

export const yearDays = (year: number): number => (isLeapYear(year) ? 366 : 365)

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

/** Days between two dates when every month has thirty. */
export function days30(from: LocalDate, to: LocalDate, convention: '30/360-us' | '30e/360'): number {
  const [a, b] = [toCalendar(from), toCalendar(to)]
  let [first, last] = [a.day, b.day]
  if (convention === '30e/360') {
    first = Math.min(first, 30)
    last = Math.min(last, 30)
  } else {
    const endsFebruary = (d: typeof a) => d.month === 2 && d.day === daysInMonth(d.year, 2)
    if (endsFebruary(a) && endsFebruary(b)) last = 30
    if (endsFebruary(a) || first === 31) first = 30
    if (last === 31 && first === 30) last = 30
  }
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
