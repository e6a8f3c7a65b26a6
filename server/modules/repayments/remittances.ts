import type { Api, CommandInput } from '../../../contract/api.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo, negate } from '../../../engine/money.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { locked, owedFor, seen } from './batch.ts'
import { postRemittance } from './entries.ts'
import * as store from './repayments.sql.ts'

/** Remittances of the payroll office for a batch: recorded, and reversed with approval where they are wrong. */

type Remitted = Pick<
  CommandInput<'remittanceRecord'>,
  'id' | 'batchId' | 'amount' | 'receivedOn' | 'reference'
>

async function refuseReference(ctx: Context, reference: string): Promise<void> {
  const batch = await store.batchWithRemittance(ctx.tx, reference)
  if (batch) refuse('loan.reference_taken', { reference, loan: batch })
}

export async function saveRemittance(ctx: Context, remitted: Remitted): Promise<void> {
  await refuseReference(ctx, remitted.reference)
  try {
    await store.insertRemittance(ctx.tx, { ...remitted, by: ctx.actor.id, at: ctx.now })
  } catch (error) {
    if (isUniqueViolation(error, 'repayment_remittance_pkey')) refuse('idempotency.other_body')
    throw error
  }
  await postRemittance(ctx, remitted, remitted.receivedOn)
  ctx.audit({
    subject: ['repayment', remitted.batchId],
    after: { received: remitted.amount.toString(), reference: remitted.reference },
  })
}

async function lockedForMoney(ctx: Context, { id, batchId }: Remitted): Promise<store.BatchRow> {
  const batch = await locked(ctx, batchId, 'posting', 'posted')
  if (await store.isRemittance(ctx.tx, id)) refuse('idempotency.other_body')
  return batch
}

export const askToRemit: Handler<Api['remittanceRecord']> = async (ctx, input) => {
  const batch = await lockedForMoney(ctx, input)
  if (input.receivedOn > ctx.today) refuse('ledger.in_the_future', { date: input.receivedOn })
  await refuseReference(ctx, input.reference)
  const approvalId = await propose(ctx, {
    command: 'remittanceRecord',
    input,
    subject: ['remittance', input.batchId],
    summary: `${formatNaira(input.amount)} from ${batch.source} for ${batch.number}, bank reference ${input.reference}`,
    amount: input.amount,
    ...remittanceOf(batch, input),
    reason: input.reason,
  })
  return { approvalId }
}

const remittanceOf = (batch: store.BatchRow, input: CommandInput<'remittanceRecord'>): Foresight => ({
  before: { unremitted: formatNaira(kobo(owedFor(batch))) },
  after: {
    effect: `${formatNaira(input.amount)} recorded at the bank on ${formatDate(input.receivedOn)}, less owed by the payroll office`,
    unremitted: formatNaira(kobo(owedFor(batch) - input.amount)),
    reference: input.reference,
  },
})

export const foreseeRemittance = async (
  ctx: Context,
  input: CommandInput<'remittanceRecord'>,
): Promise<Foresight> => remittanceOf(await seen(ctx, input.batchId), input)

export async function remitApproved(ctx: Context, input: CommandInput<'remittanceRecord'>): Promise<void> {
  await lockedForMoney(ctx, input)
  await saveRemittance(ctx, input)
}

// ── Recorded wrongly ───────────────────────────────────────────────────────────────────────────────────────────────

/** Off the bank, and owed by the office again; the reference is free for where it belongs. */
export async function takeBackRemittance(ctx: Context, remittance: store.RemittanceRow): Promise<void> {
  await postRemittance(ctx, { ...remittance, amount: negate(kobo(remittance.amount)) }, ctx.today, 'undone')
  await store.undoRemittance(ctx.tx, remittance.id, ctx.now)
}

async function standing(
  ctx: Context,
  { id, batchId }: Pick<CommandInput<'remittanceUndo'>, 'id' | 'batchId'>,
): Promise<store.RemittanceRow> {
  const found =
    (await store.lockRemittance(ctx.tx, batchId, id)) ?? refuse('record.unknown', { what: 'remittance' })
  if (found.undone_at !== null) refuse('remittance.undone')
  return found
}

export const askToUndoRemittance: Handler<Api['remittanceUndo']> = async (ctx, input) => {
  const batch = await locked(ctx, input.batchId, 'posting', 'posted')
  const { amount, received_on, reference } = await standing(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'remittanceUndo',
    input,
    subject: ['remittance', input.batchId],
    summary: `Reverse ${formatNaira(kobo(amount))} of ${formatDate(localDate(received_on))} for ${batch.number}, bank reference ${reference}`,
    amount: kobo(amount),
    ...reversalOf(batch, amount),
    reason: input.reason,
  })
  return { approvalId }
}

const reversalOf = (batch: store.BatchRow, amount: bigint): Foresight => ({
  before: { unremitted: formatNaira(kobo(owedFor(batch))) },
  after: {
    effect: `${formatNaira(kobo(amount))} reversed at the bank, owed by the payroll office again`,
    unremitted: formatNaira(kobo(owedFor(batch) + amount)),
  },
})

export async function foreseeRemittanceUndo(
  ctx: Context,
  input: CommandInput<'remittanceUndo'>,
): Promise<Foresight> {
  const batch = await seen(ctx, input.batchId)
  return reversalOf(batch, (await standing(ctx, input)).amount)
}

export async function undoRemittanceApproved(
  ctx: Context,
  input: CommandInput<'remittanceUndo'>,
): Promise<void> {
  await locked(ctx, input.batchId, 'posting', 'posted')
  const remittance = await standing(ctx, input)
  await takeBackRemittance(ctx, remittance)
  ctx.audit({
    subject: ['repayment', input.batchId],
    before: { received: remittance.amount.toString(), reference: remittance.reference },
    after: { received: '0' },
    reason: input.reason,
  })
}
