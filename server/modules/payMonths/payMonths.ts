export { type KnownOfPayroll, knownOfPayroll } from './awaited.sql.ts'
export { awaitedFrom, awaitedOfLoans } from './awaited.ts'
export {
  CONDUCT_DAYS,
  conductText,
  isInFlight,
  PAYER,
  sourceIn,
  withConduct,
} from './conduct.sql.ts'
export {
  assignMonth,
  eventMonths,
  monthArrived,
  monthWithdrawn,
  moveMonth,
  openMonths,
} from './months.ts'
export {
  changedMonths,
  endExcuses,
  insertExcuses,
  type MonthRow,
  markMonths,
  missingMonths,
  monthsBetween,
  monthsFrom,
  movedMonths,
} from './payMonths.sql.ts'
