export type TableKind = 'csv' | 'xlsx'

export type TableShape = {
  kind: TableKind
  encoding?: Encoding
  delimiter?: string
  /** In the order of the file; a CSV file is one sheet without a name. */
  sheets: { name: string; hidden: boolean }[]
}

/**
 * Cells are text as a person reads it: dates of a workbook come as 2026-10-01, numbers as their plain digits.
 * `line` is the line of the file where the row begins, or the number Excel shows beside it.
 */
export type TableRow = { sheet: number; line: number; cells: string[]; problem?: string }

export type TableLimits = {
  bytes: number
  /** Below the first of each sheet, which is its header. */
  rows: number
  columns: number
  cellCharacters: number
  inflatedBytes: number
  ratio: number
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
