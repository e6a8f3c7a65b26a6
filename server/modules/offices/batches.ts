import { randomUUID } from 'node:crypto'
import { type BatchCash, CHART } from '../../../contract/ledger.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import type { Context } from '../../kernel/context.ts'
import { reverseCorrection } from './corrections.ts'
import * as batches from './offices.sql.ts'
import { fromCredit, postOfficeEntry } from './postings.ts'
import * as store from './receipts.sql.ts'
import { refuseReference, reverseReceipt, saveReceipt } from './receipts.ts'

/** What posting and reversing a batch does to the account of its office. Called by repayments, in their transactions. */

type Posted = { intake_id: string; number: string; source: string; period: string }

/** From here on the office owes what the batch posts. False where its rows debit the bank itself. */
export async function openBatch(ctx: Context, batch: Posted & { cash_account: BatchCash }): Promise<boolean> {
  if (batch.cash_account === 'bank') return false
  await batches.insertBatch(ctx.tx, {
    batchId: batch.intake_id,
    number: batch.number,
    source: batch.source,
    period: batch.period,
    code: CHART[batch.cash_account].code,
  })
  return true
}

/** The bank credit that was declared with a batch. It is allocated when the batch is posted. */
export async function receiveForBatch(
  ctx: Context,
  batch: Posted,
  receipt: { amount: bigint; receivedOn: LocalDate; reference: string; by: string },
): Promise<void> {
  await batches.lockOffice(ctx.tx, batch.source)
  await refuseReference(ctx, receipt.reference)
  const id = randomUUID()
  await saveReceipt(ctx, { id, source: batch.source, forBatchId: batch.intake_id, note: '', ...receipt }, [])
  ctx.audit({
    subject: ['officeReceipt', id],
    after: { source: batch.source, received: receipt.amount.toString(), reference: receipt.reference },
  })
}

/** Before anything of a batch is posted that may leave it overpaid: acts on the office wait until it is settled. */
export async function holdOffice(ctx: Context, batchId: string): Promise<void> {
  const [batch] = await batches.findBatches(ctx.tx, [batchId])
  if (batch) await batches.lockOffice(ctx.tx, batch.source)
}

/**
 * Brings a batch and its receipts together: what it is paid too much becomes credit of the office, newest allocation
 * first, and what was received for it is allocated to it.
 */
export async function settleBatch(ctx: Context, batchId: string): Promise<void> {
  const [batch] = await batches.findBatches(ctx.tx, [batchId])
  if (!batch) return
  await batches.lockOffice(ctx.tx, batch.source)
  await batches.joinDue(ctx.tx, batchId)
  const [now = batch] = await batches.findBatches(ctx.tx, [batchId])
  if (now.owed < 0n) await release(ctx, batchId, -now.owed)
  else if (now.owed > 0n && now.closed_at === null) await applyReceipts(ctx, now)
}

async function release(ctx: Context, batchId: string, tooMuch: bigint): Promise<void> {
  let left = tooMuch
  for (const row of await store.allocationsOfBatch(ctx.tx, batchId)) {
    if (left <= 0n) return
    const amount = row.amount < left ? row.amount : left
    const charge = row.charge < left - amount ? row.charge : left - amount
    left -= amount + charge
    const on = await postOfficeEntry(ctx, {
      reason: 'reversal',
      ref: `${row.id} released`,
      effectiveOn: ctx.today,
      lines: fromCredit([{ code: row.code, amount: -amount, charge: -charge }]),
      note: `Owed less for ${row.batch_number}`,
    })
    await store.undoAllocation(ctx.tx, row.id, on, ctx.now)
    if (amount + charge === row.amount + row.charge) continue
    await store.insertAllocation(ctx.tx, {
      id: randomUUID(),
      receiptId: row.receipt_id,
      batchId,
      amount: row.amount - amount,
      charge: row.charge - charge,
      chargeKind: row.charge_kind,
      postedOn: on,
      by: ctx.actor.id,
      at: ctx.now,
    })
  }
}

async function applyReceipts(ctx: Context, batch: batches.OfficeBatchRow): Promise<void> {
  let left = batch.owed
  for (const receipt of await store.receiptsForBatch(ctx.tx, batch.batch_id)) {
    const credit = receipt.amount - receipt.allocated
    const amount = credit < left ? credit : left
    if (amount <= 0n) continue
    left -= amount
    const id = randomUUID()
    const firstDue = (await batches.firstDueOn(ctx.tx, batch.batch_id)) ?? receipt.received_on
    const postedOn = await postOfficeEntry(ctx, {
      reason: 'remittance',
      ref: id,
      effectiveOn: localDate(firstDue > receipt.received_on ? firstDue : receipt.received_on),
      lines: fromCredit([{ code: batch.code, amount, charge: 0n }]),
      note: `${receipt.number} for ${batch.number}`,
    })
    await store.insertAllocation(ctx.tx, {
      id,
      receiptId: receipt.id,
      batchId: batch.batch_id,
      amount,
      charge: 0n,
      chargeKind: 'agreed',
      postedOn,
      by: ctx.actor.id,
      at: ctx.now,
    })
  }
}

/** A reversed batch: receipts that were recorded for it alone are reversed, others become credit of the office. */
export async function closeBatch(ctx: Context, batchId: string): Promise<void> {
  const [batch] = await batches.findBatches(ctx.tx, [batchId])
  if (!batch) return
  await batches.lockOffice(ctx.tx, batch.source)
  await batches.joinDue(ctx.tx, batchId)
  for (const receipt of await store.receiptsForBatch(ctx.tx, batchId)) {
    const lines = await store.allocationsOf(ctx.tx, [receipt.id])
    if (lines.every(line => line.batch_id === batchId)) await reverseReceipt(ctx, receipt)
  }
  for (const correction of await batches.correctionsOfBatch(ctx.tx, batchId))
    await reverseCorrection(ctx, correction)
  const rest = await store.allocationsOfBatch(ctx.tx, batchId)
  await release(
    ctx,
    batchId,
    rest.reduce((total, row) => total + row.amount + row.charge, 0n),
  )
  await batches.closeBatch(ctx.tx, batchId, ctx.now)
}
