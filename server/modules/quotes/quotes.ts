export { findQuote, insertQuote } from './quotes.sql.ts'
