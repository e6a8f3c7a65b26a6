import type { Api, CommandInput } from '../../../contract/api.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { markAccepted } from '../intake/intake.ts'
import {
  holdMessages,
  releaseMessages as releaseHeld,
  resendFailed as resendFailedMessages,
} from '../messaging/messaging.ts'
import { openBatch, receiveForBatch } from '../offices/offices.ts'
import { foreignTotal, locked, lockedOpen, refuseCorrected, seen, shown } from './batch.ts'
import { foreseePosting, foreseeUndo } from './effect.ts'
import { answerersOf, countChanged } from './elements.sql.ts'
import { countMeasuredBefore } from './match.sql.ts'
import { HELD_FOR } from './post.ts'
import * as store from './repayments.sql.ts'
import { forgetProblems, movedRows, type RepaymentRow, reopenRefused } from './rows.sql.ts'
import { usedSuspense } from './suspense.sql.ts'

/** What moves money: posting and undoing. Each is asked by one person and approved by another. */

/** The three control totals agree, or a reason is given. */
function checkTotals(batch: store.BatchRow, input: CommandInput<'repaymentSubmit'>): void {
  const file = batch.file_total
  // the office remits to other lenders what it deducted for them
  const ours = file - foreignTotal(batch)
  const isInBank = batch.cash_account === 'bank'
  if (isInBank && input.bankCredit > 0n)
    refuseFields({ bankCredit: 'These payments are in the bank already. Enter 0.' })
  const agree =
    (batch.declared_total ?? file) === file &&
    (isInBank || input.bankCredit === ours) &&
    (batch.declared_rows ?? batch.file_rows) === batch.file_rows
  if (agree || input.gapNote !== null) return
  refuse('repayment.gap', {
    declared:
      batch.declared_total === null
        ? 'nothing'
        : `${batch.declared_rows} rows, ${formatNaira(kobo(batch.declared_total))}`,
    file: `${batch.file_rows} rows, ${formatNaira(kobo(file))}${ours === file ? '' : `, of which ours ${formatNaira(kobo(ours))}`}`,
    bank: formatNaira(input.bankCredit),
  })
}

/** A correction adds what is more than was posted before: should that have changed since it was read, it would add too much or too little. */
async function checkMeasure(ctx: Context, { intake_id: id, corrects_id }: store.BatchRow): Promise<void> {
  if (corrects_id === null) return
  const corrected = await store.correctedBy(ctx.tx, id)
  await store.disableStatementTimeout(ctx.tx)
  for (const each of corrected) await store.lockBatch(ctx.tx, each)
  const rows = await countMeasuredBefore(ctx.tx, id, corrected)
  if (rows > 0) refuse('repayment.measured_before', { rows })
}

/** A code that was marked otherwise since would post another lender's deduction, or leave out ours. */
async function checkCodes(ctx: Context, { intake_id: id }: store.BatchRow): Promise<void> {
  if ((await countChanged(ctx.tx, id)) > 0) refuse('repayment.codes_changed')
}

export const submit: Handler<Api['repaymentSubmit']> = async (ctx, input) => {
  const batch = await lockedOpen(ctx, input.id)
  if (batch.status === 'posted') refuse('repayment.status', { number: batch.number, status: batch.status })
  if (batch.file_rows === 0) refuse('intake.nothing_good')
  if (input.valueOn > ctx.today) refuse('ledger.in_the_future', { date: input.valueOn })
  if (input.bankCredit > 0n && input.bankReference === null)
    refuseFields({ bankReference: 'Enter the bank reference of this amount' })
  checkTotals(batch, input)
  await checkMeasure(ctx, batch)
  const { undecided } = batch.done
  if (undecided.unknownElement > 0)
    refuse('repayment.unknown_codes', { rows: countOf(undecided.unknownElement, 'row') })
  await checkCodes(ctx, batch)
  if (undecided.ambiguous > 0) refuse('repayment.ambiguous', { rows: undecided.ambiguous })
  if (undecided.nameDiffers > 0)
    refuse('repayment.name_differs', { rows: countOf(undecided.nameDiffers, 'row') })
  const approvalId = await propose(ctx, {
    command: 'repaymentSubmit',
    input,
    subject: ['repayment', input.id],
    summary: `${batch.number}: ${countText(batch.file_rows)} rows, ${formatNaira(kobo(batch.file_total))}, value date ${formatDate(input.valueOn)}`,
    amount: kobo(batch.file_total),
    ...(await foreseePosting(ctx, input)),
    reason: input.reason,
    // a user who matched a row manually has decided where its money goes
    involved: [
      batch.uploaded_by,
      ...batch.shaped_by,
      ...batch.placed_by,
      ...(await answerersOf(ctx.tx, input.id)),
    ],
  })
  await store.changeBatch(ctx.tx, input.id, {
    status: 'waiting',
    submitted_by: ctx.actor.id,
    value_on: input.valueOn,
  })
  return { approvalId }
}

