/** When instalments fall due: the rhythm, the month-end, weekends, the payroll's cut-off. */

import {
  addDays,
  addMonths,
  daysInMonth,
  fromCalendar,
  type LocalDate,
  localDate,
  type PayMonth,
  payMonthOf,
  toCalendar,
  weekday,
} from './dates.ts'

export type Frequency = {
  readonly every: number
  readonly unit: 'week' | 'month' | 'quarter'
}

/** Where an instalment goes that falls on a weekend; it never leaves its month. */
export type WeekendMove = 'next' | 'previous'

/** Months in one period; undefined where a period is counted in days. */
export function monthsOf({ every, unit }: Frequency): number | undefined {
  if (unit === 'month') return every
  return unit === 'quarter' ? every * 3 : undefined
}

/** Days in one period; undefined where a period is counted in months. */
export function daysOf({ every, unit }: Frequency): number | undefined {
  return unit === 'week' ? every * 7 : undefined
}

/** Monday, or Friday; the other one where that is in another month. */
export function offWeekend(date: LocalDate, move: WeekendMove): LocalDate {
  const day = weekday(date)
  if (day !== 'saturday' && day !== 'sunday') return date
  const [friday, monday] = day === 'saturday' ? [-1, 2] : [-2, 1]
  const moved = addDays(date, move === 'next' ? monday : friday)
  return payMonthOf(moved) === payMonthOf(date) ? moved : addDays(date, move === 'next' ? friday : monday)
}

/** The day `steps` periods after another; `anchorDay` 31 keeps to month ends. */
export function stepBy(from: LocalDate, frequency: Frequency, steps: number, anchorDay?: number): LocalDate {
  const days = daysOf(frequency)
  return days === undefined
    ? addMonths(from, (monthsOf(frequency) ?? 0) * steps, anchorDay)
    : addDays(from, days * steps)
}

export type DueDateTerms = {
  readonly disbursedOn: LocalDate
  /** One period after the pay-out when absent. */
  readonly firstDueOn?: LocalDate | undefined
  readonly frequency: Frequency
  readonly tenor: number
  /** The day of the month the series belongs to; the first date's own day when absent, 31 for month ends. */
  readonly anchorDay?: number | undefined
  /** Instalments stay on a weekend when absent. */
  readonly weekend?: WeekendMove | undefined
}

/** The due date of every row. A date moved off a weekend never moves the ones after it, and stays after the disbursement. */
export function dueDates(terms: DueDateTerms): LocalDate[] {
  const { disbursedOn, firstDueOn, frequency, tenor, anchorDay, weekend } = terms
  const [seed, offset] = firstDueOn === undefined ? [disbursedOn, 1] : [firstDueOn, 0]
  const months = monthsOf(frequency)
  const dates: LocalDate[] = []
  const { year, month, day } = toCalendar(seed)
  for (let row = 0; row < tenor; row += 1) {
    const steps = row + offset
    const unmoved =
      months === undefined
        ? stepBy(seed, frequency, steps)
        : dayOfMonth(year * 12 + month - 1 + months * steps, steps === 0 ? day : (anchorDay ?? day))
    const moved = weekend ? offWeekend(unmoved, weekend) : unmoved
    dates.push(moved > disbursedOn ? moved : unmoved)
  }
  return dates
}

/** `months` counts from year 0; a day past the month's end is its last day. */
function dayOfMonth(months: number, day: number): LocalDate {
  const year = Math.floor(months / 12)
  const month = months - year * 12 + 1
  return fromCalendar(year, month, day <= 28 ? day : Math.min(day, daysInMonth(year, month)))
}

/** The payroll a loan is first deducted from: this month's up to the cut-off day, next month's after it. */
export function firstDeductionMonth(paidOutOn: LocalDate, cutOffDay: number): PayMonth {
  const { day } = toCalendar(paidOutOn)
  const inTime = day <= cutOffDay
  return payMonthOf(inTime ? paidOutOn : addMonths(paidOutOn, 1, 1))
}

/** The first pay day after the pay-out that the cut-off allows; pay day 31 is the last day of any month. */
export function firstPayDay(paidOutOn: LocalDate, cutOffDay: number, payDay: number): LocalDate {
  const opening = localDate(`${firstDeductionMonth(paidOutOn, cutOffDay)}-01`)
  const paid = addMonths(opening, 0, payDay)
  return paid > paidOutOn ? paid : addMonths(opening, 1, payDay)
}
