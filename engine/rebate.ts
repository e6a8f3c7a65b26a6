/** Interest a borrower who settles early need not pay, by the rules lenders and laws use. */

import type { LocalDate } from './dates.ts'
import { divide, type Rounding, type Share } from './money.ts'

export type SettlementRule = {
  /**
   * Interest the borrower still pays: `to-date` earned by that day; `to-period-end` the running row in full;
   * `whole` all of the schedule; `sum-of-digits` what the rule of 78 counts as earned.
   */
  readonly interest: 'to-date' | 'to-period-end' | 'whole' | 'sum-of-digits'
  /** A fee for settling early, as a share of the principal and interest settled. */
  readonly fee?: Share
}

/** One row's interest, as a rebate sees it. */
export type InterestRow = {
  readonly periodStart: LocalDate
  readonly dueDate: LocalDate
  readonly interestDue: bigint
  /** Interest earned by the day of settlement. */
  readonly interestEarned: bigint
  /** Paid or still owed, and so not forgiven already. */
  readonly interestCollectable: bigint
}

/** The interest of each row that settling on `date` releases, paid or not. */
export function rebates(
  rows: readonly InterestRow[],
  date: LocalDate,
  rule: SettlementRule,
  rounding: Rounding,
): bigint[] {
  if (rule.interest === 'whole') return rows.map(() => 0n)
  if (rule.interest === 'sum-of-digits') return sumOfDigits(rows, date, rounding)
  return rows.map(row => {
    const running = row.periodStart < date && date < row.dueDate
    const isEarned = date >= row.dueDate || (running && rule.interest === 'to-period-end')
    return isEarned ? 0n : smallerOf(row.interestDue - row.interestEarned, row.interestCollectable)
  })
}

const smallerOf = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** With r of n rows to come, r(r+1) / n(n+1) of the interest is unearned; the last rows release it first. */
function sumOfDigits(rows: readonly InterestRow[], date: LocalDate, rounding: Rounding): bigint[] {
  const bearing = rows.filter(({ interestDue }) => interestDue > 0n)
  const all = BigInt(bearing.length)
  const toCome = BigInt(bearing.filter(({ dueDate }) => dueDate > date).length)
  const total = rows.reduce((sum, { interestDue }) => sum + interestDue, 0n)
  let left = all === 0n ? 0n : divide(total * toCome * (toCome + 1n), all * (all + 1n), rounding)
  const released = rows.map(() => 0n)
  for (let row = rows.length - 1; row >= 0 && left > 0n; row -= 1) {
    const part = smallerOf(rows[row]?.interestCollectable ?? 0n, left)
    released[row] = part
    left -= part
  }
  return released
}
