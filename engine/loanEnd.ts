import { totalOf } from './allocation.ts'
import type { LoanState } from './loan.ts'
import { type Kobo, kobo, sum, ZERO } from './money.ts'

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
