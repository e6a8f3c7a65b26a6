import { BANKS, findBank, OTHER_INSTITUTIONS } from '../../../contract/nigeria.ts'
import type { EmploymentStatus } from '../../../contract/payroll.ts'
import {
  addDays,
  daysInMonth,
  fromCalendar,
  type LocalDate,
  localDate,
  type PayMonth,
  payMonthOf,
} from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { checkNuban } from '../../../engine/nuban.ts'

/**
 * Reads what spreadsheets do to cells: repairs what is certain and names what is not. A fault is the second half of its
 * code ("netPay" + "notAmount"), which `faults.ts` turns into a sentence.
 */
export type Fault = 'missing' | 'notNumber' | 'rounded' | 'notAmount' | 'negative' | 'tooLarge' | 'notDate' | 'inFuture'
  | 'notAccount' | 'notMonth' | 'otherMonth' | 'notPhone' | 'tooLong' // biome-ignore format: a list
/** `repaired`: the value is certain, though the cell was damaged by a spreadsheet or written for people. */
export type ReadCell<T> = { value: T; repaired?: boolean } | { fault: Fault }

/** A leading apostrophe marks text in Excel; odd spaces come from web pages. */
const tidy = (text: string): string =>
  text
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()
    .replace(/^'/, '')

const SCIENTIFIC = /^(\d)(?:\.(\d+))?E\+?(\d{1,2})$/i

/**
 * 1.23456E+5 is 123456, since every digit is there; of 1.23457E+11 six digits are left and the others were thrown away.
 */
function writtenOut(text: string): string | undefined {
  const found = SCIENTIFIC.exec(text)
  if (!found) return text
  const [, first = '', decimals = '', exponent = ''] = found
  return decimals.length === parseInt(exponent, 10) ? first + decimals : undefined
}

/** IPPIS and staff numbers have no one form: 1 to 20 letters, digits, slashes and hyphens. */
export function readStaffNumber(text: string): ReadCell<string> {
  const digits = writtenOut(tidy(text).toUpperCase().replaceAll(' ', '').replace(/\.0+$/, ''))
  if (digits === undefined) return { fault: 'rounded' }
  if (digits === '') return { fault: 'missing' }
  return /^[A-Z0-9/-]{1,20}$/.test(digits)
    ? { value: digits, repaired: digits !== text.toUpperCase() }
    : { fault: 'notNumber' }
}

/** The number by which people are found: leading zeros do not count, because spreadsheets lose them. */
export const staffKey = (staffNumber: string): string => staffNumber.toUpperCase().replace(/^0+(?=.)/, '')

/** The largest sum one cell may hold: a trillion naira is a slip, not a salary. */
const NAIRA_DIGITS = 12

const PLAIN_AMOUNT = /^\d+(\.\d{1,2})?$/

export function readAmount(text: string): ReadCell<Kobo> {
  const plain = tidy(text)
    .replace(/^\(([^)]*)\)$/, '-$1')
    .replace(/NGN|[₦#\s]/gi, '')
    .replace(/^(-?)N(?=\d)/i, '$1')
  if (plain === '') return { fault: 'missing' }
  const isNegative = plain.startsWith('-')
  const unsigned = plain.replace(/^[-+]/, '')
  if (unsigned.includes(',') && !/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(unsigned)) return { fault: 'notAmount' }
  const digits = writtenOut(unsigned.replaceAll(',', ''))
  if (digits === undefined) return { fault: 'rounded' }
  const found = /^(\d*)(?:\.(\d*))?$/.exec(digits)
  const [, naira = '', decimals = ''] = found ?? []
  if (!found || naira + decimals === '') return { fault: 'notAmount' }
  if (naira.replace(/^0+/, '').length > NAIRA_DIGITS) return { fault: 'tooLarge' }
  const amount = toKobo(naira, decimals)
  if (amount === undefined) return { fault: 'notAmount' }
  return isNegative && amount > 0n
    ? { fault: 'negative' }
    : { value: amount, repaired: !PLAIN_AMOUNT.test(text) }
}

/**
 * 0.1 + 0.2 in a sheet is written 0.30000000000000004: beyond six decimals it is rounding noise, before it a typed
 * figure.
 */
function toKobo(naira: string, decimals: string): Kobo | undefined {
  const micro = BigInt(naira || '0') * 1_000_000n + BigInt(decimals.slice(0, 6).padEnd(6, '0'))
  const noise = decimals.length > 6 && (decimals[6] ?? '0') >= '5' ? 1n : 0n
  const exact = micro + noise
  return exact % 10_000n === 0n ? kobo(exact / 10_000n) : undefined
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const monthNamed = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toUpperCase()) + 1

/** Day 1 of Excel's calendar, less the day in 1900 that it invents. */
const EXCEL_EPOCH = localDate('1899-12-30')

/** Day first, as Nigeria writes; month first only where the day could not be a month. Of two centuries the one not in the future. */
export function readDay(text: string, today: LocalDate): ReadCell<LocalDate | null> {
  const plain = tidy(text)
    .replace(/[T ]\d{1,2}:\d{2}.*$/s, '')
    .replace(/\.0+$/, '')
  if (plain === '' || /^(n\/?a|null|nil|-+)$/i.test(plain)) return { value: null }
  const day = dayOf(plain, today)
  if (!day || day < '1900-01-01') return { fault: 'notDate' }
  const isSerial = /^\d{4,5}$/.test(plain)
  return day > today ? { fault: 'inFuture' } : { value: day, repaired: isSerial || text.startsWith("'") }
}

function dayOf(text: string, today: LocalDate): LocalDate | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text)
  if (iso) return calendar(iso[1], iso[2], iso[3])
  if (/^\d{4,5}$/.test(text)) return addDays(EXCEL_EPOCH, parseInt(text, 10))
  const named = /^(\d{1,2})[-/. ]?([A-Za-z]{3,9})[-/., ]*(\d{4}|\d{2})$/.exec(text)
  if (named) return calendar(yearOf(named[3] ?? '', today), String(monthNamed(named[2] ?? '')), named[1])
  const nameFirst = /^([A-Za-z]{3,9})[-/. ]?(\d{1,2}),? ?(\d{4})$/.exec(text)
  if (nameFirst) return calendar(nameFirst[3], String(monthNamed(nameFirst[1] ?? '')), nameFirst[2])
  const plain = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text)
  if (!plain) return undefined
  const year = yearOf(plain[3] ?? '', today)
  return calendar(year, plain[2], plain[1]) ?? calendar(year, plain[1], plain[2])
}

