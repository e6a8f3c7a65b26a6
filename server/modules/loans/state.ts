import { z } from 'zod/mini'
import { DEDUCTION } from '../../../contract/loans.ts'
import { productTerms } from '../../../contract/products.ts'
import { NOTHING, type PaidOut, type Reading, readBook } from '../../../engine/accounts.ts'
import { totalOf } from '../../../engine/allocation.ts'
import { classify, type LoanClass } from '../../../engine/arrears.ts'
import type { AwaitedFiles } from '../../../engine/awaited.ts'
import { comingDebts } from '../../../engine/coming.ts'
import { addDays, type LocalDate, localDate } from '../../../engine/dates.ts'
import { history, type LoanEvent, MONEY_IN } from '../../../engine/events.ts'
import { revived } from '../../../engine/eventText.ts'
import { foldLoan, type LoanAgreement, type LoanState } from '../../../engine/loan.ts'
import { kobo } from '../../../engine/money.ts'
import { nextChangeOf } from '../../../engine/nextChange.ts'
import { agreementFor } from '../../../engine/product.ts'
import { nextStepOf, type Projection } from '../../../engine/projection.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import type { ScheduleRow } from '../../../engine/terms.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { awaitedFrom, awaitedOfLoans } from '../payMonths/payMonths.ts'
import { payersOf } from './lateness.sql.ts'
import * as store from './loans.sql.ts'

/** A loan with everything that happened to it, ready to be folded to any day. */
export type Dossier = {
  row: store.LoanRow
  rows: store.EventRow[]
  events: LoanEvent[]
  /** Payroll months whose file is or was awaited; of a loan without penalties nothing. */
  awaited: AwaitedFiles | undefined
  /** Whether the loan belongs to the user who acts. */
  isOwn: boolean
  /** The loan that already took the payment in question. */
  taken?: store.TakenPayment
}

/** Who asks for an act, and for which payment. */
export async function findDossier(
  tx: Tx,
  loanId: string,
  asked: store.Asked = {},
): Promise<Dossier | undefined> {
  const row = await store.readWhole(tx, loanId, asked)
  return row && { ...dossierOf(row), isOwn: row.is_own, ...(row.taken ? { taken: row.taken } : {}) }
}

export const getDossier = async (tx: Tx, loanId: string, asked?: store.Asked): Promise<Dossier> =>
  (await findDossier(tx, loanId, asked)) ?? refuse('record.unknown', { what: 'loan' })

/** Also with the agreement, so that other modules can fold it. */
export async function getAccount(
  { tx, today }: { tx: Tx; today: LocalDate },
  loanId: string,
): Promise<Dossier & { agreement: LoanAgreement }> {
  const dossier = await getDossier(tx, loanId)
  return { ...dossier, agreement: agreementOf(dossier, today) }
}

export function dossierOf(row: store.LoanRow & store.WholeParts): Dossier {
  const rows = store.eventsIn(row)
  const awaited = awaitedFrom(row.payroll).get(row.id)
  return { row, rows, awaited, events: decoded(rows), isOwn: false }
}

const decoded = (rows: readonly store.EventRow[]): LoanEvent[] =>
  rows.map(each => revived(each.event) as LoanEvent)

/** Loans that are locked, with the payments that are to be received on them. */
export async function dossiersOf(
  tx: Tx,
  receiving: readonly { loanId: string; by: string; payment: { channel: string; reference: string } }[],
): Promise<Dossier[]> {
  const ids = receiving.map(({ loanId }) => loanId)
  const [rows, awaited, taken] = await Promise.all([
    store.readReceiving(tx, ids),
    awaitedOfLoans(tx, payersOf(ids)),
    store.takenAmong(
      tx,
      receiving.map(({ payment }) => payment),
    ),
  ])
  const found = new Map(rows.map(row => [row.id, row]))
  return receiving.flatMap(({ loanId, by }, place) => {
    const row = found.get(loanId)
    if (!row || taken.has(place)) return []
    const events = store.eventsIn(row)
    const isOwn = row.owners.includes(by)
    return [{ row, rows: events, awaited: awaited.get(loanId), events: decoded(events), isOwn }]
  })
}

/** The loan as it would be if this happened, too. */
export const withEvent = ({ dossier, event }: { dossier: Dossier; event: LoanEvent | undefined }): Dossier =>
  event ? { ...dossier, events: [...dossier.events, event] } : dossier

export type Signed = Pick<store.LoanRow, 'terms' | 'principal' | 'tenor'>

/** Many loans share few terms, and checking them takes longer than folding a loan. */
const TERMS_STORED = 500
const decodedTerms = new Map<string, z.output<typeof productTerms>>()

/** They come as text where many loans are read, so that they are not taken apart for nothing. */
export function termsOf({ terms }: Signed): z.output<typeof productTerms> {
  if (typeof terms !== 'object' || terms === null) return termsIn(terms)
  const known = termsOfRow.get(terms) ?? termsIn(terms)
  termsOfRow.set(terms, known)
  return known
}
const termsOfRow = new WeakMap<object, z.output<typeof productTerms>>()

function termsIn(terms: Signed['terms']): z.output<typeof productTerms> {
  const text = typeof terms === 'string' ? terms : JSON.stringify(terms)
  const known = decodedTerms.get(text)
  if (known) return known
  if (decodedTerms.size >= TERMS_STORED) decodedTerms.clear()
  const decoded = z.decode(productTerms, JSON.parse(text))
  decodedTerms.set(text, decoded)
  return decoded
}

