export { acceptedPayroll, personIn, reachOfSources } from './months.ts'
