import assert from 'node:assert/strict'
import type { Api, CommandInput } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { LOAN_ACTION_LABELS } from '../../../contract/labels.ts'
import type { EntryReason } from '../../../contract/ledger.ts'
import type { LoanAct } from '../../../contract/loans.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import { isStanding, type LoanEvent } from '../../../engine/events.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { kobo } from '../../../engine/money.ts'
import { projectionOf } from '../../../engine/projection.ts'
import { cutText } from '../../../engine/text.ts'
import type { Asked, Context, Foresight, Handler, Propose, Together } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { foreseeLines, type Line, type Posting, post } from '../ledger/ledger.ts'
import { section } from '../settings/settings.ts'
import { explain, figures, hasChangedSinceSubmission, notesOn } from './approvalSummary.ts'
import { refuseBankReference } from './bankReferences.ts'
import { involvedIn, needsApproval, stepsBeyond } from './dailyLimit.ts'
import * as store from './loans.sql.ts'
import { notifyCustomer, type Templates, templatesOf } from './notices.ts'
import { linesBetween } from './postings.ts'
import {
  type Act,
  type Disbursement,
  dossierFor,
  lockDossier,
  type Prepared,
  refuseBeforeBooks,
  refuseReversedHere,
} from './prepare.ts'
import { saveProjection } from './projection.sql.ts'
import { type LoanReceipt, receiveTogether, recordReceipts } from './receipts.ts'
import { type Maker, saveEvents } from './saveEvents.ts'
import {
  agreementOf,
  type Dossier,
  figuresOf,
  lastDeductionOf,
  nextNightOf,
  PREVIEW_ID,
  readingOn,
  stateOn,
  withEvent,
} from './state.ts'
import {
  type CreditPayment,
  type Fixed,
  prepareCredit,
  prepareDisbursement,
  prepareWhole,
  saveSettled,
  type Whole,
} from './topup.ts'

const REASONS: Partial<Record<Act['act'], EntryReason>> = {
  disburse: 'disbursement',
  reversal: 'reversal',
  waiver: 'waiver',
  holiday: 'restructure',
  restructure: 'restructure',
  settle: 'settlement',
  writeOff: 'writeOff',
  recovery: 'recovery',
  refund: 'refund',
}
function reasonOf({ act }: Pick<Whole, 'act'>): EntryReason {
  if (act.act === 'charge') return act.component
  return REASONS[act.act] ?? 'correction'
}

export const preview: Handler<Api['loanActPreview']> = async (ctx, { loanId, input }) => {
  const dossier = await dossierFor(ctx, loanId, input)
  refuseReversedHere(dossier, input)
  const prepared = await prepareWhole(ctx, dossier, input, PREVIEW_ID)
  const next = withEvent(prepared)
  const after = stateOn(next, ctx.today, ctx.today)
  const limits = await section(ctx.tx, 'approvalLimits', ctx.today)
  return {
    before: figures(stateOn(dossier, ctx.today, ctx.today)),
    after: figures(after),
    allocation: (after.entries.find(entry => entry.event === PREVIEW_ID)?.slices ?? []).map(slice => ({
      instalment: slice.instalment,
      component: slice.component,
      amount: slice.amount,
    })),
    lines: await foreseeLines(ctx, postingOf(prepared, ctx.today)),
    secondPerson: needsApproval(ctx, prepared, limits),
    notes: [...notesOn(prepared, ctx.today), ...stepsBeyond(ctx, prepared, limits)],
  }
}

/** The entry of an act on every loan it reaches: what one gives and another takes is netted, as at the bank. */
function linesOf({ dossier, event, cash, beside }: Whole, today: LocalDate): Line[] {
  const all = [{ dossier, event }, ...beside].flatMap(each =>
    linesBetween(
      each.dossier.row.id,
      readingOn(each.dossier, each.dossier.row.booked_through ? today : null, today),
      readingOn(withEvent(each), today, today),
      cash,
    ),
  )
  const joined = new Map<string, Line>()
  for (const line of all) {
    const key = `${line.account} ${line.loanId}`
    joined.set(key, { ...line, amount: kobo((joined.get(key)?.amount ?? 0n) + line.amount) })
  }
  return [...joined.values()].filter(line => line.amount !== 0n)
}

