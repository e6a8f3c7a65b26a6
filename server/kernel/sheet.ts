import { stringify } from 'csv-stringify/sync'
import { FileReply, StreamedFile } from '../../contract/endpoint.ts'
import { capitalised } from '../../contract/vocabulary.ts'
import { formatNaira, kobo } from '../../engine/money.ts'
import { listMoment } from './clock.ts'
import { amountCell } from './sheetAmount.ts'

/**
 * A list as people take it into a spreadsheet: what each column is called, and what stands in it. Days and counts are numbers,
 * which a workbook can add up and sort; whatever names something (a phone, an account, a line) is text, and keeps its zeros.
 */
export type SheetColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => Cell | null])[]
export type Cell = string | number

const cellsOf = <Row>(columns: SheetColumns<Row>, rows: readonly Row[]): Cell[][] => [
  columns.map(([heading]) => heading),
  ...rows.map(row => columns.map(([, cell]) => cell(row) ?? '')),
]

const textsOf = <Row>(columns: SheetColumns<Row>, row: Row): string[] =>
  columns.map(([, cell]) => String(cell(row) ?? ''))

const BEHIND_SPACE = /^\s+[=+\-@\uff0b\uff0d\uff1d\uff20]/
/**
 * How every CSV is written. A spreadsheet runs a cell that begins like a formula unless it is quoted away, which the library
 * does; some look past an empty line or a space before it, which the library does not.
 */
export const CSV_SAFE = {
  escape_formulas: true,
  cast: { string: (cell: string): string => (BEHIND_SPACE.test(cell) ? `'${cell}` : cell) },
}

/** Excel reads bytes as UTF-8 only behind a mark. */
export const csvOf = <Row>(columns: SheetColumns<Row>, rows: readonly Row[]): string =>
  stringify([columns.map(([heading]) => heading), ...rows.map(row => textsOf(columns, row))], {
    bom: true,
    ...CSV_SAFE,
  })

export const SHEET_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const PAGE_ROWS = 2_000

/** The next rows of a list behind the last one shown, in the order of the list. */
export type NextRows<Row> = (after: Row | null, limit: number) => Promise<Row[]>

/** While one page is written down, the database reads the next. */
async function* pagesOf<Row>(next: NextRows<Row>): AsyncGenerator<Row[]> {
  let coming: Promise<Row[]> | null = next(null, PAGE_ROWS)
  while (coming) {
    const rows: Row[] = await coming
    coming = rows.length < PAGE_ROWS ? null : next(rows.at(-1) ?? null, PAGE_ROWS)
    // a consumer that stops half-way leaves this page unread, and its failure unhandled
    coming?.catch(() => {})
    if (rows.length > 0) yield rows
  }
}

/** Where a file takes its rows from. Nothing is read before it is asked for. */
export type SheetSource = {
  headings: readonly string[]
  /** For CSV: its lines below the headings, in pieces of any length. */
  lines: () => AsyncIterable<string | Uint8Array>
  /** For a workbook. */
  cells: () => AsyncIterable<Cell[]>
}

/** A list of any length, read a page at a time, each a short statement. */
export const pagedSheet = <Row>(columns: SheetColumns<Row>, next: NextRows<Row>): SheetSource => ({
  headings: columns.map(([heading]) => heading),
  async *lines() {
    for await (const rows of pagesOf(next)) yield linesFrom(columns, rows)
  },
  async *cells() {
    for await (const rows of pagesOf(next))
      for (const row of rows) yield columns.map(([, cell]) => cell(row) ?? '')
  },
})

async function* csvPieces({ headings, lines }: SheetSource): AsyncGenerator<string | Uint8Array> {
  yield stringify([headings], { bom: true, ...CSV_SAFE })
  yield* lines()
}

