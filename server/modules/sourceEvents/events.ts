import type { Api, CommandInput } from '../../../contract/api.ts'
import {
  SOURCE_EVENT_KIND_LABELS,
  SOURCE_EVENT_REASON_LABELS,
  SOURCE_EVENT_STATUS_LABELS,
} from '../../../contract/labels.ts'
import { SOURCE_EVENT_MONTHS_MAX, type SourceEventReason } from '../../../contract/sourceEvents.ts'
import { countOf } from '../../../engine/countText.ts'
import { addMonths, formatMonth, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { exportOf } from '../../kernel/export.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { sheetMoment, sheetNaira } from '../../kernel/sheet.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { cancelMessages, messagesAbout } from '../messaging/messaging.ts'
import { eventMonths, markMonths, monthsBetween } from '../payMonths/payMonths.ts'
import { sourceNames } from '../settings/settings.ts'
import { applyDates, datesOf, effectOfDates, undoDates } from './dates.ts'
import * as store from './events.sql.ts'
import { smsOf } from './notices.ts'
import { monthsOf } from './plan.ts'
import { markOf } from './run.ts'
import { checkSource, describeEvent, figuresIn, knownEvent, lockFor, monthsText, offersOf } from './state.ts'

/** Events of payroll sources: recorded and computed by one user, approved by another, reversed in the same way. */

const EARLIER_MONTHS_MAX = 6
const LATER_MONTHS_MAX = 12

export const computeEvent: Handler<Api['sourceEventCompute']> = async (ctx, input) => {
  const [from, to] = [localDate(`${input.from}-01`), localDate(`${input.to}-01`)]
  await store.lockSource(ctx.tx, input.source)
  const known = await store.findEvent(ctx.tx, input.id)
  if (known) {
    if (known.source !== input.source || known.from_month !== from || known.kind !== input.kind)
      refuse('idempotency.other_body')
    ctx.audit({ subject: ['sourceEvent', known.id], after: { repeated: true } })
    return { id: known.id }
  }
  await checkSource(ctx, input.source)
  checkMonths(ctx.today, from, to)
  if ((input.treatment === 'move') !== (input.interest !== null))
    refuseFields({ interest: 'Choose what the moved months cost' })
  const event: store.NewEvent = {
    id: input.id,
    kind: input.kind,
    source: input.source,
    from_month: from,
    to_month: to,
    treatment: input.treatment,
    interest: input.interest,
    dates: null,
    dates_before: null,
    status: 'computing',
    reason: input.reason,
    asked_at: ctx.now,
    asked_by: ctx.actor.id,
    asked_by_name: ctx.actor.name,
    computed_at: null,
    figures: '{}',
    notifies: false,
  }
  await refuseUnfit(ctx, event)
  await store.insertEvent(ctx.tx, event)
  await ctx.queue('sourceEventRun', { id: input.id })
  ctx.audit({
    subject: ['sourceEvent', input.id],
    after: { kind: input.kind, source: input.source, from: input.from, to: input.to },
    reason: input.reason,
  })
  return { id: input.id }
}

function checkMonths(today: LocalDate, from: LocalDate, to: LocalDate): void {
  const here = localDate(`${payMonthOf(today)}-01`)
  if (to < from) refuseFields({ to: 'Choose the first month or a later one' })
  if (from < addMonths(here, -EARLIER_MONTHS_MAX))
    refuseFields({ from: `At most ${EARLIER_MONTHS_MAX} months ago` })
  if (to > addMonths(here, LATER_MONTHS_MAX)) refuseFields({ to: `At most ${LATER_MONTHS_MAX} months ahead` })
  if (monthsOf({ from, to }).length > SOURCE_EVENT_MONTHS_MAX)
    refuseFields({ to: `At most ${SOURCE_EVENT_MONTHS_MAX} months` })
}

/** What an event cannot meet: another one, or a month whose deductions are posted. */
async function refuseUnfit(
  ctx: Context,
  event: Pick<store.EventRow, 'id' | 'source' | 'from_month' | 'to_month' | 'kind'>,
): Promise<void> {
  const other = await store.overlapping(ctx.tx, event)
  if (other) refuse('source_event.overlap', { number: other.number })
  const months = await monthsBetween(ctx.tx, event.source, event.from_month, event.to_month)
  const posted = months.find(each => each.heard_on !== null)
  if (posted) refuse('source_event.posted', { month: formatMonth(posted.period.slice(0, 7)) })
}

export const recomputeEvent: Handler<Api['sourceEventRecompute']> = async (ctx, { id }) => {
  const event = await lockFor(ctx, id, 'recompute')
  if (event.kind === 'dates') refuse('source_event.state', { number: event.number, status: 'computed' })
  await store.deleteLoans(ctx.tx, id)
  await store.changeEvent(ctx.tx, id, { status: 'computing' })
  await ctx.queue('sourceEventRun', { id })
  ctx.audit({ subject: ['sourceEvent', id], after: { status: 'computing' } })
  return {}
}

export const cancelEvent: Handler<Api['sourceEventCancel']> = async (ctx, { id }) => {
  const event = await lockFor(ctx, id, 'cancel')
  await store.changeEvent(ctx.tx, id, { status: 'cancelled', ended_at: ctx.now })
  ctx.audit({
    subject: ['sourceEvent', id],
    before: { status: event.status },
    after: { status: 'cancelled' },
  })
  return {}
}

// ── Approval ───────────────────────────────────────────────────────────────────────────────────────────────────────

export const submitEvent: Handler<Api['sourceEventSubmit']> = async (ctx, { id, notifies }) => {
  const event = await lockFor(ctx, id, 'submit')
  await store.changeEvent(ctx.tx, id, { notifies })
  return { approvalId: await submitForApproval(ctx, { ...event, notifies }) }
}

export async function submitForApproval(ctx: Context, event: store.EventRow): Promise<string> {
  if (event.kind !== 'dates') await refuseUnfit(ctx, event)
  const { loans, amount } = figuresIn(event)
  const names = await sourceNames(ctx)
  return propose(ctx, {
    command: 'sourceEventApply',
    input: { id: event.id, computedAt: event.computed_at?.toISOString() ?? '' },
    subject: ['sourceEvent', event.id],
    summary: `${event.number}: ${SOURCE_EVENT_KIND_LABELS[event.kind]}, ${names.get(event.source) ?? event.source}, ${monthsText(event)}${event.kind === 'dates' ? '' : `, ${countOf(loans, 'loan')}`}`,
    ...(event.kind === 'dates' ? {} : { amount }),
    ...(await effectOf(ctx, event)),
    reason: event.reason,
    involved: [event.asked_by],
  })
}

const TREATMENT_WORDS = {
  excuse: 'Stay due by contract, not late by conduct, collected after the last instalment',
  waived: 'Instalments move back, no interest for the months',
  added: 'Instalments move back, interest is added for the months',
}
const LIST_WORDS = {
  skipped: 'None is computed for these months',
  strike: 'None is computed for these months',
  ban: 'All deductions stop, and resume with the first list after these months',
}

async function effectOf(ctx: Pick<Context, 'tx'>, event: store.EventRow): Promise<Foresight> {
  const sms = event.notifies ? `To ${countOf(figuresIn(event).customers, 'customer')}` : 'None'
  if (event.kind === 'dates') {
    const { before, after } = effectOfDates(event)
    return { before, after: { ...after, sms } }
  }
  const { loans, amount, interest, excluded } = figuresIn(event)
  const way = event.treatment === 'move' ? (event.interest ?? 'waived') : 'excuse'
  const months = await monthsBetween(ctx.tx, event.source, event.from_month, event.to_month)
  return {
    before: null,
    after: {
      months: monthsText(event),
      loans,
      instalments: formatNaira(amount),
      treatment: TREATMENT_WORDS[way],
      interestChange: formatNaira(interest),
      instructionLists: LIST_WORDS[event.kind],
      excludedLoans: countsText(excluded),
      sms,
      ...(months.some(each => each.heard_on !== null) ? { attention: 'A deduction file was posted' } : {}),
    },
  }
}

const countsText = (counted: readonly { reason: SourceEventReason; loans: number }[]): string[] =>
  counted.map(({ reason, loans }) => `${SOURCE_EVENT_REASON_LABELS[reason]}: ${countOf(loans, 'loan')}`)

/** What was submitted is stored with the event; computed again since, it is submitted again. */
export async function foreseeEvent(
  ctx: Context,
  { id, computedAt }: CommandInput<'sourceEventApply'>,
): Promise<Foresight> {
  const event = ctx.tx.isTransaction
    ? ((await store.lockEvent(ctx.tx, id)) ?? (await knownEvent(ctx, id)))
    : await knownEvent(ctx, id)
  return {
    ...(await effectOf(ctx, event)),
    isStale: event.status !== 'computed' || event.computed_at?.toISOString() !== computedAt,
  }
}

export async function eventApproved(
  ctx: Context,
  { id, computedAt }: CommandInput<'sourceEventApply'>,
): Promise<void> {
  const event = await store.lockEvent(ctx.tx, id)
  if (event?.status !== 'computed' || event.computed_at?.toISOString() !== computedAt)
    return refuse('approval.stale')
  const approved = { approved_at: ctx.now, approved_by: ctx.actor.id, approved_by_name: ctx.actor.name }
  if (event.kind === 'dates') {
    await applyDates(ctx, event)
    await store.changeEvent(ctx.tx, id, { ...approved, status: 'applied', applied_at: ctx.now })
    if (event.notifies) await ctx.queue('sourceEventRun', { id })
  } else {
    await store.lockSource(ctx.tx, event.source)
    await eventMonths(ctx, event.source, localDate(event.from_month), localDate(event.to_month))
    await refuseUnfit(ctx, event)
    await markMonths(ctx.tx, markOf(event), true)
    await store.changeEvent(ctx.tx, id, { ...approved, status: 'applying' })
    await ctx.queue('sourceEventRun', { id })
  }
  ctx.audit({
    subject: ['sourceEvent', id],
    before: { status: 'computed' },
    after: { status: event.kind === 'dates' ? 'applied' : 'applying' },
  })
}

// ── Reversal ───────────────────────────────────────────────────────────────────────────────────────────────────────

export const undoEvent: Handler<Api['sourceEventUndo']> = async (ctx, input) => {
  const event = await lockFor(ctx, input.id, 'undo')
  if (event.kind === 'dates') await refuseMovedSince(ctx, event)
  return {
    approvalId: await propose(ctx, {
      command: 'sourceEventReverse',
      input,
      subject: ['sourceEvent', event.id],
      summary: `Reversal of ${event.number}: ${SOURCE_EVENT_KIND_LABELS[event.kind]}, ${monthsText(event)}`,
      ...(event.kind === 'dates' ? {} : { amount: figuresIn(event).amount }),
      ...(await foreseeUndoOf(ctx, event)),
      reason: input.reason,
      involved: [event.asked_by],
    }),
  }
}

async function refuseMovedSince(ctx: Context, event: store.EventRow): Promise<void> {
  const later = await store.movedSince(ctx.tx, event)
  if (later) refuse('source_event.moved_since', { number: later.number })
}

async function foreseeUndoOf(ctx: Context, event: store.EventRow): Promise<Foresight> {
  const sms = await smsOf(ctx, event)
  if (event.kind === 'dates') return { before: null, after: { ...effectOfDates(event).before, sms } }
  const tallies = await store.talliesOf(ctx.tx, event.id)
  const done = tallies.filter(each => each.status === 'done').reduce((sum, each) => sum + each.loans, 0)
  const resting = await store.restingOf(ctx.tx, event.id)
  const lasting = resting.reduce((sum, each) => sum + each.loans, 0)
  return {
    before: null,
    after: {
      months: monthsText(event),
      reversedLoans: done - lasting,
      keptLoans: lasting === 0 ? ['None'] : countsText(resting),
      sms,
    },
  }
}

export async function foreseeEventUndo(
  ctx: Context,
  { id }: CommandInput<'sourceEventReverse'>,
): Promise<Foresight> {
  const event = await knownEvent(ctx, id)
  return { ...(await foreseeUndoOf(ctx, event)), isStale: event.status !== 'applied' }
}

export async function undoApproved(
  ctx: Context,
  { id, reason }: CommandInput<'sourceEventReverse'>,
): Promise<void> {
  const event = await store.lockEvent(ctx.tx, id)
  if (event?.status !== 'applied') return refuse('approval.stale')
  // a text that is no longer true and has not gone does not go
  await cancelMessages(ctx, ['sourceEvent', id], 'The event was reversed')
  const approved = {
    undo_approved_by: ctx.actor.id,
    undo_approved_by_name: ctx.actor.name,
    undo_reason: reason,
  }
  if (event.kind === 'dates') {
    await refuseMovedSince(ctx, event)
    await undoDates(ctx, event, reason)
    await store.changeEvent(ctx.tx, id, { ...approved, status: 'undone', ended_at: ctx.now })
  } else {
    await store.changeEvent(ctx.tx, id, { ...approved, status: 'undoing' })
    await ctx.queue('sourceEventRun', { id })
  }
  ctx.audit({
    subject: ['sourceEvent', id],
    before: { status: 'applied' },
    after: { status: event.kind === 'dates' ? 'undone' : 'undoing' },
    reason,
  })
}

// ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const listEvents: Handler<Api['sourceEventList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'sourceEvents', filter, cursor), 'number')
  const found = await store.listEvents(ctx.tx, filter, after?.number ?? null, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const ids = rows.map(row => row.id)
  const waiting = await waitingOn(ctx.tx, 'sourceEvent', ids)
  const names = await sourceNames(ctx)
  const { total, exact } = await store.countEvents(ctx.tx, filter)
  return {
    rows: rows.map(row => describeEvent(row, waiting, names)),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'sourceEvents', filter, [last.number]) : null,
  }
}

