/**
 * What credit costs as a rate: internal rates of return and the annual percentage rates that laws define.
 * Rates are found by numeric search in floats; amounts enter only as exact ratios to the largest of them.
 */

import { daysOf, type Frequency, monthsOf } from './calendar.ts'
import { addMonths, daysBetween, type LocalDate, wholeMonthsBetween } from './dates.ts'
import { approximate, fraction } from './fraction.ts'
import { type Kobo, kobo } from './money.ts'
import type { Schedule, ScheduleRow } from './terms.ts'

/** Money received is positive, money paid negative; `years` counts from any common start. */
export type TimedFlow = { readonly amount: Kobo; readonly years: number }
export type DatedFlow = { readonly amount: Kobo; readonly on: LocalDate }

/** Flows as parts of the largest, so that no float ever holds an amount. */
function ratios(amounts: readonly Kobo[]): number[] {
  let largest = 0n
  for (const amount of amounts) {
    const size = amount < 0n ? -amount : amount
    if (size > largest) largest = size
  }
  return largest === 0n ? amounts.map(() => 0) : amounts.map(amount => approximate(fraction(amount, largest)))
}

const FIRST_STEP = 0.001
const WIDER = 1.2
/** 0.001 × 1.2^80 spans rates from almost -100% to e^2000: past anything a float can hold. */
const STEPS_MAX = 80

/** The root nearest to zero, by widening steps to both sides; undefined when the function never changes sign. */
function rootNearZero(value: (x: number) => number): number | undefined {
  const start = value(0)
  if (start === 0) return 0
  const edges = [
    { x: 0, y: start, step: FIRST_STEP },
    { x: 0, y: start, step: -FIRST_STEP },
  ]
  for (let tries = 0; tries < STEPS_MAX; tries += 1) {
    for (const edge of edges) {
      const x = edge.x + edge.step
      const y = value(x)
      if (Number.isFinite(y) && y < 0 !== edge.y < 0) return bisect(value, edge.x, x)
      if (Number.isFinite(y)) Object.assign(edge, { x, y, step: edge.step * WIDER })
    }
  }
  return undefined
}

function bisect(value: (x: number) => number, from: number, to: number): number {
  const fromIsNegative = value(from) < 0
  let [low, high] = [from, to]
  for (let tries = 0; tries < 200; tries += 1) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (value(middle) < 0 === fromIsNegative) low = middle
    else high = middle
  }
  return Math.abs(value(low)) < Math.abs(value(high)) ? low : high
}

/** The rate r at which the flows are worth nothing together: Σ amount × (1 + r)^-years = 0. */
export function effectiveRate(flows: readonly TimedFlow[]): number | undefined {
  const parts = ratios(flows.map(flow => flow.amount))
  const root = rootNearZero(x =>
    flows.reduce((sum, { years }, i) => sum + (parts[i] ?? 0) * Math.exp(-x * years), 0),
  )
  return root === undefined ? undefined : Math.expm1(root)
}

/** Effective annual rate of dated flows; the EU and UK rate where time counts in days. */
export function xirr(flows: readonly DatedFlow[], yearDays = 365): number | undefined {
  const [first] = flows
  if (!first) return undefined
  return effectiveRate(
    flows.map(({ amount, on }) => ({ amount, years: daysBetween(first.on, on) / yearDays })),
  )
}

/** Instalments in a year, as the laws count them. */
export function periodsPerYear(frequency: Frequency): number {
  const months = monthsOf(frequency)
  if (months !== undefined) return 12 / months
  return 52 / frequency.every
}

/**
 * Unit periods between two days, counted back from the later one, and the odd days as part of a unit
 * (US Regulation Z, Appendix J (b)(5)): 30 days a month, 365 a year.
 */
export function unitPeriods(
  from: LocalDate,
  to: LocalDate,
  unit: Frequency,
): { whole: number; part: number } {
  const days = daysOf(unit)
  if (days !== undefined) {
    const between = daysBetween(from, to)
    return { whole: Math.floor(between / days), part: (between % days) / days }
  }
  const months = monthsBack(from, to)
  const oddDays = daysBetween(from, addMonths(to, -months))
  const length = monthsOf(unit) ?? 1
  const whole = Math.floor(months / length)
  if (length % 12 === 0) {
    return { whole, part: daysBetween(from, addMonths(to, -whole * length)) / (365 * (length / 12)) }
  }
  return { whole, part: ((months % length) * 30 + oddDays) / (30 * length) }
}

/** Whole months that fit when stepping back from the later day. */
function monthsBack(from: LocalDate, to: LocalDate): number {
  let months = wholeMonthsBetween(from, to) + 1
  while (addMonths(to, -months) < from) months -= 1
  return months
}

/** US actuarial annual percentage rate: the rate of one unit period times the unit periods of a year. */
export function actuarialApr(
  advances: readonly DatedFlow[],
  payments: readonly DatedFlow[],
  unit: Frequency,
): number | undefined {
  const flows = [...payments, ...advances.map(({ amount, on }) => ({ amount: kobo(-amount), on }))]
  const start = flows.reduce<LocalDate | undefined>(
    (first, { on }) => (first && first < on ? first : on),
    undefined,
  )
  if (start === undefined) return undefined
  const parts = ratios(flows.map(flow => flow.amount))
  const times = flows.map(({ on }) => unitPeriods(start, on, unit))
  const root = rootNearZero(x => {
    const rate = Math.expm1(x)
    return times.reduce(
      (sum, { whole, part }, i) => sum + (parts[i] ?? 0) / ((1 + part * rate) * Math.exp(x * whole)),
      0,
    )
  })
  return root === undefined ? undefined : Math.expm1(root) * periodsPerYear(unit)
}

type PaidAndRepaid = Pick<Schedule, 'payout'> & {
  readonly rows: readonly Pick<ScheduleRow, 'periodStart' | 'dueDate' | 'total'>[]
}

export type LoanApr = {
  /** The rate of one period times the periods of a year. */
  readonly nominal: number
  /** With compounding. */
  readonly effective: number
}

/**
 * The yearly cost of one of our loans: what the borrower receives against everything the rows ask for, each on its day.
 * Nominal: the actuarial method by unit periods and odd days, a month of 30 days. Effective: by days, a year of 365.
 */
export function aprOf({ payout, rows }: PaidAndRepaid, frequency: Frequency): LoanApr | undefined {
  const [first] = rows
  if (!first || payout <= 0n) return undefined
  const payments = rows.map(({ total, dueDate }) => ({ amount: total, on: dueDate }))
  const nominal = actuarialApr([{ amount: payout, on: first.periodStart }], payments, frequency)
  const effective = xirr([{ amount: kobo(-payout), on: first.periodStart }, ...payments])
  return nominal === undefined || effective === undefined ? undefined : { nominal, effective }
}

/** How `aprOf` counts, for the people who read its result. */
export const APR_METHOD =
  'The APR counts every amount on the day it is paid, fees included. Nominal: odd days are parts of a month of 30 days. Effective: with compounding, in a year of 365 days.'

/** Past this the digits mean nothing: a loan of a few days has an effective rate of many billions. */
const SHOWN_MAX = 10_000

const percentOf = (rate: number): string =>
  rate > SHOWN_MAX
    ? `above ${percentOf(SHOWN_MAX)}`
    : `${(rate * 100).toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}%`

/** "86.22% (effective 129.94%)". */
export const formatApr = (apr: LoanApr | undefined): string =>
  apr ? `${percentOf(apr.nominal)} (effective ${percentOf(apr.effective)})` : 'Not applicable'
