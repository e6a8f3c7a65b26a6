/** How late a loan is, and what class that makes it. */

import { daysBetween, type LocalDate } from './dates.ts'
import type { Share } from './money.ts'

/** Calendar days from the oldest unpaid due date; 0 when nothing is late. */
export const daysLate = (oldestUnpaid: LocalDate | undefined, asOf: LocalDate): number =>
  oldestUnpaid === undefined || oldestUnpaid >= asOf ? 0 : daysBetween(oldestUnpaid, asOf)

export type LoanClass = {
  readonly name: string
  /** The class begins at this many days past due and lasts until the next one begins. */
  readonly fromDays: number
  readonly provision: Share
}

/** Central Bank of Nigeria, prudential guidelines for microfinance banks. */
export const CBN_MICROFINANCE: readonly LoanClass[] = [
  { name: 'Performing', fromDays: 0, provision: { ppm: 10_000n } },
  { name: 'Pass and watch', fromDays: 1, provision: { ppm: 50_000n } },
  { name: 'Substandard', fromDays: 31, provision: { ppm: 200_000n } },
  { name: 'Doubtful', fromDays: 61, provision: { ppm: 500_000n } },
  { name: 'Lost', fromDays: 91, provision: { ppm: 1_000_000n } },
]

/** The last class whose first day has been reached. Classes may stand in any order. */
export function classify(daysPastDue: number, classes: readonly LoanClass[] = CBN_MICROFINANCE): LoanClass {
  let reached: LoanClass | undefined
  for (const entry of classes)
    if (entry.fromDays <= daysPastDue && (!reached || entry.fromDays > reached.fromDays)) reached = entry
  if (!reached) throw new RangeError(`no loan class begins at or before ${daysPastDue} days past due`)
  return reached
}
