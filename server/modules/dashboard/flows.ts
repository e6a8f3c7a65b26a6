import { totalOf } from '../../../engine/allocation.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { MONEY_IN } from '../../../engine/events.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { rowsInForce } from '../../../engine/loanEnd.ts'
import type { Kobo } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import { foldLoans } from '../loans/loans.ts'
import { cashReceipts, topUpSettlements } from './refresh.sql.ts'

type DayFlow = { paidOutLoans: number; paidOut: bigint; collected: bigint; due: bigint; cash: bigint }

/** Money received and not reversed. */
type MoneyIn = { event: string; on: LocalDate; amount: Kobo; isCash: boolean }

/**
 * What each loan brought to which day: disbursed, deducted or paid by its borrower, of that paid to the bank, due by the
 * schedule in force; and that money, one by one.
 */
export async function flowsOf(
  tx: Tx,
  ids: readonly string[],
  today: LocalDate,
): Promise<{ id: string; days: Map<LocalDate, DayFlow>; money: MoneyIn[] }[]> {
  const toppedUp = await topUpSettlements(tx, ids)
  const cash = await cashReceipts(tx, ids)
  return foldLoans(tx, ids, today, (state, id) => {
    const money = state.entries
      .filter(({ event, type, undone }) => !undone && MONEY_IN.has(type) && !toppedUp.has(event))
      .map(({ event, date, amount }) => ({ event, on: date, amount, isCash: cash.has(event) }))
    return { id, days: daysOf(state, money), money }
  })
}

function daysOf(state: LoanState, money: readonly MoneyIn[]): Map<LocalDate, DayFlow> {
  const days = new Map<LocalDate, DayFlow>()
  const on = (day: LocalDate): DayFlow => {
    const found = days.get(day) ?? { paidOutLoans: 0, paidOut: 0n, collected: 0n, due: 0n, cash: 0n }
    days.set(day, found)
    return found
  }
  for (const { dueDate, due } of rowsInForce(state)) on(dueDate).due += totalOf(due)
  for (const entry of state.entries) {
    if (entry.undone || entry.type !== 'disbursement') continue
    on(entry.date).paidOutLoans += 1
    on(entry.date).paidOut += state.disbursed
  }
  for (const { on: day, amount, isCash } of money) {
    on(day).collected += amount
    if (isCash) on(day).cash += amount
  }
  return days
}
