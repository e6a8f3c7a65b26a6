export { acceptedPayroll, eraseAllOf, heldOn, personIn, reachOfSources } from './months.ts'
