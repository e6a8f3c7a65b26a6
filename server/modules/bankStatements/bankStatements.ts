export { foreseeLinePosting } from './matching.ts'
export { foreseeReconciled } from './reconciliation.ts'
