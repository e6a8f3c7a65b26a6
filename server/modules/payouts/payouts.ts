export { foreseeBatch } from './approve.ts'
export { erasePayouts, openPaymentTo, payoutsTo } from './person.sql.ts'
