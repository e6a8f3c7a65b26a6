/**
 * A business day as an ISO string: it compares with `<`, sorts, prints and travels as it is.
 * Arithmetic goes through day numbers (days since 1970-01-01), so no time zone can touch it.
 */

declare const unit: unique symbol
export type LocalDate = string & { readonly [unit]: 'LocalDate' }
/** A payroll month, `2026-11`. */
export type PayMonth = string & { readonly [unit]: 'PayMonth' }

export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number }

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0)

/** Reads `YYYY-MM-DD`; undefined when there is no such day. */
export function parseDate(text: string): LocalDate | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  // the database knows no year 0
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return exists ? (text as LocalDate) : undefined
}

/** For literals and rows whose form is already certain; throws on anything else. */
export function localDate(text: string): LocalDate {
  const date = parseDate(text)
  if (date === undefined) throw new RangeError(`not a date: ${text}`)
  return date
}

/** `-00` to `-31`: a schedule writes two dates a row, and padding each anew takes longer than its arithmetic. */
const DASHED = Array.from({ length: 32 }, (_, value) => `-${String(value).padStart(2, '0')}`)

export function fromCalendar(year: number, month: number, day: number): LocalDate {
  const four = year >= 1000 ? String(year) : String(year).padStart(4, '0')
  return (four + DASHED[month] + DASHED[day]) as LocalDate
}

export function toCalendar(date: LocalDate): CalendarDay {
  return {
    year: twoDigits(date, 0) * 100 + twoDigits(date, 2),
    month: twoDigits(date, 5),
    day: twoDigits(date, 8),
  }
}

const twoDigits = (date: string, at: number): number =>
  (date.charCodeAt(at) - 48) * 10 + date.charCodeAt(at + 1) - 48

/** Days since 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant's days_from_civil). */
export function dayNumber(date: LocalDate): number {
  const { year, month, day } = toCalendar(date)
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function fromDayNumber(number: number): LocalDate {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return fromCalendar(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

export const addDays = (date: LocalDate, days: number): LocalDate => fromDayNumber(dayNumber(date) + days)
export const daysBetween = (from: LocalDate, to: LocalDate): number => dayNumber(to) - dayNumber(from)

/**
 * Moves by whole months. `anchorDay` is the day the series belongs to: 31 Jan → 28 Feb → 31 Mar
 * only works when the third step still knows about the 31.
 */
export function addMonths(date: LocalDate, months: number, anchorDay?: number): LocalDate {
  const { year, month, day } = toCalendar(date)
  const index = year * 12 + (month - 1) + months
  const targetYear = Math.floor(index / 12)
  const targetMonth = index - targetYear * 12 + 1
  return fromCalendar(
    targetYear,
    targetMonth,
    Math.min(anchorDay ?? day, daysInMonth(targetYear, targetMonth)),
  )
}

/** Whole months from one day to another; 31 Jan → 28 Feb is one month, 31 Jan → 27 Feb none. */
export function wholeMonthsBetween(from: LocalDate, to: LocalDate): number {
  if (to < from) return -wholeMonthsBetween(to, from)
  const a = toCalendar(from)
  const b = toCalendar(to)
  const months = (b.year - a.year) * 12 + b.month - a.month
  return addMonths(from, months) > to ? months - 1 : months
}

export const endOfMonth = (date: LocalDate): LocalDate => {
  const { year, month } = toCalendar(date)
  return fromCalendar(year, month, daysInMonth(year, month))
}

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
const WEEKDAYS: readonly Weekday[] = [
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
]
/** 1970-01-01 was a Thursday. */
export const weekday = (date: LocalDate): Weekday => WEEKDAYS[((dayNumber(date) % 7) + 7) % 7] as Weekday

export const payMonthOf = (date: LocalDate): PayMonth => date.slice(0, 7) as PayMonth

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** 14 Nov 2026: the month in letters, because 03/04 means two days to two clerks. */
export function formatDate(date: LocalDate): string {
  const { year, month, day } = toCalendar(date)
  return `${day} ${MONTHS[month - 1]} ${year}`
}
/** Lagos keeps UTC+1 all year. */
const LAGOS_MINUTES = 60
/** 14 Nov 2026, 15:24, on a clock that is so many minutes ahead of UTC: that of Lagos unless told. */
export function formatMoment(at: Date, minutesProjection = LAGOS_MINUTES): string {
  const there = new Date(at.getTime() + minutesProjection * 60_000)
  const day = `${there.getUTCDate()} ${MONTHS[there.getUTCMonth()]} ${there.getUTCFullYear()}`
  const [hour, minute] = [there.getUTCHours(), there.getUTCMinutes()].map(part =>
    String(part).padStart(2, '0'),
  )
  return `${day}, ${hour}:${minute}`
}
/** 2026-11 → "Nov 2026". */
export const formatMonth = (month: string): string =>
  `${MONTHS[Number.parseInt(month.slice(5), 10) - 1] ?? ''} ${month.slice(0, 4)}`
