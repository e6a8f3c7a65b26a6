export { CONDUCT_DAYS, PAYER, sourceIn, withConduct } from './conduct.sql.ts'
export { awaitedMonths, awaitedOf, monthArrived, monthWithdrawn, openMonths } from './months.ts'
export { changedMonths } from './payMonths.sql.ts'
