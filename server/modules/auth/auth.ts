export { lockAppointments, officerCodeHolder, type StaffRow, updateStaff } from './accounts.sql.ts'
export { accountsOf } from './browsers.ts'
export { admissionsOf, endLinksOf, insertLink, linkedTo } from './linkedAccounts.sql.ts'
export { revealsSince } from './numberLimits.sql.ts'
export { canRevealNumbers, limitReveals, noteNumberSearch } from './numberLimits.ts'
export { idleSince, lockKnown, sessionsOf, usePasswordLink } from './profile.ts'
export { refusesSamePlace } from './security.ts'
export {
  endSessionsOf,
  insertReset,
  namesOfStaff,
  showApprovedReset,
  signedInOver,
  voidResets,
} from './sessions.sql.ts'
export { signedInHere } from './signin.ts'
