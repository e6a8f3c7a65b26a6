export { erasePayouts, openPaymentTo, payoutsTo } from './person.sql.ts'
