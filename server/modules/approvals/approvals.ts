export { eraseSubjects as eraseApprovals, valuesOnceHeld } from './approvals.sql.ts'
export { approversOf, propose, refuseWhileWaiting, waitingOn } from './decide.ts'
