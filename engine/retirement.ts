import { addMonths, type LocalDate, toCalendar, wholeMonthsBetween } from './dates.ts'

/** Public servants leave at an age or after years of service, whichever comes first (PSR 020810). */
export type RetirementRule = { readonly ageYears: number; readonly serviceYears: number }

export const CIVIL_SERVICE: RetirementRule = { ageYears: 60, serviceYears: 35 }
/** Harmonised Retirement Age for Teachers Act, 2022. */
export const TEACHERS: RetirementRule = { ageYears: 65, serviceYears: 40 }

export type Career = {
  readonly dateOfBirth: LocalDate
  readonly dateOfFirstAppointment: LocalDate
}

export type RetirementFlag = 'hired under 18: check the file' | 'hired in the future: check the file'

export type Retirement = {
  readonly byAge: LocalDate
  readonly byService: LocalDate
  readonly retirement: LocalDate
  /** Whole months, none once the day has come. */
  readonly monthsLeft: number
  readonly flag: RetirementFlag | null
}

export function retirementOf(
  career: Career,
  asOf: LocalDate,
  rule: RetirementRule = CIVIL_SERVICE,
): Retirement {
  const { dateOfBirth, dateOfFirstAppointment } = career
  const byAge = yearsAfter(dateOfBirth, rule.ageYears)
  const byService = yearsAfter(dateOfFirstAppointment, rule.serviceYears)
  const retirement = byAge < byService ? byAge : byService
  return {
    byAge,
    byService,
    retirement,
    monthsLeft: retirement <= asOf ? 0 : wholeMonthsBetween(asOf, retirement),
    flag: flagOf(career, asOf),
  }
}

function flagOf({ dateOfBirth, dateOfFirstAppointment }: Career, asOf: LocalDate): RetirementFlag | null {
  if (dateOfFirstAppointment < yearsAfter(dateOfBirth, 18)) return 'hired under 18: check the file'
  if (dateOfFirstAppointment > asOf) return 'hired in the future: check the file'
  return null
}

/** Stops at year 9999: a fifth digit would break the comparison of dates as text. */
const yearsAfter = (date: LocalDate, years: number): LocalDate =>
  addMonths(date, 12 * Math.min(years, 9999 - toCalendar(date).year))
