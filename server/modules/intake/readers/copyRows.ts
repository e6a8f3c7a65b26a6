import type { ColumnMapping, IntakeKind } from '../../../../contract/intake.ts'
import { localDate } from '../../../../engine/dates.ts'
import {
  type ReadCell,
  readAmount,
  readBank,
  readDay,
  readMonth,
  readStaffNumber,
  readStatus,
} from '../values.ts'
import { readRows } from './rows.ts'
import type { TableRow, TableShape } from './table.ts'

/** Turns the rows of a file into the text format of COPY: row number, sheet, line, problem, repair, then the cells. */

export type CopyRequest = {
  path: string
  kind: IntakeKind
  shape: TableShape
  sheet: number | null
  headerLine: number
  headers: readonly string[]
  mapping: ColumnMapping
}

/** `rows` counts from the start of the file. The memory of `bytes` is reused once two later blocks were requested. */
export type CopyBlock = { bytes: Uint8Array<ArrayBuffer>; rows: number }

/** More than a socket accepts without waiting, so a block is gone when the second one after it is requested. */
const FULL_CHARACTERS = 128 * 1024
/** A full block and the rows of one more batch. */
const BLOCK_BYTES = 512 * 1024

/** `free` holds the memory of blocks that were sent. */
export async function* copyBlocks(request: CopyRequest, free: ArrayBuffer[]): AsyncGenerator<CopyBlock> {
  const { path, shape, sheet } = request
  const isData = dataRowFilter(request)
  const cellsText = cellsWriter(request)
  let text = ''
  let rows = 0
  for await (const batch of readRows(path, shape, sheet === null ? {} : { sheet })) {
    for (const row of batch)
      if (isData(row)) text += `${++rows}\t${row.sheet}\t${row.line}\t${cellsText(row)}`
    if (text.length < FULL_CHARACTERS) continue
    yield { bytes: encode(text, free.pop()), rows }
    text = ''
  }
  yield { bytes: encode(text, free.pop()), rows }
}

const encoder = new TextEncoder()

function encode(text: string, free = new ArrayBuffer(BLOCK_BYTES)): Uint8Array<ArrayBuffer> {
  const needed = Buffer.byteLength(text)
  const bytes = new Uint8Array(needed <= free.byteLength ? free : new ArrayBuffer(needed))
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written)
}

/** Rejects titles and the header, also where it is repeated on a printed page or another sheet. */
function dataRowFilter({ shape, sheet, headerLine, headers }: CopyRequest): (row: TableRow) => boolean {
  const firstSheet = sheet ?? shape.sheets.findIndex(each => !each.hidden)
  const first = headers.findIndex(header => header !== '')
  const second = headers.findIndex((header, index) => header !== '' && index > first)
  const isHeader = (cells: readonly string[]): boolean =>
    cells[first] === headers[first] &&
    cells[second] === headers[second] &&
    headers.every((header, index) => header === (cells[index] ?? ''))
  return row => !(row.sheet === firstSheet && row.line <= headerLine) && !isHeader(row.cells)
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '\u0000': '' }
const escapeCell = (cell: string): string =>
  cell.trim().replace(/[\\\n\r\t\0]/g, sign => ESCAPES[sign] ?? sign)
/** A sign to escape in the joined cells, or white space that `trim` removes at the edge of one. */
const NEEDS_CARE = /[\\\n\r\0]|[^\S\t](?:\t|$)|(?:\t|^)[^\S\t]/

/** Most rows are joined as they are: one search of the whole row is six times as fast as one of each cell. */
function joinCells(cells: readonly string[]): string {
  const text = cells.join('\t')
  return NEEDS_CARE.test(text) || countTabs(text) !== cells.length - 1
    ? cells.map(escapeCell).join('\t')
    : text
}

function countTabs(text: string): number {
  let tabs = 0
  for (let at = text.indexOf('\t'); at !== -1; at = text.indexOf('\t', at + 1)) tabs++
  return tabs
}

