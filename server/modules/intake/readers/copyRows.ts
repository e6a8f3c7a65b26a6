import type { ColumnMapping, IntakeKind } from '../../../../contract/intake.ts'
import { type CopyBlock, CopyText } from './copyText.ts'
import { DELIMITERS } from './csv.ts'
import { readPlainLines } from './plainLines.ts'
import { fits } from './rejoinCells.ts'
import { readTable } from './rows.ts'
import type { TableRow, TableShape } from './tableShape.ts'

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

/** The file's own, where COPY can part its columns by it too: then most lines can be handed on as they stand. */
export const copyDelimiter = (shape: TableShape): string =>
  DELIMITERS.find(each => each === shape.delimiter) ?? '\t'

/** All of a file; `free` is memory of blocks that are over. */
export async function* copyBlocks(staging: Staging, free: ArrayBuffer[]): AsyncGenerator<CopyBlock> {
  const { path, shape, sheet, headerLine, headers } = staging
  const delimiter = copyDelimiter(shape)
  const text = new CopyText(delimiter, headers, free)
  const add = rowAdder(staging, text)
  if (shape.encoding === 'utf-8' && shape.delimiter === delimiter) {
    const lines = { path, delimiter, headerLine, width: headers.length }
    for await (const _ of readPlainLines(lines, text, add)) if (text.isFull) yield text.take()
    yield text.take()
    return
  }
  for await (const batch of readTable(path, shape, sheet === null ? {} : { sheet })) {
    for (const row of batch) add(row)
    if (text.isFull) yield text.take()
  }
  yield text.take()
}

/** Puts down every row but titles and headers, and the header again, as on every printed page or further sheet. */
function rowAdder(staging: Staging, text: CopyText): (row: TableRow) => void {
  const { shape, sheet, headerLine, headers } = staging
  const firstSheet = sheet ?? shape.sheets.findIndex(each => !each.hidden)
  const first = headers.findIndex(header => header !== '')
  const second = headers.findIndex((header, index) => header !== '' && index > first)
  const isHeader = (cells: readonly string[]): boolean =>
    cells[first] === headers[first] &&
    cells[second] === headers[second] &&
    headers.every((header, index) => header === (cells[index] ?? ''))
  const written = copyWriter(staging, copyDelimiter(shape))
  return row => {
    if (row.sheet === firstSheet && row.line <= headerLine) return
    if (!isHeader(row.cells)) text.add(row.sheet, row.line, written(row))
  }
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\u0000': '' }

/** What is wrong with a row and its cells, trimmed and escaped. */
function copyWriter(staging: Staging, delimiter: string): (row: TableRow) => string {
  const width = staging.headers.length
  const fields = new Map(Object.entries(staging.mapping).map(([field, index]) => [index, field]))
  const signs = new RegExp(`[\\\\\\n\\r\\0${delimiter}]`, 'g')
  const escaped = (cell: string): string => cell.trim().replace(signs, sign => ESCAPES[sign] ?? `\\${sign}`)
  // all that `trim` takes away, at the edge of any cell
  const space = `[^\\S${delimiter}]`
  const needsCare = new RegExp(`[\\\\\\n\\r\\0]|${space}(?:[${delimiter}]|$)|(?:[${delimiter}]|^)${space}`)
  /** Nearly every row can be joined as it is; one look at the whole is six times as fast as one at every cell. */
  const joined = (cells: readonly string[]): string => {
    const text = cells.join(delimiter)
    return needsCare.test(text) || count(text, delimiter) !== cells.length - 1
      ? cells.map(escaped).join(delimiter)
      : text
  }
  return row => {
    let { cells, problem } = row
    if (cells.length > width) {
      if (cells.some((cell, index) => index >= width && cell.trim() !== '')) {
        const whole = mend(cells, staging, fields)
        if (whole) cells = whole
        else problem ??= 'tooManyCells'
      }
      cells = cells.slice(0, width)
    }
    // a record too long to be read comes without cells
    if (cells.length === 0) cells = ['']
    const missing = delimiter.repeat(width - cells.length)
    return `${problem === undefined ? '\\N' : escaped(problem)}${delimiter}${joined(cells)}${missing}\n`
  }
}

function count(text: string, sign: string): number {
  let times = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) times++
  return times
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