/** The original terms, starting from the day the money really left. */
export type Foldable = { row: Signed; events: LoanEvent[]; awaited: AwaitedFiles | undefined }
export function agreementOf({ row, events, awaited }: Foldable, today: LocalDate): LoanAgreement {
  const { undone } = history(events, localDate('9999-12-31'))
  const paidOut = events.find(event => event.type === 'disbursement' && !undone.has(event.id))
  return agreementFor(termsOf(row), {
    amount: kobo(row.principal),
    tenor: row.tenor,
    payOutOn: paidOut?.date ?? today,
    awaited,
  })
}

/** An act asks for the same state several times; its events are then the very same list. */
const states = new WeakMap<readonly LoanEvent[], Map<string, LoanState>>()

export function stateOn(dossier: Foldable, day: LocalDate, today: LocalDate): LoanState {
  const known = states.get(dossier.events) ?? new Map<string, LoanState>()
  const state = known.get(`${day} ${today}`) ?? foldLoan(agreementOf(dossier, today), dossier.events, day)
  states.set(dossier.events, known.set(`${day} ${today}`, state))
  return state
}

/** The schedule it was disbursed with; before that, the one it would have if the money left today. */
export const originalOf = (dossier: Dossier, state: LoanState, today: LocalDate): readonly ScheduleRow[] =>
  state.original.length > 0 ? state.original : buildSchedule(agreementOf(dossier, today).terms).rows

export const paidOutBy = (agreement: LoanAgreement): PaidOut => buildSchedule(agreement.terms)

/** What the ledger holds for the loan when its events are replayed to a day. */
export function readingOn(dossier: Dossier, day: LocalDate | null, today: LocalDate): Reading {
  if (day === null) return NOTHING
  const agreement = agreementOf(dossier, today)
  return readBook(foldLoan(agreement, dossier.events, day), paidOutBy(agreement))
}

export const STATUSES: Record<LoanState['status'], store.LoanRow['status']> = {
  'awaiting-disbursement': 'awaiting disbursement',
  live: 'live',
  overpaid: 'overpaid',
  closed: 'closed',
  'written-off': 'written off',
}

/** The last day on which pay was deducted; how each sum came stands beside its event, not in it. */
export const lastDeductionOf = (
  state: LoanState,
  came: readonly { id: string; channel: string | null }[],
): LocalDate | null => {
  const deducted = new Set(came.filter(each => each.channel === DEDUCTION).map(each => each.id))
  const last = state.entries.findLast(
    entry => entry.type === 'receipt' && !entry.undone && deducted.has(entry.event),
  )
  return last?.date ?? null
}

/** Of a loan that is late for longer only the newest due dates matter: files are awaited for weeks. */
export const LATE_STORED_MAX = 24

/** When a night next has something to do with the loan: what is foreseen for the nights until then is nothing. */
export const nextNightOf = (
  state: LoanState,
  agreement: LoanAgreement,
  projection: Projection | null,
): LocalDate | null => (projection ? nextStepOf(projection, state.asOf) : nextChangeOf(state, agreement))

/** As many as a projection has. */
const COMING_STORED_MAX = 5

function comingOf(state: LoanState): Pick<store.LoanFigures, 'coming_on' | 'coming_sum'> {
  const coming = comingDebts(state).slice(0, COMING_STORED_MAX)
  return { coming_on: coming.map(({ on }) => on), coming_sum: coming.map(({ sum }) => sum) }
}

/** The figures that lists show, as of the day the ledger is brought to. */
export function figuresOf(state: LoanState): Omit<store.LoanFigures, 'frozen' | 'last_deduction_on'> {
  const opened = state.entries.find(entry => entry.type === 'disbursement' && !entry.undone)
  const received = state.entries.findLast(entry => MONEY_IN.has(entry.type) && !entry.undone)
  return {
    status: STATUSES[state.status],
    disbursed_on: opened?.date ?? null,
    instalment: state.instalment,
    owed_principal: state.outstanding.principal,
    owed_interest: state.outstanding.interest,
    owed_fee: state.outstanding.fee,
    owed_penalty: state.outstanding.penalty,
    credit: state.credit,
    arrears: state.arrears.total,
    oldest_unpaid_on: state.arrears.oldestUnpaid ?? null,
    late_on: state.arrears.rows.slice(-LATE_STORED_MAX).map(({ on }) => on),
    late_owed: state.arrears.rows.slice(-LATE_STORED_MAX).map(({ amount }) => amount),
    next_due_on: state.nextDue?.date ?? null,
    next_due_amount: state.nextDue?.amount ?? null,
    ...comingOf(state),
    last_due_on: state.instalments.findLast(({ outstanding }) => totalOf(outstanding) > 0n)?.dueDate ?? null,
    last_receipt_on: received?.date ?? null,
    booked_through: state.asOf,
    // what a late loan's penalties will do, the daily run finds out
    next_change_on: state.arrears.oldestUnpaid ? addDays(state.asOf, 1) : nextChangeOf(state, {}),
  }
}

export const classesOf = (
  classes: readonly { name: string; fromDays: number; provisionPpm: number }[],
): LoanClass[] =>
  classes.map(each => ({
    name: each.name,
    fromDays: each.fromDays,
    provision: { ppm: BigInt(each.provisionPpm) },
  }))

export const classNameOf = (daysPastDue: number, classes: readonly LoanClass[]): string =>
  classify(daysPastDue, classes).name

/** Nothing is ever recorded under it: what is recorded has a random id, and so another version. */
export const PREVIEW_ID = '00000000-0000-0000-0000-000000000000'
