import { formatDate } from '../../engine/dates.ts'
import { formatNaira, type Kobo } from '../../engine/money.ts'
import type { Schedule, ScheduleRow } from '../../engine/terms.ts'

const cell = 'px-1.5 py-1.5 text-right first:pl-5 last:pr-5 sm:px-3'
const heading = `${cell} text-xs font-medium text-muted`

/** Every instalment with what it is made of. A phone shows day, instalment and balance; the parts need a desk. */
export function ScheduleTable({ schedule }: { schedule: Schedule }) {
  const { rows, totals } = schedule
  const hasFees = totals.fees > 0n
  const part = `${cell} hidden sm:table-cell`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Schedule" tabIndex={0} className="overflow-auto sm:max-h-[32rem]">
      <table className="w-full text-[0.8125rem] whitespace-nowrap">
        <caption className="sr-only">Schedule of {rows.length} instalments</caption>
        <thead className="sticky top-0 bg-surface shadow-[0_1px_0_var(--line)]">
          <tr>
            <th scope="col" className={`${heading} text-left!`}>
              <span className="sr-only">Number</span>
              <span aria-hidden>#</span>
            </th>
            <th scope="col" className={`${heading} text-left!`}>
              Due
            </th>
            <th scope="col" className={`${heading} hidden sm:table-cell`}>
              Principal
            </th>
            <th scope="col" className={`${heading} hidden sm:table-cell`}>
              Interest
            </th>
            {hasFees && (
              <th scope="col" className={`${heading} hidden sm:table-cell`}>
                Fees
              </th>
            )}
            <th scope="col" className={heading}>
              Instalment
            </th>
            <th scope="col" className={heading}>
              Outstanding principal
            </th>
          </tr>
        </thead>
        <tbody className="ruled">
          {rows.map(row => (
            <Line key={row.n} row={row} part={part} hasFees={hasFees} />
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-surface font-semibold shadow-[0_-1px_0_var(--line)]">
          <tr>
            <th scope="row" colSpan={2} className={`${cell} text-left! font-semibold`}>
              Total
            </th>
            <td className={part}>{amount(totals.principal)}</td>
            <td className={part}>{amount(totals.interest)}</td>
            {hasFees && <td className={part}>{amount(totals.fees)}</td>}
            <td className={cell}>{amount(totals.total)}</td>
            <td className={cell} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** ₦ once in the heading would do, but people copy single cells. */
const amount = (value: Kobo): string => formatNaira(value)

function Line({ row, part, hasFees }: { row: ScheduleRow; part: string; hasFees: boolean }) {
  return (
    <tr>
      <td className={`${cell} text-left! text-faint`}>{row.n}</td>
      <td className={`${cell} text-left!`}>{formatDate(row.dueDate)}</td>
      <td className={part}>{amount(row.principal)}</td>
      <td className={part}>{amount(row.interest)}</td>
      {hasFees && <td className={part}>{amount(row.fees)}</td>}
      <td className={`${cell} font-medium`}>{amount(row.total)}</td>
      <td className={`${cell} text-muted`}>{amount(row.balance)}</td>
    </tr>
  )
}
