import { NAIRA_MAX, type Reply } from '../../../../contract/endpoint.ts'
import { findBank } from '../../../../contract/nigeria.ts'
import type { productApi } from '../../../../contract/products.ts'
import type { requestApi } from '../../../../contract/requests.ts'
import { parseDate } from '../../../../engine/dates.ts'
import { parseNaira } from '../../../../engine/money.ts'
import type { ProductTerms } from '../../../../engine/product.ts'
import type { Sent } from '../../../api.ts'
import {
  APPLICATION_WORDS,
  type ApplicationField,
  applicationTexts,
  type Names,
} from '../../../parts/applicationWords.ts'
import { dayText, moneyText, nairaText } from '../../../parts/figures.ts'
import { isPersonalToKeep } from '../../../parts/privateSearch.ts'
import { koboDigits, termsErrors, wholeNumber } from '../../../parts/requestedTerms.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import type { Form } from '../../../parts/useForm.ts'

/** A rejected request while it is corrected: every field as typed, masked ones empty until replaced. */
export type Edited = Record<ApplicationField, string> & { note: string }

type Application = LoanRequest['application']

const MASKED = ['bvn', 'nin', 'accountNumber', 'phone', 'kinPhone', 'netPay'] as const
type Masked = (typeof MASKED)[number]
export const isMasked = (field: ApplicationField): field is Masked => MASKED.some(each => each === field)

/** Whether a field may be stored as a draft. Personal numbers may not, in whichever field they were typed. */
export function isSavable(field: keyof Edited, text: string): boolean {
  if (MASKED.some(each => each === field)) return false
  return isNobodys(field, text) || !isPersonalToKeep(text)
}

/** True for long numbers that are not personal: a product id, an amount, a date. */
function isNobodys(field: keyof Edited, text: string): boolean {
  switch (field) {
    case 'productId':
      return true
    case 'amount':
      return isSum(text)
    case 'firstAppointmentOn':
      return parseDate(text) !== undefined
    default:
      return false
  }
}

/** Shorter than an account number, and not starting like a phone number. */
const isSum = (text: string): boolean => (parseNaira(text) ?? NAIRA_MAX) < NAIRA_MAX && /^\D*[1-9]/.test(text)

const FIELDS = Object.keys(APPLICATION_WORDS) as ApplicationField[]

export function startEditing(application: Application): Edited {
  const typed = Object.fromEntries(
    FIELDS.map(field => [field, isMasked(field) ? '' : String(application[field])]),
  ) as Record<ApplicationField, string>
  return {
    ...typed,
    amount: nairaText(application.amount),
    note: '',
  }
}

/** The input for the API. Masked fields left blank are omitted and stay unchanged. */
export function editInput(
  { row, application }: LoanRequest,
  edited: Edited,
): Sent<typeof requestApi.requestEdit> {
  const { note, ...typed } = edited
  const replaced = Object.fromEntries(MASKED.map(field => [field, typed[field].trim() || undefined]))
  const { consentVersion, consented } = application
  return {
    id: row.id,
    version: row.version,
    note,
    application: {
      ...typed,
      ...replaced,
      consentVersion,
      consented,
      ...(typed.netPay.trim() === '' ? {} : { netPay: koboDigits(typed.netPay) }),
      amount: koboDigits(typed.amount),
      tenor: wholeNumber(typed.tenor),
    },
  } as Sent<typeof requestApi.requestEdit>
}

/** Errors the contract cannot find: the limits of the product, and net pay that is not an amount. */
export function editProblems(edited: Edited, product: ProductTerms | undefined): Partial<Edited> {
  return {
    ...(product ? termsErrors(product, edited) : { productId: 'Choose a product' }),
    ...(edited.netPay.trim() !== '' && parseNaira(edited.netPay) === undefined
      ? { netPay: 'Enter an amount in naira, such as 250,000' }
      : {}),
  }
}

/** Before and after as text, by field. */
export function editTexts(
  application: Application,
  edited: Edited,
  productNames: Names,
): { before: Record<ApplicationField, string>; after: Record<ApplicationField, string> } {
  const before = applicationTexts(application, productNames)
  const after = Object.fromEntries(
    FIELDS.map(field => [field, typedText(field, edited[field], before[field], productNames)]),
  ) as Record<ApplicationField, string>
  return { before, after }
}

/** Text that is not yet an amount or a date is shown as typed. */
function typedText(field: ApplicationField, typed: string, before: string, productNames: Names): string {
  const text = typed.trim()
  if (isMasked(field) && text === '') return before
  if (isMasked(field) && field !== 'netPay') return `new, ending ${text.slice(-4)}`
  switch (field) {
    case 'netPay':
    case 'amount':
      return moneyText(text)
    case 'dateOfBirth':
    case 'firstAppointmentOn':
      return dayText(text)
    case 'productId':
      return productNames.get(text) ?? text
    case 'bankCode':
      return findBank(text)?.Name ?? text
    default:
      return text
  }
}

/** Maps `application.surname` (contract) and `surname` (server) to the same form field. */
export const editField = (path: string): string => path.replace(/^application\./, '')

export type Product = Reply<typeof productApi.productList>['rows'][number]

export type EditForm = Form<typeof requestApi.requestEdit, Edited>
