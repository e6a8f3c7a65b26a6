import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOfList } from '../../kernel/sheet.ts'
import { months } from './months.ts'

const COLUMNS: SheetColumns<Reply<Api['payrollMonths']>['rows'][number]> = [
  ['Month', row => row.month],
  ['Source', row => row.sourceName],
  ['Rows', row => row.rows],
  ['Refused rows', row => row.refusedRows],
  ['Our customers found', row => row.customersFound],
  ['Our customers', row => row.customers],
  ['Net pay in all (NGN)', row => sheetNaira(row.netPayTotal)],
  ['File', row => row.fileName],
  ['Uploaded by', row => row.uploadedBy],
  ['Uploaded (Lagos)', row => sheetMoment(row.uploadedAt)],
  ['Accepted by', row => row.acceptedBy],
  ['Accepted (Lagos)', row => sheetMoment(row.acceptedAt)],
]

/** The accepted months, for a spreadsheet. */
export const exportMonths: Handler<Api['payrollMonthExport']> = (ctx, input) =>
  sheetOfList(ctx, months, input, { what: 'payroll months', name: 'payroll-months', columns: COLUMNS })
