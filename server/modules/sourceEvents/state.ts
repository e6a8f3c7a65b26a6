import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { may } from '../../../contract/roles.ts'
import {
  SOURCE_EVENT_ACTS,
  type SourceEventAct,
  type SourceEventReason,
  type SourceEventStatus,
} from '../../../contract/sourceEvents.ts'
import { formatMonth, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { section } from '../settings/settings.ts'
import type { EventRow } from './events.sql.ts'
import * as store from './events.sql.ts'
import type { EventRule } from './plan.ts'

/** The life of an event: which action follows which status, and how it is shown. */

export const ruleOf = (event: EventRow): EventRule => ({
  from: localDate(event.from_month),
  to: localDate(event.to_month),
  treatment: event.treatment ?? 'excuse',
  interest: event.interest,
})

type Figures = {
  loans?: number
  amount?: string
  interest?: string
  excluded?: { reason: SourceEventReason; loans: number }[]
  customers?: number
}
export const figuresIn = (event: EventRow) => {
  const { loans = 0, amount = '0', interest = '0', excluded = [], customers = 0 } = event.figures as Figures
  return { loans, amount: kobo(BigInt(amount)), interest: kobo(BigInt(interest)), excluded, customers }
}

export const monthsText = (event: Pick<EventRow, 'from_month' | 'to_month'>): string => {
  const [from, to] = [event.from_month, event.to_month].map(month => formatMonth(month.slice(0, 7)))
  return from === to ? `${from}` : `${from} to ${to}`
}

export async function checkSource(ctx: Context, code: string): Promise<void> {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  if (!sources.some(each => each.code === code && each.kind === 'payroll' && each.status === 'active'))
    refuse('instruction.source', { source: code })
}

const FOLLOWS: Record<SourceEventAct, readonly SourceEventStatus[]> = {
  recompute: ['computed'],
  submit: ['computed'],
  cancel: ['computing', 'computed'],
  undo: ['applied'],
}

export const STATUS_WORDS: Record<SourceEventStatus, string> = {
  computing: 'being computed',
  computed: 'computed',
  waiting: 'pending approval',
  applying: 'being applied',
  applied: 'applied',
  undoing: 'being reversed',
  undone: 'reversed',
  cancelled: 'cancelled',
}

const statusOf = (row: EventRow, waiting: ReadonlyMap<string, string>): SourceEventStatus =>
  row.status === 'computed' && waiting.has(row.id) ? 'waiting' : row.status

export async function knownEvent(ctx: Pick<Context, 'tx'>, id: string): Promise<EventRow> {
  return (await store.findEvent(ctx.tx, id)) ?? refuse('record.unknown', { what: 'event' })
}

/** Locked, in a status that allows the action. */
export async function lockFor(ctx: Context, id: string, act: SourceEventAct): Promise<EventRow> {
  const event = (await store.lockEvent(ctx.tx, id)) ?? refuse('record.unknown', { what: 'event' })
  const status = statusOf(event, await waitingOn(ctx.tx, 'sourceEvent', [id]))
  if (!FOLLOWS[act].includes(status))
    refuse('source_event.state', { number: event.number, status: STATUS_WORDS[status] })
  return event
}

export function offersOf(ctx: Context, event: EventRow, waiting: ReadonlyMap<string, string>) {
  const status = statusOf(event, waiting)
  const whyNot = (act: SourceEventAct): string | null => {
    if (!may(ctx.actor.roles, 'money.ask')) return 'Only Admin and superAdmin can do this.'
    if (waiting.has(event.id)) return 'The event is pending approval. Withdraw it first.'
    if (!FOLLOWS[act].includes(status)) return `The event is ${STATUS_WORDS[status]}.`
    if (act === 'recompute' && event.kind === 'dates') return 'Moved dates need no computation.'
    return null
  }
  const offers = SOURCE_EVENT_ACTS.map(act => [act, { allowed: whyNot(act) === null, why: whyNot(act) }])
  return Object.fromEntries(offers) as Record<SourceEventAct, { allowed: boolean; why: string | null }>
}

export function describeEvent(
  row: EventRow,
  waiting: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): Reply<Api['sourceEventList']>['rows'][number] {
  const { loans, amount, interest, excluded, customers } = figuresIn(row)
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    source: row.source,
    sourceName: names.get(row.source) ?? row.source,
    from: payMonthOf(localDate(row.from_month)),
    to: payMonthOf(localDate(row.to_month)),
    treatment: row.treatment,
    interest: row.interest,
    status: statusOf(row, waiting),
    reason: row.reason,
    loans,
    amount,
    interestChange: interest,
    excluded: excluded.reduce((sum, each) => sum + each.loans, 0),
    customers,
    notifies: row.notifies,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_by_name,
    approvedBy: row.approved_by_name,
    appliedAt: row.applied_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    pendingApprovalId: waiting.get(row.id) ?? null,
  }
}
