import assert from 'node:assert/strict'
import { ACT_TITLES } from '../../../contract/loans.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { LoanEvent, Receipt } from '../../../engine/events.ts'
import { foldLoan, type LoanState } from '../../../engine/loan.ts'
import { cutText } from '../../../engine/text.ts'
import type { Context } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type Posting, postTogether } from '../ledger/ledger.ts'
import type { BatchReceipt } from './acts.ts'
import { keepAhead } from './ahead.sql.ts'
import { type Ahead, aheadOf } from './ahead.ts'
import { eventsByLoan, updateFigures } from './daily.sql.ts'
import * as store from './loans.sql.ts'
import { linesBetween, readBook, receiptReason } from './postings.ts'
import { refuseBeforeBooks, refuseByEngine } from './prepare.ts'
import { agreementOf, DEDUCTION, decodeEvents, encodeEvent, figuresOf, paidOutBy } from './state.ts'
import { lockLoans } from './topup.sql.ts'

type Receiving = Omit<BatchReceipt, 'isTold'>

/**
 * What many loans of a batch receive, in as many statements as one takes. The batch tells the customers itself. One receipt
 * that is refused refuses them all: whoever asks then takes them one at a time, to know which.
 */
export async function receiveAll(ctx: Context, receipts: readonly Receiving[]): Promise<LoanState[]> {
  if (receipts.length === 0) return []
  const ids = receipts.map(({ loanId }) => loanId)
  assert.equal(new Set(ids).size, ids.length, 'one receipt a loan at a time')
  await lockLoans(ctx.tx, ids)
  const loans = new Map((await store.receivingLoans(ctx.tx, ids)).map(loan => [loan.id, loan]))
  const events = await eventsByLoan(ctx.tx, ids)
  await refuseTaken(ctx, receipts)
  const taken = receipts.map(receipt => {
    const loan = loans.get(receipt.loanId) ?? refuse('record.unknown', { what: 'loan' })
    return take(ctx, loan, decodeEvents(events.get(loan.id)), receipt)
  })
  await keepEvents(ctx, taken)
  await updateFigures(
    ctx.tx,
    taken.map(({ loan: { id }, after, receipt: { channel, on } }) => ({
      id,
      ...figuresOf(after),
      ...(channel === DEDUCTION ? { deducted_on: on } : {}),
    })),
  )
  await keepAhead(
    ctx.tx,
    taken.map(({ loan: { id }, ahead }) => ({ id, ahead })),
  )
  for (const each of taken) note(ctx, each)
  // one after the other, as they are read: what fell due, then what was paid of it
  await postTogether(ctx, moving(taken.map(each => each.due)))
  await postTogether(ctx, moving(taken.map(each => each.paid)))
  return taken.map(each => each.after)
}

type Taken = {
  receipt: Receiving
  loan: store.ReceivingLoan
  event: Receipt
  after: LoanState
  ahead: Ahead | null
  /** What fell due since the books were last brought up. */
  due: Posting
  paid: Posting
}

function take(ctx: Context, loan: store.ReceivingLoan, events: LoanEvent[], receipt: Receiving): Taken {
  const { today } = ctx
  if (loan.status === 'cancelled') refuse('loan.refused', { why: 'the loan was cancelled' })
  const agreement = agreementOf({ row: loan, events }, today)
  const event: Receipt = {
    type: 'receipt',
    id: receipt.id,
    enteredOn: today,
    sequence: events.length + 1,
    date: receipt.on,
    amount: receipt.amount,
  }
  const before = foldLoan(agreement, events, today)
  refuseByEngine(agreement, events, event, today, { state: before })
  refuseBeforeBooks(loan, today)
  const later = [...events, event]
  const after = foldLoan(agreement, later, today)
  const paidOut = paidOutBy(agreement)
  const held = readBook(before, paidOut)
  const due = hasChanged(loan, today)
    ? linesBetween(loan.id, readBook(foldLoan(agreement, events, loan.booked_through), paidOut), held, 'bank')
    : []
  return {
    receipt,
    loan,
    event,
    after,
    ahead: aheadOf(after, agreement.penalty, later),
    due: { reason: 'instalmentDue', ref: `${loan.id} ${today}`, effectiveOn: today, lines: due },
    paid: {
      reason: receiptReason(receipt.from),
      ref: event.id,
      effectiveOn: event.date,
      lines: linesBetween(loan.id, held, readBook(after, paidOut), receipt.from),
      note: cutText(`${ACT_TITLES.receipt}: ${receipt.note}`, 200),
    },
  }
}

/** Time has done something to it that is not in the books yet. */
const hasChanged = (
  loan: store.ReceivingLoan,
  today: LocalDate,
): loan is store.ReceivingLoan & { booked_through: LocalDate } =>
  loan.booked_through !== null &&
  loan.booked_through < today &&
  loan.next_change_on !== null &&
  loan.next_change_on <= today

async function refuseTaken(ctx: Context, receipts: readonly Receiving[]): Promise<void> {
  const taken = await store.loanWithReference(ctx.tx, receipts)
  if (taken) refuse('loan.reference_taken', { reference: taken.reference, loan: taken.number })
}

async function keepEvents(ctx: Context, taken: readonly Taken[]): Promise<void> {
  try {
    await store.insertEvents(
      ctx.tx,
      taken.map(({ receipt, event }) => ({
        id: event.id,
        loanId: receipt.loanId,
        sequence: event.sequence ?? 0,
        type: event.type,
        effectiveOn: event.date,
        event: encodeEvent(event),
        amount: event.amount,
        channel: receipt.channel,
        reference: receipt.reference,
        note: receipt.note,
        cash: receipt.from,
        at: ctx.now,
        byId: ctx.actor.id,
        byName: ctx.actor.name,
      })),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'loan_event_pkey')) refuse('idempotency.other_body')
    // the same payment entered on another loan at the same instant
    if (isUniqueViolation(error, 'loan_event_reference_once'))
      refuse('loan.reference_taken', { reference: taken[0]?.receipt.reference ?? '', loan: 'another loan' })
    throw error
  }
}

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
