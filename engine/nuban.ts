/**
 * The check digit of a ten-digit Nigerian account number (NUBAN), after the CBN's revised standard of 2020.
 * A right digit proves little: any ten digits pass for about one bank code in ten. It catches typing slips;
 * only a name enquiry finds the account. So a failure warns and never blocks.
 */

export type NubanCheck = 'ok' | 'wrong check digit' | 'not checkable' | 'not 10 digits'

const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]

/** Wallets and payment service banks use the phone number without its 0, so the digit means nothing there. */
const WALLETS = new Set([
  '305', // OPay (Paycom)
  '306', // eTranzact
  '309', // FBN Mobile
  '311', // ReadyCash
  '315', // GTMobile
  '322', // Zenith Mobile
  '323', // Access Money
  '327', // Paga
  '999991', // PalmPay
  '999992', // OPay
])

/**
 * Microfinance banks with codes of three digits, among the banks' own. They were told to follow the standard by March 2021
 * and do so unevenly, so there a right digit speaks for the number and a wrong one against nothing.
 */
const MICROFINANCE = new Set([
  '098', // Ekondo
  '125', // Rubies
  '551', // Covenant
  '552', // NPF
  '560', // Page
  '565', // Carbon
  '566', // VFD
  '602', // Accion
  '608', // FinaTrust
  '865', // CashConnect
])

/** The codes of five digits are theirs alone; as six digits they begin with the 9 that pads them. */
const isMicrofinance = (bankCode: string): boolean => MICROFINANCE.has(bankCode) || /^9?\d{5}$/.test(bankCode)

/**
 * The six digits the check is computed over: banks are padded with 000, other institutions with 9. Other codes of six digits
 * are NIP codes (070016, 090267, 100004, 120003), over which no check digit is defined.
 */
export function institutionCode(bankCode: string): string | undefined {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`
  if (/^\d{5}$/.test(bankCode)) return `9${bankCode}`
  if (/^(000|9\d\d)\d{3}$/.test(bankCode)) return bankCode
  return undefined
}

/** The digit that completes a nine-digit serial; undefined when code or serial has another form. */
export function nubanCheckDigit(bankCode: string, serial: string): number | undefined {
  const institution = institutionCode(bankCode)
  if (institution === undefined || !/^\d{9}$/.test(serial)) return undefined
  const digits = institution + serial
  const weighted = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  return (10 - (weighted % 10)) % 10
}

export function checkNuban(bankCode: string, accountNumber: string): NubanCheck {
  if (!/^\d{10}$/.test(accountNumber)) return 'not 10 digits'
  if (WALLETS.has(bankCode)) return 'not checkable'
  const expected = nubanCheckDigit(bankCode, accountNumber.slice(0, 9))
  if (expected === undefined) return 'not checkable'
  if (expected === Number(accountNumber[9])) return 'ok'
  return isMicrofinance(bankCode) ? 'not checkable' : 'wrong check digit'
}
