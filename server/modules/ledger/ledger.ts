export { foreseeAccount } from './accounts.ts'
export { postDues } from './dues.ts'
export { isJournal } from './journals.sql.ts'
export { foreseeJournal, foreseeReversal } from './journals.ts'
export { PassedOnSums } from './passedOnSums.ts'
export {
  closedThrough,
  closePeriod,
  foreseeClose,
  holdPostings,
  reopenPeriod,
} from './periods.ts'
export { foreseeLines, type Line, type Posting, post, postAll, postTogether, reverse } from './posting.ts'
export { foreseeRecurring } from './recurring.ts'
export { balanceOf, balancesOfLoans, openingDays, statement } from './statements.ts'
export { postYearEnd, resultOn } from './yearEnd.ts'
