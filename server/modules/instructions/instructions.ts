export { foreseeInstructions } from './decide.ts'
export { deductionsToCome } from './loan.ts'
export { eraseInstructions, instructionsOn } from './person.sql.ts'
