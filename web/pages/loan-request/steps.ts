import type { z } from 'zod/mini'
import {
  bankStep,
  identityStep,
  kinStep,
  loanStep,
  workStep,
  YOUNGEST_YEARS,
} from '../../../contract/application.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { publicRequestApi } from '../../../contract/publicRequests.ts'
import { addMonths, type LocalDate, parseDate } from '../../../engine/dates.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { termsErrors, wholeNumber } from '../../parts/requestedTerms.ts'
import { type AnswerName, type Answers, isAnswerName, toWire } from './answers.ts'

export type PublicPage = Reply<typeof publicRequestApi.publicPage>
export type PublicProduct = PublicPage['products'][number]

export const STEPS = [
  { name: 'consent', title: 'Your loan and consent', short: 'Terms' },
  { name: 'identity', title: 'About you', short: 'You' },
  { name: 'work', title: 'Your work', short: 'Work' },
  { name: 'loan', title: 'The loan', short: 'Loan' },
  { name: 'bank', title: 'Your bank account', short: 'Bank' },
  { name: 'kin', title: 'Next of kin', short: 'Next of kin' },
  { name: 'documents', title: 'Documents', short: 'Documents' },
  { name: 'review', title: 'Review and submit', short: 'Review' },
  { name: 'phone', title: 'Confirm your phone', short: 'Phone' },
] as const
export type Step = (typeof STEPS)[number]
export type StepName = Step['name']
export const isStepName = (name: unknown): name is StepName => STEPS.some(step => step.name === name)

/** The phone step is left out for staff, and where the lender does not require a phone code. */
export const stepsFor = (page: PublicPage, isStaff: boolean): readonly Step[] =>
  page.phoneCode && !isStaff ? STEPS : STEPS.filter(step => step.name !== 'phone')

type AnsweredStep = 'identity' | 'work' | 'loan' | 'bank' | 'kin'
const SCHEMAS: Record<AnsweredStep, z.ZodMiniObject> = {
  identity: identityStep,
  work: workStep,
  loan: loanStep,
  bank: bankStep,
  kin: kinStep,
}
const isAnswered = (step: StepName): step is AnsweredStep => step in SCHEMAS

export const answersOf = (step: StepName): AnswerName[] =>
  isAnswered(step) ? Object.keys(SCHEMAS[step].shape).filter(isAnswerName) : []

/** The step of a field; the server names it `application.surname` or `surname`. */
export function stepOf(field: string): StepName | undefined {
  const name = field.replace(/^application\./, '')
  if (name.startsWith('consent')) return 'consent'
  return STEPS.find(step => isAnswered(step.name) && name in SCHEMAS[step.name].shape)?.name
}

export type Problems = Partial<Record<AnswerName, string>>

/** The first error of each answer in a step: rules of the contract, then those that need today or the product. */
export function problemsOf(step: StepName, answers: Answers, page: PublicPage): Problems {
  if (!isAnswered(step)) return {}
  const found: Problems = {}
  const wire = toWire(answers, page.consent.version, '')
  for (const issue of SCHEMAS[step].safeParse(wire).error?.issues ?? []) {
    const name = String(issue.path[0])
    if (isAnswerName(name)) found[name] ??= APPLICANT_MESSAGES[name]?.(answers[name]) ?? issue.message
  }
  return { ...RULES[step](answers, wire, page), ...found }
}

const dayProblem = (parts: string): string =>
  parts.split('-').filter(part => part.trim() !== '').length < 3
    ? 'Enter day, month and year'
    : 'This date does not exist'

/** Replaces contract messages that are too technical for applicants. */
const APPLICANT_MESSAGES: Partial<Record<AnswerName, (typed: string) => string | undefined>> = {
  dateOfBirth: dayProblem,
  firstAppointmentOn: dayProblem,
  productId: () => 'Choose a product',
  tenor: typed => (Number.isNaN(wholeNumber(typed)) ? 'Enter a whole number' : undefined),
}

type Wire = ReturnType<typeof toWire>
type Rule = (answers: Answers, wire: Wire, page: PublicPage) => Problems

const NOT_MOBILE = 'Enter a Nigerian mobile number, such as 0803 123 4567'
const phoneProblem = (name: 'phone' | 'kinPhone', answers: Answers): Problems =>
  parsePhone(answers[name]) ? {} : { [name]: NOT_MOBILE }

const RULES: Record<AnsweredStep, Rule> = {
  identity: (answers, wire, page) => ({
    ...phoneProblem('phone', answers),
    ...birthProblem(wire.dateOfBirth, page.today),
  }),
  work: (_, wire, page) => ({
    ...appointmentProblem(wire, page.today),
    ...(page.payrollSources.some(source => source.code === wire.payrollSource)
      ? {}
      : { payrollSource: 'Choose your payroll office' }),
  }),
  loan: (answers, _, page) => termsProblem(answers, page.products),
  bank: () => ({}),
  kin: answers => phoneProblem('kinPhone', answers),
}

function birthProblem(born: string, today: string): Problems {
  if (born > yearsFrom(today, -YOUNGEST_YEARS))
    return { dateOfBirth: `You must be at least ${YOUNGEST_YEARS} years old` }
  return born < yearsFrom(today, -90) ? { dateOfBirth: 'Please check the year' } : {}
}

function appointmentProblem({ firstAppointmentOn: on, dateOfBirth: born }: Wire, today: string): Problems {
  if (on > today) return { firstAppointmentOn: 'This date is in the future' }
  return parseDate(born) && on < yearsFrom(born, 15)
    ? { firstAppointmentOn: 'This is before the 15th birthday. Check both dates' }
    : {}
}

const yearsFrom = (day: string, years: number): string => addMonths(day as LocalDate, 12 * years)

function termsProblem(answers: Answers, products: readonly PublicProduct[]): Problems {
  const product = products.find(each => each.id === answers.productId)
  return product ? termsErrors(product.terms, answers) : { productId: 'Choose a product' }
}

/** Completeness of the steps that have no answers of their own. */
export type Elsewhere = { readonly consented: boolean; readonly documentsComplete: boolean }

/** The first unfinished step, or the last. The form never goes past it, by button, address or Back. */
export function firstUnfinished(
  steps: readonly Step[],
  answers: Answers,
  page: PublicPage,
  elsewhere: Elsewhere,
): StepName {
  const unfinished = steps.find(({ name }) => {
    if (name === 'consent') return !elsewhere.consented
    if (name === 'documents') return !elsewhere.documentsComplete
    return Object.keys(problemsOf(name, answers, page)).length > 0
  })
  return unfinished?.name ?? steps[steps.length - 1]?.name ?? 'consent'
}
