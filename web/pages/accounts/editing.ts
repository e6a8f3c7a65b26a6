import {
  type customerApi,
  FREE_FIELDS,
  type FreeField,
  SENSITIVE_FIELDS,
  type SensitiveField,
} from '../../../contract/customers.ts'
import { parseDate } from '../../../engine/dates.ts'
import type { Sent } from '../../api.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { isPersonalToKeep } from '../../parts/privateSearch.ts'
import type { Form } from '../../parts/useForm.ts'

/** A customer while it is edited: every field as typed, masked ones empty until replaced. */
export type EditField = FreeField | SensitiveField
export type Edited = Record<EditField, string> & { reason: string }

export const EDIT_FIELDS: readonly EditField[] = [...FREE_FIELDS, ...SENSITIVE_FIELDS]

const MASKED: readonly EditField[] = ['bvn', 'nin', 'phone', 'kinPhone', 'accountNumber']
export const isMasked = (field: EditField): boolean => MASKED.includes(field)
export const isSensitive = (field: EditField): field is SensitiveField =>
  SENSITIVE_FIELDS.some(each => each === field)

/**
 * Whether a field may be stored as a draft. Personal numbers may not, in whichever field they were typed. Dates look
 * like numbers, which excludes birth dates too; the date of first appointment is allowed.
 */
export function isSavable(field: keyof Edited, text: string): boolean {
  if (MASKED.some(each => each === field)) return false
  if (field === 'firstAppointmentOn' && parseDate(text)) return true
  return !isPersonalToKeep(text)
}

/** The stored value, masked where it is masked. */
export const onFile = (customer: Customer, field: EditField): string => {
  const { row } = customer
  const held: Record<EditField, string> = {
    title: customer.title,
    surname: customer.surname,
    firstName: customer.firstName,
    otherNames: customer.otherNames,
    gender: customer.gender,
    dateOfBirth: customer.dateOfBirth,
    bvn: customer.bvn,
    nin: customer.nin,
    phone: row.phone,
    email: customer.email,
    address: customer.address,
    state: row.state,
    lga: customer.lga,
    payrollSource: row.payrollSource,
    ippisNumber: row.ippisNumber,
    firstAppointmentOn: customer.firstAppointmentOn,
    mda: row.mda,
    grade: customer.grade,
    step: customer.step,
    bankCode: customer.bankCode,
    accountNumber: customer.accountNumber,
    kinName: customer.kinName,
    kinRelationship: customer.kinRelationship,
    kinPhone: customer.kinPhone,
    kinAddress: customer.kinAddress,
  }
  return held[field]
}

export function startEditing(customer: Customer): Edited {
  const typed = Object.fromEntries(
    EDIT_FIELDS.map(field => [field, isMasked(field) ? '' : onFile(customer, field)]),
  ) as Record<EditField, string>
  return { ...typed, reason: '' }
}

/** The fields that differ from the record. */
export const changedFields = (customer: Customer, edited: Edited): EditField[] =>
  EDIT_FIELDS.filter(field =>
    isMasked(field) ? edited[field].trim() !== '' : edited[field].trim() !== onFile(customer, field),
  )

/** Only changed fields are sent, so that untouched fields cannot overwrite other users' changes. */
export function editInput(customer: Customer, edited: Edited): Sent<typeof customerApi.customerChange> {
  const changes = Object.fromEntries(changedFields(customer, edited).map(field => [field, edited[field]]))
  return { id: customer.row.id, basedOn: customer.revision, ...changes, reason: edited.reason }
}

export type EditForm = Form<typeof customerApi.customerChange, Edited>
