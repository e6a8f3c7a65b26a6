import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { exportOf } from '../../kernel/export.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOf, sheetWords } from '../../kernel/sheet.ts'
import { listBatches, listLines } from './batches.ts'
import { type LineRow, linesOf } from './payouts.sql.ts'
import { lockFor } from './state.ts'

/** Disbursement batches and their lines, for a spreadsheet. */

export const exportBatches = exportOf(listBatches, {
  what: 'disbursement batches',
  name: 'payouts',
  columns: [
    ['Batch', row => row.number],
    ['Status', row => sheetWords(row.status)],
    ['Value date', row => row.valueOn],
    ['Paying account', row => row.payingAccount],
    ['Loans', row => row.lines],
    ['Total (NGN)', row => sheetNaira(row.total)],
    ['Paid loans', row => row.paidLines],
    ['Paid (NGN)', row => sheetNaira(row.paidTotal)],
    ['Made by', row => row.madeBy],
    ['Made (Lagos)', row => sheetMoment(row.madeAt)],
    ['Approved by', row => row.approvedBy],
    ['Approved (Lagos)', row => sheetMoment(row.approvedAt)],
    ['Sent by', row => row.sentBy],
    ['Sent (Lagos)', row => sheetMoment(row.sentAt)],
    ['Ended (Lagos)', row => sheetMoment(row.endedAt)],
  ],
})

export const exportLines = exportOf(listLines, {
  what: 'disbursement lines',
  name: 'payout-lines',
  columns: [
    ['No.', row => String(row.no)],
    ['Kind', row => sheetWords(row.kind)],
    ['Refund', row => row.refund?.number ?? null],
    ['Loan number', row => row.loanNumber],
    ['Customer', row => row.customerName],
    ['Bank', row => row.bankName],
    ['Account (last four digits)', row => row.account],
    ['Reference', row => row.reference],
    ['Amount of the loan (NGN)', row => sheetNaira(row.principal)],
    ['Fees (NGN)', row => sheetNaira(row.fees)],
    ['Settles (NGN)', row => sheetNaira(row.settles.reduce((settled, each) => settled + each.amount, 0n))],
    ['Loans settled', row => row.settles.map(each => each.number).join('; ')],
    ['Disbursed (NGN)', row => sheetNaira(row.amount)],
    ['Status', row => sheetWords(row.status)],
    ['Bank reference', row => row.bankReference],
    ['On', row => row.bankOn],
    ['Reason', row => row.problem ?? row.reason],
    ['Recorded by', row => row.toldBy],
    ['Recorded (Lagos)', row => sheetMoment(row.toldAt)],
  ],
})

/** The user fills in the last four columns. `readResultFile` finds them by these headings. */
const RESULT_COLUMNS: SheetColumns<LineRow> = [
  ['S/N', line => String(line.no)],
  ['Loan', line => line.loan_number],
  ['Beneficiary Name', line => line.beneficiary],
  ['Bank Name', line => maskedAccount(line.bank_code, line.account_number).bankName],
  ['Account (last four digits)', line => maskedAccount(line.bank_code, line.account_number).account],
  ['Amount (NGN)', line => sheetNaira(line.amount)],
  ['Reference', line => line.reference],
  ['Status', () => ''],
  ['Bank Reference', () => ''],
  ['Date', () => ''],
  ['Reason', () => ''],
]

/** The lines that went to the bank, to be filled in with its results. A cancelled line never went. */
export const resultSheet: Handler<Api['payoutResultExport']> = async (ctx, { id, format }) => {
  const { number } = await lockFor(ctx, id, 'result')
  const lines = (await linesOf(ctx.tx, id)).filter(line => line.status !== 'cancelled')
  ctx.audit({ subject: ['payoutBatch', id], after: { export: 'result sheet', format, rows: lines.length } })
  return sheetOf(format, { name: `${number}-result`, on: ctx.today }, RESULT_COLUMNS, lines)
}