export async function submitApproved(ctx: Context, input: CommandInput<'repaymentSubmit'>): Promise<void> {
  const batch = await locked(ctx, input.id, 'waiting')
  await checkMeasure(ctx, batch)
  await checkCodes(ctx, batch)
  await store.changeBatch(ctx.tx, input.id, {
    status: 'posting',
    value_on: input.valueOn,
    gap_note: input.gapNote,
    holds_messages: input.holdsMessages,
    approved_by: ctx.actor.id,
  })
  const isOwedByOffice = await openBatch(ctx, batch)
  if (isOwedByOffice && input.bankCredit > 0n && input.bankReference !== null)
    await receiveForBatch(ctx, batch, {
      amount: input.bankCredit,
      receivedOn: input.valueOn,
      reference: input.bankReference,
      by: batch.submitted_by ?? ctx.actor.id,
    })
  await markAccepted(ctx, input.id)
  await ctx.queue('repaymentRun', { batchId: input.id })
  ctx.audit({
    subject: ['repayment', input.id],
    before: { status: batch.status },
    after: { status: 'posting' },
  })
}

export const askToUndo: Handler<Api['repaymentUndo']> = async (ctx, input) => {
  const batch = await lockedOpen(ctx, input.id)
  if (batch.status !== 'posted') refuse('repayment.status', { number: batch.number, status: batch.status })
  await refuseCorrected(ctx.tx, input.id)
  await refuseUsed(ctx.tx, input.id)
  const approvalId = await propose(ctx, {
    command: 'repaymentUndo',
    input,
    subject: ['repayment', input.id],
    summary: `${batch.number}: ${countOf(batch.done.done, 'row')}`,
    amount: kobo(BigInt(batch.done.posted) + BigInt(batch.done.suspense)),
    ...(await foreseeUndo(ctx, input)),
    reason: input.reason,
  })
  return { approvalId }
}

/** The batch is locked, so that nothing more leaves its suspense. */
async function refuseUsed(tx: Tx, id: string): Promise<void> {
  const items = await usedSuspense(tx, id)
  if (items > 0) refuse('repayment.suspense_used', { items })
}

export async function undoApproved(ctx: Context, { id }: CommandInput<'repaymentUndo'>): Promise<void> {
  await locked(ctx, id, 'posted')
  await refuseCorrected(ctx.tx, id)
  await refuseUsed(ctx.tx, id)
  await forgetProblems(ctx.tx, id)
  await store.changeBatch(ctx.tx, id, { status: 'undoing', approved_by: ctx.actor.id })
  await ctx.queue('repaymentRun', { batchId: id })
  ctx.audit({ subject: ['repayment', id], before: { status: 'posted' }, after: { status: 'undoing' } })
}

/** What the ledger refused is tried again: as two people agreed on it, or, in another place, once two agree on that. */
export const retry: Handler<Api['repaymentRetry']> = async (ctx, { id, reason }) => {
  const batch = await lockedOpen(ctx, id)
  if (batch.status !== 'posted') refuse('repayment.status', { number: batch.number, status: batch.status })
  await checkMeasure(ctx, batch)
  const moved = await movedRows(ctx.tx, id)
  if (moved.length === 0) await tryAgain(ctx, batch, { reason })
  else if (reason === undefined)
    refuseFields({ reason: 'Enter a reason for the reassigned rows. They need approval.' })
  else
    await propose(ctx, {
      command: 'repaymentRetry',
      input: { id },
      subject: ['repayment', id],
      summary: `${batch.number}: ${countOf(moved.length, 'reassigned row')}`,
      amount: kobo(moved.reduce((total, row) => total + row.amount - row.earlier, 0n)),
      ...retryOf(batch, moved),
      reason,
      involved: [...moved.map(row => row.moved_by), batch.submitted_by ?? batch.uploaded_by],
    })
  return shown(ctx, id)
}

