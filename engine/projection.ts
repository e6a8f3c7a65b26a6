import { isByDailyBalance } from './dailyBalance.ts'
import { addDays, type LocalDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import type { InstalmentState, LoanAgreement, LoanState } from './loan.ts'
import { penaltyDay } from './nextChange.ts'

/** The rows to come of a loan to which only time happens, and until when that is all there is to know. */
export type Projection = {
  due_on: LocalDate[]
  owed: bigint[]
  interest: bigint[]
  fee: bigint[]
  /** Of each row: its first day and its interest. Empty where interest is not earned evenly, rounded half up. */
  starts_on: LocalDate[]
  charged: bigint[]
  holds_until: LocalDate | 'infinity'
}

/** A loan to which nothing happens for longer than this is folded again. */
const ROWS_STORED = 5

const owedOn = ({ outstanding: { principal, interest, fee, penalty } }: InstalmentState): bigint =>
  principal + interest + fee + penalty

/**
 * What nights to come will do to a loan, unless something happens to it: a row falls due and its interest and fee
 * become receivable; that it is late the day after follows from the day. Null where more than that may happen, and the loan has to be folded.
 */
export function projectionOf(
  state: LoanState,
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
): Projection | null {
  // an instalment that is not paid changes the interest of the next one
  if (isByDailyBalance(agreement.terms)) return null
  // what is posted for a row is interest and the lender's own fee
  if (state.passesOnMore) return null
  const tomorrow = addDays(state.asOf, 1)
  const coming = state.instalments.filter(row => row.dueDate >= state.asOf && owedOn(row) > 0n)
  if (state.status !== 'live' || state.credit !== 0n || !isPlain(state, coming)) return null
  const rows = coming.slice(0, ROWS_STORED)
  const ends = [
    ...events.map(event => event.date).filter(date => date > state.asOf),
    ...state.instalments.flatMap(row => penaltyDay(row, state, agreement) ?? []),
    // the last stored row is only the next one due
    ...(coming.length > ROWS_STORED ? rows.slice(-1).map(row => row.dueDate) : []),
  ]
  const holdsUntil = ends.reduce<Projection['holds_until']>(
    (first, day) => (day < first ? day : first),
    'infinity',
  )
  if (holdsUntil <= tomorrow) return null
  const earnsEvenly = (agreement.terms.rounding ?? 'half-up') === 'half-up'
  return {
    due_on: rows.map(row => row.dueDate),
    owed: rows.map(owedOn),
    interest: rows.map(row => row.outstanding.interest),
    fee: rows.map(row => row.outstanding.fee),
    starts_on: earnsEvenly ? rows.map(row => row.periodStart) : [],
    charged: earnsEvenly ? rows.map(row => row.due.interest) : [],
    holds_until: holdsUntil,
  }
}

/** The next day after one on which something is to be posted, or on which the projection ends. */
export function nextStepOf({ due_on, holds_until }: Projection, day: LocalDate): LocalDate | null {
  const next = due_on.find(due => due > day)
  if (holds_until === 'infinity') return next ?? null
  return next !== undefined && next < holds_until ? next : holds_until
}

/** Every debt is late already or falls due with its row, and no two things happen in one night. */
function isPlain(state: LoanState, coming: readonly InstalmentState[]): boolean {
  const apart = coming.every((row, n) => {
    const before = coming[n - 1]
    return row.outstanding.penalty === 0n && (!before || addDays(before.dueDate, 1) < row.dueDate)
  })
  const isDatedApart = state.charges.some(
    ({ dueDate, outstanding }) => outstanding > 0n && dueDate !== undefined && dueDate >= state.asOf,
  )
  const expected = coming.reduce((sum, row) => sum + owedOn(row), 0n)
  return apart && !isDatedApart && state.arrears.total + expected === state.outstandingTotal
}