export const getEvent: Handler<Api['sourceEventGet']> = async (ctx, { id }) => {
  const event = await knownEvent(ctx, id)
  const waiting = await waitingOn(ctx.tx, 'sourceEvent', [id])
  const progress = new Map<store.Tally['status'], number>()
  for (const { status, loans } of await store.talliesOf(ctx.tx, id))
    progress.set(status, (progress.get(status) ?? 0) + loans)
  return {
    ...describeEvent(event, waiting, await sourceNames(ctx)),
    exclusions: figuresIn(event).excluded,
    progress: [...progress].map(([status, loans]) => ({ status, loans })),
    irreversible: event.status === 'applied' ? await store.restingOf(ctx.tx, id) : [],
    messages: await messagesAbout(ctx, ['sourceEvent', id]),
    isNotifying: event.status === 'applied' && event.notifies && event.notified_at === null,
    undoReason: event.undo_reason,
    undoneBy: event.undo_approved_by_name,
    dates: datesOf(event),
    offers: offersOf(ctx, event, waiting),
  }
}

export const listEventLoans: Handler<Api['sourceEventLoanList']> = async (
  ctx,
  { cursor, limit, ...filter },
) => {
  await knownEvent(ctx, filter.id)
  const after = placeOf(readCursor(ctx.keys, 'sourceEventLoans', filter, cursor), 'loan')
  const found = await store.listLoans(ctx.tx, filter, after?.loan ?? null, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const { total, exact } = await store.countLoans(ctx.tx, filter)
  return {
    rows: rows.map(row => ({
      loanId: row.loan_id,
      number: row.number,
      customerName: row.customer_name,
      status: row.status,
      amount: kobo(row.amount),
      interest: kobo(row.interest),
      reason: row.reason,
      problem: row.problem,
    })),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'sourceEventLoans', filter, [last.loan_id]) : null,
  }
}