const retryOf = (batch: store.BatchRow, moved: readonly RepaymentRow[]): Foresight => ({
  after: {
    effect: `${countOf(batch.done.refused, 'row')} not posted before, posted now: ${countText(moved.length)} of them elsewhere than was approved`,
    rows: moved.map(row => `Line ${row.line}${row.part > 1 ? `, part ${row.part}` : ''}: ${placeOf(row)}`),
  },
})

export const foreseeRetry = async (
  ctx: Context,
  { id }: CommandInput<'repaymentRetry'>,
): Promise<Foresight> => retryOf(await seen(ctx, id), await movedRows(ctx.tx, id))

function placeOf(row: RepaymentRow): string {
  const amount = formatNaira(kobo(row.amount - row.earlier))
  if (row.treatment === 'skip') return `${amount} excluded`
  if (row.treatment === 'suspense' || row.loan_id === null) return `${amount} to suspense`
  // no name: the trail outlives an erased person
  return `${amount} to ${row.loan_number}`
}

export async function retryApproved(
  ctx: Context,
  { id }: CommandInput<'repaymentRetry'>,
  { reason }: Asked,
): Promise<void> {
  const batch = await locked(ctx, id, 'posted')
  await checkMeasure(ctx, batch)
  await tryAgain(ctx, batch, { reason: reason ?? undefined, by: { approved_by: ctx.actor.id } })
}

async function tryAgain(
  ctx: Context,
  { intake_id: id, done }: store.BatchRow,
  { reason, by = {} }: { reason: string | undefined; by?: store.BatchChange },
): Promise<void> {
  await reopenRefused(ctx.tx, id)
  await store.changeBatch(ctx.tx, id, { status: 'posting', ...by })
  await ctx.queue('repaymentRun', { batchId: id })
  ctx.audit({ subject: ['repayment', id], after: { retried: done.refused }, ...(reason ? { reason } : {}) })
}

/** What the sender has claimed by now goes out; the rest, and what is still to be written, waits for the release. */
export const pauseMessages: Handler<Api['repaymentMessagesPause']> = async (ctx, { id, reason }) => {
  const batch = await locked(ctx, id, 'posting', 'posted')
  const held = await holdMessages(ctx, ['repayment', id], HELD_FOR)
  await store.changeBatch(ctx.tx, id, { holds_messages: true })
  ctx.audit({
    subject: ['repayment', id],
    before: { holdsMessages: batch.holds_messages },
    after: { holdsMessages: true, messagesHeld: held },
    ...(reason ? { reason } : {}),
  })
  return { held }
}

/** For the sender, which asks again of each batch when it claims its messages. */
export const pausedBatches = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await store.batchesHolding(tx, [...new Set(ids)])).map(id => [id, HELD_FOR]))

export const releaseMessages: Handler<Api['repaymentMessagesRelease']> = async (ctx, { id }) => {
  await locked(ctx, id, 'posting', 'posted')
  const released = await releaseHeld(ctx, ['repayment', id], HELD_FOR)
  await store.changeBatch(ctx.tx, id, { holds_messages: false })
  ctx.audit({ subject: ['repayment', id], after: { messagesReleased: released } })
  return { released }
}

export const resendFailed: Handler<Api['repaymentMessagesResend']> = async (ctx, { id, reason }) => {
  await locked(ctx, id, 'posting', 'posted')
  const resent = (await resendFailedMessages(ctx.tx, { subject: ['repayment', id] }, ctx.now)).length
  ctx.audit({ subject: ['repayment', id], after: { messagesResent: resent }, reason })
  return { resent }
}
