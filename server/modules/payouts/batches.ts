import type { Api } from '../../../contract/api.ts'
import {
  PAYOUT_ACTS,
  PAYOUT_LINE_STATUSES,
  type PayoutActName,
  type PayoutStatus,
} from '../../../contract/payouts.ts'
import { may } from '../../../contract/roles.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { currentControl, describeExport } from './bankExport.ts'
import { clearingsFor } from './clear.ts'
import * as store from './payouts.sql.ts'
import { resultsFor } from './result.ts'
import { describeBatch, knownBatch, lockFor, nextStatus, settlesOf, statusOf } from './state.ts'

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
  // its lines first: the last of them may close it, and a batch older than its lines would look open
  const tallies = await store.tally(ctx.tx, id)
  const batch = await knownBatch(ctx.tx, id)
  const waiting = await waitingOn(ctx.tx, 'payoutBatch', [id])
  const problems = tallies.reduce((count, each) => count + each.problems, 0)
  const taken = await store.exportsOf(ctx.tx, id)
  return {
    ...describeBatch(batch, waiting),
    control: await currentControl(ctx, batch, taken),
    bankFiles: taken.map(row => describeExport(batch, row)),
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
    if (!may(ctx.actor.roles, 'money.ask')) return 'Only Admin and superAdmin can do this.'
    if (act === 'cancel' && status === 'sent') return AT_THE_BANK
    if (nextStatus(status, act) === undefined) return WRONG_STATE[act]
    return act === 'retry' && problems === 0 ? 'No posting has failed.' : null
  }
  const offers = PAYOUT_ACTS.map(act => [act, { allowed: whyNot(act) === null, why: whyNot(act) }])
  return Object.fromEntries(offers) as Record<PayoutActName, { allowed: boolean; why: string | null }>
}

const AT_THE_BANK = 'Sent to the bank. Mark lines the bank did not pay as failed.'
const WRONG_STATE: Record<PayoutActName, string> = {
  ask: 'Already submitted for approval.',
  cancel: 'Not possible in this state. Withdraw the approval first if it is pending.',
  export: 'Needs approval first.',
  result: 'The bank file has not been exported yet.',
  retry: 'Nothing is being posted.',
}

export const listLines: Handler<Api['payoutLineList']> = async (ctx, { cursor, limit, ...filter }) => {
  const batch = await knownBatch(ctx.tx, filter.id)
  const after = readCursor(ctx.keys, 'payoutLines', filter, cursor)?.[0] ?? '0'
  const { rows, last } = cutPage(await store.pageOfLines(ctx.tx, filter, after, limit + 1), limit)
  const undecided = rows.filter(row => AWAITED.has(row.status)).map(row => row.loan_id)
  const waiting = await waitingOn(ctx.tx, 'loan', undecided)
  const tallies = await store.tally(ctx.tx, filter.id)
  const counted = tallies.filter(each => filter.status === undefined || each.status === filter.status)
  return {
    rows: rows.map(row => describeLine(batch, row, waiting.get(row.loan_id) ?? null)),
    total: counted.reduce((count, each) => count + (filter.refused ? each.problems : each.lines), 0),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'payoutLines', filter, [String(last.no)]) : null,
  }
}

/** States in which something about the line may be pending approval. */
const AWAITED: ReadonlySet<store.LineRow['status']> = new Set([
  'open',
  'returned',
  'posting',
  'claimed',
  'lost',
])

const describeLine = (batch: store.BatchRow, row: store.LineRow, approvalId: string | null) => ({
  id: row.id,
  no: row.no,
  kind: row.kind,
  refund: row.refund_id && row.refund_number ? { id: row.refund_id, number: row.refund_number } : null,
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
  results: resultsFor(batch, row, approvalId !== null),
  clearings: clearingsFor(row, approvalId !== null),
})

// ── Ending and retrying ────────────────────────────────────────────────────────────────────────────────────────────

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

/** Once what stood in the way is settled, the job goes over the batch again. */
export const retryBatch: Handler<Api['payoutBatchRetry']> = async (ctx, { id }) => {
  await lockFor(ctx, id, 'retry')
  const lines = await store.clearProblems(ctx.tx, id)
  await ctx.queue('payoutPost', { batchId: id })
  ctx.audit({ subject: ['payoutBatch', id], after: { postedAgain: lines } })
  return {}
}
