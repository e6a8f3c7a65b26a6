import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOfList, sheetWords } from '../../kernel/sheet.ts'
import { listClaims } from './claims.ts'
import { listInbound } from './inbound.ts'

type Row<E> = Reply<E> extends { rows: readonly (infer R)[] } ? R : never

const INBOUND_COLUMNS: SheetColumns<Row<Api['inboundList']>> = [
  ['Came (Lagos)', row => sheetMoment(row.at)],
  ['From', row => row.from],
  ['Customer', row => row.customerName],
  ['Text', row => row.text],
  ['Taken as', row => sheetWords(row.meaning)],
]

export const exportInbound: Handler<Api['inboundExport']> = (ctx, input) =>
  sheetOfList(ctx, listInbound, input, {
    what: 'messages received',
    name: 'received',
    columns: INBOUND_COLUMNS,
  })

const CLAIM_COLUMNS: SheetColumns<Row<Api['claimList']>> = [
  ['Came (Lagos)', row => sheetMoment(row.at)],
  ['From', row => row.from],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Account', row => row.accountMask],
  ['Paid at, by the bank', row => row.paidAt],
  ['Description', row => row.description],
  ['Reference', row => row.reference],
  ['Alert', row => row.text],
  ['Likeliest loan', row => row.matches[0]?.loanNumber ?? null],
  ['Likeliest customer', row => row.matches[0]?.customerName ?? null],
  ['Why', row => row.matches[0]?.why ?? null],
  ['Decision', row => sheetWords(row.status)],
  ['Decided by', row => row.decidedBy],
  ['Decided (Lagos)', row => sheetMoment(row.decidedAt)],
  ['Note', row => row.note],
]

export const exportClaims: Handler<Api['claimExport']> = (ctx, input) =>
  sheetOfList(ctx, listClaims, input, { what: 'bank claims', name: 'claims', columns: CLAIM_COLUMNS })
