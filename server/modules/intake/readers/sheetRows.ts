import { cutText, storable } from '../../../../engine/text.ts'
import { type NumberLook, padded, plainNumber, serialText, withoutEscapes } from './cellValue.ts'
import type { SharedTexts } from './sharedTexts.ts'
import { inWords } from './table.ts'
import type { TableLimits, TableRow } from './tableShape.ts'
import type { Attributes, XmlHandler } from './xmlScanner.ts'

type SheetSource = {
  sheet: number
  texts: SharedTexts
  looks: readonly NumberLook[]
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
      const told = Number.parseInt(attributes.r ?? '', 10)
      this.#line = told > 0 && told <= LAST_ROW ? told : this.#line + 1
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
    const told = attributes.r
    this.#column = told === undefined ? this.#column + 1 : columnOf(told)
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
    const look = this.#source.looks[this.#style]
    if (!look || look.kind === 'number') return plainNumber(value)
    if (look.kind === 'padded') return padded(plainNumber(value), look.digits)
    return serialText(value, look, this.#source.is1904)
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
