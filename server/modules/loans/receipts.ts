import assert from 'node:assert/strict'
import { LOAN_ACTION_LABELS } from '../../../contract/labels.ts'
import { type CHANNELS, DEDUCTION } from '../../../contract/loans.ts'
import { readBook } from '../../../engine/accounts.ts'
import type { AwaitedFiles } from '../../../engine/awaited.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { LoanEvent, PrepaymentEffect, Receipt } from '../../../engine/events.ts'
import { foldLoan, type LoanState } from '../../../engine/loan.ts'
import { type Kobo, ZERO } from '../../../engine/money.ts'
import { type Projection, projectionOf } from '../../../engine/projection.ts'
import { cutText } from '../../../engine/text.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type Posting, postTogether } from '../ledger/ledger.ts'
import { eventsByLoan, updateFigures } from './daily.sql.ts'
import * as store from './loans.sql.ts'
import { type CashAccount, linesBetween, receiptReason } from './postings.ts'
import { receiptEvent, refuseBeforeBooks, refuseByEngine, refuseReferences } from './prepare.ts'
import { saveProjection } from './projection.sql.ts'
import { type Maker, saveEvents } from './saveEvents.ts'
import {
  agreementOf,
  awaitedOfLoans,
  decodeEvents,
  figuresOf,
  getDossier,
  nextNightOf,
  PREVIEW_ID,
  paidOutBy,
  stateOn,
  withEvent,
} from './state.ts'
import { lockLoans } from './topup.sql.ts'
import { prepareWhole } from './topup.ts'

/** Money that comes in to a loan, over the counter or as a row of a batch. */
export type LoanReceipt = {
  loanId: string
  /** Made with the row or by the person who enters it, so that a repeat is the same receipt. */
  id: string
  amount: Kobo
  on: LocalDate
  from: CashAccount
  channel: (typeof CHANNELS)[number]
  reference: string
  note: string
  effect?: PrepaymentEffect | undefined
  proofId?: string | null
}

/**
 * Receipts of many loans in as many statements as one takes. The caller notifies the customers. One receipt that is
 * refused refuses them all: to find out which, the caller posts them one at a time.
 */
export async function receiveAll(ctx: Context, receipts: readonly LoanReceipt[]): Promise<LoanState[]> {
  if (receipts.length === 0) return []
  const ids = receipts.map(({ loanId }) => loanId)
  assert.equal(new Set(ids).size, ids.length, 'one receipt a loan at a time')
  await lockLoans(ctx.tx, ids)
  const loans = new Map((await store.receivingLoans(ctx.tx, ids)).map(loan => [loan.id, loan]))
  const events = await eventsByLoan(ctx.tx, ids)
  const awaited = await awaitedOfLoans(ctx.tx, [...loans.values()])
  return recordReceipts(
    ctx,
    receipts.map(receipt => ({
      receipt,
      loan: loans.get(receipt.loanId) ?? refuse('record.unknown', { what: 'loan' }),
      events: decodeEvents(events.get(receipt.loanId)),
      awaited: awaited.get(receipt.loanId),
    })),
    ctx.actor,
  )
}

type Receiving = {
  receipt: LoanReceipt
  loan: store.ReceivingLoan
  events: LoanEvent[]
  awaited: AwaitedFiles | undefined
}

/** Records receipts on loans that are locked. Every receipt is recorded here; one at the counter is a batch of one. */
export async function recordReceipts(
  ctx: Context,
  receiving: readonly Receiving[],
  maker: Maker,
): Promise<LoanState[]> {
  const receipts = receiving.map(({ receipt }) => receipt)
  await store.lockReferences(ctx.tx, receipts)
  await refuseReferences(ctx, receipts)
  const taken = receiving.map(each => take(ctx, each))
  await saveEvents(
    ctx,
    taken.map(({ receipt: { loanId, from, channel, reference, note, proofId = null }, event }) => {
      return { loanId, event, channel, reference, note, cash: from, proofId, maker }
    }),
  )
  await updateFigures(
    ctx.tx,
    taken.map(({ loan: { id }, after, nextNight, receipt: { channel, on } }) => ({
      id,
      ...figuresOf(after),
      next_change_on: nextNight,
      ...(channel === DEDUCTION ? { deducted_on: on } : {}),
    })),
  )
  await saveProjection(
    ctx.tx,
    taken.map(({ loan: { id }, projection }) => ({ id, projection })),
  )
  for (const each of taken) note(ctx, each)
  // one after the other, as they are read: what fell due, then what was paid of it
  await postTogether(ctx, moving(taken.map(each => each.due)))
  await postTogether(ctx, moving(taken.map(each => each.paid)))
  return taken.map(each => each.after)
}

