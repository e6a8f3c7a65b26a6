import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetWords } from '../../kernel/sheet.ts'
import { listSignals } from './list.ts'

export const exportSignals = exportOf(listSignals, {
  what: 'payroll signals',
  name: 'payroll-signals',
  columns: [
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
  ],
})
