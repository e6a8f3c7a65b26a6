import { findBank } from '../../contract/nigeria.ts'
/** The last four digits: enough to distinguish two numbers on the telephone, too few to call one. */
export const maskPhone = (phone: string): string => `•••• ${phone.slice(-4)}`

/** Whatever in a line of text is as long as a phone, an account, a BVN or a NIN, however it is spaced. */
export const coverNumbers = (text: string): string =>
  text.replace(/\+?\d(?:[\s().-]{0,2}\d){9,}/g, number => maskPhone(number.replace(/\D/g, '')))

/** The last four digits, behind dots for the rest. */
export const maskDigits = (digits: string): string =>
  '•'.repeat(Math.max(0, digits.length - 4)) + digits.slice(-4)

export const bankNameOf = (code: string): string => findBank(code)?.Name ?? code
export const maskedAccount = (bankCode: string, accountNumber: string) => ({
  bankName: bankNameOf(bankCode),
  account: maskDigits(accountNumber),
})
