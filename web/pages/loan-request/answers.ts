import type { Gender, Title } from '../../../contract/nigeria.ts'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { koboDigits, wholeNumber } from '../../parts/requestedTerms.ts'

/** All answers as typed, so that an unfinished amount or date is not lost. */

export const EMPTY_ANSWERS = {
  title: '',
  surname: '',
  firstName: '',
  otherNames: '',
  gender: '',
  dateOfBirth: '',
  phone: '',
  email: '',
  bvn: '',
  nin: '',
  address: '',
  state: '',
  lga: '',
  payrollSource: '',
  ippisNumber: '',
  mda: '',
  grade: '',
  step: '',
  firstAppointmentOn: '',
  netPay: '',
  productId: '',
  amount: '',
  tenor: '',
  purpose: '',
  bankCode: '',
  accountNumber: '',
  kinName: '',
  kinRelationship: '',
  kinPhone: '',
  kinAddress: '',
}

export type Answers = Readonly<Record<keyof typeof EMPTY_ANSWERS, string>>
export type AnswerName = keyof Answers
export const ANSWER_NAMES = Object.keys(EMPTY_ANSWERS) as AnswerName[]
export const isAnswerName = (name: string): name is AnswerName => Object.hasOwn(EMPTY_ANSWERS, name)

export const LABELS: Record<AnswerName, string> = {
  title: 'Title',
  surname: 'Surname',
  firstName: 'First name',
  otherNames: 'Other names',
  gender: 'Gender',
  dateOfBirth: 'Date of birth',
  phone: 'Phone',
  email: 'Email',
  bvn: 'BVN',
  nin: 'NIN',
  address: 'Home address',
  state: 'State',
  lga: 'Local government area',
  payrollSource: 'Payroll office',
  ippisNumber: IPPIS_NUMBER,
  mda: 'Ministry, department, agency or command',
  grade: 'Grade level',
  step: 'Step',
  firstAppointmentOn: 'Date of first appointment',
  netPay: 'Monthly net pay',
  productId: 'Product',
  amount: 'Amount',
  tenor: 'Tenor',
  purpose: 'Purpose of the loan',
  bankCode: 'Bank',
  accountNumber: 'Account number',
  kinName: 'Full name',
  kinRelationship: 'Relationship',
  kinPhone: 'Phone',
  kinAddress: 'Address',
}

/** Removes the spaces and hyphens people type in long numbers. */
const digits = (typed: string): string => typed.replace(/[\s-]/g, '')

/** "1984-7-5", as the three inputs give it → "1984-07-05". */
const day = (parts: string): string =>
  parts
    .split('-')
    .map(part => part.trim().padStart(2, '0'))
    .join('-')

/** The answers as the API expects them. The contract validates them. */
export function toWire(answers: Answers, consentVersion: number, accountOfficerCode: string) {
  return {
    ...answers,
    title: answers.title as Title,
    gender: answers.gender as Gender,
    dateOfBirth: day(answers.dateOfBirth),
    firstAppointmentOn: day(answers.firstAppointmentOn),
    bvn: digits(answers.bvn),
    nin: digits(answers.nin),
    accountNumber: digits(answers.accountNumber),
    netPay: koboDigits(answers.netPay),
    amount: koboDigits(answers.amount),
    tenor: wholeNumber(answers.tenor),
    consentVersion,
    consented: true as const,
    accountOfficerCode,
  }
}
