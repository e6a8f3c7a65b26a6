export { postDues } from './dues.ts'
export { foreseeClose } from './periods.ts'
export { type Line, type Posting, post, postAll, postTogether } from './posting.ts'
export { balanceOf, balancesOfLoans, statement } from './statements.ts'