function yearOf(digits: string, today: LocalDate): string {
  if (digits.length === 4) return digits
  const thisCentury = `20${digits}`
  return thisCentury <= today.slice(0, 4) ? thisCentury : `19${digits}`
}

function calendar(year = '', month = '', day = ''): LocalDate | undefined {
  const [y, m, d] = [parseInt(year, 10), parseInt(month, 10), parseInt(day, 10)]
  if (!(m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(y, m))) return undefined
  return fromCalendar(y, m, d)
}

export function readMonth(text: string, today: LocalDate): ReadCell<PayMonth | null> {
  const plain = tidy(text)
  if (plain === '') return { value: null }
  const numbers = /^(20\d\d)[-/. ]?(0?[1-9]|1[0-2])$/.exec(plain) ?? undefined
  if (numbers) return { value: `${numbers[1]}-${(numbers[2] ?? '').padStart(2, '0')}` as PayMonth }
  const turned = /^(0?[1-9]|1[0-2])[-/. ](20\d\d)$/.exec(plain)
  if (turned) return { value: `${turned[2]}-${(turned[1] ?? '').padStart(2, '0')}` as PayMonth }
  const named = /^([A-Za-z]{3,9})[-/., ']*(20\d\d|\d\d)$/.exec(plain)
  const month = named ? monthNamed(named[1] ?? '') : 0
  if (named && month > 0)
    return {
      value:
        `${(named[2] ?? '').length === 2 ? '20' : ''}${named[2]}-${String(month).padStart(2, '0')}` as PayMonth,
    }
  const day = dayOf(plain.replace(/[T ]\d{1,2}:\d{2}.*$/s, ''), today)
  return day ? { value: payMonthOf(day) } : { fault: 'notMonth' }
}

/**
 * Ten digits. Fewer have lost their zeros when the bank's check digit is right with them; else the number is ambiguous.
 */
export function readAccount(text: string, bankCode: string | null): ReadCell<string | null> {
  const plain = tidy(text).replace(/\.0+$/, '').replace(/[ -]/g, '')
  if (plain === '' || /^(0+|n\/?a|null|nil)$/i.test(plain)) return { value: null }
  const digits = writtenOut(plain)
  if (digits === undefined) return { fault: 'rounded' }
  if (/^\d{10}$/.test(digits)) return { value: digits, repaired: digits !== text }
  if (!/^\d{7,9}$/.test(digits)) return { fault: 'notAccount' }
  const padded = digits.padStart(10, '0')
  return bankCode !== null && checkNuban(bankCode, padded) === 'ok'
    ? { value: padded, repaired: true }
    : { fault: 'notAccount' }
}

const squeezeBank = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .replace(/\b(PLC|LTD|LIMITED|NIGERIA|NIG|BANK|OF|MFB|MICROFINANCE|THE)\b/g, ' ')
    .replace(/\s+/g, '')

const BANK_BY_NAME = new Map<string, string>()
for (const { Code, Name } of [...OTHER_INSTITUTIONS, ...BANKS]) BANK_BY_NAME.set(squeezeBank(Name), Code)
const SHORT_NAMES: [short: string, code: string][] = [
  ['GTB', '058'], ['GTBANK', '058'], ['GUARANTYTRUST', '058'], ['UBA', '033'], ['FCMB', '214'], ['FBN', '011'],
  ['FIRST', '011'], ['ZENITH', '057'], ['ACCESS', '044'], ['ACCESSDIAMOND', '044'], ['DIAMOND', '044'], ['UNION', '032'],
  ['STERLING', '232'], ['FIDELITY', '070'], ['POLARIS', '076'], ['SKYE', '076'], ['WEMA', '035'], ['KEYSTONE', '082'],
  ['ECO', '050'], ['ECOBANK', '050'], ['STANBIC', '221'], ['STANBICIBTC', '221'], ['JAIZ', '301'], ['UNITY', '215'],
  ['HERITAGE', '030'], ['PROVIDUS', '101'], ['TAJ', '302'], ['TAJBANK', '302'],
] // biome-ignore format: a table
for (const [short, code] of SHORT_NAMES) if (!BANK_BY_NAME.has(short)) BANK_BY_NAME.set(short, code)

/** By name, short name or code; a bank we do not know is no reason to leave a person out. */
export function readBank(text: string): string | null {
  const plain = tidy(text)
  if (/^\d{1,6}$/.test(plain)) {
    const code = plain.length < 3 ? plain.padStart(3, '0') : plain
    return findBank(code)?.Code ?? null
  }
  return BANK_BY_NAME.get(squeezeBank(plain)) ?? null
}

const STATUS_WORDS: [pattern: RegExp, status: EmploymentStatus][] = [
  [/DECEASED|DEAD|DEATH|\bLATE\b/, 'deceased'],
  [/RETIRE|PENSION/, 'retired'],
  [/SUSPEN|INTERDICT|WITHOUT PAY|STOPPED/, 'suspended'],
  [/TERMINAT|RESIGN|DISMISS|EXIT|WITHDRAWN|ABSCOND|INACTIVE|END ?ASSIGN/, 'left'],
  [/ACTIVE|PERMANENT|CONFIRMED|IN SERVICE|SERVING|ON LEAVE|SECOND|FULL ?TIME|CONTRACT/, 'active'],
]

/** Every payroll has its own words; what none of ours fits is said to be unknown. */
export function readStatus(text: string): EmploymentStatus {
  const plain = tidy(text).toUpperCase()
  return STATUS_WORDS.find(([pattern]) => pattern.test(plain))?.[1] ?? 'unknown'
}
