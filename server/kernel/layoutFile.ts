import assert from 'node:assert/strict'
import { stringify } from 'csv-stringify/sync'
import {
  type FileLayout,
  LAYOUT_CONTENTS,
  type LayoutColumn,
  type LayoutContent,
} from '../../contract/layouts.ts'
import { formatDate, localDate } from '../../engine/dates.ts'
import { cutText } from '../../engine/text.ts'
import { refuse } from './refusal.ts'
import { type Cell, SHEET_TYPES, sheetNaira } from './sheet.ts'
import { amountCell } from './sheetAmount.ts'

/** Writes a file in a layout of the settings. The same values in the same layout give the same bytes. */

/** What a line or the whole file has for each content. Amounts are kobo, dates are ISO text. */
export type LayoutValues = Partial<Record<LayoutContent, string | bigint | null>>
export type LayoutFileSource = {
  lines: () => AsyncIterable<LayoutValues> | Iterable<LayoutValues>
  /** Of the whole file: for what is above the lines, and for what is below them. */
  before: LayoutValues
  after: () => LayoutValues
}

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }
const LINE_ENDS = { windows: '\r\n', unix: '\n' }
export const layoutType = (layout: FileLayout): string =>
  layout.format === 'xlsx' ? SHEET_TYPES.xlsx : layout.format === 'csv' ? 'text/csv' : 'text/plain'
export const layoutExtension = (layout: FileLayout): string =>
  layout.format === 'fixed' ? 'txt' : layout.format

/** What a spreadsheet would run as a formula, also behind spaces. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]/
const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Control characters would begin a line or a column of their own. */
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

function dateIn(format: FileLayout['dates'], day: string): string {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  const [, named = ''] = formatDate(localDate(day)).split(' ')
  return format.replace('YYYY', year).replace('MMM', named).replace('MM', month).replace('DD', dayOfMonth)
}

/** Letters that the encoding does not have, by their nearest sign: a bank prints a name without its accents. */
const NEAREST: Readonly<Record<string, string>> = {
  '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...', '•': '*', '₦': 'NGN ', 'Ɓ': 'B', 'ɓ': 'b', 'Ɗ': 'D', 'ɗ': 'd', 'Ƙ': 'K', 'ƙ': 'k', 'Ƴ': 'Y', 'ƴ': 'y',
} // biome-ignore format: one table