/** Receipts that come at the same time are posted together. */
export const ask: Handler<Api['loanActDo']> & { together: Together<Api['loanActDo']> } = Object.assign(
  (ctx: Context, input: Input<Api['loanActDo']>) => askBy(propose, ctx, input),
  { together: receiveTogether },
)

/** Proofs and measurements play both people, and propose in a way of their own. */
export async function askBy(proposeAct: Propose, ctx: Context, input: Input<Api['loanActDo']>) {
  const [prepared, limits, templates] = await Promise.all([
    prepareAsked(ctx, input),
    section(ctx.tx, 'approvalLimits', ctx.today),
    templatesOf(ctx, input.input.act),
  ])
  if (!needsApproval(ctx, prepared, limits)) {
    await carryOut({ ...ctx, templates }, prepared, input.reason, { id: ctx.actor.id, name: ctx.actor.name })
    return { approvalId: null }
  }
  const { payee, ...described } = await explain(ctx, prepared)
  const approvalId = await proposeAct(ctx, {
    command: 'loanActDo',
    input: { ...input, payee },
    subject: ['loan', prepared.dossier.row.id],
    ...described,
    reason: input.reason,
    involved: involvedIn(prepared, ctx.today),
  })
  return { approvalId }
}

/** The approved command: prepared again, since the loan may have changed while it was pending. */
export async function actApproved(
  ctx: Context,
  input: CommandInput<'loanActDo'>,
  asked: Asked,
): Promise<void> {
  const prepared = await prepareAsked(ctx, input)
  const now = await explain(ctx, prepared)
  if (hasChangedSinceSubmission(prepared, { ...asked, payee: input.payee }, now)) refuse('approval.stale')
  await carryOut(ctx, prepared, input.reason, { id: asked.makerId, name: asked.makerName })
}

/** What the act would do now, as the approver reads it. `asked` is absent for a receipt that its batch takes back. */
export async function foreseeAct(
  ctx: Context,
  { loanId, id, input, payee }: Asking & Pick<CommandInput<'loanActDo'>, 'payee'>,
  asked?: Pick<Asked, 'after' | 'at'>,
): Promise<Foresight> {
  const dossier = await heldDossier(ctx, loanId, input)
  if (asked) refuseReversedHere(dossier, input)
  else if (input.act === 'reversal' && isReversed(dossier, input.of))
    return { before: null, after: { receipt: 'reversed on the loan before' } }
  const prepared = await prepareWhole(ctx, dossier, withReference(input, dossier.row.number, id), id)
  const now = await explain(ctx, prepared)
  const isStale = asked !== undefined && hasChangedSinceSubmission(prepared, { ...asked, payee }, now)
  return { before: now.before, after: now.after, isStale }
}

type Asking = Pick<CommandInput<'loanActDo'>, 'loanId' | 'id' | 'input'>

async function prepareAsked(ctx: Context, { loanId, id, input }: Asking): Promise<Whole> {
  const dossier = await lockDossier(ctx, loanId, input)
  refuseReversedHere(dossier, input)
  return prepareWhole(ctx, dossier, withReference(input, dossier.row.number, id), id)
}

/** Held in a transaction, so that nothing changes between the effect that is shown and the act; a page only reads. */
const heldDossier = (ctx: Context, loanId: string, act: LoanAct): Promise<Dossier> =>
  (ctx.tx.isTransaction ? lockDossier : dossierFor)(ctx, loanId, act)

/**
 * A refund is transferred after its approval, so the bank's reference is not known yet. Without one the payment gets ours, as the
 * lines of a batch do: the transfer bears it, and the statement shows it.
 */
const withReference = (act: LoanAct, loanNumber: string, id: string): LoanAct =>
  act.act === 'refund' && act.reference === undefined
    ? { ...act, reference: `${loanNumber}-${id.slice(0, 6).toUpperCase()}` }
    : act

