export {
  type ApprovalFilter,
  type ApprovalRow,
  countApprovals,
  decideApproval,
  eraseSubjects as eraseApprovals,
  findApproval,
  listApprovals,
  lockApproval,
  markSeen,
  valuesOnceHeld,
} from './approvals.sql.ts'
export { approversOf, propose, refuseWhileWaiting, waitingOn } from './propose.ts'
