import assert from 'node:assert/strict'
import type { CHANNELS } from '../../../contract/loans.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { PrepaymentEffect } from '../../../engine/events.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { type Kobo, ZERO } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import * as store from './loans.sql.ts'
import { type CashAccount, receiptReason } from './postings.ts'
import { receiptEvent, refuseTaken } from './prepare.ts'
import { happen, nextEvent, type Opened, openLoans, saveHappened } from './recordAll.ts'
import type { Maker } from './saveEvents.ts'
import { getDossier, PREVIEW_ID, stateOn, withEvent } from './state.ts'
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
  const wanted = receipts.map(receipt => ({ receipt, loanId: receipt.loanId }))
  await lockLoans(ctx.tx, ids)
  await store.lockReferences(ctx.tx, receipts)
  const [opened, taken] = await Promise.all([
    openLoans(ctx, wanted),
    store.loanWithReference(ctx.tx, receipts),
  ])
  refuseTaken(taken, receipts)
  return recordReceipts(ctx, opened, ctx.actor)
}

type Receiving = Opened & { receipt: LoanReceipt }

/** Records receipts on loans that are locked, of payments that are new. Every receipt is recorded here; one at the counter is a batch of one. */
export async function recordReceipts(
  ctx: Context,
  receiving: readonly Receiving[],
  maker: Maker,
): Promise<LoanState[]> {
  const recorded = receiving.map(({ receipt, ...opened }) => {
    const event = receiptEvent(nextEvent(ctx, opened, receipt.id), receipt)
    const { channel, reference, note, from: cash, proofId = null } = receipt
    return { ...happen(ctx, opened, event, cash), entry: { channel, reference, note, proofId } }
  })
  return saveHappened(ctx, recorded, { act: 'receipt', reasonOf: receiptReason, maker })
}

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
