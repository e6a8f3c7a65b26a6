export { remittancesOf } from './account.ts'
export { closeBatch, holdOffice, openBatch, receiveForBatch, settleBatch } from './batches.ts'
export { expectedOn, officeOf, offices } from './calendar.ts'
export { foreseeWriteDown, foreseeWriteDownUndo } from './corrections.ts'
export { findLetter, insertLetter, listLetters } from './letters.sql.ts'
export {
  addDue as addDueEntries,
  addReversedElsewhere,
  figuresOfBatch,
  findBatches,
  openBatches,
} from './offices.sql.ts'
export { unkeptPromises } from './promises.ts'
export { foreseeAllocation, foreseeReceipt, foreseeReceiptUndo } from './receipts.ts'
export { foreseeRemittance, foreseeRemittanceUndo } from './remittances.ts'