type Taken = Receiving & {
  event: Receipt
  after: LoanState
  projection: Projection | null
  nextNight: LocalDate | null
  /** What fell due since the ledger was last brought up. */
  due: Posting
  paid: Posting
}

function take(ctx: Context, { receipt, loan, events, awaited }: Receiving): Taken {
  const { today } = ctx
  if (loan.status === 'cancelled') refuse('loan.refused', { why: 'the loan was cancelled' })
  const agreement = agreementOf({ row: loan, events, awaited }, today)
  const event = receiptEvent({ id: receipt.id, enteredOn: today, sequence: events.length + 1 }, receipt)
  const before = foldLoan(agreement, events, today)
  refuseByEngine(agreement, events, event, today, { state: before })
  refuseBeforeBooks(loan, today)
  const later = [...events, event]
  const after = foldLoan(agreement, later, today)
  const projection = projectionOf(after, agreement, later)
  const paidOut = paidOutBy(agreement)
  const held = readBook(before, paidOut)
  const due = hasChanged(loan, today)
    ? linesBetween(loan.id, readBook(foldLoan(agreement, events, loan.booked_through), paidOut), held, 'bank')
    : []
  return {
    receipt,
    loan,
    events,
    awaited,
    event,
    after,
    projection,
    nextNight: nextNightOf(after, agreement, projection),
    due: { reason: 'instalmentDue', ref: `${loan.id} ${today}`, effectiveOn: today, lines: due },
    paid: {
      reason: receiptReason(receipt.from),
      ref: event.id,
      effectiveOn: event.date,
      lines: linesBetween(loan.id, held, readBook(after, paidOut), receipt.from),
      note: cutText(`${LOAN_ACTION_LABELS.receipt.item}: ${receipt.note}`, 200),
    },
  }
}

/** Time has done something to it that is not in the ledger yet. */
const hasChanged = (
  loan: store.ReceivingLoan,
  today: LocalDate,
): loan is store.ReceivingLoan & { booked_through: LocalDate } =>
  loan.booked_through !== null &&
  loan.booked_through < today &&
  loan.next_change_on !== null &&
  loan.next_change_on <= today

function note(ctx: Context, { receipt, loan, event, after }: Taken): void {
  ctx.audit({
    action: 'loanActDo',
    subject: ['loan', loan.id],
    before: { status: loan.status, owed: loan.owed_total.toString() },
    after: { act: 'receipt', status: after.status, owed: after.outstandingTotal.toString(), event: event.id },
    reason: receipt.note,
  })
}

const moving = (postings: readonly Posting[]): Posting[] => postings.filter(({ lines }) => lines.length > 0)

const RECEIVED_BEFORE_ID = '00000000-0000-0000-0000-000000000001'

/** What a receipt would do, and why it would be refused; nothing is written. `receivedBefore` is received before it. */
export async function previewReceipt(
  ctx: Context,
  {
    receivedBefore = ZERO,
    ...receipt
  }: { loanId: string; amount: Kobo; on: LocalDate; receivedBefore?: Kobo },
) {
  const act = { act: 'receipt', channel: 'payroll deduction', reference: PREVIEW_ID, ...receipt } as const
  let dossier = await getDossier(ctx.tx, receipt.loanId)
  if (receivedBefore > 0n) {
    const first = await prepareWhole(ctx, dossier, { ...act, amount: receivedBefore }, RECEIVED_BEFORE_ID)
    // entered after everything else and before the receipt
    const event = first.event && { ...first.event, sequence: dossier.rows.length + 0.5 }
    dossier = withEvent({ dossier, event })
  }
  const prepared = await prepareWhole(ctx, dossier, act, PREVIEW_ID)
  const after = stateOn(withEvent(prepared), ctx.today, ctx.today)
  return {
    row: dossier.row,
    before: stateOn(dossier, ctx.today, ctx.today),
    after,
    slices: after.entries.find(entry => entry.event === PREVIEW_ID)?.slices ?? [],
  }
}
