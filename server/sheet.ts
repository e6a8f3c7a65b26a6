import { stringify } from 'csv-stringify/sync'
import { FileReply, StreamedFile } from '../contract/endpoint.ts'
import { refuse } from './refusal.ts'

/** A list as people take it into a spreadsheet: what each column is called, and what stands in it. */
export type SheetColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => string | null])[]

const cellsOf = <Row>(columns: SheetColumns<Row>, rows: readonly Row[]): string[][] => [
  columns.map(([heading]) => heading),
  ...rows.map(row => columns.map(([, cell]) => cell(row) ?? '')),
]

/** Excel reads bytes as UTF-8 only behind a mark, and runs a cell that begins like a formula unless it is quoted away. */
export const csvOf = <Row>(columns: SheetColumns<Row>, rows: readonly Row[]): string =>
  stringify(cellsOf(columns, rows), { bom: true, escape_formulas: true })

export const SHEET_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A sheet in this format is made as a whole, in memory; a CSV is not. */
export const XLSX_ROWS_MOST = 20_000
const PAGE_ROWS = 2_000

/** The next rows of a list behind the last one shown, in the order of the list. */
export type NextRows<Row> = (after: Row | null, limit: number) => Promise<Row[]>

/** While one page is written down, the database reads the next. */
async function* pagesOf<Row>(next: NextRows<Row>): AsyncGenerator<Row[]> {
  let coming: Promise<Row[]> | null = next(null, PAGE_ROWS)
  while (coming) {
    const rows: Row[] = await coming
    coming = rows.length < PAGE_ROWS ? null : next(rows.at(-1) ?? null, PAGE_ROWS)
    // whoever stops half-way leaves this one unread, and its failure is nobody's then
    coming?.catch(() => {})
    if (rows.length > 0) yield rows
  }
}

async function* csvPieces<Row>(columns: SheetColumns<Row>, next: NextRows<Row>): AsyncGenerator<string> {
  yield csvOf(columns, [])
  for await (const rows of pagesOf(next)) {
    let lines = ''
    for (const row of rows) lines += lineOf(columns.map(([, cell]) => cell(row) ?? ''))
    yield lines
  }
}

/** What begins like a formula in Excel, and what a line or a quoted cell is made of. */
const NEEDS_CARE = /["\r\n]|(?:^|,)[=+\-@\t\uff0b\uff0d\uff1d\uff20]/
/** Nearly every row of a long list is its cells with commas between: one look at the whole is enough to know. */
export function lineOf(cells: readonly string[]): string {
  const line = cells.join(',')
  return NEEDS_CARE.test(line) || cells.some(cell => cell.includes(','))
    ? stringify([cells], { escape_formulas: true })
    : `${line}\n`
}

/** A list of any length: read a page at a time, each a short statement, and sent as it is read. */
export async function wholeSheetOf<Row>(
  format: keyof typeof SHEET_TYPES,
  { name, on, total }: { name: string; on: string; total: number },
  columns: SheetColumns<Row>,
  next: NextRows<Row>,
): Promise<FileReply> {
  if (format === 'csv')
    return new StreamedFile(csvPieces(columns, next), SHEET_TYPES.csv, `${name}-${on}.csv`)
  const rows: Row[] = []
  if (total <= XLSX_ROWS_MOST)
    for await (const page of pagesOf(next)) {
      rows.push(...page)
      if (rows.length > XLSX_ROWS_MOST) break
    }
  if (total > XLSX_ROWS_MOST || rows.length > XLSX_ROWS_MOST)
    return refuse('export.too_long', { most: XLSX_ROWS_MOST.toLocaleString('en') })
  return sheetOf('xlsx', { name, on }, columns, rows)
}

/** Every cell is text there: nothing a person typed becomes a formula. */
export async function xlsxOf(name: string, rows: string[][]): Promise<Uint8Array> {
  // loaded with the first workbook: most lists leave as CSV
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({ sheets: [{ name, rows }] })
}

/** The name of the file is that of the sheet, and the day is for whoever finds it later. */
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
