import { kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { reopenReversed } from '../bankAlerts/bankAlerts.ts'
import { supersede } from '../intake/intake.ts'
import { post } from '../ledger/ledger.ts'
import { takeBack } from '../loans/loans.ts'
import { cancelMessages } from '../messaging/messaging.ts'
import { addDueEntries, addReversedElsewhere, closeBatch, settleBatch } from '../offices/offices.ts'
import { monthWithdrawn } from '../payMonths/payMonths.ts'
import { reconcileAgain } from './batch.ts'
import { intoSuspense } from './entries.ts'
import * as store from './repayments.sql.ts'
import * as rows from './rows.sql.ts'
import * as suspense from './suspense.sql.ts'

export async function undoRows(
  ctx: Context,
  batch: store.BatchRow,
  some: readonly rows.RepaymentRow[],
): Promise<void> {
  for (const row of some) await undoRow(ctx, batch, row)
  await addDueEntries(
    ctx.tx,
    batch.intake_id,
    some.flatMap(row => [undoId(row.posting_id), `${row.posting_id} undone`]),
  )
}

async function undoRow(ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow): Promise<void> {
  let stood = true
  if (row.status === 'posted' && row.loan_id !== null)
    stood = await reverseReceipt(ctx, row.loan_id, row.posting_id, `${batch.number} was undone`)
  else if (row.status === 'suspense') await emptySuspense(ctx, batch, row)
  else return
  if (!stood && row.loan_id !== null)
    await addReversedElsewhere(ctx.tx, batch.intake_id, {
      loanId: row.loan_id,
      postingId: row.posting_id,
    })
  await rows.changeRow(ctx.tx, batch.intake_id, row, {
    status: 'undone',
    problem: stood ? null : 'Its receipt had been reversed on the loan before: the undo passed over it.',
  })
}

/** The id of a reversal follows from the id of what it reverses, so that a repeat is the same reversal. */
export const undoId = (id: string): string =>
  // the version digit of a random id is 4; 5 marks one that was derived
  `${id.slice(0, 14)}5${id.slice(15)}`

/** Takes a receipt off its loan; false where it is off already. A bank alert that reported the payment is open again. */
export async function reverseReceipt(
  ctx: Context,
  loanId: string,
  of: string,
  note: string,
): Promise<boolean> {
  const stood = await takeBack(ctx, { loanId, id: undoId(of), of, note })
  if (stood) await reopenReversed(ctx, { id: of, loanId }, note)
  return stood
}

async function emptySuspense(ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow): Promise<void> {
  const item = await suspense.lockItemOfRow(ctx.tx, batch.intake_id, row.row_number, row.part)
  if (!item || item.remaining < item.amount - notDeducted(item))
    throw new Refusal('repayment.suspense_used', { items: 1 })
  // what was not deducted has left it already, the way an undo would take it
  if (item.remaining === 0n) return
  await post(ctx, {
    reason: 'reversal',
    ref: `${row.posting_id} undone`,
    effectiveOn: ctx.today,
    lines: intoSuspense(kobo(-item.remaining), batch.cash_account),
    bank: { asIn: row.posting_id },
    note: `${batch.number} was undone`,
    whenClosed: 'adjust',
  })
  await suspense.takeOut(ctx.tx, item, {
    id: undoId(row.posting_id),
    kind: 'undone',
    amount: item.remaining,
    loanId: null,
    note: `${batch.number} was undone`,
    by: ctx.actor.id,
    at: ctx.now,
  })
}

const notDeducted = ({ uses }: suspense.SuspenseRow): bigint =>
  uses
    .filter(use => use.kind === 'notDeducted' && use.undoneAt === null)
    .reduce((total, use) => total + BigInt(use.amount), 0n)

export async function finishUndoing(ctx: Context, batchId: string): Promise<void> {
  const batch = await store.lockBatch(ctx.tx, batchId)
  if (batch?.status !== 'undoing') return
  // rows that cannot be reversed hold the batch open, each with its reason
  if (batch.done.done > 0) {
    await settleBatch(ctx, batchId)
    await store.changeBatch(ctx.tx, batchId, { status: 'posted' })
    ctx.audit({
      subject: ['repayment', batchId],
      outcome: 'refused',
      reason: `${batch.done.done} rows could not be undone`,
    })
    return
  }
  await closeBatch(ctx, batchId)
  await store.changeBatch(ctx.tx, batchId, { status: 'undone', undone_at: ctx.now })
  const { source, period } = batch
  if (!(await store.hasPosted(ctx.tx, source, period))) await monthWithdrawn(ctx, { source, period, batchId })
  await reconcileAgain(ctx, batch)
  await cancelMessages(ctx, ['repayment', batchId], 'its batch was undone')
  // so that the same file may come again
  await supersede(ctx, batchId)
  const { passedOver } = batch.done
  ctx.audit({
    subject: ['repayment', batchId],
    before: { status: 'undoing' },
    after: { status: 'undone', ...(passedOver > 0 ? { passedOver } : {}) },
  })
}