/** What the bank has paid, out of a batch that was approved, or a credit that repays another loan. */
export async function payOut(ctx: Context, line: Disbursed | CreditPayment): Promise<void> {
  const maker = 'maker' in line ? line.maker : { id: ctx.actor.id, name: ctx.actor.name }
  if ('refund' in line) return void (await carryOut(ctx, await prepareCredit(ctx, line), line.note, maker))
  const { on, reference, payingAccount } = line
  const act = { act: 'disburse', on, reference, payingAccount } as const
  const dossier = await lockDossier(ctx, line.loanId, act)
  const prepared = await prepareDisbursement(ctx, dossier, act, line.id, line)
  await carryOut(ctx, prepared, line.note, maker)
}
type Disbursed = Omit<Disbursement, 'act'> & { loanId: string; id: string; note: string } & Fixed

/** Money out of suspense, which two people approved; the customer is notified as of any other receipt. */
export async function receive(ctx: Context, receipt: LoanReceipt): Promise<LoanState> {
  const { amount, on, channel, reference } = receipt
  const act: LoanAct = { act: 'receipt', amount, on, channel, reference }
  const dossier = await lockDossier(ctx, receipt.loanId, act)
  const prepared = { ...(await prepareWhole(ctx, dossier, act, receipt.id)), cash: receipt.from }
  return carryOut(ctx, prepared, receipt.note, ctx.actor)
}

/** Takes a receipt of a batch back; false where an older release let it be reversed on the loan, and it is off already. */
export async function takeBack(
  ctx: Context,
  reversal: { loanId: string; id: string; of: string; note: string },
): Promise<boolean> {
  const dossier = await lockDossier(ctx, reversal.loanId, { act: 'reversal' })
  if (isReversed(dossier, reversal.of)) return false
  const prepared = await prepareWhole(ctx, dossier, { act: 'reversal', of: reversal.of }, reversal.id)
  await carryOut(ctx, prepared, reversal.note, ctx.actor, { quietly: true })
  return true
}

/** A reversal is not reversed, but older books hold some that were. */
const isReversed = (dossier: Dossier, of: string): boolean =>
  dossier.events.some(each => each.type === 'reversal' && each.of === of && !isReversed(dossier, each.id))

async function carryOut(
  ctx: Context & { templates?: Templates },
  prepared: Whole,
  reason: string,
  maker: Maker,
  { quietly = false } = {},
): Promise<LoanState> {
  const { dossier, act, event, beside } = prepared
  if (!event || isStanding(event)) {
    await changeStanding(ctx, prepared, reason, maker)
    return stateOn(dossier, ctx.today, ctx.today)
  }
  if (act.act === 'receipt') {
    const receipt = { ...act, id: event.id, loanId: dossier.row.id, from: prepared.cash, note: reason }
    const { row: loan, events, awaited } = dossier
    const [after] = await recordReceipts(ctx, [{ receipt, loan, events, awaited, maker, by: ctx }])
    assert(after, 'one receipt leaves one state')
    await notifyCustomer(ctx, prepared, after)
    return after
  }
  for (const each of [{ dossier }, ...beside]) {
    refuseBeforeBooks(each.dossier.row, ctx.today)
    await bringBooksTo(ctx, each.dossier, ctx.today)
  }
  const { channel, reference, proofId } = paymentOf(act)
  // money that leaves bears a reference that no other payment has
  if (leaves(act) && reference) await refuseBankReference(ctx, reference, event.id)
  const noted = { channel, reference, proofId, note: reason, cash: prepared.cash }
  await saveEvents(ctx, [{ loanId: dossier.row.id, event, ...noted, maker }])
  await saveSettlements(ctx, prepared, maker)
  await postAct(ctx, prepared, event, reason)
  const after = await updateFigures(ctx, { ...prepared, channel }, { act: act.act, reason })
  for (const each of beside)
    await updateFigures(ctx, { ...each, channel: null }, { act: act.act, reason: each.note })
  if (!quietly) await notifyCustomer(ctx, prepared, after)
  return after
}

