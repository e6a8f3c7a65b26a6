/** When instalments fall due: the rhythm, the month-end, the days nobody works, the payroll's cut-off. */

import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  fromCalendar,
  type LocalDate,
  localDate,
  type PayMonth,
  payMonthOf,
  toCalendar,
  type Weekday,
  weekday,
} from './dates.ts'

export type Frequency = {
  readonly every: number
  readonly unit: 'day' | 'week' | 'semimonth' | 'month' | 'quarter' | 'year'
}

export type WorkingDays = {
  readonly weekend: readonly Weekday[]
  readonly holidays: readonly LocalDate[]
  /** `next-in-month` goes forward unless that leaves the month, then back (modified following). */
  readonly move: 'next' | 'previous' | 'next-in-month' | 'previous-in-month' | 'nearest'
}

/** Months in one period; undefined where a period is counted in days. */
export function monthsOf({ every, unit }: Frequency): number | undefined {
  if (unit === 'month') return every
  if (unit === 'quarter') return every * 3
  return unit === 'year' ? every * 12 : undefined
}

/** Days in one period; undefined where a period is counted in months. */
export function daysOf({ every, unit }: Frequency): number | undefined {
  if (unit === 'day') return every
  return unit === 'week' ? every * 7 : undefined
}

export const isWorkingDay = (date: LocalDate, days: WorkingDays): boolean =>
  !days.weekend.includes(weekday(date)) && !days.holidays.includes(date)

/** A month without a working day is a mistake in the calendar, not a long weekend. */
const LONGEST_CLOSURE = 31

function walk(date: LocalDate, step: 1 | -1, days: WorkingDays): LocalDate {
  let moved = date
  for (let tries = 0; tries <= LONGEST_CLOSURE; tries += 1) {
    if (isWorkingDay(moved, days)) return moved
    moved = addDays(moved, step)
  }
  throw new RangeError(`no working day within ${LONGEST_CLOSURE} days of ${date}`)
}

export function moveToWorkingDay(date: LocalDate, days: WorkingDays): LocalDate {
  if (isWorkingDay(date, days)) return date
  const staysInMonth = (moved: LocalDate) => payMonthOf(moved) === payMonthOf(date)
  const next = walk(date, 1, days)
  if (days.move === 'next' || (days.move === 'next-in-month' && staysInMonth(next))) return next
  const previous = walk(date, -1, days)
  if (days.move === 'previous-in-month') return staysInMonth(previous) ? previous : next
  if (days.move !== 'nearest') return previous
  return daysBetween(date, next) <= daysBetween(previous, date) ? next : previous
}

/** Twice a month, fifteen days apart: the 1st and 16th, the 15th and 30th (or the month's last day). */
function semimonthly(first: LocalDate, steps: number): LocalDate {
  const { year, month, day } = toCalendar(first)
  const early = day > 15 ? day - 15 : day
  const index = year * 24 + (month - 1) * 2 + (day > 15 ? 1 : 0) + steps
  const [toYear, half] = [Math.floor(index / 24), index % 24]
  const toMonth = Math.floor(half / 2) + 1
  return fromCalendar(
    toYear,
    toMonth,
    half % 2 === 0 ? early : Math.min(early + 15, daysInMonth(toYear, toMonth)),
  )
}

/** The day `steps` periods after another; `anchorDay` 31 keeps to month ends. */
export function stepBy(from: LocalDate, frequency: Frequency, steps: number, anchorDay?: number): LocalDate {
  const days = daysOf(frequency)
  if (days !== undefined) return addDays(from, days * steps)
  const months = monthsOf(frequency)
  return months === undefined
    ? semimonthly(from, frequency.every * steps)
    : addMonths(from, months * steps, anchorDay)
}

export type DueDateTerms = {
  readonly disbursedOn: LocalDate
  /** One period after the pay-out when absent. */
  readonly firstDueOn?: LocalDate | undefined
  readonly frequency: Frequency
  readonly tenor: number
  /** The day of the month the series belongs to; the first date's own day when absent, 31 for month ends. */
  readonly anchorDay?: number | undefined
  readonly workingDays?: WorkingDays | undefined
}

/** The due date of every row. A date moved off a holiday never moves the ones after it. */
export function dueDates(terms: DueDateTerms): LocalDate[] {
  const { disbursedOn, firstDueOn, frequency, tenor, anchorDay, workingDays } = terms
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
    dates.push(workingDays ? moveToWorkingDay(unmoved, workingDays) : unmoved)
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
