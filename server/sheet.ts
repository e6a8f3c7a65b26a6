import { stringify } from 'csv-stringify/sync'
import { writeXlsx } from 'hucre/xlsx'
import { FileReply } from '../contract/endpoint.ts'

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

/** The name of the file is that of the sheet, and the day is for whoever finds it later. */
export async function sheetOf<Row>(
  format: keyof typeof SHEET_TYPES,
  { name, on }: { name: string; on: string },
  columns: SheetColumns<Row>,
  rows: readonly Row[],
): Promise<FileReply> {
  const bytes =
    format === 'csv'
      ? Buffer.from(csvOf(columns, rows))
      : // every cell is text there: nothing a person typed becomes a formula
        await writeXlsx({ sheets: [{ name, rows: cellsOf(columns, rows) }] })
  return new FileReply(bytes, SHEET_TYPES[format], `${name}-${on}.${format}`)
}
