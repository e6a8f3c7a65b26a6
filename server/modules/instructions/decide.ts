import type { Api, CommandInput } from '../../../contract/api.ts'
import type { LineKind } from '../../../contract/instructions.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatMonth } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import * as compute from './compute.sql.ts'
import { isCurrent, summariseList } from './compute.ts'
import * as store from './instructions.sql.ts'
import { countOutdated } from './standing.sql.ts'
import { knownList, lockFor } from './state.ts'

/** From a computed list to an approved one: its exceptions are decided, and an approver reads what it comes to. */

export const decideLines: Handler<Api['instructionDecide']> = async (
  ctx,
  { id, lines, exception, decision, reason },
) => {
  if ((lines === undefined) === (exception === undefined))
    refuseFields({ lines: 'Choose lines or one kind of exception' })
  const list = await lockFor(ctx, id, 'decide')
  const decided = await compute.saveDecisions(ctx.tx, {
    listId: id,
    lines: lines ?? null,
    exception: exception ?? null,
    decision,
    reason,
    by: ctx.actor.id,
    byName: ctx.actor.name,
    at: ctx.now,
  })
  await compute.applyDecisions(ctx.tx, id, list.month)
  await summariseList(ctx, id)
  ctx.audit({
    subject: ['instruction', id],
    after: { decision, lines: lines ?? exception ?? '', decided },
    reason,
  })
  return { decided }
}

export const submitInstructions: Handler<Api['instructionSubmit']> = async (ctx, { id, reason }) => {
  const list = await lockFor(ctx, id, 'submit')
  await refuseUnready(ctx, list)
  const total = kobo(list.total)
  return {
    approvalId: await propose(ctx, {
      command: 'instructionApprove',
      input: { id, sha256: list.sha256 ?? '' },
      subject: ['instruction', id],
      summary: `${list.number}: ${countOf(list.lines, 'line')}, ${formatNaira(total)} for ${formatMonth(list.month.slice(0, 7))}`,
      amount: total,
      after: await effectOf(ctx, list),
      reason,
      involved: [list.asked_by, ...(await store.decidersOf(ctx.tx, id))],
    }),
  }
}

async function refuseUnready(ctx: Context, list: store.ListRow): Promise<void> {
  const open = await store.countOpen(ctx.tx, list.id)
  if (open > 0) refuse('instruction.open', { number: list.number, lines: countOf(open, 'line') })
  if (!(await isCurrent(ctx, list)).isCurrent) refuse('instruction.changed', { number: list.number })
}

const KIND_FIELDS: Record<Exclude<LineKind, 'none'>, string> = {
  new: 'newDeductions',
  change: 'changedDeductions',
  stop: 'stoppedDeductions',
  resume: 'resumedDeductions',
  continue: 'continuedDeductions',
}

type Tally = { kind: LineKind; lines: number; amount: Kobo; previous: Kobo }
export const talliesIn = (list: store.ListRow): Tally[] =>
  (list.tallies as { kind: LineKind; lines: number; amount: string; previous: string }[]).map(each => ({
    ...each,
    amount: kobo(BigInt(each.amount)),
    previous: kobo(BigInt(each.previous)),
  }))

/** Counts and totals by kind, the net change, and what people decided otherwise. */
async function effectOf(ctx: Context, list: store.ListRow): Promise<object> {
  const tallies = talliesIn(list)
  const decided = await store.decidedOf(ctx.tx, list.id)
  const change = kobo(list.total - list.previous_total)
  return {
    lines: list.lines,
    totalInstructed: formatNaira(kobo(list.total)),
    heldBefore: formatNaira(kobo(list.previous_total)),
    netChange: `${change > 0n ? '+' : ''}${formatNaira(change)}`,
    ...Object.fromEntries(
      tallies.flatMap(({ kind, lines, amount, previous }) =>
        kind === 'none'
          ? []
          : [[KIND_FIELDS[kind], `${lines}, ${formatNaira(kind === 'stop' ? previous : amount)}`]],
      ),
    ),
    ...(decided.length === 0
      ? {}
      : {
          exceptionsDecided: decided.map(
            each => `${each.decision}: ${countOf(each.lines, 'line')}, ${formatNaira(kobo(each.amount))}`,
          ),
        }),
    contentSha256: list.sha256,
  }
}

/** Its content is fixed by its hash; where the books have changed since, it has to be computed again. */
export async function foreseeInstructions(
  ctx: Context,
  { id, sha256 }: CommandInput<'instructionApprove'>,
): Promise<Foresight> {
  const list = ctx.tx.isTransaction
    ? ((await store.lockList(ctx.tx, id)) ?? (await knownList(ctx, id)))
    : await knownList(ctx, id)
  return { after: await effectOf(ctx, list), isStale: list.sha256 !== sha256 }
}

/** The approved command: what the approver saw is computed once more. */
export async function approveInstructions(
  ctx: Context,
  { id, sha256 }: CommandInput<'instructionApprove'>,
): Promise<void> {
  const list = await store.lockList(ctx.tx, id)
  if (list?.status !== 'computed' || list.sha256 !== sha256) return refuse('approval.stale')
  await refuseUnready(ctx, list)
  await store.changeList(ctx.tx, id, {
    status: 'approved',
    approved_at: ctx.now,
    approved_by_name: ctx.actor.name,
  })
  ctx.audit({
    action: 'instructionApprove',
    subject: ['instruction', id],
    before: { status: 'waiting' },
    after: { status: 'approved', lines: list.lines, total: formatNaira(kobo(list.total)), sha256 },
  })
}

export const cancelInstructions: Handler<Api['instructionCancel']> = async (ctx, { id, reason }) => {
  const list = await lockFor(ctx, id, 'cancel')
  await store.changeList(ctx.tx, id, { status: 'cancelled', ended_at: ctx.now, ended_reason: reason })
  ctx.audit({
    subject: ['instruction', id],
    before: { status: list.status },
    after: { status: 'cancelled' },
    reason,
  })
  return {}
}

/** What the office holds may have changed between approval and sending. */
export async function refuseOutdated(ctx: Context, list: store.ListRow): Promise<void> {
  const outdated = await countOutdated(ctx.tx, list.id)
  if (outdated > 0) refuse('instruction.outdated', { number: list.number, lines: countOf(outdated, 'line') })
}
