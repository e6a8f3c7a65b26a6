import { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import type { CommandInput } from '../../contract/commands.ts'
import type { EntryReason } from '../../contract/ledger.ts'
import { ACT_TITLES, type LoanAct } from '../../contract/loans.ts'
import { productTerms } from '../../contract/products.ts'
import { formatDate, type LocalDate, localDate } from '../../engine/dates.ts'
import type { LoanEvent } from '../../engine/events.ts'
import type { LoanState } from '../../engine/loan.ts'
import { formatNaira, kobo } from '../../engine/money.ts'
import { termsFor } from '../../engine/product.ts'
import type { Asked, Context, Handler, Propose } from '../context.ts'
import { isUniqueViolation } from '../db.ts'
import { post } from '../ledger/ledger.ts'
import { tell } from '../messaging/messaging.ts'
import { refuse } from '../refusal.ts'
import { section } from '../settings/settings.ts'
import { linesBetween } from './book.ts'
import * as store from './loans.sql.ts'
import { amountOf, lockDossier, needsSecondPerson, type Prepared, prepare } from './prepare.ts'
import { type Dossier, encodeEvent, figuresOf, openDossier, paidOutBy, readingOn, stateOn } from './state.ts'

const REASONS: Partial<Record<LoanAct['act'], EntryReason>> = {
  disburse: 'disbursement',
  receipt: 'receipt',
  reversal: 'reversal',
  charge: 'fee',
  waiver: 'waiver',
  holiday: 'restructure',
  restructure: 'restructure',
  settle: 'settlement',
  writeOff: 'writeOff',
  recovery: 'recovery',
  refund: 'refund',
}

// ── Looking first ──────────────────────────────────────────────────────────────────────────────────────────────────

const PREVIEW_ID = '00000000-0000-4000-8000-000000000000'

export const preview: Handler<Api['loanActPreview']> = async (ctx, { loanId, input }) => {
  const row = (await store.findLoan(ctx.tx, loanId)) ?? refuse('record.unknown', { what: 'loan' })
  const dossier = await openDossier(ctx.tx, row)
  const prepared = await prepare(ctx, dossier, input, PREVIEW_ID)
  const limits = await section(ctx.tx, 'approvalLimits', ctx.today)
  const next = withEvent(prepared)
  const after = stateOn(next, ctx.today, ctx.today)
  const lines = linesBetween(
    loanId,
    readingOn(dossier, row.booked_through ? ctx.today : null, ctx.today),
    readingOn(next, ctx.today, ctx.today),
    prepared.cash,
  )
  return {
    before: figures(stateOn(dossier, ctx.today, ctx.today)),
    after: figures(after),
    allocation: (after.entries.find(entry => entry.event === PREVIEW_ID)?.slices ?? []).map(slice => ({
      instalment: slice.instalment,
      component: slice.component,
      amount: slice.amount,
    })),
    lines: lines.map(({ account, amount }) => ({ account, amount })),
    secondPerson: needsSecondPerson(input, prepared.event, limits),
    notes: notesOn(prepared, ctx.today),
  }
}

const withEvent = ({ dossier, event }: Prepared): Dossier =>
  event ? { ...dossier, events: [...dossier.events, event] } : dossier

/** What a careful colleague would mention before the act is confirmed. */
function notesOn({ dossier, event, act }: Prepared, today: LocalDate): string[] {
  const notes: string[] = []
  if (event && event.date < today) {
    const later = dossier.events.filter(each => each.date > event.date).length
    notes.push(
      `Dated ${formatDate(event.date)}; ${later === 0 ? 'nothing came after it' : `${later === 1 ? '1 later event' : `${later} later events`} will be replayed`}.`,
    )
  }
  if (act.act === 'reversal') notes.push('The original stays on record, marked as reversed.')
  if (act.act === 'writeOff') notes.push('What comes in later is recorded as recovery.')
  return notes
}

const figures = (state: LoanState) => {
  const open = state.instalments.filter(row => row.outstanding.principal + row.outstanding.interest > 0n)
  return {
    status: state.status,
    outstanding: { ...state.outstanding },
    outstandingTotal: state.outstandingTotal,
    credit: state.credit,
    arrears: state.arrears.total,
    instalment: state.instalment,
    instalmentsLeft: open.length,
    lastDueOn: open.at(-1)?.dueDate ?? null,
    nextDueOn: state.nextDue?.date ?? null,
  }
}

// ── Acting ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const ask =
  (propose: Propose): Handler<Api['loanActDo']> =>
  async (ctx, input) => {
    const prepared = await prepare(ctx, await lockDossier(ctx, input.loanId), input.input, input.id)
    const limits = await section(ctx.tx, 'approvalLimits', ctx.today)
    if (!needsSecondPerson(input.input, prepared.event, limits)) {
      await carryOut(ctx, prepared, input.reason, { id: ctx.actor.id, name: ctx.actor.name })
      return { approvalId: null }
    }
    const { row } = prepared.dossier
    const amount = amountOf(prepared.event)
    const approvalId = await propose(ctx, {
      command: 'loanActDo',
      input,
      subject: ['loan', row.id],
      summary: `${ACT_TITLES[input.input.act]}: ${row.number}, ${row.customer_name}${amount > 0n ? `, ${formatNaira(amount)}` : ''}`,
      before: plain(figures(stateOn(prepared.dossier, ctx.today, ctx.today))),
      after: plain(figures(stateOn(withEvent(prepared), ctx.today, ctx.today))),
      reason: input.reason,
    })
    return { approvalId }
  }

/** Amounts in words for the checker: JSON has no kobo. */
const plain = (value: object): object =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? formatNaira(kobo(each)) : each)),
  ) as object

