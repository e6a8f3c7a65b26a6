import { YOUNGEST_YEARS } from '../../../contract/application.ts'
import { addMonths, type LocalDate } from '../../../engine/dates.ts'

type Days = { dateOfBirth: LocalDate; firstAppointmentOn: LocalDate }

/** Days that cannot be, whether an applicant states them or a customer's record is corrected to them. */
export function dayProblems(today: LocalDate, { dateOfBirth, firstAppointmentOn }: Days) {
  const problems: Partial<Record<keyof Days, string>> = {}
  if (dateOfBirth > addMonths(today, -12 * YOUNGEST_YEARS))
    problems.dateOfBirth = `Applicants are at least ${YOUNGEST_YEARS} years old`
  if (dateOfBirth < addMonths(today, -12 * 90)) problems.dateOfBirth = 'Please check the year'
  if (firstAppointmentOn > today) problems.firstAppointmentOn = 'This day has not come yet'
  if (firstAppointmentOn < addMonths(dateOfBirth, 12 * 15))
    problems.firstAppointmentOn = 'Before the fifteenth birthday: please check both dates'
  return problems
}
