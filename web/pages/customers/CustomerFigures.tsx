import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { dayText } from '../../parts/figures.ts'
import { retirementText } from '../../parts/requestWords.ts'
import { FigureStrip } from '../../ui/FigureStrip.tsx'

/** Key figures of the customer. */
export function CustomerFigures({ customer }: { customer: Customer }) {
  const { loans, requests, openPromises, retirement } = customer
  const figures = [
    {
      term: 'Outstanding balance',
      help: 'Outstanding principal, interest, fees and penalties of all open loans.',
      value: formatNaira(loans.outstanding),
      below: countOf(loans.open, 'open loan'),
    },
    {
      term: 'Arrears',
      help: 'Amounts due before today and unpaid, of all open loans.',
      value: formatNaira(loans.arrears),
      below: loans.arrears > 0n ? 'overdue' : 'Nothing overdue',
      isBad: loans.arrears > 0n,
    },
    {
      term: 'Loans',
      value: countOf(loans.total, 'loan'),
      below: countOf(requests, 'request'),
    },
    {
      term: 'Promises to pay',
      value: openPromises === 0 ? 'None' : `${openPromises} open`,
      below: openPromises === 0 ? 'no open promises' : 'see Notes and promises',
    },
    {
      term: 'Retirement',
      help: 'The earlier of retirement age and maximum years of service, unless a user has set another date.',
      value: dayText(retirement.on),
      below: retirement.override ? 'set by a user' : retirementText(retirement.monthsLeft),
    },
  ]
  return <FigureStrip figures={figures} />
}
