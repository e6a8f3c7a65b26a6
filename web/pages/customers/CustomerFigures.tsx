import clsx from 'clsx'
import { formatNaira } from '../../../engine/money.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { dayText } from '../../parts/figures.ts'
import { retirementText } from '../../parts/requestWords.ts'
import { countOf } from '../../ui/countText.ts'

/** What the customer comes to, before anything else is read. */
export function CustomerFigures({ customer }: { customer: Customer }) {
  const { loans, requests, openPromises, retirement } = customer
  const figures = [
    {
      term: 'Outstanding',
      value: formatNaira(loans.outstanding),
      below: countOf(loans.open, 'open loan'),
    },
    {
      term: 'Arrears',
      value: formatNaira(loans.arrears),
      below: loans.arrears > 0n ? 'past due' : 'Nothing is late',
      isBad: loans.arrears > 0n,
    },
    {
      term: 'Borrowed',
      value: countOf(loans.total, 'loan'),
      below: countOf(requests, 'request'),
    },
    {
      term: 'Promises to pay',
      value: openPromises === 0 ? 'None open' : `${openPromises} open`,
      below: openPromises === 0 ? 'nothing is promised' : 'see Notes',
    },
    {
      term: 'Retires',
      value: dayText(retirement.on),
      below: retirement.override ? 'set by staff' : retirementText(retirement.monthsLeft),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(({ term, value, below, isBad }) => (
        <div key={term} className="bg-surface px-5 py-3.5 max-sm:first:col-span-2 sm:max-lg:first:col-span-2">
          <dt className="text-[0.8125rem] text-muted">{term}</dt>
          <dd
            className={clsx(
              'mt-0.5 text-base leading-6 font-semibold tracking-tight whitespace-nowrap tabular-nums',
              isBad && 'text-negative',
            )}
          >
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
