import type { ColumnMapping, IntakeKind } from '../../contract/intake.ts'
import { fits } from './fits.ts'
import { readTable, type TableRow, type TableShape } from './table.ts'

/** From a file to COPY's text, row by row, with what a stray comma tore apart put together again where that is certain. */

export type Staging = {
  path: string
  kind: IntakeKind
  shape: TableShape
  sheet: number | null
  headerLine: number
  headers: readonly string[]
  mapping: ColumnMapping
}

/** A piece of COPY's text, and how many rows have come by its end. */
export type CopyBlock = { bytes: Uint8Array<ArrayBuffer>; rows: number }

export async function* copyBlocks(staging: Staging): AsyncGenerator<CopyBlock> {
  const { path, shape, sheet, headerLine, headers } = staging
  const width = headers.length
  const firstSheet = sheet ?? shape.sheets.findIndex(each => !each.hidden)
  const isHeader = headerTest(headers)
  const fields = new Map(Object.entries(staging.mapping).map(([field, index]) => [index, field]))
  const encoder = new TextEncoder()
  let rows = 0
  for await (const batch of readTable(path, shape, sheet === null ? {} : { sheet })) {
    let text = ''
    for (const row of batch) {
      if (row.sheet === firstSheet && row.line <= headerLine) continue
      if (isHeader(row.cells)) continue
      rows++
      text += copyLine(rows, row, width, () => mend(row.cells, staging, fields))
    }
    if (text !== '') yield { bytes: encoder.encode(text), rows }
  }
}

/** The header again, as on every printed page or further sheet. */
function headerTest(headers: readonly string[]): (cells: readonly string[]) => boolean {
  const first = headers.findIndex(header => header !== '')
  const second = headers.findIndex((header, index) => header !== '' && index > first)
  return cells =>
    cells[first] === headers[first] &&
    cells[second] === headers[second] &&
    headers.every((header, index) => header === (cells[index] ?? ''))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what COPY reads as its own signs, and blanks around a cell
const NEEDS_CARE = /[\\\n\r\u0000\u00a0]| \t|\t | $|^ /
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '' }
const escapeCell = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  text.trim().replace(/[\\\t\n\r\u0000]/g, sign => ESCAPES[sign] ?? '')

function copyLine(number: number, row: TableRow, width: number, mended: () => string[] | undefined): string {
  let { cells, problem } = row
  if (cells.length > width) {
    if (cells.some((cell, index) => index >= width && cell.trim() !== '')) {
      const whole = mended()
      if (whole) cells = whole
      else problem ??= 'tooManyCells'
    }
    cells = cells.slice(0, width)
  }
  // a record too long to be read comes without cells
  if (cells.length === 0) cells = ['']
  const start = `${number}\t${row.sheet}\t${row.line}\t${problem === undefined ? '\\N' : escapeCell(problem)}\t`
  return `${start}${cellsAsCopyText(cells)}${'\t'.repeat(width - cells.length)}\n`
}

/** Nearly every row can be joined as it is; one look at the whole is six times as fast as one at every cell. */
function cellsAsCopyText(cells: readonly string[]): string {
  const joined = cells.join('\t')
  return NEEDS_CARE.test(joined) || countTabs(joined) !== cells.length - 1
    ? cells.map(escapeCell).join('\t')
    : joined
}

function countTabs(text: string): number {
  let tabs = 0
  for (let at = text.indexOf('\t'); at !== -1; at = text.indexOf('\t', at + 1)) tabs++
  return tabs
}

/** A name with more commas than this is not a name. */
const SURPLUS_MOST = 3

/**
 * "OKEKE, ADA" without quotes is two cells, and everything behind them stands one too far right. Put together at one place
 * only do all cells fit their fields again: then that is what was meant.
 */
function mend(
  cells: readonly string[],
  { kind, headers, shape: { delimiter = ',' } }: Staging,
  fields: ReadonlyMap<number, string>,
): string[] | undefined {
  const width = headers.length
  const surplus = cells.length - width
  if (surplus > SURPLUS_MOST) return undefined
  const found: string[][] = []
  for (let at = 0; at < width && found.length < 2; at++) {
    const merged = cells.slice(at, at + surplus + 1).join(delimiter)
    const whole = [...cells.slice(0, at), merged, ...cells.slice(at + surplus + 1)]
    if (whole.every((cell, index) => fits(kind, fields.get(index) ?? '', cell))) found.push(whole)
  }
  return found.length === 1 ? found[0] : undefined
}
