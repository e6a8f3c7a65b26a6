import { formatDate, type PayMonth, parseDate } from '../../engine/dates.ts'
import { formatNaira, type Kobo, larger, parseNaira, ZERO } from '../../engine/money.ts'
import { formatPhone, parsePhone } from '../../engine/phone.ts'

/** Somebody's pay, until it is revealed. */
export const HIDDEN_PAY = '₦ ••••••'

export { percentText } from '../../engine/percent.ts'

/** Figures as people type and read them. Amounts and rates stay whole numbers: no float on the way. */

/** 5000000 kobo → "50,000", as one would type it; the kobo only where there are any. */
export const nairaText = (amount: Kobo): string => formatNaira(amount, '').replace(/\.00$/, '')

/** "50000" → "₦50,000.00"; what is not yet an amount stays as it was typed. */
export function moneyText(typed: string): string {
  const amount = parseNaira(typed)
  return amount === undefined ? typed : formatNaira(amount)
}

/** A phone as people say it; what is not a Nigerian number stays as it was typed or kept. */
export function phoneText(text: string): string {
  const phone = parsePhone(text)
  return phone ? formatPhone(phone) : text
}

const PERCENT = /^(\d{1,4})(?:\.(\d{1,4}))?\s*%?$/

/** "33.33" or "33.33%" → 333,300 parts per million; undefined when it is not a percentage. */
export function parsePercent(text: string): number | undefined {
  const match = PERCENT.exec(text.trim())
  if (!match?.[1]) return undefined
  return Number.parseInt(match[1] + (match[2] ?? '').padEnd(4, '0'), 10)
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** 2026-11-14, as the wire carries it or a form holds it → "14 Nov 2026"; what is no day stays as it stands. */
export function dayText(text: string): string {
  const day = parseDate(text)
  return day ? formatDate(day) : text
}

/** 2026-11 → "November 2026". */
export const monthText = (month: PayMonth): string =>
  `${MONTHS[Number.parseInt(month.slice(5), 10) - 1] ?? ''} ${month.slice(0, 4)}`

/** Which instalments are not as the first: the last, that takes the kobos which do not divide, and the dearest of uneven ones. */
export function unlikeTheFirst(totals: readonly Kobo[]): string[] {
  const [first, last] = [totals[0] ?? ZERO, totals.at(-1) ?? ZERO]
  const most = totals.slice(0, -1).reduce(larger, last)
  return [
    ...(most !== first && most !== last ? [`the largest ${formatNaira(most)}`] : []),
    ...(last === first ? [] : [`the last ${formatNaira(last)}`]),
  ]
}

const UNITS = [
  [1_000_000_000_00n, 'bn'],
  [1_000_000_00n, 'm'],
  [1_000_00n, 'k'],
] as const

/** ₦77m, ₦2.5bn, ₦500: an amount on an axis, to three digits at most; the exact one is beside it. */
export function shortNaira(amount: bigint): string {
  const [unit, letter] = UNITS.find(([size]) => amount >= size) ?? [100n, '']
  const hundredths = (amount * 100n) / unit
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
  return `₦${text.replace(/\.00$|(?<=\.\d)0$/, '')}${letter}`
}
