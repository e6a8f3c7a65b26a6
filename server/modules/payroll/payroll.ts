export { acceptedPayroll, eraseAllOf, heldOn, personIn, reachOfSources, warnOfReplacement } from './months.ts'
