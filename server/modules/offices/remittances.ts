import type { Api, CommandInput } from '../../../contract/api.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import * as batches from './offices.sql.ts'
import * as store from './receipts.sql.ts'
import { refuseReference, reverseReceipt, saveReceipt } from './receipts.ts'

/** A receipt of one batch, by the commands of release 0.2: what it does not owe is credit of its office. */

type Remittance = CommandInput<'remittanceRecord'>
type Undoing = CommandInput<'remittanceUndo'>

const naira = (amount: bigint): string => formatNaira(kobo(amount))

async function heldBatch(ctx: Context, batchId: string): Promise<batches.OfficeBatchRow> {
  const find = async () => {
    const [batch] = await batches.findBatches(ctx.tx, [batchId])
    if (!batch) return refuse('office.batch_not_posted')
    if (batch.closed_at !== null) refuse('office.batch_closed', { number: batch.number })
    return batch
  }
  const batch = await find()
  if (!ctx.tx.isTransaction) return batch
  await batches.lockOffice(ctx.tx, batch.source)
  return find()
}

async function checked(ctx: Context, input: Remittance) {
  const batch = await heldBatch(ctx, input.batchId)
  if (await store.isReceipt(ctx.tx, input.id)) refuse('idempotency.other_body')
  if (input.receivedOn > ctx.today) refuse('ledger.in_the_future', { date: input.receivedOn })
  await refuseReference(ctx, input.reference)
  const owed = batch.owed > 0n ? batch.owed : 0n
  return { batch, amount: input.amount < owed ? input.amount : owed }
}

async function effect(ctx: Context, input: Remittance): Promise<Foresight> {
  const { batch, amount } = await checked(ctx, input)
  const rest = input.amount - amount
  return {
    before: { unremitted: naira(batch.owed) },
    after: {
      effect: `${naira(input.amount)} recorded at the bank on ${formatDate(input.receivedOn)}, less owed by the payroll office`,
      unremitted: naira(batch.owed - amount),
      reference: input.reference,
      ...(rest > 0n ? { officeCredit: naira(rest) } : {}),
    },
  }
}

export const foreseeRemittance = effect

export const askToRemit: Handler<Api['remittanceRecord']> = async (ctx, input) => {
  const foreseen = await effect(ctx, input)
  const batch = await heldBatch(ctx, input.batchId)
  const approvalId = await propose(ctx, {
    command: 'remittanceRecord',
    input,
    subject: ['remittance', input.batchId],
    summary: `${naira(input.amount)} from ${batch.source} for ${batch.number}, bank reference ${input.reference}`,
    amount: input.amount,
    ...foreseen,
    reason: input.reason,
  })
  return { approvalId }
}

export async function remitApproved(ctx: Context, input: Remittance, asked: Asked): Promise<void> {
  const { batch, amount } = await checked(ctx, input)
  const { source, code } = batch
  const { id, batchId, receivedOn, reference } = input
  await saveReceipt(
    ctx,
    {
      id,
      source,
      forBatchId: batchId,
      amount: input.amount,
      receivedOn,
      reference,
      note: '',
      by: asked.makerId,
    },
    amount > 0n ? [{ batchId, amount, charge: 0n, code, kind: 'agreed' }] : [],
  )
  ctx.audit({
    subject: ['repayment', batchId],
    after: { received: input.amount.toString(), reference },
    reason: input.reason,
  })
}

async function heldReceipt(ctx: Context, { id, batchId }: Undoing): Promise<store.ReceiptRow> {
  const find = async () => {
    const of = (await store.receiptsOfBatch(ctx.tx, batchId)).find(each => each.id === id)
    const row = of ?? (await store.findReceipt(ctx.tx, id))
    if (!row || (!of && row.for_batch_id !== batchId)) return refuse('record.unknown', { what: 'remittance' })
    if (row.undone_at !== null) refuse('remittance.undone')
    return row
  }
  const row = await find()
  if (!ctx.tx.isTransaction) return row
  await batches.lockOffice(ctx.tx, row.source)
  return find()
}

async function reversalEffect(ctx: Context, input: Undoing, receipt: store.ReceiptRow): Promise<Foresight> {
  const batch = await heldBatch(ctx, input.batchId)
  const here = (await store.allocationsOf(ctx.tx, [receipt.id])).filter(
    each => each.batch_id === input.batchId,
  )
  const again = here.reduce((total, each) => total + each.amount + each.charge, 0n)
  return {
    before: { unremitted: naira(batch.owed) },
    after: {
      effect: `${naira(receipt.amount)} reversed at the bank, owed by the payroll office again`,
      unremitted: naira(batch.owed + again),
    },
  }
}

export const foreseeRemittanceUndo = async (ctx: Context, input: Undoing): Promise<Foresight> =>
  reversalEffect(ctx, input, await heldReceipt(ctx, input))

export const askToUndoRemittance: Handler<Api['remittanceUndo']> = async (ctx, input) => {
  const receipt = await heldReceipt(ctx, input)
  const batch = await heldBatch(ctx, input.batchId)
  const approvalId = await propose(ctx, {
    command: 'remittanceUndo',
    input,
    subject: ['remittance', input.batchId],
    summary: `Reverse ${naira(receipt.amount)} of ${formatDate(localDate(receipt.received_on))} for ${batch.number}, bank reference ${receipt.reference}`,
    amount: kobo(receipt.amount),
    ...(await reversalEffect(ctx, input, receipt)),
    reason: input.reason,
  })
  return { approvalId }
}

export async function undoRemittanceApproved(ctx: Context, input: Undoing): Promise<void> {
  const receipt = await heldReceipt(ctx, input)
  await reverseReceipt(ctx, receipt)
  ctx.audit({
    subject: ['repayment', input.batchId],
    before: { received: receipt.amount.toString(), reference: receipt.reference },
    after: { received: '0' },
    reason: input.reason,
  })
}