export const exportEvents = exportOf(listEvents, {
  what: 'source events',
  name: 'payroll-source-events',
  columns: [
    ['Event', row => row.number],
    ['Payroll source', row => row.sourceName],
    ['Kind', row => SOURCE_EVENT_KIND_LABELS[row.kind]],
    ['From', row => row.from],
    ['To', row => row.to],
    ['Status', row => SOURCE_EVENT_STATUS_LABELS[row.status]],
    ['Loans', row => row.loans],
    ['Instalments (NGN)', row => sheetNaira(row.amount)],
    ['Change of interest (NGN)', row => sheetNaira(row.interestChange)],
    ['Excluded', row => row.excluded],
    ['Reason', row => row.reason],
    ['Recorded at', row => sheetMoment(row.askedAt)],
    ['Recorded by', row => row.askedBy],
    ['Approved by', row => row.approvedBy],
  ],
})

export const exportEventLoans = exportOf(listEventLoans, {
  what: 'loans of a source event',
  name: 'source-event-loans',
  columns: [
    ['Loan', row => row.number],
    ['Customer', row => row.customerName],
    ['Status', row => row.status],
    ['Instalments (NGN)', row => sheetNaira(row.amount)],
    ['Change of interest (NGN)', row => sheetNaira(row.interest)],
    ['Reason', row => (row.reason ? SOURCE_EVENT_REASON_LABELS[row.reason] : null)],
  ],
})