/** Writes the problem and the repair of a row and as many cells as the header has, trimmed and escaped. */
function cellsWriter(request: CopyRequest): (row: TableRow) => string {
  const width = request.headers.length
  const rejoin = rejoinCells(request)
  return row => {
    let { cells, problem } = row
    let repair: string | undefined
    if (cells.length > width) {
      if (cells.some((cell, index) => index >= width && cell.trim() !== '')) {
        const whole = rejoin(cells)
        if (whole) ({ cells, repair } = whole)
        else problem ??= 'tooManyCells'
      }
      cells = cells.slice(0, width)
    }
    // a record too long to be read comes without cells
    if (cells.length === 0) cells = ['']
    const missing = '\t'.repeat(width - cells.length)
    return `${nullable(problem)}\t${nullable(repair)}\t${joinCells(cells)}${missing}\n`
  }
}

const nullable = (text: string | undefined): string => (text === undefined ? '\\N' : escapeCell(text))

// ── Cells that a comma without quotes split ──────────────────────────────────────────────────────────────────────────

type Fits = Record<string, (text: string) => boolean>

/** Far enough that no date of a file is in the future: here only the form of a cell counts. */
const ANY_DAY = localDate('2199-12-31')
const isGood = (read: ReadCell<unknown>): boolean => 'value' in read
const isStatus = (text: string): boolean =>
  text === '' || (readStatus(text) !== 'unknown' && !text.includes(','))

const FITS: Record<IntakeKind, Fits> = {
  payroll: {
    staffNumber: text => isGood(readStaffNumber(text)) && /\d/.test(text),
    fullName: text => /\p{L}/u.test(text) && !/\d/.test(text),
    netPay: text => isGood(readAmount(text)),
    grossPay: text => text === '' || isGood(readAmount(text)),
    deductions: text => text === '' || isGood(readAmount(text)),
    birthDate: text => isGood(readDay(text, ANY_DAY)),
    hireDate: text => isGood(readDay(text, ANY_DAY)),
    period: text => isGood(readMonth(text, ANY_DAY)),
    employmentStatus: isStatus,
    assignmentStatus: isStatus,
    phone: text => /^[\d +()-]*$/.test(text),
    accountNumber: text => /^[\d.E+]*$/i.test(text),
    bank: text => text === '' || readBank(text) !== null,
  },
  repayment: {
    staffNumber: text => text === '' || (/\d/.test(text) && isGood(readStaffNumber(text))),
    fullName: text => !/\d/.test(text),
    amount: text => isGood(readAmount(text)),
    accountNumber: text => /^[\d.E+ -]*$/i.test(text),
  },
  // an imported loan with one cell too many needs a manual check
  book: {},
  acknowledgement: {
    staffNumber: text => isGood(readStaffNumber(text)) && /\d/.test(text),
    amount: text => text === '' || isGood(readAmount(text)),
  },
}

const fits = (kind: IntakeKind, field: string, text: string): boolean =>
  FITS[kind][field]?.(text.trim()) ?? true

/** The whole row, and what was joined, as a repair. */
type Rejoined = { cells: string[]; repair: string }

const withoutSeparator = (text: string): string => text.replaceAll('\u001f', ' ')

/** A name has no more commas. */
const MAX_SURPLUS_CELLS = 3

/**
 * "OKEKE, ADA" without quotes is two cells, and every cell behind them is one column too far right. If there is exactly one
 * place where joining them makes all cells fit their fields, returns the row joined there.
 */
function rejoinCells({ kind, headers, mapping, shape: { delimiter = ',' } }: CopyRequest) {
  const width = headers.length
  const fields = new Map(Object.entries(mapping).map(([field, index]) => [index, field]))
  return (cells: readonly string[]): Rejoined | undefined => {
    const surplus = cells.length - width
    if (surplus > MAX_SURPLUS_CELLS) return undefined
    const found: Rejoined[] = []
    for (let at = 0; at < width && found.length < 2; at++) {
      const parts = cells.slice(at, at + surplus + 1)
      const joined = parts.join(delimiter)
      const whole = [...cells.slice(0, at), joined, ...cells.slice(at + surplus + 1)]
      if (whole.every((cell, index) => fits(kind, fields.get(index) ?? '', cell)))
        found.push({
          cells: whole,
          repair: [fields.get(at) ?? '', parts.join(' | '), joined].map(withoutSeparator).join('\u001f'),
        })
    }
    return found.length === 1 ? found[0] : undefined
  }
}
