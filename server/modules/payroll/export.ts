import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira } from '../../kernel/sheet.ts'
import { months } from './months.ts'

/** The accepted months, for a spreadsheet. */
export const exportMonths = exportOf(months, {
  what: 'payroll months',
  name: 'payroll-months',
  columns: [
    ['Month', row => row.month],
    ['Source', row => row.sourceName],
    ['Rows', row => row.rows],
    ['Refused rows', row => row.refusedRows],
    ['Our customers found', row => row.customersFound],
    ['Our customers', row => row.customers],
    ['Total net pay (NGN)', row => sheetNaira(row.netPayTotal)],
    ['File', row => row.fileName],
    ['Uploaded by', row => row.uploadedBy],
    ['Uploaded (Lagos)', row => sheetMoment(row.uploadedAt)],
    ['Accepted by', row => row.acceptedBy],
    ['Accepted (Lagos)', row => sheetMoment(row.acceptedAt)],
  ],
})
