import type { Permission } from '../../../contract/roles.ts'
import type { Stage } from '../../../contract/vocabulary.ts'

/** Where each act leads from each stage. What is not in the table cannot happen. */
export const MOVES = {
  reviewer: { recommend: 'authorizer', return: 'reviewer', reject: 'rejected', withdraw: 'withdrawn' },
  authorizer: { approve: 'approved', sendBack: 'reviewer', reject: 'rejected', withdraw: 'withdrawn' },
  rejected: { edit: 'reviewer' },
  approved: {},
  withdrawn: {},
} as const satisfies Record<Stage, Partial<Record<string, Stage>>>

export type Act = 'recommend' | 'return' | 'reject' | 'withdraw' | 'approve' | 'sendBack' | 'edit'

export const nextStage = (stage: Stage, act: Act): Stage | undefined =>
  (MOVES[stage] as Partial<Record<Act, Stage>>)[act]

/** The queue of a stage; a stage without a queue needs no decision. */
export const QUEUE_PERMISSION: Partial<Record<Stage, Permission>> = {
  reviewer: 'request.review',
  authorizer: 'request.authorize',
}