/** The approved command: prepared anew, since the loan may have changed while it waited. */
export async function actApproved(
  ctx: Context,
  input: CommandInput<'loanActDo'>,
  asked: Asked,
): Promise<void> {
  const prepared = await prepare(ctx, await lockDossier(ctx, input.loanId), input.input, input.id)
  await carryOut(ctx, prepared, input.reason, { id: asked.makerId, name: asked.makerName })
}

async function carryOut(
  ctx: Context,
  prepared: Prepared,
  reason: string,
  maker: { id: string; name: string },
): Promise<void> {
  const { dossier, act, event } = prepared
  const { row } = dossier
  if (!event) {
    await changeStanding(ctx, row, act, reason)
    return
  }
  await bringBooksTo(ctx, dossier, ctx.today)
  const next = withEvent(prepared)
  const after = stateOn(next, ctx.today, ctx.today)
  const isOpened = row.booked_through !== null
  const lines = linesBetween(
    row.id,
    readingOn(dossier, isOpened ? ctx.today : null, ctx.today),
    readingOn(next, ctx.today, ctx.today),
    prepared.cash,
  )
  await keepEvent(ctx, row, event, act, reason, maker)
  if (lines.length > 0)
    await post(ctx, {
      reason: REASONS[act.act] ?? 'correction',
      ref: event.id,
      effectiveOn: event.date,
      lines,
      note: `${ACT_TITLES[act.act]}: ${reason}`.slice(0, 200),
      whenClosed: 'adjust',
    })
  await store.updateLoan(ctx.tx, row.id, figuresOf(after))
  ctx.audit({
    action: 'loanActDo',
    subject: ['loan', row.id],
    before: { status: row.status, owed: row.owed_total.toString() },
    after: { act: act.act, status: after.status, owed: after.outstandingTotal.toString(), event: event.id },
    reason,
  })
  await tellCustomer(ctx, row, act, event, after)
}

