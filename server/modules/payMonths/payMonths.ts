export { CONDUCT_DAYS, isInFlight, lastHeardOn, PAYER, sourceIn, withConduct } from './conduct.sql.ts'
export { assignMonth, awaitedMonths, awaitedOf, monthArrived, monthWithdrawn, openMonths } from './months.ts'
export { changedMonths, missingMonths, monthsFrom } from './payMonths.sql.ts'
