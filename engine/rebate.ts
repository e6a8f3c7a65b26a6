/** Interest a borrower who settles early need not pay. */

import type { LocalDate } from './dates.ts'
import type { Share } from './money.ts'

export type SettlementRule = {
  /** The borrower pays the interest earned by the day of settlement. */
  readonly interest: 'to-date'
  /** A fee for settling early, as a share of the principal and interest settled. */
  readonly fee?: Share
}

/** One row's interest, as a rebate sees it. */
export type InterestRow = {
  readonly dueDate: LocalDate
  readonly interestDue: bigint
  /** Interest earned by the day of settlement. */
  readonly interestEarned: bigint
  /** Paid or still owed, and so not forgiven already. */
  readonly interestCollectable: bigint
}

/** The interest of each row that settling on `date` releases, paid or not. */
export const rebates = (rows: readonly InterestRow[], date: LocalDate): bigint[] =>
  rows.map(({ dueDate, interestDue, interestEarned, interestCollectable }) => {
    const unearned = date >= dueDate ? 0n : interestDue - interestEarned
    return unearned < interestCollectable ? unearned : interestCollectable
  })
