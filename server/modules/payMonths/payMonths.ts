export { CONDUCT_DAYS, lastHeardOn, PAYER, sourceIn, withConduct } from './conduct.sql.ts'
export { assignMonth, awaitedMonths, awaitedOf, monthArrived, monthWithdrawn, openMonths } from './months.ts'
export { changedMonths, missingMonths } from './payMonths.sql.ts'
