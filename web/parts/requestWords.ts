import type { z } from 'zod/mini'
import type { check, request, requestRow, timelineEntry } from '../../contract/requests.ts'
import type { Permission } from '../../contract/roles.ts'
import type { Stage } from '../../contract/vocabulary.ts'
import { countOf } from '../../engine/countText.ts'
import { formatPpm } from '../../engine/percent.ts'
import type { Tone } from '../ui/Badge.tsx'

/** Labels of request stages, shares of pay and retirement. */

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
  /** The permission that claims and decides requests of this stage, if any. */
  permission?: Permission
}

export const QUEUES: Record<Stage, Queue> = {
  reviewer: {
    title: 'Pending Reviewer',
    short: 'Reviewer',
    description: 'Check new and resubmitted requests, then recommend, return or reject them. Oldest first.',
    empty: 'No requests pending review',
    how: 'Submitted requests appear here.',
    tone: 'notice',
    permission: 'request.review',
  },
  authorizer: {
    title: 'Pending Authorizer',
    short: 'Authorizer',
    description: 'Approve, send back or reject requests that a reviewer has recommended. Oldest first.',
    empty: 'No requests pending authorization',
    how: 'Requests appear here when a reviewer recommends them.',
    tone: 'brand',
    permission: 'request.authorize',
  },
  approved: {
    title: 'Approved requests',
    short: 'Approved',
    description: 'Approved requests, each with its loan and offer letter.',
    empty: 'No approved requests yet',
    how: 'Requests appear here when an authorizer approves them.',
    tone: 'positive',
  },
  rejected: {
    title: 'Rejected requests',
    short: 'Rejected',
    description: 'Rejected requests with the reason. An Editor or superAdmin can correct and resubmit them.',
    empty: 'No rejected requests',
    how: 'Requests appear here when a reviewer or an authorizer rejects them.',
    tone: 'negative',
  },
  withdrawn: {
    title: 'Withdrawn requests',
    short: 'Withdrawn',
    description: 'Requests withdrawn by the applicant before approval.',
    empty: 'No withdrawn requests',
    how: 'Requests appear here when the applicant withdraws them before approval.',
    tone: 'neutral',
  },
}

/** Parts per million as a percentage: 246,667 → "24.67%"; capped at 999%. */
export function shareText(ppm: number | null): string {
  if (ppm === null) return 'Not available'
  return ppm >= 9_990_000 ? 'over 999%' : formatPpm(ppm, 2)
}

type Share = Pick<LoanRequest['requested'], 'shareOfPayPpm' | 'payMonth' | 'statedShareOfPayPpm'>

/** The source of the pay, and the share of stated pay where it differs. */
export function payLines({ shareOfPayPpm, payMonth, statedShareOfPayPpm }: Share): string[] {
  if (payMonth === null) return ['of net pay as stated']
  const differs = statedShareOfPayPpm !== shareOfPayPpm
  return [
    `of net pay, payroll of ${payMonth}`,
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

/** Version 0 is the text Iroko is delivered with. */
export const consentTextName = (version: number): string =>
  version === 0 ? 'Original text' : `Version ${version}`

export function retirementText(monthsLeft: number): string {
  if (monthsLeft < 0) return 'already past'
  return monthsLeft === 0 ? 'within a month' : `in ${monthsText(monthsLeft)}`
}

/** Lists of decided requests start with the newest, so there the next one is the older. */
export const neighbours = ({ row, previousId, nextId }: LoanRequest) =>
  QUEUES[row.stage].permission
    ? { next: nextId, previous: previousId }
    : { next: previousId, previous: nextId }