/** What begins like a formula in Excel, and what a line or a quoted cell is made of. */
const NEEDS_CARE = /["\r\n]|(?:^|,)[=+\-@\s\uff0b\uff0d\uff1d\uff20]/
/** Nearly every row of a long list is plain cells with commas: one scan of the whole is enough to know. */
export function lineOf(cells: readonly string[]): string {
  const line = cells.join(',')
  return NEEDS_CARE.test(line) || cells.some(cell => cell.includes(','))
    ? stringify([cells], CSV_SAFE)
    : `${line}\n`
}

const linesFrom = <Row>(columns: SheetColumns<Row>, rows: readonly Row[]): string =>
  rows.map(row => lineOf(textsOf(columns, row))).join('')

async function* workbookRows({ headings, cells }: SheetSource): AsyncGenerator<Cell[]> {
  const amounts = headings.map(isAmount)
  yield [...headings]
  for await (const row of cells()) yield row.map((cell, i) => workbookCell(cell, amounts[i]))
}

/**
 * Row by row and packed on the way, so that a million rows need no more memory than a page of them. Excel ends a sheet at
 * 1,048,576 rows: what is left goes on in the next, under the same headings.
 */
async function* xlsxPieces(name: string, source: SheetSource): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(workbookRows(source), { name: sheetNamed(name), columns: shapesOf(source.headings) })
}

/** A list of any length, sent as it is read. */
export const wholeSheetOf = (
  format: keyof typeof SHEET_TYPES,
  { name, on }: { name: string; on: string },
  source: SheetSource,
): FileReply =>
  new StreamedFile(
    format === 'csv' ? csvPieces(source) : xlsxPieces(name, source),
    SHEET_TYPES[format],
    `${name}-${on}.${format}`,
  )

/** Naira with two decimals and nothing else, as spreadsheets read it. */
export const sheetNaira = (amount: bigint | null): string | null =>
  amount === null ? null : formatNaira(kobo(amount), '').replaceAll(',', '')

/** On the clock of Lagos. */
export const sheetMoment = (at: string | null): string | null =>
  at === null ? null : listMoment(new Date(at))

/** "payBelowInstalment" → "Pay below instalment". */
export const sheetWords = (code: string): string => {
  const words = code.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  )
  return capitalised(words)
}

/** A column of amounts is known by its heading; as numbers, Excel can add them up. */
const isAmount = (heading: string): boolean => heading.endsWith('(NGN)')

const workbookCell = (cell: Cell, isInAmounts: boolean | undefined): Cell =>
  isInAmounts && typeof cell === 'string' ? amountCell(cell) : cell

/** Excel rounds a typed number of more than fifteen digits; in a text column the reference stays whole. */
const isReference = (heading: string): boolean => /reference$/i.test(heading)

/** As numbers with two decimals, as text, or as what they are. */
const shapesOf = (headings: readonly string[]): { numFmt?: string }[] =>
  headings.map(heading =>
    isAmount(heading) ? { numFmt: '#,##0.00' } : isReference(heading) ? { numFmt: '@' } : {},
  )

/** Excel opens no workbook whose sheet has a longer name, or one of these signs in it. */
const sheetNamed = (name: string): string => name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31)

/** All but amounts, days and counts is text there: nothing a person typed becomes a formula. */
export async function xlsxOf(name: string, rows: readonly (readonly Cell[])[]): Promise<Uint8Array> {
  // loaded with the first workbook: most lists leave as CSV
  const { writeXlsx } = await import('hucre/xlsx')
  const headings = (rows[0] ?? []).map(String)
  const amounts = headings.map(isAmount)
  return writeXlsx({
    sheets: [
      {
        name: sheetNamed(name),
        columns: shapesOf(headings),
        rows: rows.map(row => row.map((cell, i) => workbookCell(cell, amounts[i]))),
      },
    ],
  })
}

/** The file is named after the sheet and the day. */
export async function sheetOf<Row>(
  format: keyof typeof SHEET_TYPES,
  { name, on }: { name: string; on: string },
  columns: SheetColumns<Row>,
  rows: readonly Row[],
): Promise<FileReply> {
  const bytes =
    format === 'csv' ? Buffer.from(csvOf(columns, rows)) : await xlsxOf(name, cellsOf(columns, rows))
  return new FileReply(bytes, SHEET_TYPES[format], `${name}-${on}.${format}`)
}
