import { randomUUID } from 'node:crypto'
import type { LoanAct } from '../../../contract/loans.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { type Kobo, kobo, sum } from '../../../engine/money.ts'
import { type RefusalName, refusalOf } from '../../../engine/refusals.ts'
import { whyRefused } from '../../../engine/refusalWords.ts'
import { SETTLEMENT_RULE, settlementQuote } from '../../../engine/settlement.ts'
import type { Context, PublicContext } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { openLoansOf } from './daily.sql.ts'
import type * as loans from './loans.sql.ts'
import {
  amountOf,
  type CreditUse,
  type Disbursement,
  lockDossier,
  type Prepared,
  prepare,
  receiptEvent,
  refuseByEngine,
} from './prepare.ts'
import type { Maker } from './saveEvents.ts'
import { agreementOf, type Dossier, findDossier, getDossier, paidOutBy, stateOn, termsOf } from './state.ts'
import * as store from './topup.sql.ts'

/** Top-up: a disbursement that first settles older loans of the customer, in one entry; a reversal reverses both. */

/** What happens to another loan through an act on this one. */
export type Beside = { dossier: Dossier; event: LoanEvent; note: string }
export type Whole = Prepared & { beside: readonly Beside[] }

/** Figures that the bank has already acted on: the ledger follows them, not the quote of the day. */
export type Fixed = {
  settles: readonly { loanId: string; amount: Kobo }[]
  /** The day that the amounts were quoted for. */
  settlesOn: LocalDate
}

/** A disbursement with the settlements paid from it. */
export async function prepareDisbursement(
  ctx: Context,
  dossier: Dossier,
  act: Disbursement,
  id: string,
  fixed: Fixed,
): Promise<Whole> {
  const prepared = await prepare(ctx, dossier, act, id)
  return { ...prepared, beside: await settlements(ctx, prepared.dossier, act.on, fixed) }
}

/** A credit that leaves its loan: refunded by the bank out of a batch, or, without money at the bank, into another loan. */
export type CreditPayment = { loanId: string; id: string; refund: Kobo; on: LocalDate; note: string } & (
  | { reference: string; payingAccount: string }
  | { repays: string; maker: Maker }
)

export async function prepareCredit(ctx: Context, line: CreditPayment): Promise<Whole> {
  const repays = 'repays' in line ? line.repays : undefined
  await store.lockLoans(ctx.tx, [line.loanId, ...(repays ? [repays] : [])])
  const dossier = await lockDossier(ctx, line.loanId, { act: 'refund' })
  const refund = { act: 'refund', amount: line.refund, on: line.on } as const
  const act: CreditUse =
    'reference' in line
      ? { ...refund, reference: line.reference, payingAccount: line.payingAccount }
      : { ...refund, channel: 'set-off' }
  const prepared = await prepare(ctx, dossier, act, line.id)
  if (!repays) return { ...prepared, beside: [] }
  const other = await getDossier(ctx.tx, repays)
  if (other.row.customer_id !== dossier.row.customer_id)
    refuse('loan.refused', { why: `${other.row.number} belongs to another customer` })
  const happened = { id: randomUUID(), enteredOn: ctx.today, sequence: other.rows.length + 1 }
  const event: LoanEvent = receiptEvent(happened, { on: line.on, amount: line.refund })
  refuseByEngine(agreementOf(other, ctx.today), other.events, event, ctx.today, { of: other.row.number })
  return { ...prepared, beside: [{ dossier: other, event, note: line.note }] }
}

export async function prepareWhole(ctx: Context, dossier: Dossier, act: LoanAct, id: string): Promise<Whole> {
  const prepared = await prepare(ctx, dossier, act, id)
  if (act.act === 'reversal') return { ...prepared, beside: await undoings(ctx, prepared.dossier, act.of) }
  return { ...prepared, beside: [] }
}

export type Settling = { loanId: string; number: string; amount: Kobo }

/** With what keeps a loan from being settled so, where something does. */
type Quoted = Settling & { isFrozen: boolean; refused: string | undefined }

/** What each loan would cost to settle on a day; what owes nothing any more is left out. */
export async function settlingOf(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  ids: readonly string[],
  on: LocalDate,
): Promise<Quoted[]> {
  const found: Quoted[] = []
  for (const id of ids) {
    const dossier = await getDossier(ctx.tx, id)
    const amount = quoteOn(dossier, on, ctx.today)
    const { number, frozen } = dossier.row
    if (amount === 0n) continue
    const refused = refusedOn(dossier, on, amount, ctx.today)
    found.push({ loanId: id, number, amount, isFrozen: frozen !== null, refused })
  }
  return found
}

