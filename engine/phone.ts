/** Nigerian mobile numbers, kept in one form (`+2348031234567`) whatever form they were typed in. */

declare const unit: unique symbol
export type Phone = string & { readonly [unit]: 'Phone' }

export type PhoneProblem =
  | 'empty'
  | 'not a phone number'
  | 'not a Nigerian number'
  | 'wrong number of digits'
  | 'not a mobile number'

/** Far more than +234 (0) 803 - 123 - 4567 needs; the rest is not a typing habit. */
const MAX_LENGTH = 40

/** Spaces, dots, hyphens, brackets, and the invisible marks phones add when a contact is copied. */
const SEPARATORS = /[\s.()\-\u2010\u2011\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g
const NATIONAL = /^(?:(?:\+|00)?2340?|0)?(\d{10})$/
const MOBILE = /^[789][01]/

export function readPhone(text: string): { readonly phone: Phone } | { readonly problem: PhoneProblem } {
  if (text.length > MAX_LENGTH) return { problem: 'not a phone number' }
  const bare = text.replace(SEPARATORS, '')
  if (bare === '') return { problem: 'empty' }
  if (!/^\+?\d+$/.test(bare)) return { problem: 'not a phone number' }
  if (/^(?:\+|00)(?!234)/.test(bare)) return { problem: 'not a Nigerian number' }
  // 0803123456 lacks a digit: read as ten digits it would begin with the 0 that only stands before them.
  const significant = NATIONAL.exec(bare)?.[1]
  if (significant === undefined || significant.startsWith('0')) return { problem: 'wrong number of digits' }
  if (!MOBILE.test(significant)) return { problem: 'not a mobile number' }
  return { phone: `+234${significant}` as Phone }
}

/** Undefined for whatever cannot receive an SMS in Nigeria; `readPhone` says why. */
export function parsePhone(text: string): Phone | undefined {
  const reading = readPhone(text)
  return 'phone' in reading ? reading.phone : undefined
}

/** 0803 123 4567, as it is spoken and dialled. */
export const formatPhone = (phone: Phone): string =>
  `0${phone.slice(4, 7)} ${phone.slice(7, 10)} ${phone.slice(10)}`

/** An office may be reached where no SMS is read: 0700 47656 00, 01-270 1234, +234 803 123 4567. */
export function isOfficePhone(text: string): boolean {
  const bare = text.replace(SEPARATORS, '')
  return text.length <= MAX_LENGTH && /^(?:(?:\+|00)?2340?|0)[1-9]\d{7,9}$/.test(bare)
}
