import { dayNumber, fromDayNumber, localDate } from '../../../../engine/dates.ts'
import { cutText, storable } from '../../../../engine/text.ts'
import type { SharedTexts } from './sharedTexts.ts'
import type { TableLimits, TableRow } from './table.ts'
import { inWords } from './table.ts'
import type { Attributes, XmlHandler } from './xml.ts'

type SheetSource = {
  sheet: number
  texts: SharedTexts
  formats: readonly NumberFormat[]
  is1904: boolean
  limits: TableLimits
  fromLine: number
}

/** Excel's last row; a higher number is a lie, and is counted on from the row before. */
const LAST_ROW = 1_048_576

/** Listens to the XML of one sheet and gathers its rows. What the sheet says about its own size is not asked. */
export class SheetRows implements XmlHandler {
  readonly #source: SheetSource
  #rows: TableRow[] = []
  #cells: string[] = []
  #problem: string | undefined
  #line = 0
  #column = -1
  #type = 'n'
  #style = 0
  #value = ''
  #isValue = false
  #isPhonetic = false
  #isFormula = false

  constructor(source: SheetSource) {
    this.#source = source
  }

  get waiting(): number {
    return this.#rows.length
  }

  take(): TableRow[] {
    const taken = this.#rows
    this.#rows = []
    return taken
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v' || name === 't') this.#isValue = !this.#isPhonetic
    else if (name === 'f') this.#isFormula = true
    else if (name === 'rPh') this.#isPhonetic = true
    else if (name === 'row') {
      const reported = Number.parseInt(attributes.r ?? '', 10)
      this.#line = reported > 0 && reported <= LAST_ROW ? reported : this.#line + 1
      this.#cells = []
      this.#problem = undefined
      this.#column = -1
    }
  }

  text(text: string): void {
    const { cellCharacters } = this.#source.limits
    if (this.#isValue && this.#value.length <= cellCharacters)
      this.#value += text.length > cellCharacters ? text.slice(0, cellCharacters + 1) : text
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'row') this.#closeRow()
  }

  #openCell(attributes: Attributes): void {
    const reported = attributes.r
    this.#column = reported === undefined ? this.#column + 1 : columnOf(reported)
    this.#type = attributes.t ?? 'n'
    this.#style = Number.parseInt(attributes.s ?? '0', 10)
    this.#value = ''
    this.#isFormula = false
  }

  #closeCell(): void {
    if (this.#line < this.#source.fromLine) return
    if (this.#value === '') {
      if (this.#isFormula && this.#type !== 'str')
        this.#complain('holds a formula that was never calculated; save the file in Excel once')
      return
    }
    // a workbook can name any sign by its number, also those that no database takes
    const text = storable(this.#read())
    if (text === '') return
    const { columns, cellCharacters } = this.#source.limits
    if (this.#column >= columns || this.#column < 0) {
      this.#problem ??= `This row has more than ${columns} columns.`
      return
    }
    if (text.length > cellCharacters) this.#complain(`holds more than ${inWords(cellCharacters)} characters`)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text.length > cellCharacters ? `${cutText(text, 100)}…` : text
  }

  #read(): string {
    const value = this.#value
    switch (this.#type) {
      case 's': {
        const text = this.#source.texts.get(Number.parseInt(value, 10))
        if (text === undefined) this.#complain('points to a text that the file does not hold')
        return text ?? ''
      }
      case 'str':
      case 'inlineStr':
        return withoutEscapes(value)
      case 'b':
        return value.trim() === '1' ? 'TRUE' : 'FALSE'
      case 'e':
        this.#complain(`shows ${storable(cutText(value, 20))}`)
        return value
      case 'd':
        return value.replace(/T00:00(:00(\.0*)?)?Z?$/, '').replace('T', ' ')
      default:
        return this.#number(value.trim())
    }
  }

  #number(value: string): string {
    const numberFormat = this.#source.formats[this.#style]
    if (!numberFormat || numberFormat.kind === 'number') return plainNumber(value)
    if (numberFormat.kind === 'padded') return padded(plainNumber(value), numberFormat.digits)
    return serialText(value, numberFormat, this.#source.is1904)
  }

  #complain(what: string): void {
    this.#problem ??= `Cell ${columnName(this.#column)}${this.#line} ${what}.`
  }

  #closeRow(): void {
    if (this.#line < this.#source.fromLine || (this.#cells.length === 0 && !this.#problem)) return
    const row: TableRow = { sheet: this.#source.sheet, line: this.#line, cells: this.#cells }
    if (this.#problem) row.problem = this.#problem
    this.#rows.push(row)
  }
}

/** AB12 → 27; the row in it is not asked. Beyond five letters there is no column. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < 5; at++) {
    const letter = reference.charCodeAt(at) & ~0x20
    if (!(letter >= 65 && letter <= 90)) break
    column = column * 26 + letter - 64
  }
  return column - 1
}

export function columnName(column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}

// ── Values of cells ──────────────────────────────────────────────────────────────────────────────────────────────────

/** How Excel shows the numbers of a style, as far as it changes what a person reads. */
export type NumberFormat =
  | { kind: 'number' }
  /** `0000000000` shows 123456789 as 0123456789: how account numbers keep their zeros. */
  | { kind: 'padded'; digits: number }
  | { kind: 'date' | 'dateTime' | 'time' }

const PLAIN: NumberFormat = { kind: 'number' }

/** The formats that have a number and no code of their own. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 22) return { kind: 'dateTime' }
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: 'time' }
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date' }
  return PLAIN
}

/** What is not shown as itself: quoted text, escaped characters, spacing, colours and locales; elapsed hours stay. */
const NOT_CODE = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

export function parseNumberFormat(code: string): NumberFormat {
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
  const stored = (left || '0') + right.slice(0, places)
  const isUp = right.charCodeAt(places) >= 0x35
  const rounded = (BigInt(stored) + (isUp ? 1n : 0n)).toString().padStart(places + 1, '0')
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
export function serialText(text: string, numberFormat: NumberFormat, is1904: boolean): string {
  const serial = +text
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return plainNumber(text)
  const seconds = Math.round(serial * SECONDS_A_DAY)
  const days = Math.floor(seconds / SECONDS_A_DAY)
  const clock = clockText(seconds % SECONDS_A_DAY)
  if (numberFormat.kind === 'time') return days === 0 ? clock : plainNumber(text)
  const day = is1904 ? EPOCH_1904 + days : day1900(days)
  if (day === undefined) return plainNumber(text)
  return numberFormat.kind === 'dateTime' ? `${fromDayNumber(day)} ${clock}` : fromDayNumber(day)
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
