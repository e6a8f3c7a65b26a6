import type { z } from 'zod/mini'
import type { check, request, requestRow, timelineEntry } from '../../contract/requests.ts'
import type { Permission } from '../../contract/roles.ts'
import type { Stage } from '../../contract/vocabulary.ts'
import { countOf } from '../../engine/countText.ts'
import { formatPpm } from '../../engine/percent.ts'
import type { Tone } from '../ui/Badge.tsx'

/** What the words of the contract are called on screen. */

export type LoanRequest = z.output<typeof request>
export type RequestRow = z.output<typeof requestRow>
export type Check = z.output<typeof check>
export type TimelineEntry = z.output<typeof timelineEntry>
export type Act = keyof LoanRequest['offers']

type Queue = {
  title: string
  /** On a tab or badge. */
  short: string
  description: string
  empty: string
  how: string
  tone: Tone
  /** Whose queue it is; nobody claims or decides where nobody's is. */
  permission?: Permission
}

export const QUEUES: Record<Stage, Queue> = {
  reviewer: {
    title: 'Pending Reviewer',
    short: 'Reviewer',
    description: 'Check new and resubmitted requests, then recommend, return or reject. Oldest first.',
    empty: 'Nothing waits for review',
    how: 'A request comes here when an applicant or a member of staff submits it.',
    tone: 'notice',
    permission: 'request.review',
  },
  authorizer: {
    title: 'Pending Authorizer',
    short: 'Authorizer',
    description: 'Recommended by a reviewer: approve, send back or reject. Oldest first.',
    empty: 'Nothing waits for authorization',
    how: 'A request comes here when a reviewer recommends it.',
    tone: 'brand',
    permission: 'request.authorize',
  },
  approved: {
    title: 'Approved requests',
    short: 'Approved',
    description: 'Each of them has become a loan with an offer letter.',
    empty: 'No approved requests yet',
    how: 'A request comes here when an authorizer approves it; its loan then waits for disbursement.',
    tone: 'positive',
  },
  rejected: {
    title: 'Rejected requests',
    short: 'Rejected',
    description: 'Turned down, with the reason. An Editor can correct a request and resubmit it.',
    empty: 'No rejected requests',
    how: 'A request comes here when a reviewer or an authorizer rejects it. It can then be edited and resubmitted.',
    tone: 'negative',
  },
  withdrawn: {
    title: 'Withdrawn requests',
    short: 'Withdrawn',
    description: 'Taken back by the applicant before a decision.',
    empty: 'No withdrawn requests',
    how: 'A request comes here when the applicant withdraws it before approval.',
    tone: 'neutral',
  },
}

/** Parts per million as people say it: 246,667 → "24.67 %"; above 999 % the figure says nothing more. */
export function shareText(ppm: number | null): string {
  if (ppm === null) return 'No pay stated'
  return ppm >= 9_990_000 ? 'over 999 %' : formatPpm(ppm, 2)
}

type Share = Pick<LoanRequest['requested'], 'shareOfPayPpm' | 'payMonth' | 'statedShareOfPayPpm'>

/** Whose pay a share is of, and what it is of pay as stated where that differs. */
export function payLines({ shareOfPayPpm, payMonth, statedShareOfPayPpm }: Share): string[] {
  if (payMonth === null) return ['of pay as stated']
  const differs = statedShareOfPayPpm !== shareOfPayPpm
  return [
    `of pay, payroll of ${payMonth}`,
    ...(differs ? [`${shareText(statedShareOfPayPpm)} as stated`] : []),
  ]
}

/** 220 → "18 years 4 months". */
function monthsText(months: number): string {
  const years = Math.floor(months / 12)
  const rest = months % 12
  if (years === 0) return countOf(months, 'month')
  return rest === 0 ? countOf(years, 'year') : `${countOf(years, 'year')} ${countOf(rest, 'month')}`
}

/** The text the program came with was changed by nobody, so it has no number yet. */
export const consentTextName = (version: number): string =>
  version === 0 ? 'Original text' : `Version ${version}`

export function retirementText(monthsLeft: number): string {
  if (monthsLeft < 0) return 'already past'
  return monthsLeft === 0 ? 'within a month' : `in ${monthsText(monthsLeft)}`
}

/** The lists of what is decided begin with the newest, so there the next one is the older. */
export const neighbours = ({ row, previousId, nextId }: LoanRequest) =>
  QUEUES[row.stage].permission
    ? { next: nextId, previous: previousId }
    : { next: previousId, previous: nextId }
