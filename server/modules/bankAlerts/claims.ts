import { randomUUID } from 'node:crypto'
import type { Api, CommandInput } from '../../../contract/api.ts'
import { NAIRA_MAX } from '../../../contract/endpoint.ts'
import { kobo } from '../../../engine/money.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { actApproved, ask } from '../loans/loans.ts'
import * as store from './bankAlerts.sql.ts'

/** Payments reported by bank alerts, until their loan is found. */

type Match = { loanId: string; loanNumber: string; customerName: string; why: string }

const describeClaim = (row: store.ClaimRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  from: row.sender,
  text: row.body,
  amount: kobo(row.amount),
  accountMask: row.account_mask,
  paidAt: row.paid_at,
  description: row.description,
  reference: row.reference,
  status: row.status,
  matches: row.matches as unknown as Match[],
  loanId: row.loan_id,
  decidedBy: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
})

export const listClaims: Handler<Api['claimList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'claims', filter, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listClaims(ctx.tx, filter.status, after, limit + 1), limit)
  return {
    rows: rows.map(describeClaim),
    total: await store.countClaims(ctx.tx, filter.status),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'claims', filter, [last.at.toISOString(), last.id]) : null,
  }
}

const unknownClaim = (): never => refuse('record.unknown', { what: 'claim' })

export const getClaim: Handler<Api['claimGet']> = async (ctx, { id }) =>
  describeClaim((await store.findClaim(ctx.tx, id)) ?? unknownClaim())

async function lockOpen(ctx: Context, id: string): Promise<store.ClaimRow> {
  const row = (await store.lockClaim(ctx.tx, id)) ?? unknownClaim()
  if (row.status !== 'open')
    refuse('claim.decided', { status: row.status, who: row.decided_by_name ?? 'a colleague' })
  return row
}

/** The user confirms day and reference from the statement; the amount is the alert's and cannot be changed. */
export const confirmClaim: Handler<Api['claimConfirm']> = async (ctx, input) => {
  const row = await lockOpen(ctx, input.id)
  // no approval is requested for a repayment that cannot be entered
  if (row.amount > NAIRA_MAX) refuse('claim.too_large')
  // not the claim's own, which a user could have given to something else before
  const receiptId = randomUUID()
  const { approvalId } = await ask(ctx, {
    loanId: input.loanId,
    id: receiptId,
    input: {
      act: 'receipt',
      amount: kobo(row.amount),
      on: input.paidOn,
      channel: 'bank transfer',
      reference: input.reference,
    },
    reason: `Bank alert: ${input.note}`,
  })
  const receipt = { id: receiptId, loanId: input.loanId }
  return { claim: await decide(ctx, input.id, 'confirmed', receipt, input.note), approvalId }
}

export const rejectClaim: Handler<Api['claimReject']> = async (ctx, { id, note }) => {
  await lockOpen(ctx, id)
  return decide(ctx, id, 'rejected', null, note)
}

type OnLoan = { id: string; loanId: string }

/** The repayment was declined or reversed: the payment is open again. */
export async function reopenClaim(ctx: Context, { id, loanId }: OnLoan, why: string): Promise<void> {
  const row = await store.lockClaimOf(ctx.tx, id)
  // the maker chooses the id: an act on another loan does not concern this payment
  if (row?.status !== 'confirmed' || row.loan_id !== loanId) return
  await store.reopenClaim(ctx.tx, row.id, why)
  ctx.audit({
    subject: ['claim', row.id],
    before: { status: 'confirmed' },
    after: { status: 'open' },
    reason: why,
  })
}

async function decide(
  ctx: Context,
  id: string,
  status: 'confirmed' | 'rejected',
  receipt: OnLoan | null,
  note: string,
) {
  const loanId = receipt?.loanId ?? null
  const receiptId = receipt?.id ?? null
  await store.decideClaim(ctx.tx, id, { status, loanId, receiptId, by: ctx.actor, at: ctx.now, note })
  ctx.audit({ subject: ['claim', id], before: { status: 'open' }, after: { status, loanId }, reason: note })
  return describeClaim((await store.findClaim(ctx.tx, id)) ?? unknownClaim())
}

/** The approved act on a loan. A reversal of a repayment reopens the alert that reported it. */
export async function actAndReopen(
  ctx: Context,
  input: CommandInput<'loanActDo'>,
  asked: Asked,
): Promise<void> {
  await actApproved(ctx, input, asked)
  if (input.input.act !== 'reversal') return
  await reopenReversed(ctx, { id: input.input.of, loanId: input.loanId }, input.reason)
}

/** A reversed receipt leaves the payment that its alert reported to be found again. */
export async function reopenReversed(ctx: Context, receipt: OnLoan, reason: string): Promise<void> {
  const number = await store.loanNumber(ctx.tx, receipt.loanId)
  await reopenClaim(ctx, receipt, `Its receipt on ${number} was reversed: ${reason}`)
}
