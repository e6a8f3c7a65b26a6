import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetMoment, sheetOfList, sheetWords } from '../../kernel/sheet.ts'
import { listSignals } from './list.ts'

const SIGNAL_COLUMNS: SheetColumns<Reply<Api['signalList']>['rows'][number]> = [
  ['Signal', row => sheetWords(row.kind)],
  ['Detail', row => row.detail],
  ['Customer', row => row.customerName],
  ['Loan number', row => row.loanNumber],
  ['Source', row => row.source],
  ['Month', row => row.month],
  ['Raised (Lagos)', row => sheetMoment(row.raisedAt)],
  ['Closed (Lagos)', row => sheetMoment(row.closedAt)],
  ['Closed by', row => row.closedBy],
  ['Note', row => row.note],
]

export const exportSignals: Handler<Api['signalExport']> = (ctx, input) =>
  sheetOfList(ctx, listSignals, input, {
    what: 'payroll signals',
    name: 'payroll-signals',
    columns: SIGNAL_COLUMNS,
  })
