import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { NAIRA_MOST } from '../../../contract/endpoint.ts'
import { kobo } from '../../../engine/money.ts'
import { parsePhone } from '../../../engine/phone.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { maskPhone } from '../../kernel/mask.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { noteNumberSearch } from '../auth/auth.ts'
import * as store from './inbound.sql.ts'
import {
  countOptOuts,
  findOptOut,
  insertOptOut,
  liftOptOut,
  listOptOuts,
  type OptOutRow,
} from './messaging.sql.ts'
import type { NamesOf, RecordReceipt } from './seams.ts'

type Names = Awaited<ReturnType<NamesOf>>

export const listInbound =
  (namesOf: NamesOf): Handler<Api['inboundList']> =>
  async (ctx, { cursor, limit, ...filter }) => {
    const after = placeOf(readCursor(ctx.keys, 'inbound', filter, cursor), 'at', 'id')
    const { rows, last } = cutPage(await store.listInbound(ctx.tx, filter.meaning, after, limit + 1), limit)
    const names = await namesOf(
      ctx.tx,
      rows.map(row => row.sender),
    )
    const { total, exact } = await store.countInbound(ctx.tx, filter.meaning)
    return {
      rows: rows.map(row => ({
        id: row.id,
        at: row.at.toISOString(),
        from: parsePhone(row.sender) ? maskPhone(row.sender) : row.sender,
        text: row.body,
        meaning: row.meaning,
        customerId: names.get(row.sender)?.customerId ?? null,
        customerName: names.get(row.sender)?.name ?? null,
        claimId: row.claim_id,
      })),
      total,
      totalIsExact: exact,
      next: last ? makeCursor(ctx.keys, 'inbound', filter, [last.at.toISOString(), last.id]) : null,
    }
  }

// ── Opt-outs ─────────────────────────────────────────────────────────────────────────────────────────────────────

const describeOptOut = (row: OptOutRow, names: Names) => ({
  id: row.id,
  phone: maskPhone(row.phone),
  customerId: names.get(row.phone)?.customerId ?? null,
  customerName: names.get(row.phone)?.name ?? null,
  since: row.since.toISOString(),
  source: row.source,
  reason: row.reason,
})

export const optOutList =
  (namesOf: NamesOf): Handler<Api['optOutList']> =>
  async (ctx, { cursor, limit }) => {
    const after = placeOf(readCursor(ctx.keys, 'optOuts', {}, cursor), 'since', 'id')
    const { rows, last } = cutPage(await listOptOuts(ctx.tx, after, limit + 1), limit)
    const names = await namesOf(
      ctx.tx,
      rows.map(row => row.phone),
    )
    return {
      rows: rows.map(row => describeOptOut(row, names)),
      total: await countOptOuts(ctx.tx),
      totalIsExact: true,
      next: last ? makeCursor(ctx.keys, 'optOuts', {}, [last.since.toISOString(), last.id]) : null,
    }
  }

export const addOptOut =
  (namesOf: NamesOf): Handler<Api['optOutAdd']> =>
  async (ctx, { id, phone: typed, reason }) => {
    const phone = parsePhone(typed)
    if (!phone) return refuseFields({ phone: 'A Nigerian mobile number, such as 0803 123 4567' })
    // the answer names whose it is
    await noteNumberSearch(ctx, 'opt-outs', [phone])
    await insertOptOut(ctx.tx, { id, phone, since: ctx.now, source: ctx.actor.name, reason })
    // still not out: the id was another's, or stood for a stop that has been lifted since
    const row = (await findOptOut(ctx.tx, phone)) ?? refuse('idempotency.other_body')
    ctx.audit({
      subject: ['optOut', row.id],
      after: { phone: maskPhone(phone), messages: 'stopped' },
      reason,
    })
    return describeOptOut(row, await namesOf(ctx.tx, [phone]))
  }

export const removeOptOut: Handler<Api['optOutLift']> = async (ctx, { id, reason }) => {
  const phone = await liftOptOut(ctx.tx, { id }, ctx.now, reason)
  if (!phone) refuse('record.unknown', { what: 'opt-out' })
  ctx.audit({ subject: ['optOut', id], after: { messages: 'wanted again' }, reason })
  return {}
}

// ── Claims ───────────────────────────────────────────────────────────────────────────────────────────────────────

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

/** The person answers for day and reference, as the statement shows them; the amount is the alert's and nobody's to change. */
export const confirmClaim =
  (recordReceipt: RecordReceipt): Handler<Api['claimConfirm']> =>
  async (ctx, input) => {
    const row = await lockOpen(ctx, input.id)
    // nobody is asked to agree to a receipt that nobody could enter
    if (row.amount > NAIRA_MOST) refuse('claim.too_large')
    // not the claim's own, which anybody could have given to something else before
    const receiptId = randomUUID()
    const { approvalId } = await recordReceipt(ctx, {
      id: receiptId,
      loanId: input.loanId,
      amount: kobo(row.amount),
      paidOn: input.paidOn,
      reference: input.reference,
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

/** Nobody agreed to the receipt, or it was taken back: the payment is still to be found. */
export async function reopenClaim(ctx: Context, { id, loanId }: OnLoan, why: string): Promise<void> {
  const row = await store.lockClaimOf(ctx.tx, id)
  // whoever asks chooses the id: an act on another loan says nothing of this payment
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
