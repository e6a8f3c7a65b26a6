import { LIST_ACTS, type ListActName, type ListStatus } from '../../../contract/instructions.ts'
import { may } from '../../../contract/roles.ts'
import { addMonths, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { monthsBetween } from '../payMonths/payMonths.ts'
import { section } from '../settings/settings.ts'
import * as store from './instructions.sql.ts'

/** The life of a list: which action follows which status, and who may do it. */

type Source = Awaited<ReturnType<typeof sourcesOf>>[number]

export type { Source }

/** Payroll sources in use, as the settings hold them today. */
export async function sourcesOf(ctx: Pick<Context, 'tx' | 'today'>) {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return sources.filter(source => source.kind === 'payroll' && source.status === 'active')
}

/** Dates of a month and what an event says of it; of a month that the calendar does not have, by the settings. */
export async function monthOf(ctx: Pick<Context, 'tx'>, source: Source, month: LocalDate) {
  const [known] = await monthsBetween(ctx.tx, source.code, month, month)
  return {
    cutOffOn: known ? localDate(known.instruction_on) : addMonths(month, 0, source.instructionDay),
    payDay: known ? localDate(known.pay_on) : addMonths(month, 0, source.payDay),
    isBanned: known ? known.banned_by !== null : false,
    isSkipped: known ? known.skipped_by !== null && known.banned_by === null : false,
  }
}

/** Our code in the files of the office; without one all our deductions are one element. */
export const elementOf = (source: Pick<Source, 'elements'>): string =>
  (source.elements.find(each => each.match !== 'alias') ?? source.elements[0])?.value ?? ''

const FOLLOWS: Record<ListActName, readonly ListStatus[]> = {
  recompute: ['computing', 'computed'],
  decide: ['computed'],
  submit: ['computed'],
  cancel: ['computing', 'computed', 'approved'],
  send: ['approved', 'sent', 'acknowledged', 'superseded'],
  acknowledge: ['sent', 'acknowledged', 'superseded'],
}

export const STATUS_WORDS: Record<ListStatus, string> = {
  computing: 'being computed',
  computed: 'computed',
  waiting: 'pending approval',
  approved: 'approved',
  sent: 'sent',
  acknowledged: 'acknowledged',
  superseded: 'superseded',
  cancelled: 'cancelled',
}

export const statusOf = (row: store.ListRow, waiting: ReadonlyMap<string, string>): ListStatus =>
  row.status === 'computed' && waiting.has(row.id) ? 'waiting' : row.status

export async function knownList(ctx: Pick<Context, 'tx'>, id: string): Promise<store.ListRow> {
  return (await store.findList(ctx.tx, id)) ?? refuse('record.unknown', { what: 'instruction list' })
}

/** Locked, in a status that allows the action. */
export async function lockFor(ctx: Context, id: string, act: ListActName): Promise<store.ListRow> {
  const list = (await store.lockList(ctx.tx, id)) ?? refuse('record.unknown', { what: 'instruction list' })
  const status = statusOf(list, await waitingOn(ctx.tx, 'instruction', [id]))
  if (!FOLLOWS[act].includes(status))
    refuse('instruction.state', { number: list.number, status: STATUS_WORDS[status] })
  return list
}

export function offersOf(ctx: Context, status: ListStatus, open: number) {
  const whyNot = (act: ListActName): string | null => {
    if (!may(ctx.actor.roles, 'money.ask')) return 'Only Admin and superAdmin can do this.'
    if (!FOLLOWS[act].includes(status))
      return status === 'waiting'
        ? 'The list is pending approval. Withdraw it first.'
        : `The list is ${STATUS_WORDS[status]}.`
    if (act === 'submit' && open > 0) return 'Decide the open exceptions first.'
    return null
  }
  const offers = LIST_ACTS.map(act => [act, { allowed: whyNot(act) === null, why: whyNot(act) }])
  return Object.fromEntries(offers) as Record<ListActName, { allowed: boolean; why: string | null }>
}

export function describeList(
  row: store.ListRow,
  waiting: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
) {
  const computedAt = row.computed_at ?? row.asked_at
  return {
    id: row.id,
    number: row.number,
    source: row.source,
    sourceName: names.get(row.source) ?? row.source,
    month: payMonthOf(localDate(row.month)),
    round: row.round,
    status: statusOf(row, waiting),
    cutOffOn: localDate(row.cut_off_on),
    isLate: businessDate(computedAt) > row.cut_off_on,
    lines: row.lines,
    total: kobo(row.total),
    previousTotal: kobo(row.previous_total),
    computedAt: row.computed_at?.toISOString() ?? null,
    computedBy: row.asked_by_name,
    sentAt: row.sent_at?.toISOString() ?? null,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    rejected: row.rejected,
    openRejections: row.open_rejections,
    pendingApprovalId: waiting.get(row.id) ?? null,
  }
}
