import { LOAN_ACTION_LABELS } from '../../../contract/labels.ts'
import type { EntryReason } from '../../../contract/ledger.ts'
import { DEDUCTION, type LoanActName } from '../../../contract/loans.ts'
import { readBook } from '../../../engine/accounts.ts'
import type { AwaitedFiles } from '../../../engine/awaited.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { decodeEvents } from '../../../engine/eventText.ts'
import { foldBeside, foldLoan, type LoanState } from '../../../engine/loan.ts'
import { type Projection, projectionOf } from '../../../engine/projection.ts'
import { cutText } from '../../../engine/text.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type Posting, postTogether } from '../ledger/ledger.ts'
import { awaitedOfLoans } from '../payMonths/payMonths.ts'
import { eventsByLoan, updateFigures } from './daily.sql.ts'
import type { Folded } from './foldLoans.ts'
import { payersOf } from './lateness.sql.ts'
import * as store from './loans.sql.ts'
import { type CashAccount, linesBetween } from './postings.ts'
import { refuseBeforeBooks, refuseByEngine } from './prepare.ts'
import { saveProjection } from './projection.sql.ts'
import { type EventEntry, type Maker, saveEvents } from './saveEvents.ts'
import { agreementOf, figuresOf, nextNightOf, paidOutBy } from './state.ts'
import { lockLoans } from './topup.sql.ts'

/** What loans are folded from. What happens to many is recorded in as many statements as one takes. */
export type Opened = {
  loan: store.ReceivingLoan
  events: LoanEvent[]
  awaited: AwaitedFiles | undefined
}

/** What loans that are locked are folded from, each beside what is wanted of it. */
export async function openLoans<T extends { loanId: string }>(
  ctx: Context,
  wanted: readonly T[],
): Promise<(T & Opened)[]> {
  const ids = wanted.map(({ loanId }) => loanId)
  const [rows, events, awaited] = await Promise.all([
    store.receivingLoans(ctx.tx, ids),
    eventsByLoan(ctx.tx, ids),
    awaitedOfLoans(ctx.tx, payersOf(ids)),
  ])
  const loans = new Map(rows.map(loan => [loan.id, loan]))
  return wanted.map(each => ({
    ...each,
    loan: loans.get(each.loanId) ?? refuse('record.unknown', { what: 'loan' }),
    events: decodeEvents(events.get(each.loanId)),
    awaited: awaited.get(each.loanId),
  }))
}

export const nextEvent = (ctx: Context, { events }: Opened, id: string) => ({
  id,
  enteredOn: ctx.today,
  sequence: events.length + 1,
})

/** An event of each loan that moves no money, where one is made of what the loan is. */
export async function recordAll(
  ctx: Context,
  wanted: readonly { loanId: string; eventId: string }[],
  make: (id: string, next: Next, state: LoanState, of: Omit<Folded, 'figures'>) => LoanEvent | undefined,
  { act, note, maker }: { act: 'holiday' | 'reversal'; note: string; maker: Maker },
): Promise<void> {
  const ids = wanted.map(({ loanId }) => loanId)
  await lockLoans(ctx.tx, ids)
  const happened = (await openLoans(ctx, wanted)).flatMap(each => {
    const { events, loanId, eventId } = each
    const agreement = agreementOf({ ...each, row: each.loan }, ctx.today)
    const state = foldLoan(agreement, events, ctx.today)
    const event = make(loanId, nextEvent(ctx, each, eventId), state, { agreement, events })
    const entry = { channel: null, reference: null, note, maker }
    return event ? [{ ...happen(ctx, each, event, 'bank'), entry, by: ctx }] : []
  })
  const reason = act === 'reversal' ? 'reversal' : 'restructure'
  await saveHappened(ctx, happened, { act, reasonOf: () => reason })
}
type Next = ReturnType<typeof nextEvent>

/** The act that an event is recorded by, which is in its person's trail. */
export type RecordedBy = Pick<Context, 'actor' | 'audit'>

type Happened = Opened & {
  event: LoanEvent
  cash: CashAccount
  after: LoanState
  projection: Projection | null
  nextNight: LocalDate | null
  /** What fell due since the ledger was last brought up. */
  due: Posting
  lines: Posting['lines']
}

/** The loan with its event; refused by name where it may not have it. */
export function happen(ctx: Context, opened: Opened, event: LoanEvent, cash: CashAccount): Happened {
  const { today } = ctx
  const { loan, events, awaited } = opened
  if (loan.status === 'cancelled') refuse('loan.refused', { why: 'the loan was cancelled' })
  const agreement = agreementOf({ row: loan, events, awaited }, today)
  const folded = foldBeside(agreement, events, event, today)
  const { before } = folded
  refuseByEngine(agreement, events, event, today, { state: before })
  refuseBeforeBooks(loan, today)
  const after = folded.after()
  const projection = projectionOf(after, agreement, [...events, event])
  const paidOut = paidOutBy(agreement)
  const held = readBook(before, paidOut)
  const due = hasChanged(loan, today)
    ? linesBetween(loan.id, readBook(foldLoan(agreement, events, loan.booked_through), paidOut), held, 'bank')
    : []
  return {
    loan,
    events,
    awaited,
    event,
    cash,
    after,
    projection,
    nextNight: nextNightOf(after, agreement, projection),
    due: { reason: 'instalmentDue', ref: `${loan.id} ${today}`, effectiveOn: today, lines: due },
    lines: linesBetween(loan.id, held, readBook(after, paidOut), cash),
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

/** Events, figures, what is foreseen, the audit trail and the ledger, of loans that are locked. */
export async function saveHappened(
  ctx: Context,
  happened: readonly (Happened & { entry: Omit<EventEntry, 'loanId' | 'event' | 'cash'> } & {
    by: RecordedBy
  })[],
  { act, reasonOf }: { act: LoanActName; reasonOf: (cash: CashAccount) => EntryReason },
): Promise<LoanState[]> {
  if (happened.length === 0) return []
  await saveEvents(
    ctx,
    happened.map(({ loan, event, cash, entry }) => ({ loanId: loan.id, event, cash, ...entry })),
  )
  await updateFigures(
    ctx.tx,
    happened.map(({ loan: { id }, after, nextNight, event, entry }) => ({
      id,
      ...figuresOf(after),
      next_change_on: nextNight,
      ...(entry.channel === DEDUCTION ? { deducted_on: event.date } : {}),
    })),
  )
  const projections = happened.map(({ loan: { id }, projection }) => ({ id, projection }))
  await saveProjection(ctx.tx, projections)
  for (const { loan, event, after, entry, by } of happened)
    by.audit({
      action: 'loanActDo',
      subject: ['loan', loan.id],
      before: { status: loan.status, owed: loan.owed_total.toString() },
      after: { act, status: after.status, owed: after.outstandingTotal.toString(), event: event.id },
      reason: entry.note,
    })
  // one after the other, as they are read: what fell due, then what the event did
  await postTogether(ctx, moving(happened.map(({ due, by }) => ({ ...due, by: by.actor }))))
  await postTogether(
    ctx,
    moving(
      happened.map(({ event, cash, lines, entry, by }) => ({
        reason: reasonOf(cash),
        ref: event.id,
        effectiveOn: event.date,
        lines,
        bank: { by: entry.channel },
        by: by.actor,
        note: cutText(`${LOAN_ACTION_LABELS[act].item}: ${entry.note}`, 200),
      })),
    ),
  )
  return happened.map(each => each.after)
}

const moving = (postings: readonly Posting[]): Posting[] => postings.filter(({ lines }) => lines.length > 0)
