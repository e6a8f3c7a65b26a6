import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { listClaims } from './claims.ts'
import { listInbound } from './inbound.ts'

export const exportInbound = exportOf(listInbound, {
  what: 'messages received',
  name: 'received',
  columns: [
    ['Came (Lagos)', row => sheetMoment(row.at)],
    ['From', row => row.from],
    ['Customer', row => row.customerName],
    ['Text', row => row.text],
    ['Taken as', row => sheetWords(row.meaning)],
  ],
})

export const exportClaims = exportOf(listClaims, {
  what: 'bank claims',
  name: 'claims',
  columns: [
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
  ],
})
