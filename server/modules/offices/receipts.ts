import { randomUUID } from 'node:crypto'
import type { Api, CommandInput } from '../../../contract/api.ts'
import { agreedCharge } from '../../../contract/offices.ts'
import { formatDate, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { officeOf } from './calendar.ts'
import * as batches from './offices.sql.ts'
import { fromCredit, type Paid, postOfficeEntry, receiptLines, reversed } from './postings.ts'
import * as store from './receipts.sql.ts'

/** One bank credit over any number of batches: recorded, allocated otherwise, reversed. Each needs approval. */

type Line = { batchId: string; amount: bigint; charge: bigint }
type Planned = Paid & Line & { kind: 'agreed' | 'other'; number: string; period: string }

const naira = (amount: bigint): string => formatNaira(kobo(amount))

/** What each line leaves owed; refused where a batch would be paid more than it owes. */
async function planned(
  ctx: Context,
  source: string,
  lines: readonly Line[],
  /** What the receipt gave these batches before. */
  before: readonly store.AllocationRow[] = [],
): Promise<{ lines: Planned[]; warnings: string[] }> {
  const found = new Map(
    (
      await batches.findBatches(
        ctx.tx,
        lines.map(line => line.batchId),
      )
    ).map(row => [row.batch_id, row]),
  )
  const { charge } = await officeOf(ctx, source)
  const warnings: string[] = []
  const plan = lines.map((line): Planned => {
    const batch = found.get(line.batchId)
    if (!batch || batch.source !== source) return refuse('record.unknown', { what: 'batch' })
    if (batch.closed_at !== null) refuse('office.batch_closed', { number: batch.number })
    const was = before.filter(each => each.batch_id === line.batchId)
    const open = batch.owed + was.reduce((total, each) => total + each.amount + each.charge, 0n)
    const gross = line.amount + line.charge
    if (gross > open) refuse('office.too_much', { number: batch.number, owed: naira(open > 0n ? open : 0n) })
    const agreed = agreedCharge(charge, gross, batch)
    const isAgreed = line.charge === agreed
    if (!isAgreed && !was.some(each => each.charge === line.charge && each.amount === line.amount))
      warnings.push(`${batch.number}: charge ${naira(line.charge)} differs from the agreed ${naira(agreed)}`)
    return {
      batchId: line.batchId,
      amount: line.amount,
      charge: line.charge,
      code: batch.code,
      number: batch.number,
      period: payMonthOf(localDate(batch.period)),
      kind: isAgreed ? 'agreed' : 'other',
    }
  })
  return { lines: plan, warnings }
}

/** What the office owes and has as credit. */
async function account(ctx: Context, source: string): Promise<{ owed: bigint; credit: bigint }> {
  const open = await batches.openBatches(ctx.tx, source)
  const { credit } = await store.sumReceipts(ctx.tx, { source, state: 'live' })
  return { owed: open.reduce((total, each) => total + each.owed, 0n), credit }
}

const stated = (
  before: { owed: bigint; credit: bigint },
  change: { owed: bigint; credit: bigint },
  after: { effect: string; [field: string]: string | string[] },
  warnings: readonly string[] = [],
): Foresight => ({
  before: { owedByOffice: naira(before.owed), officeCredit: naira(before.credit) },
  after: {
    ...after,
    owedByOffice: naira(before.owed + change.owed),
    officeCredit: naira(before.credit + change.credit),
    ...(warnings.length > 0 ? { warning: [...warnings] } : {}),
  },
})

const totals = (lines: readonly { amount: bigint; charge: bigint }[]) => ({
  amount: lines.reduce((total, line) => total + line.amount, 0n),
  charge: lines.reduce((total, line) => total + line.charge, 0n),
})

const lineTexts = (lines: readonly Planned[]): string[] =>
  lines.map(
    line =>
      `${line.number} (${line.period}): ${naira(line.amount)}${line.charge > 0n ? ` and charge ${naira(line.charge)}` : ''}`,
  )

// ── Recorded ───────────────────────────────────────────────────────────────────────────────────────────────────────

type Receipt = CommandInput<'officeReceiptRecord'>

export async function refuseReference(ctx: Context, reference: string): Promise<void> {
  const taken = await store.receiptWithReference(ctx.tx, reference)
  if (taken)
    refuse('office.reference_taken', { reference, receipt: `receipt ${taken.number} of ${taken.source}` })
}

async function checkedReceipt(ctx: Context, input: Receipt) {
  await officeOf(ctx, input.source)
  if (input.receivedOn > ctx.today) refuse('ledger.in_the_future', { date: input.receivedOn })
  if (await store.isReceipt(ctx.tx, input.id)) refuse('idempotency.other_body')
  await refuseReference(ctx, input.reference)
  const plan = await planned(ctx, input.source, input.lines)
  if (totals(plan.lines).amount > input.amount)
    refuse('office.more_than_received', { amount: naira(input.amount) })
  return plan
}

async function receiptEffect(ctx: Context, input: Receipt): Promise<Foresight> {
  const { lines, warnings } = await checkedReceipt(ctx, input)
  const { amount, charge } = totals(lines)
  const rest = input.amount - amount
  return stated(
    await account(ctx, input.source),
    { owed: -amount - charge, credit: rest },
    {
      effect: [
        `${naira(input.amount)} recorded at the bank on ${formatDate(input.receivedOn)}`,
        `${naira(amount)} allocated to batches`,
        ...(charge > 0n ? [`${naira(charge)} booked as charges`] : []),
        ...(rest > 0n ? [`${naira(rest)} credit of the office`] : []),
      ].join(', '),
      reference: input.reference,
      ...(lines.length > 0 ? { allocation: lineTexts(lines) } : {}),
    },
    warnings,
  )
}

export const askToRecord: Handler<Api['officeReceiptRecord']> = async (ctx, input) => {
  const effect = await receiptEffect(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'officeReceiptRecord',
    input,
    subject: ['officeReceipt', input.id],
    summary: `${naira(input.amount)} from ${input.source}, bank reference ${input.reference}`,
    amount: input.amount,
    ...effect,
    reason: input.reason,
  })
  return { approvalId }
}

