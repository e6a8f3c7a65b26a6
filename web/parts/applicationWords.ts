import type { Application } from '../../contract/application.ts'
import { findBank } from '../../contract/nigeria.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../contract/vocabulary.ts'
import { formatNaira } from '../../engine/money.ts'
import { dayText, HIDDEN_PAY } from './figures.ts'

/** Labels and texts of an application, to compare versions. */

type Fields = Omit<Application, 'consentVersion' | 'consented'>
export type ApplicationField = keyof Fields
/** As staff see it, without the net pay. */
type Stated = Omit<Fields, 'netPay'>

export const APPLICATION_WORDS: Record<ApplicationField, string> = {
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
  address: 'Address',
  state: 'State',
  lga: 'Local government area',
  payrollSource: 'Payroll source',
  ippisNumber: IPPIS_NUMBER,
  mda: EMPLOYER,
  grade: 'Grade level',
  step: 'Step',
  firstAppointmentOn: 'First appointment',
  netPay: 'Monthly net pay',
  productId: 'Product',
  amount: 'Amount',
  tenor: 'Tenor',
  purpose: 'Purpose',
  bankCode: 'Bank',
  accountNumber: 'Account number',
  kinName: 'Next of kin',
  kinRelationship: 'Relationship',
  kinPhone: 'Next of kin’s phone',
  kinAddress: 'Next of kin’s address',
  accountOfficerCode: 'Account officer code',
}

const isField = (path: string): path is ApplicationField => Object.hasOwn(APPLICATION_WORDS, path)

/** The label of an application field. */
export const applicationWords = (path: string): string => (isField(path) ? APPLICATION_WORDS[path] : path)

export type Names = ReadonlyMap<string, string>

/** Every field as text: amounts in naira, dates in words, codes by name, net pay hidden. */
export function applicationTexts(stated: Stated, productNames: Names): Record<ApplicationField, string> {
  const texts = {} as Record<ApplicationField, string>
  for (const field of Object.keys(APPLICATION_WORDS) as ApplicationField[])
    texts[field] = field === 'netPay' ? HIDDEN_PAY : String(stated[field] ?? '')
  return {
    ...texts,
    dateOfBirth: dayText(stated.dateOfBirth),
    firstAppointmentOn: dayText(stated.firstAppointmentOn),
    amount: formatNaira(stated.amount),
    productId: productNames.get(stated.productId) ?? stated.productId,
    bankCode: findBank(stated.bankCode)?.Name ?? stated.bankCode,
  }
}

/** The fields that differ, before and after. */
export function differing(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): { before: Record<string, string>; after: Record<string, string>; count: number } {
  const fields = Object.keys(after).filter(field => before[field] !== after[field])
  const only = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(fields.map(field => [field, texts[field] ?? '']))
  return { before: only(before), after: only(after), count: fields.length }
}
