import type { Api } from '../../contract/api.ts'
import type { CommandInput } from '../../contract/commands.ts'
import {
  PAYOUT_ACTS,
  PAYOUT_LINE_STATUSES,
  type PayoutActName,
  type PayoutStatus,
} from '../../contract/payouts.ts'
import { may } from '../../contract/roles.ts'
import { formatDate, localDate } from '../../engine/dates.ts'
import { formatNaira, kobo, sum } from '../../engine/money.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import type { Context, Handler } from '../context.ts'
import { cutPage, makeCursor, readCursor } from '../cursor.ts'
import { refuse } from '../refusal.ts'
import * as store from './payouts.sql.ts'
import { clearingsFor } from './payoutsClear.ts'
import { bankFile } from './payoutsFile.ts'
import { changedSince } from './payoutsFit.ts'
import { namesOf } from './payoutsMake.ts'
import { resultsFor } from './payoutsResult.ts'
import {
  closeIfDone,
  describeBatch,
  knownBatch,
  lockFor,
  maskedAccount,
  nextStatus,
  settlesOf,
  statusOf,
} from './payoutsState.ts'

export { askToClear, clearApproved } from './payoutsClear.ts'
export { makeBatch, previewPayout } from './payoutsMake.ts'
export { postPayouts } from './payoutsPost.ts'
export { importResult, markLine, previewResult } from './payoutsResult.ts'

// ── Looking ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const listBatches: Handler<Api['payoutBatchList']> = async (ctx, { cursor, limit, ...filter }) => {
  const position = readCursor(ctx.keys, 'payouts', filter, cursor)
  const found = await store.listBatches(ctx.tx, filter, position?.[0] ?? null, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const drafts = rows.filter(row => row.status === 'draft').map(row => row.id)
  const waiting = await waitingOn(ctx.tx, 'payoutBatch', drafts)
  return {
    rows: rows.map(row => describeBatch(row, waiting)),
    total: await store.countBatches(ctx.tx, filter),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'payouts', filter, [last.number]) : null,
  }
}

export const getBatch: Handler<Api['payoutBatchGet']> = async (ctx, { id }) => {
  // its lines first: the last of them closes it meanwhile, and a batch older than its lines would look open for ever
  const tallies = await store.tally(ctx.tx, id)
  const batch = await knownBatch(ctx.tx, id)
  const waiting = await waitingOn(ctx.tx, 'payoutBatch', [id])
  const problems = tallies.reduce((count, each) => count + each.problems, 0)
  return {
    ...describeBatch(batch, waiting),
    tallies: PAYOUT_LINE_STATUSES.flatMap(status => {
      const found = tallies.find(each => each.status === status)
      return found ? [{ status, lines: found.lines, total: kobo(found.total) }] : []
    }),
    problems,
    offers: offersOf(ctx, statusOf(batch, waiting), problems),
  }
}

function offersOf(ctx: Context, status: PayoutStatus, problems: number) {
  const whyNot = (act: PayoutActName): string | null => {
    if (!may(ctx.actor.roles, 'money.ask')) return 'Your role does not allow this.'
    if (act === 'cancel' && status === 'sent') return AT_THE_BANK
    if (nextStatus(status, act) === undefined) return WRONG_STATE[act]
    return act === 'retry' && problems === 0 ? 'Nothing stands in the way of posting.' : null
  }
  const offers = PAYOUT_ACTS.map(act => [act, { allowed: whyNot(act) === null, why: whyNot(act) }])
  return Object.fromEntries(offers) as Record<PayoutActName, { allowed: boolean; why: string | null }>
}

const AT_THE_BANK = 'It is at the bank: record its lines as failed if they will not be paid.'
const WRONG_STATE: Record<PayoutActName, string> = {
  ask: 'It was asked for already.',
  cancel: 'Not in this state: what waits is withdrawn, what is closed stays.',
  export: 'A second person has to approve it first.',
  result: 'It has not been sent to the bank.',
  retry: 'Nothing of it is being posted.',
}

