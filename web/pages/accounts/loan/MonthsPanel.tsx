import clsx from 'clsx'
import type { Reply } from '../../../../contract/endpoint.ts'
import { reconciliationApi } from '../../../../contract/reconciliation.ts'
import { formatNaira, type Kobo, kobo, negate, sum } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { shortNaira } from '../../../parts/figures.ts'
import { type Loan, payMonthText } from '../../../parts/loan/loanWords.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { BarChart, type Series } from '../../../ui/Chart.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { EmptyValue } from '../../../ui/EmptyValue.tsx'

type Month = Loan['months'][number]

const SERIES: Series[] = [
  { title: 'Expected', className: 'text-edge' },
  { title: 'Deducted or paid', className: 'text-brand' },
]

/** More bars are not legible. */
const SHOWN_MAX = 36

const short = (month: string): string => {
  const [name = '', year = ''] = payMonthText(month).split(' ')
  return `${name.slice(0, 3)} ${year.slice(2)}`
}

/** Expected and received amounts by month, as chart and table. */
export function MonthsPanel({
  months,
  asOf,
  loanId,
}: {
  months: readonly Month[]
  asOf: string
  loanId: string
}) {
  const { data } = useApi(reconciliationApi.reconciliationLoan, { loanId })
  const reconciled = new Map((data?.months ?? []).map(each => [each.month, each]))
  if (months.length === 0)
    return (
      <EmptyState compact title="No amounts due yet">
        Amounts due and paid appear here month by month after disbursement.
      </EmptyState>
    )
  const now = asOf.slice(0, 7)
  const shown = months.slice(0, SHOWN_MAX)
  const next = shown.find(each => each.month > now)
  const past = months.filter(each => each.month < now)
  const expected = sum(past.map(each => each.expected))
  const received = sum(past.map(each => each.received))
  return (
    <>
      <div className="border-b border-line p-5">
        <BarChart
          label={`Expected ${formatNaira(expected)} and deducted or paid ${formatNaira(received)} so far, by month of value date`}
          series={SERIES}
          groups={shown.map(each => ({ label: short(each.month), values: [each.expected, each.received] }))}
          format={shortNaira}
          {...(next ? { markBefore: short(next.month) } : {})}
        />
      </div>
      <MonthsTable months={months} now={now} past={past} reconciled={reconciled} />
    </>
  )
}

type Reconciled = Reply<typeof reconciliationApi.reconciliationLoan>['months'][number]
type TableProps = {
  months: readonly Month[]
  now: string
  past: readonly Month[]
  /** By payroll month, where it was reconciled. */
  reconciled: ReadonlyMap<string, Reconciled>
}
const cell =
  'px-3 py-2 text-right tabular-nums first:pl-5 last:pr-5 max-sm:px-1 max-sm:first:pl-4 max-sm:last:pr-4'

function MonthsTable({ months, now, past, reconciled }: TableProps) {
  const last = past.at(-1)
  const isReconciled = reconciled.size > 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label="By month of value date" tabIndex={0} className="overflow-auto sm:max-h-[64rem]">
      <table className="w-full text-[0.8125rem] whitespace-nowrap max-sm:text-xs">
        <caption className="sr-only">Expected and paid by month of value date</caption>
        <thead className="sticky top-0 bg-surface text-xs text-muted shadow-[0_1px_0_var(--line)]">
          <tr>
            <th scope="col" className={`${cell} text-left! font-medium`}>
              Month
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              Expected
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              Deducted or paid
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              Difference
            </th>
            {isReconciled && (
              <>
                <th scope="col" className={`${cell} font-medium`}>
                  Instructed
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  Remitted
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody className="ruled">
          {months.map(each => (
            <MonthRow
              key={each.month}
              each={each}
              now={now}
              reconciled={isReconciled ? (reconciled.get(each.month) ?? null) : undefined}
            />
          ))}
        </tbody>
        {last && <SoFar past={past} through={last.month} isWide={isReconciled} />}
      </table>
    </section>
  )
}

/** Totals of past months; the current month is not complete. */
function SoFar({ past, through, isWide }: { past: readonly Month[]; through: string; isWide: boolean }) {
  const expected = sum(past.map(each => each.expected))
  const received = sum(past.map(each => each.received))
  return (
    <tfoot className="sticky bottom-0 bg-surface font-semibold shadow-[0_-1px_0_var(--line)]">
      <tr>
        <th scope="row" className={`${cell} text-left! font-semibold max-sm:whitespace-normal`}>
          <span className="max-sm:hidden">Through</span>
          <span className="sm:hidden">To</span> <MonthName month={through} />
        </th>
        <td className={cell}>{formatNaira(expected)}</td>
        <td className={cell}>{formatNaira(received)}</td>
        <td className={cell}>{signed(kobo(received - expected))}</td>
        {isWide && <td colSpan={2} className={cell} />}
      </tr>
    </tfoot>
  )
}

/** On a phone the month is abbreviated to fit four columns. */
const MonthName = ({ month }: { month: string }) => (
  <>
    <span className="max-sm:hidden">{payMonthText(month)}</span>
    <span className="whitespace-nowrap sm:hidden">{short(month)}</span>
  </>
)

type RowProps = { each: Month; now: string; reconciled: Reconciled | null | undefined }

function MonthRow({ each, now, reconciled }: RowProps) {
  const isComing = each.month > now
  const isPast = each.month < now
  const difference = kobo(each.received - each.expected)
  return (
    <tr className={clsx(isComing && 'text-muted')}>
      <th scope="row" className={`${cell} text-left! font-normal`}>
        <MonthName month={each.month} />
        {each.month === now && (
          <span className="ml-2 max-sm:hidden">
            <Badge tone="brand">Now</Badge>
          </span>
        )}
      </th>
      <td className={cell}>{formatNaira(each.expected)}</td>
      <td className={cell}>
        {each.received === 0n ? <EmptyValue>None</EmptyValue> : formatNaira(each.received)}
      </td>
      <td className={clsx(cell, isPast && difference < 0n && 'text-negative')}>
        {!isPast && each.received === 0n ? '' : signed(difference)}
      </td>
      {reconciled !== undefined && (
        <>
          <td className={cell}>
            <OfCustomer amount={reconciled?.instructed ?? null} />
          </td>
          <td className={cell}>
            <OfCustomer amount={reconciled?.remitted ?? null} />
          </td>
        </>
      )}
    </tr>
  )
}

/** Of all loans of the customer: an office deducts one amount of a person. */
const OfCustomer = ({ amount }: { amount: Kobo | null }) =>
  amount === null ? <EmptyValue>Not available</EmptyValue> : formatNaira(amount)

const signed = (amount: Kobo): string =>
  amount === 0n
    ? 'As expected'
    : `${amount > 0n ? '+' : '−'}${formatNaira(amount > 0n ? amount : negate(amount))}`
