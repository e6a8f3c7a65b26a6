export { CONDUCT_DAYS, isInFlight, lastHeardOn, PAYER, sourceIn, withConduct } from './conduct.sql.ts'
export {
  assignMonth,
  awaitedMonths,
  awaitedOf,
  eventMonths,
  excusedOf,
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
