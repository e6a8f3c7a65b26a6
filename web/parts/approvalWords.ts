import type { z } from 'zod/mini'
import type { approval, approvalApi } from '../../contract/approvals.ts'
import type { Reply } from '../../contract/endpoint.ts'

export type Approval = z.output<typeof approval>
export type ApprovalAct = 'approve' | 'decline' | 'withdraw'
export type OpenedApproval = Reply<typeof approvalApi.approvalGet>

export type Opened = {
  item: Approval
  /** As it is now; as it was listed until that has come. */
  shown: Approval
  detail: OpenedApproval | undefined
  /** Why it cannot be decided by the reader. */
  problem: string | undefined
  /** Why it cannot be approved, though it can be declined. */
  stale: string | undefined
  error: string | undefined
}

/** The result of one item of several. */
export type Outcome = { isDone: boolean; text: string }

/** Names one warning of one item. */
export const warningKey = (id: string, warningId: string): string => `${id} ${warningId}`

/** Why the reader cannot decide an item. */
export const BLOCKED: Record<NonNullable<Approval['blocked']>, string> = {
  same_person: 'You submitted this item. Another user must approve or decline it.',
  involved: 'You worked on this item or it is about you. Another user must decide it.',
  own: 'This involves your own account or loan. Another user must decide it.',
  linked: 'Your account is linked to a user who worked on this item. Another user must decide it.',
  same_browser: 'The submitter is signed in in this browser too. Decide on your own device.',
  same_place: 'This was submitted from your network address and browser. Decide on another device.',
  permission: 'Only Authorizer and superAdmin can do this.',
}
