export { foreseeMonthClose } from './close.ts'
export { foreseeReopening } from './reopen.ts'