export async function foreseeReceipt(ctx: Context, input: Receipt): Promise<Foresight> {
  if (ctx.tx.isTransaction) await batches.lockOffice(ctx.tx, input.source)
  return receiptEffect(ctx, input)
}

export async function recordApproved(ctx: Context, input: Receipt, asked: Asked): Promise<void> {
  await batches.lockOffice(ctx.tx, input.source)
  const { lines } = await checkedReceipt(ctx, input)
  await saveReceipt(ctx, { ...input, forBatchId: null, by: asked.makerId }, lines)
  ctx.audit({
    subject: ['officeReceipt', input.id],
    after: {
      source: input.source,
      received: input.amount.toString(),
      reference: input.reference,
      allocation: lineTexts(lines),
    },
    reason: input.reason,
  })
}

/** The office is locked. */
export async function saveReceipt(
  ctx: Context,
  receipt: {
    id: string
    source: string
    forBatchId: string | null
    amount: bigint
    receivedOn: LocalDate
    reference: string
    note: string
    by: string
  },
  lines: readonly Omit<Planned, 'number' | 'period'>[],
): Promise<void> {
  const postedOn = await postOfficeEntry(ctx, {
    reason: 'remittance',
    ref: receipt.id,
    effectiveOn: receipt.receivedOn,
    lines: receiptLines(receipt.amount, lines),
    bank: { by: 'remittance', of: receipt.source },
    note: `Bank reference ${receipt.reference}`,
  })
  try {
    await store.insertReceipt(ctx.tx, { ...receipt, postedOn, at: ctx.now })
  } catch (error) {
    if (isUniqueViolation(error, 'office_receipt_pkey')) refuse('idempotency.other_body')
    if (isUniqueViolation(error, 'office_receipt_reference'))
      refuse('office.reference_taken', { reference: receipt.reference, receipt: 'another receipt' })
    throw error
  }
  await insertLines(ctx, receipt.id, lines, postedOn)
}

async function insertLines(
  ctx: Context,
  receiptId: string,
  lines: readonly Omit<Planned, 'number' | 'period'>[],
  postedOn: string,
): Promise<void> {
  for (const { batchId, amount, charge, kind } of lines)
    await store.insertAllocation(ctx.tx, {
      id: randomUUID(),
      receiptId,
      batchId,
      amount,
      charge,
      chargeKind: kind,
      postedOn,
      by: ctx.actor.id,
      at: ctx.now,
    })
}

// ── Allocated otherwise ────────────────────────────────────────────────────────────────────────────────────────────

type Allocation = CommandInput<'officeReceiptAllocate'>

async function liveReceipt(ctx: Context, id: string): Promise<store.ReceiptRow> {
  const receipt = (await store.findReceipt(ctx.tx, id)) ?? refuse('record.unknown', { what: 'receipt' })
  if (receipt.undone_at !== null) refuse('remittance.undone')
  return receipt
}

/** Locked where it is carried out, and read behind the lock. */
async function heldReceipt(ctx: Context, id: string): Promise<store.ReceiptRow> {
  const receipt = await liveReceipt(ctx, id)
  if (!ctx.tx.isTransaction) return receipt
  await batches.lockOffice(ctx.tx, receipt.source)
  return liveReceipt(ctx, id)
}

async function checkedAllocation(ctx: Context, input: Allocation) {
  const receipt = await heldReceipt(ctx, input.receiptId)
  const before = await store.allocationsOf(ctx.tx, [receipt.id])
  const { lines, warnings } = await planned(ctx, receipt.source, input.lines, before)
  const after = totals(lines)
  if (after.amount > receipt.amount) refuse('office.more_than_received', { amount: naira(receipt.amount) })
  const isSame = (line: Line, row: store.AllocationRow): boolean =>
    row.batch_id === line.batchId && row.amount === line.amount && row.charge === line.charge
  const removed = before.filter(row => !lines.some(line => isSame(line, row)))
  const added = lines.filter(line => !before.some(row => isSame(line, row)))
  if (removed.length + added.length === 0) refuse('office.same_allocation')
  return { receipt, before, lines, warnings, removed, added }
}

