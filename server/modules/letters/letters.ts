export { makeQuote } from './quotes.ts'
