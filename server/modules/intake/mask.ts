import type { ColumnMapping } from '../../../contract/intake.ts'
import { may } from '../../../contract/roles.ts'
import { storedText } from '../../kernel/audit.ts'
import type { Actor } from '../../kernel/context.ts'
import { FAULT_SEPARATOR } from './faults.ts'
import type { RefusalRow } from './intake.sql.ts'
import type { Layout } from './layout.ts'

/**
 * An uploaded file holds pay, accounts, phones, BVN and NIN of people who have no record yet. Users who may not reveal
 * these see them masked. Pure: takes the file's values, returns what may be shown.
 */

export const mayReveal = (actor: Actor): boolean => may(actor.roles, 'personal.reveal')

const PAY: readonly string[] = ['netPay', 'grossPay', 'deductions']
const NUMBERS: readonly string[] = ['bvn', 'nin', 'accountNumber', 'phone', 'kinPhone']

/** What of a file is personal, by the names of its fields, for the trail. */
export const personalFields = (mapping: ColumnMapping): string[] =>
  [...NUMBERS, ...PAY].filter(field => mapping[field] !== undefined)

/** Five digits or more may be pay or a personal number; a year or a count is neither. */
export const coverUnknown = (cell: string): string =>
  cell.replace(/\D/g, '').length >= 5 ? cell.replace(/\d/g, '•') : cell

/** The cells of a line as one text: its columns say nothing about it. */
export const coverText = (text: string): string => text.replace(/\d/g, '•')

/** A BVN, NIN, phone or account that stands where it does not belong; a day with its hour is none. */
const coverLongNumbers = (cell: string): string =>
  cell.replace(/(?!\d{4}-\d\d-\d\d)\d(?:[\s().-]{0,2}\d){9,}/g, storedText)

/** A cell of a column that was given to a field; a column that was given to none may hold anything. */
export function coverCell(field: string | undefined, cell: string): string {
  if (field === undefined) return coverUnknown(cell)
  if (PAY.includes(field)) return cell.replace(/\d/g, '•')
  if (NUMBERS.includes(field)) return storedText(cell)
  return coverLongNumbers(cell)
}

const fieldsAt = (mapping: ColumnMapping): ReadonlyMap<number, string> =>
  new Map(Object.entries(mapping).map(([field, index]) => [index, field]))

/** Only below the header do the columns say what a cell is: a title, another sheet or a wrong header says nothing. */
export function coverLayout(layout: Layout): Layout {
  const at = fieldsAt(layout.mapping)
  const { headerLine, head } = layout
  const sheet = layout.sheet ?? head.find(line => line.line === headerLine)?.sheet
  const isBelow = (line: Layout['head'][number]): boolean =>
    headerLine !== null && line.sheet === sheet && line.line > headerLine
  return {
    ...layout,
    head: head.map(line => ({
      ...line,
      cells: line.cells.map((cell, index) => coverCell(isBelow(line) ? at.get(index) : undefined, cell)),
    })),
    columns: layout.columns.map(column => ({ ...column, header: coverUnknown(column.header) })),
  }
}

/** An extra comma shifts the cells of a row: once the row itself is invalid, its columns say nothing about them. */
export function coverRow(mapping: ColumnMapping, row: RefusalRow): RefusalRow {
  const at = fieldsAt(mapping)
  const isMoved = row.faults.split(FAULT_SEPARATOR).some(fault => fault.startsWith('row.'))
  return {
    ...row,
    cells: row.cells.map((cell, index) => coverCell(isMoved ? undefined : at.get(index), cell)),
  }
}