/** A batch may be for a day to come, which is no reason against it. */
function refusedOn(dossier: Dossier, on: LocalDate, amount: Kobo, today: LocalDate): string | undefined {
  const latest = on > today ? on : today
  const happened = {
    id: randomUUID(),
    enteredOn: latest,
    sequence: dossier.rows.length + 1,
    date: on,
    amount,
  }
  const event: LoanEvent = { ...happened, type: 'settlement', rule: SETTLEMENT_RULE }
  const refused = refusalOf(agreementOf(dossier, today), dossier.events, event, latest)
  return refused && whyRefused(refused, event.type)
}

const quoteOn = (dossier: Dossier, on: LocalDate, today: LocalDate): Kobo =>
  settlementQuote(agreementOf(dossier, today), dossier.events, on, SETTLEMENT_RULE).total

export const settledTotal = (settling: readonly { amount: Kobo }[]): Kobo =>
  sum(settling.map(each => each.amount))

async function settlements(
  ctx: Context,
  dossier: Dossier,
  paidOn: LocalDate,
  { settles, settlesOn }: Fixed,
): Promise<Beside[]> {
  const { row } = dossier
  // paid later than planned, the old loan is settled on the day it was quoted for: the customer does not pay for the bank's delay
  const on = settlesOn < paidOn ? settlesOn : paidOn
  const beside: Beside[] = []
  for (const { loanId, amount } of settles) beside.push(await settlement(ctx, row, { loanId, on, amount }))
  return beside
}

/** Principal less deducted fees, before anything is settled out of it. */
export const payoutOn = (dossier: Dossier, on: LocalDate): Kobo => paidOutBy(agreementOf(dossier, on)).payout

/** Why what the bank has paid does not settle a loan; it is received all the same. */
const TOO_LITTLE: ReadonlySet<RefusalName | undefined> = new Set<RefusalName>([
  'below-quote',
  'credit-already-refunded',
])

async function settlement(
  ctx: Context,
  payer: loans.LoanRow,
  { loanId, on, amount }: { loanId: string; on: LocalDate; amount: Kobo },
): Promise<Beside> {
  const dossier = await getDossier(ctx.tx, loanId)
  const { row } = dossier
  if (row.customer_id !== payer.customer_id)
    refuse('loan.refused', { why: `${row.number} belongs to another customer` })
  if (row.frozen)
    refuse('loan.refused', { why: `${row.number}, which it settles, is frozen (${row.frozen})` })
  const happened = {
    id: randomUUID(),
    enteredOn: ctx.today,
    sequence: dossier.rows.length + 1,
    date: on,
    amount,
  }
  // repaid or written off while the transfer was under way: the deducted amount becomes the customer's credit.
  // Owed more since, as after a receipt that was reversed or credit that was refunded: the bank has paid all the same, so it
  // is taken as part of that
  const agreement = agreementOf(dossier, ctx.today)
  const settled: LoanEvent = { ...happened, type: 'settlement', rule: SETTLEMENT_RULE }
  const settles =
    [on, ctx.today].every(day => stateOn(dossier, day, ctx.today).outstandingTotal > 0n) &&
    !TOO_LITTLE.has(refusalOf(agreement, dossier.events, settled, ctx.today)?.name)
  const event: LoanEvent = settles ? settled : { ...happened, type: 'receipt' }
  refuseByEngine(agreement, dossier.events, event, ctx.today, { of: row.number })
  return { dossier, event, note: `Topped up by ${payer.number}` }
}

/** Saves which settlement belongs to which disbursement. */
export async function saveSettled(ctx: Context, { dossier, event, beside }: Whole): Promise<void> {
  if (event?.type !== 'disbursement' && event?.type !== 'refund') return
  for (const each of beside)
    await store.insertSettled(ctx.tx, {
      settlementId: each.event.id,
      payoutId: event.id,
      loanId: dossier.row.id,
      settledLoanId: each.dossier.row.id,
      amount: amountOf(each.event),
    })
}

