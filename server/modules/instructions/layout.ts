import { z } from 'zod/mini'
import type { FileReply } from '../../../contract/endpoint.ts'
import { type InstructionColumn, sourceDetails } from '../../../contract/paySources.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import type { Tx } from '../../kernel/db.ts'
import { pagedSheet, type SheetColumns, sheetNaira, wholeSheetOf } from '../../kernel/sheet.ts'
import { amountCell } from '../../kernel/sheetAmount.ts'
import * as files from './files.sql.ts'
import type * as store from './instructions.sql.ts'

/** The file in the layout of the payroll office, or in ours. The same list gives the same bytes, whenever it is taken. */

type Layout = z.output<typeof sourceDetails.layoutOut>

/** As the list keeps it: a later change of the settings changes no list. */
export const layoutOf = (list: store.ListRow): Layout =>
  z.decode(sourceDetails.layoutOut, list.layout as never)

const OURS: Layout['columns'] = [
  { heading: IPPIS_NUMBER, content: 'staffNumber' },
  { heading: 'Name', content: 'fullName' },
  { heading: EMPLOYER, content: 'employer' },
  { heading: 'Element', content: 'element' },
  { heading: 'Change', content: 'change' },
  { heading: 'Previous amount (NGN)', content: 'previousAmount' },
  { heading: 'Amount (NGN)', content: 'amount' },
  { heading: 'Start month', content: 'startMonth' },
  { heading: 'End month', content: 'endMonth' },
  { heading: 'Loan number', content: 'loanNumber' },
]

type Cell = (line: files.FileLine, list: store.ListRow, format: 'csv' | 'xlsx') => string | number | null

/** Amounts are numbers in a workbook whatever the office calls the column. */
const amount = (value: bigint, format: 'csv' | 'xlsx'): string | number => {
  const text = sheetNaira(value) ?? ''
  return format === 'xlsx' ? amountCell(text) : text
}

const CELLS: Record<InstructionColumn, Cell> = {
  staffNumber: line => line.staff_number,
  fullName: line => line.name,
  employer: line => line.employer,
  element: (_, list) => list.element,
  beneficiary: (_, list) => list.beneficiary,
  change: line => line.kind.toUpperCase(),
  amount: (line, _, format) => amount(line.amount, format),
  previousAmount: (line, _, format) => amount(line.previous, format),
  startMonth: (_, list) => list.month.slice(0, 7),
  endMonth: line => line.until_month?.slice(0, 7) ?? '',
  instalments: line => line.instalments,
  balance: (line, _, format) => amount(line.balance, format),
  loanNumber: line => line.loan_numbers.join(' '),
}

export type FileOf = { scope: files.Scope; format: 'csv' | 'xlsx' }

export function instructionFile(tx: Tx, list: store.ListRow, { scope, format }: FileOf): FileReply {
  const { columns } = layoutOf(list)
  const shown: SheetColumns<files.FileLine> = (columns.length > 0 ? columns : OURS).map(
    ({ heading, content }) => [heading, line => CELLS[content](line, list, format)] as const,
  )
  return wholeSheetOf(
    format,
    { name: `${list.number}-${scope}`, on: list.month.slice(0, 7) },
    pagedSheet(shown, (after, limit) => files.fileLines(tx, list.id, scope, after?.no ?? 0, limit)),
  )
}
