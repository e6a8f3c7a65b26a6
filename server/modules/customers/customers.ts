export {
  type CustomerRow,
  customerByBvn,
  customersLike,
  type Likeness,
  type LoanTotals,
  lockByBvn,
  lockCustomer,
} from './customers.sql.ts'
export { type Erased, eraseRecords, onceOn, type Records, recordsOf, type Stated, statedOn } from './erase.ts'
export { dayProblems } from './identity.ts'
export { bvnIndex, ninIndex } from './mask.ts'
export { countNotes } from './notes.sql.ts'
export { checkDocument, openFromApplication, openFromApplications } from './open.ts'
export { known, statusOn } from './profile.ts'
export { retirementRuleFor } from './retirement.ts'
export { heldOnRecords } from './subject.ts'
export { openEntries } from './trail.ts'
