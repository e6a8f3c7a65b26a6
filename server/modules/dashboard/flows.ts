import { totalOf } from '../../../engine/allocation.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { MONEY_IN } from '../../../engine/events.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { rowsInForce } from '../../../engine/loanEnd.ts'
import type { Kobo } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import { foldLoans } from '../loans/loans.ts'
import { cashOfReceipts, topUpSettlements } from './refresh.sql.ts'

export type DayFlow = {
  paidOutLoans: number
  paidOut: bigint
  collected: bigint
  due: bigint
  cash: bigint
  /** Of what is due: penalties, which no payroll office is expected to deduct. */
  penalty: bigint
  /** Of the rest: what was paid other than by a deduction, by the day it was paid. */
  paid: Map<LocalDate, bigint>
}

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
  const cash = await cashOfReceipts(tx, ids)
  return foldLoans(tx, ids, today, (state, id) => {
    const money = state.entries
      .filter(({ event, type, undone }) => !undone && MONEY_IN.has(type) && !toppedUp.has(event))
      .map(({ event, date, amount }) => ({ event, on: date, amount, isCash: cash.get(event) === 'bank' }))
    const isDeducted = (event: string): boolean => cash.has(event) && cash.get(event) !== 'bank'
    return { id, days: daysOf(state, money, isDeducted), money }
  })
}

export const newDay = (): DayFlow => ({
  paidOutLoans: 0,
  paidOut: 0n,
  collected: 0n,
  due: 0n,
  cash: 0n,
  penalty: 0n,
  paid: new Map(),
})

function daysOf(
  state: LoanState,
  money: readonly MoneyIn[],
  isDeducted: (event: string) => boolean,
): Map<LocalDate, DayFlow> {
  const days = new Map<LocalDate, DayFlow>()
  const on = (day: LocalDate): DayFlow => {
    const found = days.get(day) ?? newDay()
    days.set(day, found)
    return found
  }
  const instalments = new Map<number, DayFlow>()
  for (const { n, dueDate, due } of rowsInForce(state)) {
    on(dueDate).due += totalOf(due)
    on(dueDate).penalty += due.penalty
    instalments.set(n, on(dueDate))
  }
  for (const entry of state.entries) {
    if (entry.undone || !MONEY_IN.has(entry.type) || isDeducted(entry.event)) continue
    for (const { instalment, component, amount } of entry.slices) {
      const paid = component === 'penalty' ? undefined : instalments.get(instalment)?.paid
      paid?.set(entry.date, (paid.get(entry.date) ?? 0n) + amount)
    }
  }
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
