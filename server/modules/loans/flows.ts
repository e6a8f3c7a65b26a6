import { totalOf } from '../../../engine/allocation.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { MONEY_IN } from '../../../engine/events.ts'
import { foldLoan, type LoanState } from '../../../engine/loan.ts'
import { type Kobo, kobo, sum, ZERO } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import { eventsByLoan, signedLoans, topUpSettlements } from './daily.sql.ts'
import { agreementOf, decodeEvents, figuresOf } from './state.ts'

/** Loans folded to a day, many at once, for those who add them up. */
async function foldAll<T>(
  tx: Tx,
  ids: readonly string[],
  day: LocalDate,
  take: (state: LoanState, loanId: string) => T,
): Promise<T[]> {
  const events = await eventsByLoan(tx, ids)
  return (await signedLoans(tx, ids)).map(row => {
    const happened = decodeEvents(events.get(row.id))
    return take(foldLoan(agreementOf({ row, events: happened }, day), happened, day), row.id)
  })
}

/** The figures as they stood at the end of a day. */
export const figuresOn = (
  tx: Tx,
  ids: readonly string[],
  day: LocalDate,
): Promise<({ id: string } & ReturnType<typeof figuresOf>)[]> =>
  foldAll(tx, ids, day, (state, id) => ({ id, ...figuresOf(state) }))

export type Loss = { writtenOff: Kobo; recovered: Kobo }

/** What was lost on a loan, and what came back since; null where nothing was written off. */
export const lossOf = ({ status, writtenOff, recovered }: LoanState): Loss | null =>
  status === 'written-off' ? { writtenOff: totalOf(writtenOff), recovered } : null

/** Writing a loan off is the lender's loss and not the customer's gain: what was not recovered of it is still owed. */
export function stillOwed(state: LoanState): Kobo {
  const writtenOff = state.entries.filter(each => each.type === 'write-off' && !each.undone)
  const recovered = writtenOff.length > 0 ? state.recovered : ZERO
  return kobo(state.outstandingTotal + sum(writtenOff.map(each => each.amount)) - recovered)
}

/** What was lost on those of some loans that are written off, which are few. */
export async function lossesIn(
  tx: Tx,
  loans: readonly { id: string; status: string }[],
  today: LocalDate,
): Promise<Map<string, Loss | null>> {
  const ids = loans.filter(({ status }) => status === 'written off').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  return new Map(await foldAll(tx, ids, today, (state, id) => [id, lossOf(state)] as const))
}

export type DayFlow = { paidOutLoans: number; paidOut: bigint; collected: bigint; due: bigint }

/** Money that came in and was not taken back. */
type MoneyIn = { event: string; on: LocalDate; amount: Kobo }

/** What each loan brought to which day: paid out, collected in money, due by the schedule in force; and that money, one by one. */
export async function flowsOf(
  tx: Tx,
  ids: readonly string[],
  today: LocalDate,
): Promise<{ id: string; days: Map<LocalDate, DayFlow>; money: MoneyIn[] }[]> {
  const toppedUp = await topUpSettlements(tx, ids)
  return foldAll(tx, ids, today, (state, id) => {
    const money = state.entries
      .filter(({ event, type, undone }) => !undone && MONEY_IN.has(type) && !toppedUp.has(event))
      .map(({ event, date, amount }) => ({ event, on: date, amount }))
    return { id, days: daysOf(state, money), money }
  })
}

/**
 * The rows that asked for something: after a settlement or a write-off nothing falls due, though its rows are still there. A settlement
 * that turned out too small, since an earlier receipt bounced, ended nothing.
 */
export function rowsInForce({ instalments, entries, closedOn }: LoanState): LoanState['instalments'] {
  const end = entries.find(
    ({ type, undone, date }) =>
      !undone &&
      (type === 'write-off' || (type === 'settlement' && closedOn !== undefined && closedOn <= date)),
  )
  return end ? instalments.filter(({ dueDate }) => dueDate <= end.date) : instalments
}

function daysOf(state: LoanState, money: readonly MoneyIn[]): Map<LocalDate, DayFlow> {
  const days = new Map<LocalDate, DayFlow>()
  const on = (day: LocalDate): DayFlow => {
    const found = days.get(day) ?? { paidOutLoans: 0, paidOut: 0n, collected: 0n, due: 0n }
    days.set(day, found)
    return found
  }
  for (const { dueDate, due } of rowsInForce(state)) on(dueDate).due += totalOf(due)
  for (const entry of state.entries) {
    if (entry.undone || entry.type !== 'disbursement') continue
    on(entry.date).paidOutLoans += 1
    on(entry.date).paidOut += state.disbursed
  }
  for (const { on: day, amount } of money) on(day).collected += amount
  return days
}