export const listLines: Handler<Api['payoutLineList']> = async (ctx, { cursor, limit, ...filter }) => {
  await knownBatch(ctx.tx, filter.id)
  const after = readCursor(ctx.keys, 'payoutLines', filter, cursor)?.[0] ?? '0'
  const { rows, last } = cutPage(await store.pageOfLines(ctx.tx, filter, after, limit + 1), limit)
  const undecided = rows.filter(row => AWAITED.has(row.status)).map(row => row.loan_id)
  const waiting = await waitingOn(ctx.tx, 'loan', undecided)
  const tallies = await store.tally(ctx.tx, filter.id)
  const counted = tallies.filter(each => filter.status === undefined || each.status === filter.status)
  return {
    rows: rows.map(row => describeLine(row, waiting.get(row.loan_id) ?? null)),
    total: counted.reduce((count, each) => count + (filter.refused ? each.problems : each.lines), 0),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'payoutLines', filter, [String(last.no)]) : null,
  }
}

/** States in which a second person may have been asked about the line. */
const AWAITED: ReadonlySet<store.LineRow['status']> = new Set(['returned', 'posting', 'claimed', 'lost'])

const describeLine = (row: store.LineRow, approvalId: string | null) => ({
  id: row.id,
  no: row.no,
  loanId: row.loan_id,
  loanNumber: row.loan_number,
  customerName: row.beneficiary,
  ...maskedAccount(row.bank_code, row.account_number),
  reference: row.reference,
  principal: kobo(row.principal),
  fees: kobo(row.fees),
  settles: settlesOf(row),
  amount: kobo(row.amount),
  status: row.status,
  bankReference: row.bank_reference,
  bankOn: row.bank_on,
  reason: row.reason,
  toldBy: row.told_by_name,
  toldAt: row.told_at?.toISOString() ?? null,
  problem: row.problem,
  isUndone: row.is_undone,
  pendingApprovalId: approvalId,
  results: resultsFor(row, approvalId !== null),
  clearings: clearingsFor(row, approvalId !== null),
})

// ── Two people ─────────────────────────────────────────────────────────────────────────────────────────────────────

export const askForBatch: Handler<Api['payoutBatchAsk']> = async (ctx, { id, reason }) => {
  const batch = await lockFor(ctx, id, 'ask')
  const lines = await unchangedLines(ctx, batch)
  const total = kobo(batch.total)
  const valueDate = formatDate(localDate(batch.value_on))
  const approvalId = await propose(ctx, {
    command: 'payoutBatchApprove',
    input: { id, lines: batch.lines, total },
    subject: ['payoutBatch', id],
    summary: `${batch.number}: ${countOf(batch.lines)}, ${formatNaira(total)}, value date ${valueDate}`,
    after: {
      netPayOut: formatNaira(total),
      payingAccount: batch.paying_account,
      valueDate,
      ...sumsOf(lines),
    },
    reason,
    involved: [batch.made_by],
  })
  return { approvalId }
}

const countOf = (lines: number): string => (lines === 1 ? '1 loan' : `${lines} loans`)

/** What the loans come to and what is taken off them; the lines themselves are read on the batch. */
function sumsOf(lines: readonly store.LineRow[]): object {
  const over = (part: (line: store.LineRow) => bigint) => sum(lines.map(line => kobo(part(line))))
  const settled = over(line => line.settled)
  return {
    amountOfTheLoans: formatNaira(over(line => line.principal)),
    takenOff: [
      `Fees ${formatNaira(over(line => line.fees))}`,
      ...(settled > 0n ? [`Older loans settled ${formatNaira(settled)}`] : []),
    ],
    references: [...new Set([lines[0]?.reference, lines.at(-1)?.reference])].join(' to '),
  }
}