export function inEncoding(encoding: FileLayout['encoding'], text: string): string {
  if (encoding === 'utf8' || encoding === 'utf8Mark') return text
  const last = encoding === 'ascii' ? 0x7e : 0xff
  return [...text.normalize('NFC')]
    .map(letter => {
      if ((letter.codePointAt(0) ?? 0) <= last) return letter
      const plain = NEAREST[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
      return [...plain].every(each => (each.codePointAt(0) ?? 0) <= last) ? plain : '?'
    })
    .join('')
}

const bytesOf = (encoding: FileLayout['encoding'], text: string): Buffer =>
  Buffer.from(text, encoding === 'latin1' || encoding === 'ascii' ? 'latin1' : 'utf8')

/** One cell as text, and as a number where a workbook can add it up. */
function cellOf(layout: FileLayout, column: LayoutColumn, values: LayoutValues, line: number): Cell {
  const { kind } = LAYOUT_CONTENTS[column.content]
  const given =
    column.content === 'fixed'
      ? column.text
      : column.content === 'lineNo'
        ? `${line}`
        : values[column.content]
  const text = textOf(layout, kind, given ?? '')
  if (column.width > 0 && text.length > column.width) {
    if (kind !== 'text')
      refuse('layout.too_long', {
        value: text,
        column: column.heading || LAYOUT_CONTENTS[column.content].label,
        width: column.width,
        line,
      })
    return cutText(text, column.width).trimEnd()
  }
  return layout.format === 'xlsx' && kind === 'amount' && layout.amounts === 'naira' ? amountCell(text) : text
}

function textOf(
  layout: FileLayout,
  kind: 'text' | 'code' | 'date' | 'amount',
  given: string | bigint,
): string {
  if (typeof given === 'bigint') {
    assert.equal(kind, 'amount', 'an amount in a column of amounts')
    return layout.amounts === 'kobo' ? given.toString() : (sheetNaira(given) ?? '')
  }
  if (given === '') return ''
  if (kind === 'date') return dateIn(layout.dates, given)
  const text = inEncoding(layout.encoding, onOneLine(given))
  // a workbook holds text as text, whatever it begins with
  return layout.format === 'xlsx' ? text : guarded(text)
}

function filled(column: LayoutColumn, cell: Cell): string {
  const text = `${cell}`
  if (column.fill === 'after') return text.padEnd(column.width)
  if (column.fill === 'before') return text.padStart(column.width)
  // the sign stays in front of the zeros
  return text.startsWith('-')
    ? `-${text.slice(1).padStart(column.width - 1, '0')}`
    : text.padStart(column.width, '0')
}

const rowOf = (
  layout: FileLayout,
  columns: readonly LayoutColumn[],
  values: LayoutValues,
  line: number,
): Cell[] => columns.map(column => cellOf(layout, column, values, line))

function headingsOf(layout: FileLayout): Cell[] {
  return layout.columns.map(column => {
    const text = inEncoding(layout.encoding, onOneLine(column.heading))
    const heading = layout.format === 'xlsx' ? text : guarded(text)
    return layout.format === 'fixed' ? cutText(heading, column.width) : heading
  })
}

type Row = { cells: Cell[]; columns: readonly LayoutColumn[] }

/** Everything that the file has from top to bottom. */
async function* rowsOf(
  layout: FileLayout,
  { lines, before, after }: LayoutFileSource,
): AsyncGenerator<Row[]> {
  const { columns, header, trailer, firstRow } = layout
  let line = 0
  let rows: Row[] = [
    ...(header.length > 0 ? [{ cells: rowOf(layout, header, before, 0), columns: header }] : []),
    ...(firstRow === 'headings' ? [{ cells: headingsOf(layout), columns }] : []),
  ]
  for await (const values of lines()) {
    line++
    rows.push({ cells: rowOf(layout, columns, values, line), columns })
    if (rows.length >= ROWS_AT_ONCE) {
      yield rows
      rows = []
    }
  }
  if (trailer.length > 0) rows.push({ cells: rowOf(layout, trailer, after(), line), columns: trailer })
  yield rows
}

const ROWS_AT_ONCE = 2_000

function written(layout: FileLayout, rows: readonly Row[]): Buffer {
  const end = LINE_ENDS[layout.lineEnd]
  const text =
    layout.format === 'fixed'
      ? rows
          .map(
            ({ cells, columns }) => columns.map((column, i) => filled(column, cells[i] ?? '')).join('') + end,
          )
          .join('')
      : stringify(
          rows.map(({ cells }) => cells),
          {
            delimiter: SEPARATORS[layout.separator],
            quoted: layout.quotes === 'all',
            quoted_empty: layout.quotes === 'all',
            record_delimiter: end,
          },
        )
  return bytesOf(layout.encoding, text)
}

/** The file, written while it is sent. */
export async function* layoutPieces(
  layout: FileLayout,
  source: LayoutFileSource,
): AsyncGenerator<Uint8Array> {
  if (layout.format === 'xlsx') {
    const { writeXlsxStream } = await import('hucre/xlsx')
    yield* writeXlsxStream(cellsOf(layout, source), { name: 'Sheet1', columns: shapesOf(layout) })
    return
  }
  if (layout.encoding === 'utf8Mark') yield Buffer.from('\ufeff')
  for await (const rows of rowsOf(layout, source)) if (rows.length > 0) yield written(layout, rows)
}

async function* cellsOf(layout: FileLayout, source: LayoutFileSource): AsyncGenerator<Cell[]> {
  for await (const rows of rowsOf(layout, source)) for (const { cells } of rows) yield cells
}

/** Amounts with two decimals; everything else is text, so that no code loses its zeros. */
const shapesOf = (layout: FileLayout): { numFmt: string }[] =>
  layout.columns.map(({ content }) => ({
    numFmt: LAYOUT_CONTENTS[content].kind === 'amount' && layout.amounts === 'naira' ? '0.00' : '@',
  }))

/** The whole of a short file. */
export async function layoutBytes(layout: FileLayout, source: LayoutFileSource): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of layoutPieces(layout, source)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The same lines as text that a person can compare with the specification of the other program. */
export async function layoutText(layout: FileLayout, source: LayoutFileSource): Promise<string> {
  const shown: FileLayout =
    layout.format === 'xlsx'
      ? { ...layout, format: 'csv', separator: 'tab', encoding: 'utf8', quotes: 'needed' }
      : layout
  const bytes = await layoutBytes({ ...shown, lineEnd: 'unix' }, source)
  return bytes
    .toString(shown.encoding === 'latin1' || shown.encoding === 'ascii' ? 'latin1' : 'utf8')
    .replace(/^\ufeff/, '')
}

/** Refuses what would be too long in a file that is sent while it is written, before the first byte. */
export async function checkWidths(layout: FileLayout, source: LayoutFileSource): Promise<void> {
  const isBounded = layout.columns.some(
    ({ content, width }) => width > 0 && !['text', 'date'].includes(LAYOUT_CONTENTS[content].kind),
  )
  if (isBounded) for await (const _ of rowsOf(layout, source));
}
