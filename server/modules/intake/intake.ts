export { FAULT_SEPARATOR } from './faults.ts'
export {
  deleteRefusals,
  type IntakeRow,
  type StagedCells,
  saveRefusals,
  stagedCells,
} from './intake.sql.ts'
export { saveNotes } from './notes.sql.ts'
export { deleteRefusalsOf, refusalsOf } from './person.sql.ts'
export { tables } from './readers/tables.ts'
export type { IntakeWork, Staged } from './run.ts'
export { foreseeAcceptance, markAccepted, supersede, uploadUnderWay } from './upload.ts'
export {
  type ReadCell,
  readAccount,
  readAmount,
  readBank,
  readDay,
  readMonth,
  readStaffNumber,
  readStatus,
  staffKey,
} from './values.ts'
