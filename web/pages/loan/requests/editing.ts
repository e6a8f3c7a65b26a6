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

/** A rejected request as somebody corrects it: every field as typed, masked ones empty until they are replaced. */
export type Edited = Record<ApplicationField, string> & { note: string }

type Application = LoanRequest['application']

const MASKED = ['bvn', 'nin', 'accountNumber', 'phone', 'kinPhone', 'netPay'] as const
type Masked = (typeof MASKED)[number]
export const isMasked = (field: ApplicationField): field is Masked => MASKED.some(each => each === field)

/** What may lie in the browser while it is not resubmitted: nobody's number, in whichever field it was typed. */
export function isSavable(field: keyof Edited, text: string): boolean {
  if (MASKED.some(each => each === field)) return false
  return isNobodys(field, text) || !isPersonalToKeep(text)
}

/** Long numbers that are nobody's: an id, a sum to borrow, a day at work. A BVN in their place is none of these. */
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

/** Shorter than an account number, and not begun like a telephone's. */
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

/** As it travels; whether it may is for the contract to say. Masked fields left empty are left out and stay as they were. */
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

/** What the contract would say less plainly, or cannot know: the product's limits. */
export function editProblems(edited: Edited, product: ProductTerms | undefined): Partial<Edited> {
  return {
    ...(product ? termsErrors(product, edited) : { productId: 'Choose a product' }),
    ...(edited.netPay.trim() !== '' && parseNaira(edited.netPay) === undefined
      ? { netPay: 'An amount in naira, such as 250,000' }
      : {}),
  }
}

/** Before and after as people read them, field by field. */
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

/** What is not yet an amount or a day is shown as typed. */
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

/** The contract writes `application.surname`, the server's own checks `surname`; the form has one name for both. */
export const editField = (path: string): string => path.replace(/^application\./, '')

export type Product = Reply<typeof productApi.productList>['rows'][number]

export type EditForm = Form<typeof requestApi.requestEdit, Edited>
