import type { Api } from '../../contract/api.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { Handler } from '../context.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOfList, sheetWords } from '../sheet.ts'
import { listSignals } from './signals.ts'

/** Pay-out batches and payroll signals, for a spreadsheet. */

const PAYOUT_COLUMNS: SheetColumns<Reply<Api['payoutBatchList']>['rows'][number]> = [
  ['Batch', row => row.number],
  ['Status', row => sheetWords(row.status)],
  ['Value date', row => row.valueOn],
  ['Paying account', row => row.payingAccount],
  ['Loans', row => String(row.lines)],
  ['Total (NGN)', row => sheetNaira(row.total)],
  ['Paid loans', row => String(row.paidLines)],
  ['Paid (NGN)', row => sheetNaira(row.paidTotal)],
  ['Made by', row => row.madeBy],
  ['Made (Lagos)', row => sheetMoment(row.madeAt)],
  ['Approved by', row => row.approvedBy],
  ['Approved (Lagos)', row => sheetMoment(row.approvedAt)],
  ['Sent by', row => row.sentBy],
  ['Sent (Lagos)', row => sheetMoment(row.sentAt)],
  ['Ended (Lagos)', row => sheetMoment(row.endedAt)],
]

export const exportBatches =
  (list: Handler<Api['payoutBatchList']>): Handler<Api['payoutListExport']> =>
  (ctx, input) =>
    sheetOfList(ctx, list, input, { what: 'pay-out batches', name: 'payouts', columns: PAYOUT_COLUMNS })

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
