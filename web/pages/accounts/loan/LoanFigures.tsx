import clsx from 'clsx'
import type { ReactNode } from 'react'
import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { ClassBadge } from '../../../parts/loan/LoanBadges.tsx'
import { daysLateText, type Loan, partsTotal } from '../../../parts/loan/loanWords.ts'
import { Term } from '../../../ui/Term.tsx'
import { LoanProgress } from './LoanProgress.tsx'
import { PartsList } from './PartsList.tsx'

/** Help texts of the figures of one loan or of a customer's loans. */
export const FIGURE_HELP = {
  outstanding: 'Outstanding principal, plus the interest, fees and penalties of the current schedule.',
  arrears: 'Amounts due before this date and unpaid. Days past due count from the oldest unpaid due date.',
  credit: 'Amount received above what was due and not used yet. It can be refunded to the customer.',
  earned: 'Interest earned to this date, due or not.',
  deducted: 'One instalment of each active loan, deducted by the payroll office each period.',
} as const

/** Key figures of the loan at the date shown. */
export function LoanFigures({ loan }: { loan: Loan }) {
  const { row, current, interestEarned } = loan
  const isPaidOut = row.disbursedOn !== null
  const nothingOwed = isPaidOut ? lossText(row.loss) : 'Nothing is owed before disbursement.'
  const paid = current.filter(each => partsTotal(each.outstanding) <= 0n).length
  return (
    <dl className="grid gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr]">
      <Figure
        term="Outstanding balance"
        help={FIGURE_HELP.outstanding}
        large
        value={formatNaira(row.outstandingTotal)}
        className="sm:max-lg:col-span-2 lg:row-span-2"
      >
        {row.outstandingTotal === 0n ? (
          nothingOwed
        ) : (
          <PartsList parts={row.outstanding} className="mt-2 max-w-64 text-ink" />
        )}
        {isPaidOut && current.length > 1 && row.status !== 'written off' && (
          <LoanProgress instalments={current} on={row.asOf} />
        )}
      </Figure>
      <Figure
        term="Arrears"
        help={FIGURE_HELP.arrears}
        value={formatNaira(row.arrears)}
        className={row.arrears > 0n ? '[&_[data-value]]:text-negative' : ''}
      >
        {row.className ? (
          <span className="flex flex-wrap items-center gap-2">
            {daysLateText(row.daysPastDue)} <ClassBadge className={row.className} />
          </span>
        ) : (
          'Not classified'
        )}
      </Figure>
      <Figure
        term="Next due"
        value={row.nextDueAmount === null ? 'Nothing due' : formatNaira(row.nextDueAmount)}
      >
        {row.nextDueOn === null
          ? isPaidOut
            ? 'No further instalments'
            : 'After disbursement'
          : `${dayText(row.nextDueOn)} · ${paid} of ${current.length} paid`}
      </Figure>
      <Figure term="Credit balance" help={FIGURE_HELP.credit} value={formatNaira(row.credit)}>
        {row.credit > 0n ? 'Overpaid, refundable to the customer' : 'No overpayment'}
      </Figure>
      <Figure term="Interest earned" help={FIGURE_HELP.earned} value={formatNaira(interestEarned)}>
        to {dayText(row.asOf)}
      </Figure>
    </dl>
  )
}

/** A written-off loan has no outstanding balance although it was not repaid. */
function lossText(loss: Loan['row']['loss']): string {
  if (loss === null) return 'Nothing outstanding.'
  const recovered = loss.recovered > 0n ? `${formatNaira(loss.recovered)} recovered` : 'nothing recovered'
  return `${formatNaira(loss.writtenOff)} written off, ${recovered} since.`
}

type FigureProps = {
  term: string
  help?: string
  value: string
  large?: boolean
  className?: string
  children: ReactNode
}

export function Figure({ term, help, value, large = false, className, children }: FigureProps) {
  return (
    <div className={clsx('bg-surface px-5 py-3.5', className)}>
      <dt className="text-[0.8125rem] text-muted">
        <Term help={help}>{term}</Term>
      </dt>
      <dd className="mt-0.5">
        <span
          data-value
          className={clsx(
            'block font-semibold tracking-tight whitespace-nowrap tabular-nums',
            large ? 'text-2xl leading-8' : 'text-base leading-6',
          )}
        >
          {value}
        </span>
        <div className="text-[0.8125rem] text-muted">{children}</div>
      </dd>
    </div>
  )
}
