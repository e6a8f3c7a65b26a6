import { randomUUID } from 'node:crypto'
import type { SourceEventReason } from '../../../contract/sourceEvents.ts'
import type { LoanEvent, Reversal } from '../../../engine/events.ts'
import { refusalOf } from '../../../engine/refusals.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Actor, Context } from '../../kernel/context.ts'
import { storableJson } from '../../kernel/json.ts'
import { foldLoans, recordAll } from '../loans/loans.ts'
import { endExcuses, insertExcuses, markMonths } from '../payMonths/payMonths.ts'
import * as store from './events.sql.ts'
import { countCustomers } from './notices.sql.ts'
import { notifyCustomers } from './notices.ts'
import { monthsOf, type Plan, planFor, storedExcuses } from './plan.ts'
import { ruleOf } from './state.ts'

/** The job of an event: computing what it does, applying it, or reversing it, some loans in each transaction. */

const COMPUTED_AT_ONCE = 500
const CHANGED_AT_ONCE = 100
/** Nothing is recorded under it. */
const PLANNED_ID = '00000000-0000-0000-0000-000000000000'

/** Killed anywhere and run again, it goes on with the loans that are left. */
export async function runSourceEvent(program: Program, id: string): Promise<void> {
  const event = await store.findEvent(program.db, id)
  if (event?.status === 'computing') await compute(program, event)
  if (event?.status === 'applying') await change(program, event, applyNext)
  if (event?.status === 'undoing') await change(program, event, undoNext)
  await notifyCustomers(program, id)
}

// ── Computing ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function compute(program: Program, { id }: store.EventRow): Promise<void> {
  const inOne = (run: (ctx: Context, event: store.EventRow) => Promise<boolean>) =>
    act(program, 'sourceEventRun', SYSTEM, async ctx => {
      const event = await store.lockEvent(ctx.tx, id)
      return event?.status === 'computing' && run(ctx, event)
    })
  while (await inOne(computeNext));
  await inOne(async (ctx, event) => {
    await store.changeEvent(ctx.tx, id, {
      status: 'computed',
      computed_at: ctx.now,
      figures: storableJson(await figuresOf(ctx, event)),
    })
    ctx.audit({ subject: ['sourceEvent', id], after: { status: 'computed' } })
    return false
  })
}

async function computeNext(ctx: Context, event: store.EventRow): Promise<boolean> {
  const candidates = await store.nextCandidates(ctx.tx, event, COMPUTED_AT_ONCE)
  if (candidates.length === 0) return false
  const frozen = new Set(candidates.filter(each => each.frozen !== null).map(each => each.id))
  const rule = ruleOf(event)
  const plans = await foldLoans(
    ctx.tx,
    candidates.map(each => each.id),
    ctx.today,
    (state, loanId, { agreement, events }) => {
      const next = { id: PLANNED_ID, enteredOn: ctx.today, sequence: events.length + 1 }
      const loan = { agreement, events, isFrozen: frozen.has(loanId) }
      return rowOf(loanId, planFor(rule, state, loan, next, ctx.today))
    },
  )
  await store.insertLoans(ctx.tx, event.id, plans)
  return candidates.length === COMPUTED_AT_ONCE
}

const rowOf = (loanId: string, plan: Plan): store.LoanPlan =>
  'reason' in plan
    ? { loan_id: loanId, status: 'excluded', amount: 0n, interest: 0n, ...plan }
    : {
        loan_id: loanId,
        status: 'ready',
        amount: plan.amount,
        interest: plan.interest,
        reason: null,
        problem: null,
      }

/** As the approver reads them. */
async function figuresOf(ctx: Pick<Context, 'tx'>, event: store.EventRow): Promise<object> {
  const tallies = await store.talliesOf(ctx.tx, event.id)
  const ready = tallies.find(each => each.status === 'ready')
  return {
    loans: ready?.loans ?? 0,
    amount: (ready?.amount ?? 0n).toString(),
    interest: (ready?.interest ?? 0n).toString(),
    excluded: tallies
      .filter(each => each.status === 'excluded')
      .map(({ reason, loans }) => ({ reason, loans })),
    customers: await countCustomers(ctx.tx, event),
  }
}

// ── Applying and reversing ─────────────────────────────────────────────────────────────────────────────────────────

type Step = (ctx: Context, event: store.EventRow) => Promise<boolean>

async function change(program: Program, event: store.EventRow, step: Step): Promise<void> {
  const inOne = (run: Step) =>
    act(program, 'sourceEventRun', actorOf(event), async ctx => {
      const now = await store.findEvent(ctx.tx, event.id)
      return now?.status === event.status && run(ctx, now)
    })
  while (await inOne(step));
  await inOne(finish)
}

/** In the name of the approver. */
const actorOf = (event: store.EventRow): Actor => ({
  ...SYSTEM,
  id: (event.status === 'undoing' ? event.undo_approved_by : event.approved_by) ?? SYSTEM.id,
  name: (event.status === 'undoing' ? event.undo_approved_by_name : event.approved_by_name) ?? SYSTEM.name,
})

