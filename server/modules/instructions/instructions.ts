export { foreseeInstructions } from './decide.ts'
export { eraseInstructions, instructionsOn } from './person.sql.ts'
