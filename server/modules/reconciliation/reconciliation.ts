export { eraseAdvised } from './advice.sql.ts'
export { foreseeAdvice } from './advice.ts'
export { eraseLinesOf } from './lines.sql.ts'
