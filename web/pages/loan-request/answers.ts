import type { Gender, Title } from '../../../contract/nigeria.ts'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { koboDigits, wholeNumber } from '../../parts/requestedTerms.ts'

/** Everything a person types or chooses, as typed: nothing is lost while it is not yet an amount or a date. */

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
  email: 'E-mail',
  bvn: 'BVN',
  nin: 'NIN',
  address: 'Home address',
  state: 'State',
  lga: 'Local government area',
  payrollSource: 'Who pays you',
  ippisNumber: IPPIS_NUMBER,
  mda: 'Ministry, department, agency or command',
  grade: 'Grade level',
  step: 'Step',
  firstAppointmentOn: 'Date of first appointment',
  netPay: 'Monthly net pay',
  productId: 'Product',
  amount: 'Amount',
  tenor: 'How long',
  purpose: 'What it is for',
  bankCode: 'Bank',
  accountNumber: 'Account number',
  kinName: 'Full name',
  kinRelationship: 'Relationship',
  kinPhone: 'Phone',
  kinAddress: 'Address',
}

/** People write long numbers in groups; the groups are theirs, the digits are the number. */
const digits = (typed: string): string => typed.replace(/[\s-]/g, '')

/** "1984-7-5", as its three boxes give it → "1984-07-05". */
const day = (parts: string): string =>
  parts
    .split('-')
    .map(part => part.trim().padStart(2, '0'))
    .join('-')

/** The answers as they travel. Whether they may is for the contract to say. */
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
