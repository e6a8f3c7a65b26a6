import { dayNumber, fromDayNumber, localDate } from '../../../../engine/dates.ts'

/** How Excel shows the numbers of a style, as far as it changes what a person reads. */
export type NumberLook =
  | { kind: 'number' }
  /** `0000000000` shows 123456789 as 0123456789: how account numbers keep their zeros. */
  | { kind: 'padded'; digits: number }
  | { kind: 'date' | 'dateTime' | 'time' }

const PLAIN: NumberLook = { kind: 'number' }

/** The formats that have a number and no code of their own. */
export function builtInLook(id: number): NumberLook {
  if (id === 22) return { kind: 'dateTime' }
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: 'time' }
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date' }
  return PLAIN
}

/** What is not shown as itself: quoted text, escaped characters, spacing, colours and locales; elapsed hours stay. */
const NOT_CODE = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

export function lookOf(code: string): NumberLook {
  // Excel allows 255 characters
  const shown = code.slice(0, 255).replace(NOT_CODE, '').split(';')[0] ?? ''
  if (/^0{2,20}$/.test(shown)) return { kind: 'padded', digits: shown.length }
  if (/general|[0#?]/i.test(shown.replace(/\.0+/g, ''))) return PLAIN
  const hasDay = /[yd]/i.test(shown) || (/m/i.test(shown) && !/[hs]/i.test(shown))
  const hasTime = /[hs]/i.test(shown)
  if (hasDay) return { kind: hasTime ? 'dateTime' : 'date' }
  return hasTime ? { kind: 'time' } : PLAIN
}

/** A person who opens the workbook sees 15 digits; the file may hold the 17 of the binary number. */
const SHOWN_DIGITS = 15
const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,3}))?$/

/** 1.2E+10 is 12000000000 and 187450.35000000001 is 187450.35, by moving digits: no amount passes through a float. */
export function plainNumber(text: string): string {
  if (text.length <= SHOWN_DIGITS && !/e/i.test(text)) return text
  const [, sign = '', whole = '', fraction = '', power = '0'] = DECIMAL.exec(text) ?? []
  const digits = whole + fraction
  const point = whole.length + Number.parseInt(power, 10)
  if (digits === '' || point > 40 || point < -20) return text
  const padded = digits.padEnd(point, '0')
  const left = point > 0 ? padded.slice(0, point) : ''
  const right = point > 0 ? padded.slice(point) : '0'.repeat(-point) + padded
  if (/^0*$/.test(right)) return signed(sign, left)
  const places = Math.max(0, SHOWN_DIGITS - left.replace(/^0+/, '').length)
  const leadingZeros = left.replace(/^0+/, '') === '' ? right.length - right.replace(/^0+/, '').length : 0
  return signed(sign, ...roundPlaces(left, right, places + leadingZeros))
}

function roundPlaces(left: string, right: string, places: number): [left: string, right: string] {
  if (right.length <= places) return [left, right]
  const kept = (left || '0') + right.slice(0, places)
  const isUp = right.charCodeAt(places) >= 0x35
  const rounded = (BigInt(kept) + (isUp ? 1n : 0n)).toString().padStart(places + 1, '0')
  return [rounded.slice(0, rounded.length - places), rounded.slice(rounded.length - places)]
}

function signed(sign: string, left: string, right = ''): string {
  const whole = left.replace(/^0+/, '') || '0'
  const fraction = right.replace(/0+$/, '')
  const value = fraction ? `${whole}.${fraction}` : whole
  return value === '0' ? value : sign + value
}

export const padded = (text: string, digits: number): string =>
  /^\d+$/.test(text) ? text.padStart(digits, '0') : text

const EPOCH_1900 = dayNumber(localDate('1899-12-30'))
const EPOCH_1904 = dayNumber(localDate('1904-01-01'))
const LAST_SERIAL = 2_958_465
const SECONDS_A_DAY = 86_400

/** 46296 → 2026-10-01. What is no day of either calendar stays the number it is. */
export function serialText(text: string, look: NumberLook, is1904: boolean): string {
  const serial = +text
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return plainNumber(text)
  const seconds = Math.round(serial * SECONDS_A_DAY)
  const days = Math.floor(seconds / SECONDS_A_DAY)
  const clock = clockText(seconds % SECONDS_A_DAY)
  if (look.kind === 'time') return days === 0 ? clock : plainNumber(text)
  const day = is1904 ? EPOCH_1904 + days : day1900(days)
  if (day === undefined) return plainNumber(text)
  return look.kind === 'dateTime' ? `${fromDayNumber(day)} ${clock}` : fromDayNumber(day)
}

/** Excel takes 1900 for a leap year, after Lotus 1-2-3: its 60 is a day that never was. */
function day1900(days: number): number | undefined {
  if (days === 0 || days === 60) return undefined
  return EPOCH_1900 + (days < 60 ? days + 1 : days)
}

function clockText(seconds: number): string {
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Excel writes what XML cannot hold as _x000D_; a zero byte no database takes. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
        hex === '0000' ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