/** The lines as they were chosen, or a refusal that names what changed about them since. */
async function unchangedLines(ctx: Context, batch: store.BatchRow): Promise<store.LineRow[]> {
  const lines = await store.linesOf(ctx.tx, batch.id, 'open')
  const changed = await changedSince(ctx, batch, lines)
  const named = lines.flatMap(line => {
    const why = changed.get(line.loan_id)
    return why ? [{ number: line.loan_number, why }] : []
  })
  if (named.length > 0) refuse('payout.unfit', { loans: namesOf(named) })
  return lines
}

/** The approved command: what the second person saw is checked once more against what is. */
export async function approveBatch(ctx: Context, input: CommandInput<'payoutBatchApprove'>): Promise<void> {
  const batch = await lockFor(ctx, input.id, 'approve')
  if (batch.lines !== input.lines || batch.total !== input.total) refuse('approval.stale')
  await unchangedLines(ctx, batch)
  await store.updateBatch(ctx.tx, batch.id, {
    status: 'approved',
    approved_at: ctx.now,
    approved_by_name: ctx.actor.name,
  })
  ctx.audit({
    action: 'payoutBatchApprove',
    subject: ['payoutBatch', batch.id],
    before: { status: 'waiting' },
    after: { status: 'approved', loans: batch.lines, total: formatNaira(kobo(batch.total)) },
  })
}

export const cancelBatch: Handler<Api['payoutBatchCancel']> = async (ctx, { id, reason }) => {
  const batch = await lockFor(ctx, id, 'cancel')
  await store.cancelLines(ctx.tx, id)
  await store.updateBatch(ctx.tx, id, { status: 'cancelled', ended_at: ctx.now })
  ctx.audit({
    subject: ['payoutBatch', id],
    before: { status: batch.status },
    after: { status: 'cancelled' },
    reason,
  })
  return {}
}

// ── To the bank ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Whose loan was frozen or account changed after the approval is held back: money that has left is hard to get back. */
export const exportBatch: Handler<Api['payoutBatchExport']> = async (ctx, { id }) => {
  if (!may(ctx.actor.roles, 'personal.reveal')) refuse('permission.missing')
  const batch = await lockFor(ctx, id, 'export')
  const heldBack = batch.status === 'approved' ? await holdBack(ctx, batch) : 0
  const lines = await store.linesOf(ctx.tx, id, 'open')
  await store.updateBatch(ctx.tx, id, {
    status: 'sent',
    ...(batch.sent_at ? {} : { sent_at: ctx.now, sent_by_name: ctx.actor.name }),
  })
  ctx.audit({
    subject: ['payoutBatch', id],
    before: { status: batch.status },
    after: { status: 'sent', accountNumbersRevealed: lines.length, heldBack },
  })
  if (lines.length === 0) await closeIfDone(ctx, id)
  return { fileName: `${batch.number}.csv`, csv: bankFile(batch, lines), lines: lines.length, heldBack }
}

async function holdBack(ctx: Context, batch: store.BatchRow): Promise<number> {
  const lines = await store.linesOf(ctx.tx, batch.id, 'open')
  const changed = await changedSince(ctx, batch, lines)
  for (const line of lines) {
    const why = changed.get(line.loan_id)
    if (!why) continue
    // not "failed": it never went to the bank, so nobody can record it as paid later
    await store.updateLine(ctx.tx, line.id, {
      status: 'cancelled',
      reason: `Held back: ${why}`,
      told_at: ctx.now,
      told_by: ctx.actor.id,
      told_by_name: ctx.actor.name,
    })
  }
  return changed.size
}

/** Once what stood in the way is settled, the job goes over the batch again. */
export const retryBatch: Handler<Api['payoutBatchRetry']> = async (ctx, { id }) => {
  await lockFor(ctx, id, 'retry')
  const lines = await store.clearProblems(ctx.tx, id)
  await ctx.queue('payoutPost', { batchId: id })
  ctx.audit({ subject: ['payoutBatch', id], after: { postedAgain: lines } })
  return {}
}