async function allocationEffect(ctx: Context, input: Allocation): Promise<Foresight> {
  const { receipt, before, lines, warnings } = await checkedAllocation(ctx, input)
  const [was, is] = [totals(before), totals(lines)]
  return stated(
    await account(ctx, receipt.source),
    { owed: was.amount + was.charge - is.amount - is.charge, credit: was.amount - is.amount },
    {
      effect: `${naira(is.amount)} of ${receipt.number} allocated to batches, ${naira(receipt.amount - is.amount)} credit of the office`,
      reference: receipt.reference,
      allocation: lines.length > 0 ? lineTexts(lines) : 'None',
    },
    warnings,
  )
}

export const askToAllocate: Handler<Api['officeReceiptAllocate']> = async (ctx, input) => {
  const effect = await allocationEffect(ctx, input)
  const receipt = await liveReceipt(ctx, input.receiptId)
  const approvalId = await propose(ctx, {
    command: 'officeReceiptAllocate',
    input,
    subject: ['officeReceipt', input.receiptId],
    summary: `Allocation of ${receipt.number}, ${naira(receipt.amount)} from ${receipt.source}`,
    amount: kobo(receipt.amount),
    ...effect,
    reason: input.reason,
  })
  return { approvalId }
}

export const foreseeAllocation = allocationEffect

export async function allocateApproved(ctx: Context, input: Allocation): Promise<void> {
  const { receipt, before, lines, removed, added } = await checkedAllocation(ctx, input)
  const back = removed.map(({ code, amount, charge }) => ({ code, amount: -amount, charge: -charge }))
  const postedOn = await postOfficeEntry(ctx, {
    reason: 'remittance',
    ref: input.id,
    effectiveOn: ctx.today,
    lines: fromCredit([...back, ...added]),
    note: `Allocation of ${receipt.number}`,
  })
  for (const { id } of removed) await store.undoAllocation(ctx.tx, id, postedOn, ctx.now)
  await insertLines(ctx, receipt.id, added, postedOn)
  ctx.audit({
    subject: ['officeReceipt', receipt.id],
    before: { allocation: before.map(each => `${each.batch_number}: ${naira(each.amount)}`) },
    after: { allocation: lineTexts(lines) },
    reason: input.reason,
  })
}

// ── Reversed ───────────────────────────────────────────────────────────────────────────────────────────────────────

async function undoEffect(ctx: Context, receipt: store.ReceiptRow): Promise<Foresight> {
  return stated(
    await account(ctx, receipt.source),
    { owed: receipt.allocated + receipt.charged, credit: receipt.allocated - receipt.amount },
    {
      effect: `${naira(receipt.amount)} reversed at the bank, ${naira(receipt.allocated + receipt.charged)} owed by the payroll office again`,
      reference: receipt.reference,
    },
  )
}

export const askToUndo: Handler<Api['officeReceiptUndo']> = async (ctx, input) => {
  const receipt = await liveReceipt(ctx, input.id)
  const approvalId = await propose(ctx, {
    command: 'officeReceiptUndo',
    input,
    subject: ['officeReceipt', input.id],
    summary: `Reverse ${receipt.number}, ${naira(receipt.amount)} of ${formatDate(localDate(receipt.received_on))} from ${receipt.source}, bank reference ${receipt.reference}`,
    amount: kobo(receipt.amount),
    ...(await undoEffect(ctx, receipt)),
    reason: input.reason,
  })
  return { approvalId }
}

export const foreseeReceiptUndo = async (
  ctx: Context,
  input: CommandInput<'officeReceiptUndo'>,
): Promise<Foresight> => undoEffect(ctx, await heldReceipt(ctx, input.id))

export async function undoApproved(ctx: Context, input: CommandInput<'officeReceiptUndo'>): Promise<void> {
  const receipt = await heldReceipt(ctx, input.id)
  await reverseReceipt(ctx, receipt)
  ctx.audit({
    subject: ['officeReceipt', receipt.id],
    before: { received: receipt.amount.toString(), reference: receipt.reference },
    after: { received: '0' },
    reason: input.reason,
  })
}

/** Off the bank and off its batches; the reference is free for where it belongs. The office is locked. */
export async function reverseReceipt(ctx: Context, receipt: store.ReceiptRow): Promise<void> {
  const lines = await store.allocationsOf(ctx.tx, [receipt.id])
  const on = await postOfficeEntry(ctx, {
    reason: 'reversal',
    ref: `${receipt.id} undone`,
    effectiveOn: ctx.today,
    lines: reversed(receiptLines(receipt.amount, lines)),
    bank: { asIn: receipt.id },
    note: `Bank reference ${receipt.reference}`,
  })
  await store.undoReceipt(ctx.tx, receipt.id, on, ctx.now)
}
