import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetMoment, sheetOfList, sheetWords } from '../../kernel/sheet.ts'
import { list } from './decide.ts'

const COLUMNS: SheetColumns<Reply<Api['approvalList']>['rows'][number]> = [
  ['What', row => row.title],
  ['About', row => row.summary],
  ['Asked by', row => row.makerName],
  ['Asked (Lagos)', row => sheetMoment(row.askedAt)],
  ['Why', row => row.reason],
  ['Status', row => sheetWords(row.status)],
  ['Decided by', row => row.checkerName],
  ['Decided (Lagos)', row => sheetMoment(row.decidedAt)],
  ['Note', row => row.note],
]

/** What two people have to agree on, for a spreadsheet. */
export const exportApprovals: Handler<Api['approvalExport']> = (ctx, input) =>
  sheetOfList(ctx, list, input, { what: 'approvals', name: 'approvals', columns: COLUMNS })
