export { postDues } from './dues.ts'
export { exportStatement, exportTrialBalance } from './export.ts'
export { askToClose, closePeriod, listPeriods } from './periods.ts'
export {
  type Books,
  type Line,
  type Posting,
  post,
  postAll,
  postTogether,
  reverse,
} from './posting.ts'
export { ledgerChecks } from './proof.sql.ts'
export { sealLedger } from './seal.ts'
export {
  balanceOf,
  balancesOfLoans,
  journal,
  loanBalances,
  loanJournal,
  statement,
  trialBalance,
} from './statements.ts'
