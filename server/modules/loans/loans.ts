export {
  actApproved,
  ask,
  foreseeAct,
  payOut,
  receive,
  takeBack,
} from './acts.ts'
export { takenOutside } from './bankReferences.sql.ts'
export { firstDayDue } from './daily.ts'
export { foldLoans, openLoansOf } from './foldLoans.ts'
export { awaitingLoans } from './list.ts'
export { findQuote, insertQuote } from './loans.sql.ts'
export { openMigrated } from './migrated.ts'
export { moveAllOf } from './ofCustomer.ts'
export { openLoan } from './open.ts'
export { ofCustomer, readLoan } from './page.ts'
export { previewReceipt, receiveAll } from './receipts.ts'
export { recordAll } from './recordAll.ts'
export { getAccount } from './state.ts'
export { checkReversal, loansToTopUp, payableOf } from './topup.ts'
