import { cutText } from '../../../../engine/text.ts'

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

/** Why a whole file is not read; what concerns one row stands beside that row instead. */
export type TableProblemCode =
  | 'empty'
  | 'tooLarge'
  | 'tooManyRows'
  | 'notText'
  | 'wrongType'
  | 'damaged'
  | 'locked'
  | 'macros'
  | 'packed'
  | 'tooSlow'
  | 'noSheet'
  | 'tooManyTexts'

/** The message is a sentence for the person who chose the file, and says what to do. */
export class TableProblem extends Error {
  readonly code: TableProblemCode
  constructor(code: TableProblemCode, message: string) {
    super(message)
    this.name = 'TableProblem'
    this.code = code
  }
}

export const SAVE_AGAIN = 'Open it in Excel, save it as .xlsx or .csv, and choose the new copy.'

export const damagedWorkbook = (): TableProblem =>
  new TableProblem('damaged', `This Excel file is damaged and cannot be read to its end. ${SAVE_AGAIN}`)

export const overPacked = (): TableProblem =>
  new TableProblem('packed', `This Excel file unpacks to far more data than is allowed. ${SAVE_AGAIN}`)

export const tooSlow = (ms: number): TableProblem =>
  new TableProblem(
    'tooSlow',
    `Reading this file gave no row for ${Math.ceil(ms / 1000)} seconds. Save it as .csv and choose the new copy.`,
  )

/**
 * The federal payroll has under a million people and weighs about 170 MB as CSV; three times that is a mistake.
 * Excel holds 32,767 characters a cell; a sheet of 1.1 million rows unpacks to about 1 GB, packed ten to thirty times.
 */
export const DEFAULT_LIMITS: TableLimits = {
  bytes: 512 * 1024 * 1024,
  rows: 1_100_000,
  columns: 256,
  cellCharacters: 32_767,
  inflatedBytes: 4 * 1024 * 1024 * 1024,
  ratio: 200,
}

export const inWords = (count: number): string => count.toLocaleString('en-NG')

/** Counts rows that hold something. The first of a sheet is its header and costs nothing. */
export class RowCount {
  #left: number
  readonly #most: number
  constructor(limits: TableLimits) {
    this.#most = limits.rows
    this.#left = limits.rows
  }
  beginSheet(): void {
    this.#left += 1
  }
  add(rows: number): void {
    this.#left -= rows
    if (this.#left >= 0) return
    throw new TableProblem(
      'tooManyRows',
      `This file has more than ${inWords(this.#most)} rows. Split it into smaller files and upload each.`,
    )
  }
}

/** What is wrong with the width of a row, so that its cells can still be shown. */
export function rowProblem(cells: string[], limits: TableLimits): string | undefined {
  if (cells.length > limits.columns) {
    let filled = cells.length
    while (filled > 0 && cells[filled - 1] === '') filled--
    cells.length = Math.min(filled, limits.columns)
    if (filled > limits.columns)
      return `This row has ${inWords(filled)} columns; ${limits.columns} are the most.`
  }
  const at = cells.findIndex(cell => cell.length > limits.cellCharacters)
  if (at < 0) return undefined
  // enough to identify it; the rest would be carried along unused
  cells[at] = `${cutText(cells[at] ?? '', 100)}…`
  return `Column ${at + 1} holds more than ${inWords(limits.cellCharacters)} characters.`
}
