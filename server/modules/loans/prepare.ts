import { z } from 'zod/mini'
import { RATE_MAX } from '../../../contract/endpoint.ts'
import type { LoanAct } from '../../../contract/loans.ts'
import { productTerms } from '../../../contract/products.ts'
import type { Section } from '../../../contract/settings.ts'
import { formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import type { LoanEvent, PrepaymentEffect, Receipt } from '../../../engine/events.ts'
import type { LoanAgreement, LoanState } from '../../../engine/loan.ts'
import { formatNaira, type Kobo, kobo, ZERO } from '../../../engine/money.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { isStepTooLarge, termsFor } from '../../../engine/product.ts'
import { refusalOf } from '../../../engine/refusals.ts'
import { whyRefused } from '../../../engine/refusalWords.ts'
import { SETTLEMENT_RULE, settlementQuote } from '../../../engine/settlement.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { listDocuments } from '../documents/documents.ts'
import { findQuote } from '../quotes/quotes.ts'
import { openPayoutOf, openRefundsOf } from './bankReferences.sql.ts'
import * as store from './loans.sql.ts'
import type { CashAccount } from './postings.ts'
import { agreementOf, type Dossier, getDossier, termsOf } from './state.ts'
import { lockFamily } from './topup.sql.ts'

/** From what a person asks for to what happens to the loan: the event, or the refusal by name. */

/** What the bank has paid, of a batch that was approved: posted, and by no other act. */
export type Disbursement = { act: 'disburse'; on: LocalDate; reference: string; payingAccount: string }
/** A refund that the bank has paid, out of a batch, or a credit that repays another loan of the customer. */
export type CreditUse = { act: 'refund'; amount: Kobo; on: LocalDate } & (
  | { reference: string; payingAccount: string }
  | { channel: 'set-off' }
)
/** Everything that happens to a loan, submitted or reported by the bank. */
export type Act = LoanAct | Disbursement | CreditUse

/** Acts that need approval on any loan and for any amount. */
const TWO_PEOPLE: ReadonlySet<Act['act']> = new Set([
  'disburse',
  'reversal',
  'waiver',
  'holiday',
  'restructure',
  'writeOff',
  'recovery',
  'refund',
])
/** Penalties of a frozen loan are waived for good, as by a waiver. */
const hasPenalty = (row: store.LoanRow): boolean => termsOf(row).penalty !== null

/** Known before anything is typed. Freezing is not among them: its cause decides. */
export const alwaysNeedsApproval = (act: Act['act'], row: store.LoanRow): boolean =>
  TWO_PEOPLE.has(act) || (act === 'unfreeze' && hasPenalty(row))

const COUNTED: ReadonlySet<Act['act']> = new Set(['receipt', 'settle'])

/** Above the limit, or of any amount: a recovery, a schedule that may waive interest, a charge that the credit would pay. */
export function needsApprovalByRule(
  { act, event, dossier }: Prepared,
  limits: Section<'approvalLimits'>,
): boolean {
  if (alwaysNeedsApproval(act.act, dossier.row)) return true
  // a death is not a favour to the borrower
  if (act.act === 'freeze') return act.cause === 'dispute' && hasPenalty(dossier.row)
  // taken off again, it would take two whatever its size
  if (act.act === 'charge') return act.amount > limits.manualReceipt || dossier.row.credit > 0n
  if (act.act === 'receipt' && act.effect && act.effect !== termsOf(dossier.row).prepayment) return true
  const isRecovery = dossier.row.status === 'written off'
  return COUNTED.has(act.act) && (isRecovery || amountOf(event) > limits.manualReceipt)
}

export const amountOf = (event: LoanEvent | undefined): Kobo =>
  event && 'amount' in event && typeof event.amount === 'bigint' ? event.amount : ZERO

/** What a frozen loan does not do: the dead and the disputed are neither disbursed nor charged nor put on new terms. */
export const NOT_WHILE_FROZEN: ReadonlySet<Act['act']> = new Set([
  'disburse',
  'charge',
  'holiday',
  'restructure',
])

export type Prepared = {
  dossier: Dossier
  act: Act
  /** Absent where the loan is cancelled before its disbursement. */
  event: LoanEvent | undefined
  cash: CashAccount
}

/** A disbursement and its undoing reach the loans that it settles, so these are held with it. */
const REACHES_OTHERS: ReadonlySet<Act['act']> = new Set(['disburse', 'reversal'])

export async function lockDossier(ctx: Context, loanId: string, act: Doing): Promise<Dossier> {
  if (REACHES_OTHERS.has(act.act)) await lockFamily(ctx.tx, loanId)
  await store.lockLoan(ctx.tx, loanId)
  return dossierFor(ctx, loanId, act)
}

/** With the reasons against the act; in a transaction, no one else can record the same payment until it ends. */
export async function dossierFor(ctx: Context, loanId: string, act: Doing): Promise<Dossier> {
  const payment = isPayment(act) ? act : undefined
  if (payment && ctx.tx.isTransaction) await store.lockReferences(ctx.tx, [payment])
  return getDossier(ctx.tx, loanId, { by: ctx.actor.id, payment })
}

type Doing = Pick<Act, 'act'>
const isPayment = (act: object): act is { channel: string; reference: string } =>
  'reference' in act && 'channel' in act

/** Turns the act into an event of the engine, or refuses by name. */
export async function prepare(ctx: Context, dossier: Dossier, act: Act, id: string): Promise<Prepared> {
  const { row } = dossier
  if (row.status === 'cancelled') refuse('loan.refused', { why: 'the loan was cancelled' })
  if (row.frozen && NOT_WHILE_FROZEN.has(act.act)) refuse('loan.frozen', { cause: row.frozen })
  if (act.act === 'settle') await checkQuote(ctx, row.id, act)
  if (act.act === 'disburse' && act.on < row.approved_on)
    refuse('loan.refused', { why: `the loan was approved only on ${formatDate(localDate(row.approved_on))}` })
  if (act.act === 'cancel') await refuseInBatch(ctx, row.id)
  if (act.act === 'refund' && !('on' in act)) await refuseInCase(ctx, row, act.amount)
  const event = eventFor(ctx.today, dossier, act, id)
  if (event) refuseByEngine(agreementOf(dossier, ctx.today), dossier.events, event, ctx.today)
  refuseStanding(row, act)
  if (isPayment(act)) refuseTaken(dossier.taken, [act])
  if ('proofId' in act && act.proofId) await refuseProof(ctx, row.id, act.proofId)
  return { dossier, act, event, cash: cashOf(dossier, act) }
}

export function refuseTaken(
  taken: store.TakenPayment | undefined,
  payments: readonly { channel: string; reference: string }[],
): void {
  // of one payment the reference as it was typed; of many, the one that is taken
  const [only, ...others] = payments
  const reference = only && others.length === 0 ? only.reference : taken?.reference
  if (taken) refuse('loan.reference_taken', { reference: reference ?? '', loan: taken.number })
}

/** What shows a payment of this loan stands among its documents. */
async function refuseProof(ctx: Context, loanId: string, proofId: string): Promise<void> {
  const documents = await listDocuments(ctx.tx, ['loan', loanId])
  if (!documents.some(({ id }) => id === proofId)) refuse('record.unknown', { what: 'document' })
}

/** Says no in words; `of` names the loan where there is more than one. */
export function refuseByEngine(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  event: LoanEvent,
  today: LocalDate,
  { of = '', state }: { of?: string; state?: LoanState } = {},
): void {
  const refused = refusalOf(agreement, events, event, today, state)
  if (refused) refuse('loan.refused', { why: `${of && `${of}: `}${whyRefused(refused, event.type)}` })
}

/** A clock that was put back would book between days that are closed, and the ledger would never agree again. */
export function refuseBeforeBooks(
  { booked_through }: { booked_through: string | null },
  today: LocalDate,
): void {
  if (booked_through === null || booked_through <= today) return
  refuse('loan.refused', {
    why: `its books are at ${formatDate(localDate(booked_through))} already, and the clock here says ${formatDate(today)}`,
  })
}

/** A reversal goes back the way the money came. */
const cashOf = (dossier: Dossier, act: Act): CashAccount =>
  (act.act === 'reversal' ? dossier.rows.find(row => row.id === act.of)?.cash : undefined) ?? 'bank'

const GIVEN_BY_REPAYMENTS: Partial<Record<CashAccount, string>> = {
  payrollOfficeReceivable: 'it was posted by a batch: reverse it on its row in the Repayment Tracker',
  suspense: 'it was applied from suspense: reverse it on its item in the Repayment Tracker',
}

/** Reversed here alone, the batch would go on counting the money, and the ledger would not. */
export function takenBackElsewhere(dossier: Dossier, of: string): string | undefined {
  const row = dossier.rows.find(each => each.id === of)
  return GIVEN_BY_REPAYMENTS[row?.is_batched ? 'payrollOfficeReceivable' : (row?.cash ?? 'bank')]
}

export function refuseReversedHere(dossier: Dossier, act: Act): void {
  const why = act.act === 'reversal' ? takenBackElsewhere(dossier, act.of) : undefined
  if (why) refuse('loan.refused', { why })
}

/** What is in a batch is not cancelled beside it. */
async function refuseInBatch(ctx: Context, loanId: string): Promise<void> {
  const batch = await openPayoutOf(ctx.tx, loanId)
  if (batch) refuse('loan.refused', { why: `it is in disbursement batch ${batch.number}` })
}

/** What a refund case is about to pay is not paid on the loan as well. */
async function refuseInCase(ctx: Context, row: store.LoanRow, amount: Kobo): Promise<void> {
  const cases = await openRefundsOf(ctx.tx, row.id)
  const held = cases.reduce((total, each) => total + each.amount, 0n)
  if (held === 0n || amount + held <= row.credit) return
  refuse('loan.refused', {
    why: `${formatNaira(kobo(held))} of the credit is in refund case ${cases.map(each => each.number).join(', ')}, which pays it`,
  })
}

function refuseStanding(row: store.LoanRow, act: Act): void {
  if (act.act === 'cancel' && row.status !== 'awaiting disbursement')
    refuse('loan.refused', { why: 'the loan has already been disbursed' })
  if (act.act === 'freeze' && row.frozen) refuse('loan.frozen', { cause: row.frozen })
  if (act.act === 'unfreeze' && !row.frozen) refuse('loan.refused', { why: 'the loan is not frozen' })
}

async function checkQuote(
  ctx: Context,
  loanId: string,
  act: Extract<LoanAct, { act: 'settle' }>,
): Promise<void> {
  const quoted = await findQuote(ctx.tx, act.quoteId)
  if (!quoted || quoted.loan_id !== loanId) return refuse('record.unknown', { what: 'quote' })
  if (act.on > quoted.expires_on || act.on < quoted.on_date)
    refuse('loan.refused', {
      why: `the quote is for ${formatDate(localDate(quoted.on_date))} to ${formatDate(localDate(quoted.expires_on))}`,
    })
}

export function eventFor(today: LocalDate, dossier: Dossier, act: Act, id: string): LoanEvent | undefined {
  const { row, rows, events } = dossier
  const agreement = agreementOf(dossier, today)
  const happened = { id, enteredOn: today, sequence: rows.length + 1 }
  switch (act.act) {
    case 'disburse':
      return { ...happened, type: 'disbursement', date: act.on, amount: kobo(row.principal) }
    case 'receipt':
      return receiptEvent(happened, act)
    case 'reversal':
      return { ...happened, type: 'reversal', date: today, of: act.of }
    case 'charge':
      return {
        ...happened,
        type: 'charge',
        date: act.on,
        component: act.component,
        amount: { flat: act.amount },
        due: act.on,
      }
    case 'waiver':
      return {
        ...happened,
        type: 'waiver',
        date: today,
        of: { component: act.component },
        amount: act.amount,
      }
    case 'holiday':
      return { ...happened, type: 'holiday', date: today, periods: act.periods, interest: act.interest }
    case 'restructure':
      return restructureOf(happened, row, act, today)
    case 'settle': {
      // what the quote promised, on the day the money came: interest runs to that day and no further
      const { total, settlementFee } = settlementQuote(agreement, events, act.on, SETTLEMENT_RULE)
      return {
        ...happened,
        type: 'settlement',
        date: act.on,
        amount: total,
        fee: settlementFee,
        rule: SETTLEMENT_RULE,
      }
    }
    case 'writeOff':
      return { ...happened, type: 'write-off', date: today }
    case 'recovery':
      return { ...happened, type: 'recovery', date: act.on, amount: act.amount }
    case 'refund':
      return { ...happened, type: 'refund', date: 'on' in act ? act.on : today, amount: act.amount }
    case 'freeze':
    case 'unfreeze':
      return { ...happened, type: act.act, date: today }
    default:
      return undefined
  }
}

type Happened = { id: string; enteredOn: LocalDate; sequence: number }

export const receiptEvent = (
  happened: Happened,
  { on, amount, effect }: { on: LocalDate; amount: Kobo; effect?: PrepaymentEffect | undefined },
): Receipt => ({ ...happened, type: 'receipt', date: on, amount, ...(effect ? { effect } : {}) })

function restructureOf(
  happened: Happened,
  row: store.LoanRow,
  act: Extract<LoanAct, { act: 'restructure' }>,
  today: LocalDate,
): LoanEvent {
  const product = z.decode(productTerms, row.terms as never)
  if (act.ratePpm > RATE_MAX[product.ratePer])
    refuse('loan.refused', {
      why: `the rate is above ${formatPpm(RATE_MAX[product.ratePer])} a ${product.ratePer}`,
    })
  // fees of the start are over, or carried on; those of every instalment come with the new ones too
  const fees = product.fees.filter(({ collected }) => collected === 'every-instalment')
  // the moratorium belonged to the start, and its rows may be more than the new ones
  const moratorium = { ...product.moratorium, principalRows: 0, interestRows: 0 }
  const {
    principal: _p,
    disbursedOn: _d,
    ...terms
  } = termsFor(
    { ...product, ratePpm: act.ratePpm, fees, moratorium },
    { amount: kobo(row.principal), tenor: act.tenor, payOutOn: today },
  )
  if (
    row.owed_principal > 0n &&
    isStepTooLarge({ ...product, moratorium }, { amount: kobo(row.owed_principal), tenor: act.tenor })
  )
    refuse('loan.refused', {
      why: `instalments would be too small for their step of ${formatNaira(product.roundingUnit)}, choose fewer`,
    })
  return { ...happened, type: 'restructure', date: today, terms, capitalises: act.capitalises }
}
