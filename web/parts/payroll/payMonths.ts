import { addMonths, localDate, payMonthOf } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import type { Group } from '../../ui/Chart.tsx'
import { periodText } from '../intake/intakeWords.ts'
import type { PayrollRecord } from './payrollWords.ts'

/** Months in the chart. */
const MONTHS_MIN = 12
const MONTHS_MAX = 36

const shortText = (month: string): string => {
  const [name = '', year = ''] = periodText(month).split(' ')
  return `${name.slice(0, 3)} ${year.slice(2)}`
}

/** Net pay by month including months without data; one value per source. */
export function payGroups(records: readonly PayrollRecord[], sources: readonly string[]): Group[] {
  const months = records.map(record => record.month).toSorted()
  const newest = months.at(-1)
  if (newest === undefined) return []
  const last = localDate(`${newest}-01`)
  const oldest = months[0] ?? newest
  const shown: string[] = []
  for (let back = 0; back < MONTHS_MAX; back++) {
    const month = payMonthOf(addMonths(last, -back))
    if (back >= MONTHS_MIN && month < oldest) break
    shown.unshift(month)
  }
  const paid = new Map(records.map(record => [`${record.source} ${record.month}`, record.netPay ?? 0n]))
  return shown.map(month => ({
    label: shortText(month),
    values: sources.map(source => paid.get(`${source} ${month}`) ?? 0n),
  }))
}

/** Difference of net pay to the previous month with data of the same source. */
export function payMove(records: readonly PayrollRecord[], record: PayrollRecord): Kobo | undefined {
  const earlier = records
    .filter(other => other.source === record.source && other.month < record.month)
    .toSorted((a, b) => (a.month < b.month ? 1 : -1))[0]
  return earlier && record.netPay !== null && earlier.netPay !== null
    ? kobo(record.netPay - earlier.netPay)
    : undefined
}
