import type { Stage } from './stages.ts'

/** Where so many requests are: "12 with a Reviewer", on the dashboard and on its paper. */
export const STAGE_WORDS: Record<Stage, string> = {
  reviewer: 'with a Reviewer',
  authorizer: 'with an Authorizer',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
}
