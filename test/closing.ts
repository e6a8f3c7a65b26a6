import { sql } from 'kysely'
import { isByDailyBalance } from '../engine/dailyBalance.ts'
import { addDays, daysBetween, endOfMonth, type LocalDate, localDate } from '../engine/dates.ts'
import { divide } from '../engine/money.ts'
import { calculate } from '../server/modules/closing/calculate.ts'
import { runDaily } from '../server/modules/loans/daily.ts'
import { foldLoans } from '../server/modules/loans/foldLoans.ts'
import type { TestApp } from './testApp.ts'

/** The close of a month in tests, and the same amounts by another way: from the lines of the ledger and the folded schedule. */

/** Lives through the days up to nine in the morning of a day, each with its daily run. */
export async function liveTo(testApp: TestApp, day: LocalDate): Promise<void> {
  testApp.clock.set(`${day}T09:00:00Z`)
  await runDaily(testApp.program)
}

/** Calculated, submitted by Babatunde and approved by Emeka, with the same reason for every warning. */
export async function closeMonth(testApp: TestApp, month: string): Promise<void> {
  await testApp.as('authorizer').approve(await submitClose(testApp, month))
}

export async function submitClose(testApp: TestApp, month: string): Promise<string> {
  await calculate(testApp.program, localDate(`${month}-01`))
  const { checks } = await testApp.as('admin').ok('monthCloseGet', { month })
  const acknowledged = checks
    .filter(({ state }) => state === 'warning')
    .map(({ check }) => ({ check, reason: 'Agreed with the finance manager' }))
  const { approvalId } = await testApp
    .as('admin')
    .ok('monthCloseSubmit', { month, acknowledged, reason: 'Month-end' })
  return approvalId
}

export async function reopen(testApp: TestApp, through: string): Promise<void> {
  const { approvalId } = await testApp
    .as('admin')
    .ok('periodReopen', { through, reason: 'An invoice was missing' })
  await testApp.as('authorizer').approve(approvalId)
}

/** What accounts hold at the end of a day, by their lines alone. */
export async function heldOn(testApp: TestApp, codes: readonly number[], day: string): Promise<bigint> {
  const result = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from ledger_line
    where code = any (${codes}::smallint[]) and effective_on <= ${day}::date`.execute(testApp.program.db)
  return result.rows[0]?.amount ?? 0n
}

export type MonthEnd = { accrual: bigint; provision: bigint; suspended: bigint }

/** Of the seeded classes: from which day, and how many percent. */
const RATES = [
  { fromDays: 91, percent: 100n },
  { fromDays: 61, percent: 50n },
  { fromDays: 31, percent: 20n },
  { fromDays: 1, percent: 5n },
  { fromDays: 0, percent: 1n },
]
const SUSPENDED_FROM = 61

/**
 * Principal and interest due from the ledger, what is earned from the schedule as it is on that day. On the daily balance the
 * engine counts it day by day, which the calculation vectors cover.
 */
export async function independently(testApp: TestApp, month: string): Promise<MonthEnd> {
  const day = endOfMonth(localDate(`${month}-01`))
  const { db } = testApp.program
  const { rows } = await sql<{ loan_id: string; principal: bigint; interest: bigint }>`
    select s.loan_id, coalesce(sum(l.amount) filter (where l.code = 1100), 0)::bigint as principal,
      coalesce(sum(l.amount) filter (where l.code = 1110), 0)::bigint as interest
    from ledger_line l join ledger_loan s on s.no = l.loan_no
    where l.effective_on <= ${day}::date and l.loan_no <> 0 group by s.loan_id`.execute(db)
  const ledger = new Map(rows.map(row => [row.loan_id, row]))
  const total: MonthEnd = { accrual: 0n, provision: 0n, suspended: 0n }
  await foldLoans(db, [...ledger.keys()], day, (state, id, { agreement }) => {
    const { principal, interest } = ledger.get(id) ?? { principal: 0n, interest: 0n }
    if (state.status !== 'live') return
    const late = state.arrears.oldestUnpaid ? daysBetween(state.arrears.oldestUnpaid, day) : 0
    const rate = RATES.find(({ fromDays }) => late >= fromDays)
    total.provision += divide(principal * (rate?.percent ?? 0n), 100n, 'half-up')
    if (late >= SUSPENDED_FROM) {
      total.suspended += interest
      return
    }
    for (const row of state.instalments) {
      if (row.dueDate <= day || row.periodStart >= day) continue
      const days = BigInt(daysBetween(row.periodStart, row.dueDate))
      const evenly = divide(row.due.interest * BigInt(daysBetween(row.periodStart, day)), days, 'half-up')
      const earned = isByDailyBalance(agreement.terms) ? row.interestEarned : evenly
      const open = earned - (row.due.interest - row.outstanding.interest)
      if (open > 0n) total.accrual += open
    }
  })
  return total
}

export const lastDayOf = (month: string): LocalDate => endOfMonth(localDate(`${month}-01`))
export const firstDayAfter = (month: string): LocalDate => addDays(lastDayOf(month), 1)
