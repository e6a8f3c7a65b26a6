export { eraseSubjects as eraseApprovals, valuesOnceHeld } from './approvals.sql.ts'
export { propose, refuseWhileWaiting, waitingOn } from './decide.ts'