async function keepEvent(
  ctx: Context,
  row: store.LoanRow,
  event: LoanEvent,
  act: LoanAct,
  reason: string,
  maker: { id: string; name: string },
): Promise<void> {
  try {
    await store.insertEvent(ctx.tx, {
      id: event.id,
      loanId: row.id,
      sequence: event.sequence ?? 0,
      type: event.type,
      effectiveOn: event.date,
      event: encodeEvent(event),
      amount: amountOf(event),
      channel: 'channel' in act ? act.channel : act.act === 'disburse' ? 'pay-out' : null,
      reference: 'reference' in act ? act.reference : null,
      note: reason,
      at: ctx.now,
      byId: maker.id,
      byName: maker.name,
    })
  } catch (error) {
    // the same payment entered on another loan at the same instant
    if (isUniqueViolation(error, 'loan_event_reference') && 'reference' in act)
      refuse('loan.reference_taken', { reference: act.reference, loan: 'another loan' })
    throw error
  }
}

async function changeStanding(ctx: Context, row: store.LoanRow, act: LoanAct, reason: string): Promise<void> {
  const change =
    act.act === 'cancel'
      ? ({ status: 'cancelled' } as const)
      : { frozen: act.act === 'freeze' ? act.cause : null }
  await store.updateLoan(ctx.tx, row.id, change)
  ctx.audit({
    action: 'loanActDo',
    subject: ['loan', row.id],
    before: { status: row.status, frozen: row.frozen },
    after: { act: act.act, ...change },
    reason,
  })
}

/** Posts what fell due since the books were last brought up, a day at a time being no different from all at once. */
export async function bringBooksTo(
  ctx: Pick<Context, 'tx' | 'now' | 'today'> & { actor: { id: string } | undefined },
  dossier: Dossier,
  day: LocalDate,
): Promise<void> {
  const from = dossier.row.booked_through
  if (from === null || from >= day) return
  const lines = linesBetween(
    dossier.row.id,
    readingOn(dossier, localDate(from), ctx.today),
    readingOn(dossier, day, ctx.today),
    'bank',
  )
  if (lines.length > 0)
    await post(ctx, {
      reason: 'instalmentDue',
      ref: `${dossier.row.id} ${day}`,
      effectiveOn: day,
      lines,
      whenClosed: 'adjust',
    })
}

async function tellCustomer(
  ctx: Context,
  row: store.LoanRow,
  act: LoanAct,
  event: LoanEvent,
  after: LoanState,
): Promise<void> {
  const text = messageFor(row, act, event, after)
  if (!text || row.frozen === 'deceased') return
  await tell(ctx, {
    phone: row.phone,
    purpose: 'receipt',
    text,
    event: `loan ${event.id}`,
    subject: ['loan', row.id],
  })
}

function messageFor(
  row: store.LoanRow,
  act: LoanAct,
  event: LoanEvent,
  after: LoanState,
): string | undefined {
  const amount = formatNaira(amountOf(event), 'NGN')
  if (act.act === 'disburse') {
    const { payout } = paidOutBy({ terms: { ...agreementTerms(row, event.date) } })
    return `Loan ${row.number}: ${formatNaira(payout, 'NGN')} was paid to your account. First deduction ${after.nextDue ? formatDate(after.nextDue.date) : 'soon'}.`
  }
  if (act.act !== 'receipt' && act.act !== 'settle') return undefined
  if (after.status === 'closed')
    return `Loan ${row.number}: we received ${amount}. Your loan is fully repaid. Thank you.`
  const credit = after.credit > 0n ? ` Credit ${formatNaira(after.credit, 'NGN')}.` : ''
  return `Loan ${row.number}: we received ${amount} on ${formatDate(event.date)}. Balance ${formatNaira(after.outstandingTotal, 'NGN')}.${credit}`
}

const agreementTerms = (row: store.LoanRow, payOutOn: LocalDate) =>
  termsFor(z.decode(productTerms, row.terms as never), {
    amount: kobo(row.principal),
    tenor: row.tenor,
    payOutOn,
  })
