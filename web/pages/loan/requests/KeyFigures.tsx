import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { type LoanRequest, retirementText, shareText, tenorText } from '../../../parts/requestWords.ts'

/** The figures one decides by, before anything else is read. */
export function KeyFigures({ request }: { request: LoanRequest }) {
  const { row, application, retirementOn, monthsToRetirement, productTerms } = request
  const figures = [
    { term: 'Amount', value: formatNaira(row.amount), below: row.productName },
    {
      term: 'Tenor',
      value: tenorText(row.tenor, productTerms.frequency.rhythm),
      below: productTerms.frequency.name,
    },
    {
      term: 'Instalment',
      value: formatNaira(row.instalment),
      below: `${shareText(row.shareOfPayPpm)} of net pay`,
    },
    { term: 'Net pay', value: formatNaira(application.netPay), below: 'as stated' },
    {
      term: 'Retires',
      value: retirementOn ? dayText(retirementOn) : 'Not known',
      below: monthsToRetirement === null ? '' : retirementText(monthsToRetirement),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(({ term, value, below }) => (
        <div key={term} className="bg-surface px-5 py-3.5 max-sm:first:col-span-2 sm:max-lg:first:col-span-2">
          <dt className="text-[0.8125rem] text-muted">{term}</dt>
          <dd className="mt-0.5 text-base leading-6 font-semibold tracking-tight whitespace-nowrap tabular-nums">
            {value}
            <span className="block truncate text-[0.8125rem] font-normal tracking-normal text-muted">
              {below}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
