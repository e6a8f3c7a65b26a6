import { totalOf } from './allocation.ts'
import type { LocalDate } from './dates.ts'
import type { LoanState } from './loan.ts'
import { type Kobo, kobo } from './money.ts'

/**
 * Due dates from the day of the state on, with what is owed up to and including each. A fee charged alone falls due on its own
 * day, and not with the instalment it is collected with.
 */
export function comingDebts({ instalments, charges, asOf }: LoanState): { on: LocalDate; sum: Kobo }[] {
  const owed = new Map<LocalDate, bigint>()
  const add = (day: LocalDate, amount: bigint) => owed.set(day, (owed.get(day) ?? 0n) + amount)
  for (const { dueDate, outstanding } of instalments) if (dueDate >= asOf) add(dueDate, totalOf(outstanding))
  for (const { dueDate, outstanding } of charges) {
    const row = dueDate && outstanding > 0n && instalments.find(each => each.dueDate >= dueDate)
    if (!row || row.dueDate < asOf) continue
    add(row.dueDate, -outstanding)
    if (dueDate >= asOf) add(dueDate, outstanding)
  }
  const days = [...owed].filter(([, amount]) => amount > 0n).toSorted(([a], [b]) => (a < b ? -1 : 1))
  let sum = 0n
  return days.map(([on, amount]) => {
    sum += amount
    return { on, sum: kobo(sum) }
  })
}
