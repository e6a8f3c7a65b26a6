import { z } from 'zod/mini'
import {
  type PayoutActName,
  type PayoutLineStatus,
  type PayoutStatus,
  settling,
} from '../../../contract/payouts.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import * as store from './payouts.sql.ts'

/** Where each act leads from each state of a batch. What is not in the table cannot happen. */
export const MOVES = {
  draft: { ask: 'waiting', cancel: 'cancelled' },
  waiting: { approve: 'approved' },
  // a manual transfer needs no file: its result is recorded line by line
  approved: { export: 'sent', cancel: 'cancelled', mark: 'sent' },
  // the bank's results come in any number of files; the last one closes the batch. What the bank has is not
  // cancelled:
  // a line recorded as failed may still turn out paid, one that was taken out could not
  sent: { export: 'sent', result: 'sent', mark: 'sent', retry: 'sent' },
  // money can come back, or turn out to have gone after all, days later
  closed: { result: 'sent', mark: 'sent' },
  cancelled: {},
} as const satisfies Record<PayoutStatus, Partial<Record<PayoutMove, PayoutStatus>>>

export type PayoutMove = PayoutActName | 'approve' | 'mark'
export const nextStatus = (status: PayoutStatus, act: PayoutMove): PayoutStatus | undefined =>
  (MOVES[status] as Partial<Record<PayoutMove, PayoutStatus>>)[act]

export const statusOf = (row: store.BatchRow, waiting: ReadonlyMap<string, string>): PayoutStatus =>
  row.status === 'draft' && waiting.has(row.id) ? 'waiting' : row.status

export async function knownBatch(tx: Tx, id: string): Promise<store.BatchRow> {
  return (await store.findBatch(tx, id)) ?? refuse('record.unknown', { what: 'disbursement batch' })
}

/** Holds the batch and refuses, by name, what its state does not allow. */
export async function lockFor(ctx: Context, id: string, act: PayoutMove): Promise<store.BatchRow> {
  const batch =
    (await store.lockBatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'disbursement batch' })
  const isHeldUp = act === 'ask' || act === 'cancel'
  const waiting = await waitingOn(ctx.tx, 'payoutBatch', isHeldUp ? [id] : [])
  // what is being approved no longer counts as waiting
  const status = act === 'approve' && batch.status === 'draft' ? 'waiting' : statusOf(batch, waiting)
  if (act === 'cancel' && status === 'sent') refuse('payout.sent', { number: batch.number })
  if (nextStatus(status, act) === undefined) refuse('payout.state', { number: batch.number, status })
  return batch
}

export const describeBatch = (row: store.BatchRow, waiting: ReadonlyMap<string, string>) => ({
  id: row.id,
  number: row.number,
  status: statusOf(row, waiting),
  valueOn: row.value_on,
  payingAccount: row.paying_account,
  lines: row.lines,
  total: kobo(row.total),
  paidLines: row.paid_lines,
  paidTotal: kobo(row.paid_total),
  madeAt: row.made_at.toISOString(),
  madeBy: row.made_by_name,
  approvedAt: row.approved_at?.toISOString() ?? null,
  approvedBy: row.approved_by_name,
  sentAt: row.sent_at?.toISOString() ?? null,
  sentBy: row.sent_by_name,
  endedAt: row.ended_at?.toISOString() ?? null,
  pendingApprovalId: waiting.get(row.id) ?? null,
})

/** Why the customer is paid nothing on a day, in a batch or by itself; undefined when nothing stands in the way. */
export function customerHindrance(payee: store.PayeeRow, on: LocalDate): string | undefined {
  if (payee.customer_status === 'deceased') return 'The customer has died'
  if (payee.customer_status === 'blacklisted' && (payee.status_until ?? '9999') >= on)
    return 'The customer is blacklisted'
  return payee.account_waits ? 'A change of the bank account is pending approval' : undefined
}

/** A loan that a disbursement settles, and for how much. */
export type Settling = z.output<typeof settling>

const settlings = z.array(settling)
export const encodeSettles = (settles: readonly Settling[]): string =>
  JSON.stringify(z.encode(settlings, [...settles]))
export const settlesOf = (line: store.LineRow): Settling[] => z.decode(settlings, line.settles as never)

/** A batch whose every line has its answer is closed. */
export async function closeIfDone(ctx: Context, batchId: string): Promise<void> {
  const open: readonly PayoutLineStatus[] = ['open', 'posting']
  const tallies = await store.tally(ctx.tx, batchId)
  if (tallies.some(each => open.includes(each.status))) return
  await store.updateBatch(ctx.tx, batchId, { status: 'closed', ended_at: ctx.now })
  ctx.audit({ action: 'payoutBatchClose', subject: ['payoutBatch', batchId], after: { status: 'closed' } })
}
