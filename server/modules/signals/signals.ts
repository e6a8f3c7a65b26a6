export { eraseSignals, signalsOn } from './signals.sql.ts'
