export { postDues } from './dues.ts'
export { type Line, post, postAll, type Posting, postTogether } from './posting.ts'
export { balanceOf, balancesOfLoans, statement } from './statements.ts'
