import { acknowledgementWork } from '../modules/instructions/acknowledge.ts'
import { bookWork } from '../modules/loanImport/import.ts'
import { payrollWork } from '../modules/payroll/check.ts'
import { repaymentWork } from '../modules/repayments/check.ts'

/** What each kind of uploaded table does with its rows, in the job that reads it and where it is cancelled. */
export const intakeWorks = {
  payroll: payrollWork,
  repayment: repaymentWork,
  book: bookWork,
  acknowledgement: acknowledgementWork,
}
