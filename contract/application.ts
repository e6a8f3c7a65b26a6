import { z } from 'zod'
import { date, id, naira, term, text } from './endpoint.ts'
import { findBank, GENDERS, STATES, TITLES } from './nigeria.ts'

/** What an applicant states. The public page and the edit of a rejected request use the same fields and messages. */

const name = (longest = 60) =>
  text(longest).refine(
    value => /^[\p{L}][\p{L}\p{M}'’ .-]*$/u.test(value),
    'Letters, spaces, hyphens and apostrophes only',
  )
const elevenDigits = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{11}$/, `${what} has 11 digits`)
    .refine(value => !/^(\d)\1{10}$/.test(value), `${what} cannot be one digit repeated`)
const phone = z
  .string()
  .trim()
  .max(30, 'Not a phone number')
  .regex(/^[+\d][\d\s().-]{7,28}$/, 'A Nigerian phone number, such as 0803 123 4567')

export const consentStep = z.object({
  consentVersion: z.number().int().min(0),
  consented: z.literal(true, 'Please read and agree before you go on'),
})

export const identityStep = z.object({
  title: z.enum(TITLES, 'Choose a title'),
  surname: name(),
  firstName: name(),
  otherNames: name().or(z.literal('')).default(''),
  gender: z.enum(GENDERS, 'Choose'),
  dateOfBirth: date,
  phone,
  email: z.email('Not an e-mail address').max(254).or(z.literal('')).default(''),
  bvn: elevenDigits('A BVN'),
  nin: elevenDigits('A NIN'),
  address: text(200, 5),
  state: z.enum(STATES.map(each => each.name) as [string, ...string[]], 'Choose a state'),
  lga: text(60, 2),
})

export const workStep = z.object({
  payrollSource: z.string().regex(/^[A-Z0-9-]{2,30}$/, 'Choose who pays you'),
  ippisNumber: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9/-]{1,20}$/, 'Letters, digits, / and - only, at most 20'),
  mda: text(120, 2),
  grade: text(20, 0).default(''),
  step: text(10, 0).default(''),
  firstAppointmentOn: date,
  netPay: naira.refine(
    value => value > 0n && value <= 10_000_000_000n,
    'Your monthly net pay, more than zero',
  ),
})

export const loanStep = z.object({
  productId: id,
  amount: naira.refine(value => value > 0n, 'An amount above zero'),
  tenor: z.number().int('A whole number').min(1, 'At least 1').max(120, 'At most 120'),
  purpose: text(200, 3),
})

export const bankStep = z.object({
  bankCode: z.string().refine(value => findBank(value) !== undefined, 'Choose a bank'),
  accountNumber: z
    .string()
    .trim()
    .regex(/^\d{10}$/, 'An account number has 10 digits'),
})

export const kinStep = z.object({
  kinName: name(120),
  kinRelationship: text(40, 2),
  kinPhone: phone,
  kinAddress: text(200, 0).default(''),
})

export const application = z
  .object({
    ...consentStep.shape,
    ...identityStep.shape,
    ...workStep.shape,
    ...loanStep.shape,
    ...bankStep.shape,
    ...kinStep.shape,
    accountOfficerCode: term(60).default(''),
  })
  .meta({ id: 'Application' })

export type Application = z.output<typeof application>
export const YOUNGEST_YEARS = 18
