export { monthly } from './expected.sql.ts'
export { acceptedPayroll, eraseAllOf, heldOn, personIn, reachOfSources, warnOfReplacement } from './months.ts'