async function finish(ctx: Context, { id }: store.EventRow): Promise<boolean> {
  const event = await store.lockEvent(ctx.tx, id)
  const [from, to] =
    event?.status === 'undoing' ? (['done', 'undone'] as const) : (['ready', 'applied'] as const)
  // another worker may still have some, or was here first
  if (!event || (event.status !== 'applying' && event.status !== 'undoing')) return false
  if (await store.hasLeft(ctx.tx, id, from)) return false
  if (to === 'undone') {
    await markMonths(ctx.tx, markOf(event), false)
    await store.changeEvent(ctx.tx, id, { status: to, ended_at: ctx.now })
  } else await store.changeEvent(ctx.tx, id, { status: to, applied_at: ctx.now })
  // what a month was expected to bring has changed
  for (const month of monthsOf(ruleOf(event)))
    await ctx.queue('reconciliationRun', { source: event.source, month })
  ctx.audit({ subject: ['sourceEvent', id], before: { status: event.status }, after: { status: to } })
  return false
}

export const markOf = (event: store.EventRow) => ({
  eventId: event.id,
  source: event.source,
  from: event.from_month,
  to: event.to_month,
  isBan: event.kind === 'ban',
})

/** Computed again with each loan locked: what was paid since is left out, and says so. */
async function applyNext(ctx: Context, event: store.EventRow): Promise<boolean> {
  const rows = await store.lockNext(ctx.tx, event.id, 'ready', CHANGED_AT_ONCE)
  if (rows.length === 0) return false
  const ids = rows.map(each => each.loan_id)
  const outcomes: store.LoanOutcome[] = []
  const excuses: ReturnType<typeof storedExcuses>[number][] = []
  const rule = ruleOf(event)
  const made = rows.map(row => ({ loanId: row.loan_id, eventId: randomUUID() }))
  const frozen = await store.lockLoans(ctx.tx, ids)
  await recordAll(
    ctx,
    made,
    (loanId, next, state, of): LoanEvent | undefined => {
      const plan = planFor(rule, state, { ...of, isFrozen: frozen.has(loanId) }, next, ctx.today)
      if ('reason' in plan) {
        outcomes.push({ loan_id: loanId, status: 'excluded', amount: 0n, interest: 0n, ...plan })
        return undefined
      }
      const { amount, interest, holiday } = plan
      outcomes.push({
        loan_id: loanId,
        status: 'done',
        amount,
        interest,
        loan_event_id: holiday ? holiday.id : null,
      })
      excuses.push(...storedExcuses(loanId, plan, ctx.today))
      return holiday ?? undefined
    },
    { act: 'holiday', note: `${event.number}: ${event.reason}`, maker: makerOf(event) },
  )
  if (excuses.length > 0) await insertExcuses(ctx.tx, event.id, excuses, ctx.today)
  for (const { loan_id: loanId, status, amount } of outcomes)
    if (status === 'done' && rule.treatment === 'excuse')
      ctx.audit({
        subject: ['loan', loanId],
        after: { sourceEvent: event.number, excused: (amount ?? 0n).toString() },
        reason: event.reason,
      })
  await store.saveOutcomes(ctx.tx, event.id, outcomes)
  return true
}

const makerOf = (event: store.EventRow) => ({ id: event.asked_by, name: event.asked_by_name })

async function undoNext(ctx: Context, event: store.EventRow): Promise<boolean> {
  const rows = await store.lockNext(ctx.tx, event.id, 'done', CHANGED_AT_ONCE)
  if (rows.length === 0) return false
  const note = `${event.number}: ${event.undo_reason ?? event.reason}`
  const holidays = rows.flatMap(row =>
    row.loan_event_id ? [{ loanId: row.loan_id, eventId: randomUUID(), of: row.loan_event_id }] : [],
  )
  const byLoan = new Map(holidays.map(each => [each.loanId, each]))
  // locked first, so that nothing comes to rest on a holiday while it is reversed
  await store.lockLoans(ctx.tx, [...byLoan.keys()])
  const resting = await store.restingAmong(ctx.tx, event.id, [...byLoan.keys()])
  const outcomes = new Map<string, store.LoanOutcome>()
  await recordAll(
    ctx,
    holidays,
    (loanId, next, state, { agreement, events }): LoanEvent | undefined => {
      const keep = (reason: SourceEventReason, problem: string | null = null): undefined =>
        void outcomes.set(loanId, { loan_id: loanId, status: 'kept', reason, problem })
      const reason = resting.get(loanId)
      if (reason) return keep(reason)
      const of = byLoan.get(loanId)?.of ?? ''
      const reversal: Reversal = { ...next, type: 'reversal', date: ctx.today, of }
      const refusal = refusalOf(agreement, events, reversal, ctx.today, state)
      // on its own loan page it was reversed already
      if (refusal?.name === 'already-reversed') return undefined
      if (refusal) return keep('refused', refusal.name)
      outcomes.set(loanId, { loan_id: loanId, status: 'undone', reversal_id: next.id })
      return reversal
    },
    { act: 'reversal', note, maker: makerOf(event) },
  )
  const excused = rows.filter(row => row.loan_event_id === null).map(row => row.loan_id)
  if (excused.length > 0) await endExcuses(ctx.tx, event.id, excused, ctx.today)
  for (const loanId of excused)
    ctx.audit({ subject: ['loan', loanId], after: { sourceEventReversed: event.number }, reason: note })
  await store.saveOutcomes(
    ctx.tx,
    event.id,
    rows.map(({ loan_id: id }) => outcomes.get(id) ?? { loan_id: id, status: 'undone' }),
  )
  return true
}
