import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { listBatches, listLines } from './batches.ts'

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
