import assert from 'node:assert/strict'
import type { Api } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import type { CHANNELS, LoanAct } from '../../../contract/loans.ts'
import type { Section } from '../../../contract/settings.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { PrepaymentEffect } from '../../../engine/events.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { type Kobo, ZERO } from '../../../engine/money.ts'
import type { Context, Together } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { notify } from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import { needsApproval } from './dailyLimit.ts'
import * as store from './loans.sql.ts'
import { noticesOf, templatesOf } from './notices.ts'
import { type CashAccount, receiptReason } from './postings.ts'
import { receiptEvent, refuseTaken } from './prepare.ts'
import { happen, nextEvent, type Opened, openLoans, type RecordedBy, saveHappened } from './recordAll.ts'
import type { Maker } from './saveEvents.ts'
import { type Dossier, dossiersOf, getDossier, PREVIEW_ID, stateOn, withEvent } from './state.ts'
import { lockLoans } from './topup.sql.ts'
import { prepareWhole, type Whole } from './topup.ts'

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
  return recordReceipts(
    ctx,
    opened.map(each => ({ ...each, maker: ctx.actor, by: ctx })),
  )
}

/** Each with the person who entered it and the act that it is recorded by. */
export type Receiving = Opened & { receipt: LoanReceipt; maker: Maker; by: RecordedBy }

/** Records receipts on loans that are locked, of payments that are new. Every receipt is recorded here; one at the counter is a batch of one. */
export async function recordReceipts(ctx: Context, receiving: readonly Receiving[]): Promise<LoanState[]> {
  const recorded = receiving.map(({ receipt, maker, by, ...opened }) => {
    const event = receiptEvent(nextEvent(ctx, opened, receipt.id), receipt)
    const { channel, reference, note, from: cash, proofId = null } = receipt
    return { ...happen(ctx, opened, event, cash), entry: { channel, reference, note, proofId, maker }, by }
  })
  return saveHappened(ctx, recorded, { act: 'receipt', reasonOf: receiptReason })
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

// ── Several people at once ───────────────────────────────────────────────────────────────────────────────────────

type Asked = Input<Api['loanActDo']>
type PlainReceipt = Extract<LoanAct, { act: 'receipt' }>
type Call = { ctx: Context; input: Asked & { input: PlainReceipt } }

/** A receipt that needs no more than its loan to be decided. */
const isPlain = (call: { ctx: Context; input: Asked }): call is Call =>
  call.input.input.act === 'receipt' && !call.input.input.proofId

/**
 * Receipts at the counter, each by its own person on a loan of its own. What is refused, needs approval or meets another act on its
 * loan is left to be done alone.
 */
export const receiveTogether: Together<Api['loanActDo']> = {
  keyOf: ({ loanId, input }) => (input.act === 'receipt' && !input.proofId ? loanId : undefined),
  async run(calls) {
    const ctx = calls.at(-1)?.ctx
    if (!ctx) return []
    const receiving = await receivable(ctx, calls.filter(isPlain))
    const [dossiers, limits, templates] = await Promise.all([
      dossiersOf(
        ctx.tx,
        receiving.map(({ ctx: { actor }, input: { loanId, input } }) => ({
          loanId,
          by: actor.id,
          payment: input,
        })),
      ),
      section(ctx.tx, 'approvalLimits', ctx.today),
      templatesOf(ctx, 'receipt'),
    ])
    const accepted = await acceptedOf(receiving, dossiers, limits)
    const states = await recordReceipts(
      ctx,
      accepted.map(({ call: { ctx: by, input }, whole: { dossier, cash } }) => ({
        receipt: { ...input.input, id: input.id, loanId: input.loanId, from: cash, note: input.reason },
        loan: dossier.row,
        events: dossier.events,
        awaited: dossier.awaited,
        maker: by.actor,
        by,
      })),
    )
    await notify(
      { ...ctx, templates },
      ...accepted.flatMap(({ whole }, n) => {
        const after = states[n]
        return after ? noticesOf(whole, after) : []
      }),
    )
    const done = new Set(accepted.map(({ call }) => call.input.loanId))
    return calls.map(({ input: { loanId } }) => (done.has(loanId) ? { approvalId: null } : undefined))
  },
}

/** Those whose loan and payment nobody else holds, which are held from here on: one that waited would hold up all. */
async function receivable(ctx: Context, calls: readonly Call[]): Promise<Call[]> {
  const [loans, payments] = await Promise.all([
    store.lockFreeLoans(
      ctx.tx,
      calls.map(({ input }) => input.loanId),
    ),
    store.lockFreePayments(
      ctx.tx,
      calls.map(({ input }) => input.input),
    ),
  ])
  return calls.filter(
    ({ ctx: { today }, input }, place) =>
      today === ctx.today && loans.has(input.loanId) && payments.has(place),
  )
}

type Accepted = { call: Call; whole: Whole }

async function acceptedOf(
  receiving: readonly Call[],
  dossiers: readonly Dossier[],
  limits: Section<'approvalLimits'>,
): Promise<Accepted[]> {
  const byLoan = new Map(dossiers.map(dossier => [dossier.row.id, dossier]))
  const accepted: Accepted[] = []
  for (const call of receiving) {
    const { ctx, input } = call
    const dossier = byLoan.get(input.loanId)
    const whole = dossier && (await preparedOf(ctx, dossier, input))
    if (whole && !needsApproval(ctx, whole, limits)) accepted.push({ call, whole })
  }
  return accepted
}

const preparedOf = (ctx: Context, dossier: Dossier, { input, id }: Asked): Promise<Whole | undefined> =>
  prepareWhole(ctx, dossier, input, id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
