export { foreseeLinePosting } from './matching.ts'
export { foreseeReconciled } from './reconciliation.ts'
export { reconciledAccounts } from './statements.sql.ts'
export { foreseeHeld } from './suspense.ts'
