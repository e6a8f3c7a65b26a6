export { recordLabels, recordsNumbered } from './labels.sql.ts'
export { recordsHeldOn } from './person.ts'
export { endClaimsOf } from './queue.ts'
