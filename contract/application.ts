import { z } from 'zod/mini'
import { addMonths, type LocalDate } from '../engine/dates.ts'
import { date, id, naira, term, text } from './endpoint.ts'
import { findBank, GENDERS, STATES, TITLES } from './nigeria.ts'

/** What an applicant states. The public page and the edit of a rejected request use the same fields and messages. */

const name = (longest = 60) =>
  text(longest).check(
    z.refine(
      value => /^[\p{L}][\p{L}\p{M}'’ .-]*$/u.test(value),
      'Letters, spaces, hyphens and apostrophes only',
    ),
  )
const elevenDigits = (what: string) =>
  z.string().check(
    z.trim(),
    z.regex(/^\d{11}$/, `${what} has 11 digits`),
    z.refine(value => !/^(\d)\1{10}$/.test(value), `${what} cannot be one digit repeated`),
  )
const phone = z
  .string()
  .check(
    z.trim(),
    z.maxLength(30, 'Not a phone number'),
    z.regex(/^[+\d][\d\s().-]{7,28}$/, 'A Nigerian phone number, such as 0803 123 4567'),
  )

export const consentStep = z.object({
  consentVersion: z.int().check(z.gte(0)),
  consented: z.literal(true, 'Please read and agree before you go on'),
})

export const identityStep = z.object({
  title: z.enum(TITLES, 'Choose a title'),
  surname: name(),
  firstName: name(),
  otherNames: z._default(z.union([name(), z.literal('')]), ''),
  gender: z.enum(GENDERS, 'Choose'),
  dateOfBirth: date,
  phone,
  email: z._default(
    z.union([z.email('Not a valid email address').check(z.maxLength(254)), z.literal('')]),
    '',
  ),
  bvn: elevenDigits('A BVN'),
  nin: elevenDigits('A NIN'),
  address: text(200, 5),
  state: z.enum(STATES.map(each => each.name) as [string, ...string[]], 'Choose a state'),
  lga: text(60, 2),
})

export const workStep = z.object({
  payrollSource: z.string().check(z.regex(/^[A-Z0-9-]{2,30}$/, 'Choose who pays you')),
  ippisNumber: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(/^[A-Z0-9/-]{1,20}$/, 'Letters, digits, / and - only, at most 20'),
    ),
  mda: text(120, 2),
  grade: z._default(text(20, 0), ''),
  step: z._default(text(10, 0), ''),
  firstAppointmentOn: date,
  netPay: naira.check(
    z.refine(value => value > 0n && value <= 10_000_000_000n, 'Your monthly net pay, more than zero'),
  ),
})

export const loanStep = z.object({
  productId: id,
  amount: naira.check(z.refine(value => value > 0n, 'An amount above zero')),
  tenor: z.number().check(z.int('A whole number'), z.gte(1, 'At least 1'), z.lte(120, 'At most 120')),
  purpose: text(200, 3),
})

export const bankStep = z.object({
  bankCode: z.string().check(z.refine(value => findBank(value) !== undefined, 'Choose a bank')),
  accountNumber: z.string().check(z.trim(), z.regex(/^\d{10}$/, 'An account number has 10 digits')),
})

export const kinStep = z.object({
  kinName: name(120),
  kinRelationship: text(40, 2),
  kinPhone: phone,
  kinAddress: z._default(text(200, 0), ''),
})

export const application = z
  .object({
    ...consentStep.shape,
    ...identityStep.shape,
    ...workStep.shape,
    ...loanStep.shape,
    ...bankStep.shape,
    ...kinStep.shape,
    accountOfficerCode: z._default(term(60), ''),
  })
  .register(z.globalRegistry, { id: 'Application' })

export type Application = z.output<typeof application>
export const YOUNGEST_YEARS = 18

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
