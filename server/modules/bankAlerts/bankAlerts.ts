export { actAndReopen, reopenClaim, reopenReversed } from './claims.ts'
export { claimsOn, eraseClaimsOn, eraseInbound, repliesFrom } from './person.sql.ts'