async function undoings(ctx: Context, dossier: Dossier, of: string): Promise<Beside[]> {
  const own = (await store.settlementsOf(ctx.tx, dossier.row.id)).find(each => each.settlement_id === of)
  if (own)
    refuse('loan.refused', {
      why: `it was settled out of ${own.loan_number}: reverse its disbursement or refund instead`,
    })
  const beside: Beside[] = []
  for (const settled of await store.settledByPayout(ctx.tx, of)) {
    const other = await getDossier(ctx.tx, settled.settled_loan_id)
    const event: LoanEvent = {
      id: randomUUID(),
      enteredOn: ctx.today,
      sequence: other.rows.length + 1,
      type: 'reversal',
      date: ctx.today,
      of: settled.settlement_id,
    }
    refuseByEngine(agreementOf(other, ctx.today), other.events, event, ctx.today, { of: other.row.number })
    beside.push({ dossier: other, event, note: `Its payment out of ${dossier.row.number} was reversed` })
  }
  return beside
}

/** As the page of a loan reads them. */
export type Links = {
  around: readonly store.SettledPart[]
  /** Loans whose disbursement settles this one, or did. */
  settling: readonly store.LoanLink[]
  /** Loans that the disbursement of this one settles. */
  named: readonly store.LoanLink[]
}

/** What this loan settles, and what settles or settled it. */
export async function linksOf(ctx: Pick<Context, 'tx' | 'today'>, dossier: Dossier, links: Links) {
  const { row, events } = dossier
  const paidOut = events.find(event => event.type === 'disbursement' && !isUndone(event.id, events))
  const settled = links.around.filter(each => each.payout_id === paidOut?.id)
  const planned = paidOut ? [] : await settlingOf(ctx, row.settles, ctx.today)
  const amounts = new Map<string, Kobo>([
    ...settled.map(each => [each.settled_loan_id, kobo(BigInt(each.amount))] as const),
    ...planned.map(each => [each.loanId, each.amount] as const),
  ])
  const own = links.around.filter(each => each.settled_loan_id === row.id)
  const done = own.find(each => !isUndone(each.settlement_id, events))
  const by = links.settling.find(
    each => each.id === done?.loan_id || (!done && each.status === 'awaiting disbursement'),
  )
  return {
    settles: links.named.map(({ id, number }) => ({ loanId: id, number, amount: amounts.get(id) ?? null })),
    isPaidOut: paidOut !== undefined,
    by: by ? { loanId: by.id, number: by.number, amount: done ? kobo(BigInt(done.amount)) : null } : null,
    /** Settlements that only their disbursement can undo. */
    settlementIds: new Set(own.map(each => each.settlement_id)),
  }
}

const isUndone = (id: string, events: readonly LoanEvent[]): boolean =>
  events.some(event => event.type === 'reversal' && event.of === id)

export type TopUpLoan = { id: string; number: string; settlement: Kobo }

/** Loans of a customer that a new one could settle, with today's figure. */
export async function loansToTopUp(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  customerId: string,
): Promise<TopUpLoan[]> {
  const live = (await openLoansOf(ctx.tx, customerId)).filter(each => each.status === 'live')
  const settling = await settlingOf(
    ctx,
    live.map(each => each.id),
    ctx.today,
  )
  return settling.map(({ loanId, number, amount }) => ({ id: loanId, number, settlement: amount }))
}

/** An old loan is settled by one new one: two waiting for it would each keep back its whole balance. */
export async function refuseSettledTwice(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await store.lockLoans(ctx.tx, ids)
  const waiting = (await store.loansSettling(ctx.tx, ids)).find(
    each => each.status === 'awaiting disbursement',
  )
  if (waiting)
    refuse('loan.refused', { why: `${waiting.number}, which awaits disbursement, settles the same loan` })
}

/** A loan with what its disbursement on a day would pay and settle. */
export async function payableOf(ctx: Context, loanId: string, on: LocalDate) {
  const dossier = await findDossier(ctx.tx, loanId)
  if (!dossier) return undefined
  const { row } = dossier
  const payout = payoutOn(dossier, on)
  const settles = await settlingOf(ctx, row.settles, on)
  return {
    row,
    terms: termsOf(row),
    principal: kobo(row.principal),
    fees: kobo(row.principal - payout),
    settles,
    amount: kobo(payout - settledTotal(settles)),
  }
}

/** Refuses where the disbursement could not be reversed now, with what it settled. */
export async function checkReversal(ctx: Context, loanId: string, of: string, id: string): Promise<void> {
  const dossier = await lockDossier(ctx, loanId, { act: 'reversal' })
  await prepareWhole(ctx, dossier, { act: 'reversal', of }, id)
}
