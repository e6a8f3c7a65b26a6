export { eraseLinesOf } from './lines.sql.ts'
