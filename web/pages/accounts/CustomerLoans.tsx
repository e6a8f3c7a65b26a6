import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { tenorText } from '../../../contract/products.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira, kobo, sum } from '../../../engine/money.ts'
import { dayText } from '../../parts/figures.ts'
import { ClassBadge, StatusBadge } from '../../parts/loan/LoanBadges.tsx'
import { daysLateText, type LoanRow, partsOver } from '../../parts/loan/loanWords.ts'
import { paths } from '../../paths.ts'
import { FIGURE_HELP, Figure } from './loan/LoanFigures.tsx'
import { PartsList } from './loan/PartsList.tsx'

/** A customer's loans with their figures and totals. */
export function CustomerLoans({ rows }: { rows: readonly LoanRow[] }) {
  return (
    <>
      <Totals rows={rows} />
      <ul className="mt-6 flex flex-col gap-4">
        {rows.map(row => (
          <li key={row.id}>
            <LoanCard row={row} />
          </li>
        ))}
      </ul>
    </>
  )
}

const OPEN: ReadonlySet<LoanRow['status']> = new Set(['live', 'overpaid', 'awaiting disbursement'])

function Totals({ rows }: { rows: readonly LoanRow[] }) {
  const outstanding = sum(rows.map(row => row.outstandingTotal))
  const arrears = sum(rows.map(row => row.arrears))
  const worst = rows.reduce((most, row) => Math.max(most, row.daysPastDue), 0)
  const lent = sum(rows.filter(row => row.disbursedOn !== null).map(row => row.principal))
  const instalments = sum(rows.filter(row => row.status === 'live').map(row => row.instalment))
  const credit = sum(rows.map(row => row.credit))
  const open = rows.filter(row => OPEN.has(row.status)).length
  return (
    <dl className="grid gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr]">
      <Figure
        term={rows.length === 1 ? 'Outstanding balance' : `Outstanding balance of ${rows.length} loans`}
        large
        help={FIGURE_HELP.outstanding}
        value={formatNaira(outstanding)}
        className="sm:max-lg:col-span-2 lg:row-span-2"
      >
        {outstanding === 0n ? (
          'Nothing outstanding.'
        ) : (
          <PartsList parts={partsOver(rows)} className="mt-2 max-w-64 text-ink" />
        )}
      </Figure>
      <Figure
        term="Arrears"
        help={FIGURE_HELP.arrears}
        value={formatNaira(arrears)}
        className={arrears > 0n ? '[&_[data-value]]:text-negative' : ''}
      >
        {worst === 0 ? 'Nothing overdue' : `up to ${daysLateText(worst)}`}
      </Figure>
      <Figure term="Deducted each period" help={FIGURE_HELP.deducted} value={formatNaira(instalments)}>
        instalments of active loans
      </Figure>
      <Figure term="Credit balance" help={FIGURE_HELP.credit} value={formatNaira(credit)}>
        {credit === 0n ? 'No overpayment' : 'Overpaid'}
      </Figure>
      <Figure term="Total disbursed" value={formatNaira(lent)}>
        {countOf(open, 'loan')} open
      </Figure>
    </dl>
  )
}

/** A written-off loan has no outstanding balance although it was not repaid. */
function repaidText({ disbursedOn, status, principal, outstanding }: LoanRow): string {
  if (!disbursedOn) return 'Not disbursed'
  return status === 'written off' ? 'Written off' : formatNaira(kobo(principal - outstanding.principal))
}

function LoanCard({ row }: { row: LoanRow }) {
  return (
    <article className="group relative rounded-xl border border-line bg-surface p-5 shadow-card transition-colors hover:border-edge">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="font-semibold tabular-nums">
          <Link to={paths.loan(row.id)} className="after:absolute after:inset-0 group-hover:underline">
            {row.number}
          </Link>
        </h2>
        <StatusBadge row={row} />
        {row.className && <ClassBadge className={row.className} />}
        <ChevronRight aria-hidden size={18} className="ml-auto text-faint" />
      </div>
      <p className="mt-1 text-muted">
        {row.productName} · <span className="tabular-nums">{formatNaira(row.principal)}</span>,{' '}
        {tenorText(row.tenor, row.rhythm)}
        {row.disbursedOn
          ? ` · disbursed ${dayText(row.disbursedOn)}`
          : ` · approved ${dayText(row.approvedOn)}`}
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        <Fact term="Outstanding balance" value={formatNaira(row.outstandingTotal)} />
        <Fact term="Arrears" value={formatNaira(row.arrears)} isBad={row.arrears > 0n} />
        <Fact
          term="Next due"
          value={row.nextDueAmount === null ? 'Nothing due' : formatNaira(row.nextDueAmount)}
          below={row.nextDueOn === null ? '' : dayText(row.nextDueOn)}
        />
        <Fact term="Principal repaid" value={repaidText(row)} />
        <Fact
          term="Last repayment"
          value={row.lastReceiptOn === null ? 'None' : dayText(row.lastReceiptOn)}
        />
      </dl>
    </article>
  )
}

type FactProps = { term: string; value: string; below?: string; isBad?: boolean }

function Fact({ term, value, below, isBad = false }: FactProps) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted">{term}</dt>
      <dd className={`font-medium whitespace-nowrap tabular-nums ${isBad ? 'text-negative' : ''}`}>
        {value}
        {below && <span className="block text-[0.8125rem] font-normal text-muted">{below}</span>}
      </dd>
    </div>
  )
}
