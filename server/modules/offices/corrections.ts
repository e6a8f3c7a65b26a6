import type { Api, CommandInput } from '../../../contract/api.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import * as store from './offices.sql.ts'
import { postOfficeEntry, reversed, writeDownLines } from './postings.ts'

/** What the office will not pay for a batch is written down, with approval, and reversed with approval. */

const naira = (amount: bigint): string => formatNaira(kobo(amount))

async function heldBatch(ctx: Context, batchId: string): Promise<store.OfficeBatchRow> {
  const find = async () =>
    (await store.findBatches(ctx.tx, [batchId]))[0] ?? refuse('record.unknown', { what: 'batch' })
  const batch = await find()
  if (!ctx.tx.isTransaction) return batch
  await store.lockOffice(ctx.tx, batch.source)
  return find()
}

const ofBatch = (batch: store.OfficeBatchRow, change: bigint, effect: string): Foresight => ({
  before: { unremitted: naira(batch.owed) },
  after: { effect, unremitted: naira(batch.owed + change) },
})

async function checked(ctx: Context, input: CommandInput<'officeWriteDown'>): Promise<store.OfficeBatchRow> {
  const batch = await heldBatch(ctx, input.batchId)
  if (input.amount > batch.owed)
    refuse('office.too_much', { number: batch.number, owed: naira(batch.owed > 0n ? batch.owed : 0n) })
  if (await store.findCorrection(ctx.tx, input.id)) refuse('idempotency.other_body')
  return batch
}

export async function foreseeWriteDown(
  ctx: Context,
  input: CommandInput<'officeWriteDown'>,
): Promise<Foresight> {
  const batch = await checked(ctx, input)
  return ofBatch(
    batch,
    -input.amount,
    `${naira(input.amount)} no longer owed by the payroll office for ${batch.number}, booked as expense`,
  )
}

export const askToWriteDown: Handler<Api['officeWriteDown']> = async (ctx, input) => {
  const effect = await foreseeWriteDown(ctx, input)
  const batch = await heldBatch(ctx, input.batchId)
  const approvalId = await propose(ctx, {
    command: 'officeWriteDown',
    input,
    subject: ['remittance', input.batchId],
    summary: `Write down ${naira(input.amount)} owed by ${batch.source} for ${batch.number}`,
    amount: input.amount,
    ...effect,
    reason: input.reason,
  })
  return { approvalId }
}

export async function writeDownApproved(
  ctx: Context,
  input: CommandInput<'officeWriteDown'>,
  asked: Asked,
): Promise<void> {
  const batch = await checked(ctx, input)
  const postedOn = await postOfficeEntry(ctx, {
    reason: 'correction',
    ref: input.id,
    effectiveOn: ctx.today,
    lines: writeDownLines(batch.code, input.amount),
    note: cutText(`Write-down of ${batch.number}: ${input.reason}`, 200),
  })
  await store.insertCorrection(ctx.tx, {
    id: input.id,
    batchId: input.batchId,
    amount: input.amount,
    reason: input.reason,
    postedOn,
    by: asked.makerId,
    at: ctx.now,
  })
  ctx.audit({
    subject: ['repayment', input.batchId],
    before: { owed: batch.owed.toString() },
    after: { writtenDown: input.amount.toString(), owed: (batch.owed - input.amount).toString() },
    reason: input.reason,
  })
}

async function heldCorrection(ctx: Context, id: string): Promise<store.CorrectionRow> {
  const find = async () => {
    const row = (await store.findCorrection(ctx.tx, id)) ?? refuse('record.unknown', { what: 'write-down' })
    if (row.undone_at !== null) refuse('office.write_down_undone')
    return row
  }
  const row = await find()
  if (!ctx.tx.isTransaction) return row
  await store.lockOffice(ctx.tx, row.source)
  return find()
}

export async function foreseeWriteDownUndo(
  ctx: Context,
  input: CommandInput<'officeWriteDownUndo'>,
): Promise<Foresight> {
  const row = await heldCorrection(ctx, input.id)
  const batch = await heldBatch(ctx, row.batch_id)
  return ofBatch(
    batch,
    row.amount,
    `${naira(row.amount)} owed by the payroll office again for ${batch.number}`,
  )
}

export const askToUndoWriteDown: Handler<Api['officeWriteDownUndo']> = async (ctx, input) => {
  const effect = await foreseeWriteDownUndo(ctx, input)
  const row = await heldCorrection(ctx, input.id)
  const approvalId = await propose(ctx, {
    command: 'officeWriteDownUndo',
    input,
    subject: ['remittance', row.batch_id],
    summary: `Reverse the write-down of ${naira(row.amount)} for ${row.batch_number}`,
    amount: kobo(row.amount),
    ...effect,
    reason: input.reason,
  })
  return { approvalId }
}

export async function undoWriteDownApproved(
  ctx: Context,
  input: CommandInput<'officeWriteDownUndo'>,
): Promise<void> {
  const row = await heldCorrection(ctx, input.id)
  await reverseCorrection(ctx, row)
  ctx.audit({
    subject: ['repayment', row.batch_id],
    before: { writtenDown: row.amount.toString() },
    after: { writtenDown: '0' },
    reason: input.reason,
  })
}

/** The office is locked. */
export async function reverseCorrection(ctx: Context, row: store.CorrectionRow): Promise<void> {
  const on = await postOfficeEntry(ctx, {
    reason: 'reversal',
    ref: `${row.id} undone`,
    effectiveOn: ctx.today,
    lines: reversed(writeDownLines(row.code, row.amount)),
    note: `Write-down of ${row.batch_number} reversed`,
  })
  await store.undoCorrection(ctx.tx, row.id, on, ctx.now)
}