type Payment = { channel: string; reference: string | undefined; proofId: string | undefined }

const leaves = ({ act }: Pick<Act, 'act'>): boolean => act === 'disburse' || act === 'refund'

/** How the money came or went, and what shows it; an act that moves none says nothing of it. */
function paymentOf(act: Pick<Act, 'act'> & Partial<Payment>) {
  const { channel = leaves(act) ? 'pay-out' : null, reference = null, proofId = null } = act
  return { channel, reference, proofId }
}

/** What a disbursement settles, or its undoing opens again, and which settlement belongs to which disbursement. */
async function saveSettlements(ctx: Context, prepared: Whole, maker: Maker): Promise<void> {
  const { act, cash, beside } = prepared
  const settledBy = act.act === 'refund' ? 'set-off' : null
  const noted = { channel: act.act === 'disburse' ? 'top-up' : settledBy, reference: null, cash, maker }
  const entries = beside.map(({ dossier, event, note }) => ({
    loanId: dossier.row.id,
    event,
    note,
    ...noted,
  }))
  if (entries.length > 0) await saveEvents(ctx, entries)
  await saveSettled(ctx, prepared)
}

const bankOf = (act: Act): Posting['bank'] =>
  'of' in act
    ? { asIn: act.of }
    : { by: paymentOf(act).channel, of: 'payingAccount' in act ? act.payingAccount : undefined }

const postingOf = (prepared: Whole, today: LocalDate): Pick<Posting, 'effectiveOn' | 'lines' | 'bank'> => ({
  effectiveOn: prepared.event?.date ?? today,
  lines: linesOf(prepared, today),
  bank: bankOf(prepared.act),
})

async function postAct(ctx: Context, prepared: Whole, event: LoanEvent, reason: string): Promise<void> {
  const posting = postingOf(prepared, ctx.today)
  if (posting.lines.length === 0) return
  await post(ctx, {
    ...posting,
    reason: reasonOf(prepared),
    ref: event.id,
    note: cutText(`${LOAN_ACTION_LABELS[prepared.act.act].item}: ${reason}`, 200),
    whenClosed: 'adjust',
  })
}

async function updateFigures(
  ctx: Context,
  changed: Pick<Prepared, 'dossier' | 'event'> & { channel: string | null },
  { act, reason }: { act: Act['act']; reason: string },
): Promise<LoanState> {
  const { row, rows } = changed.dossier
  const next = withEvent(changed)
  const after = stateOn(next, ctx.today, ctx.today)
  const came = [...rows, ...(changed.event ? [{ id: changed.event.id, channel: changed.channel }] : [])]
  const agreement = agreementOf(next, ctx.today)
  const projection = projectionOf(after, agreement, next.events)
  await store.updateLoan(ctx.tx, row.id, {
    ...figuresOf(after),
    next_change_on: nextNightOf(after, agreement, projection),
    last_deduction_on: lastDeductionOf(after, came),
  })
  await saveProjection(ctx.tx, [{ id: row.id, projection }])
  ctx.audit({
    action: 'loanActDo',
    subject: ['loan', row.id],
    before: { status: row.status, owed: row.owed_total.toString() },
    after: { act, status: after.status, owed: after.outstandingTotal.toString(), event: changed.event?.id },
    reason,
  })
  return after
}

/** No figure changes on the day itself; of a frozen loan the nights to come make something else than was foreseen. */
async function changeStanding(
  ctx: Context,
  { dossier: { row }, act, event }: Prepared,
  reason: string,
  maker: Maker,
): Promise<void> {
  if (event) {
    refuseBeforeBooks(row, ctx.today)
    const noted = { channel: null, reference: null, note: reason, cash: 'bank' } as const
    await saveEvents(ctx, [{ loanId: row.id, event, ...noted, maker }])
  }
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

/** Posts what fell due since the ledger was last brought up, a day at a time being no different from all at once. */
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
