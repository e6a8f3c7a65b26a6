export { eraseImports } from './person.sql.ts'
export { importedAs } from './person.ts'
