import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { dayText } from '../../parts/figures.ts'
import { retirementText } from '../../parts/requestWords.ts'
import { FigureStrip } from '../../ui/FigureStrip.tsx'

/** What the customer comes to, before anything else is read. */
export function CustomerFigures({ customer }: { customer: Customer }) {
  const { loans, requests, openPromises, retirement } = customer
  const figures = [
    {
      term: 'Outstanding',
      help: 'Principal not yet repaid, plus the interest, fees and penalties still to be paid, over all open loans.',
      value: formatNaira(loans.outstanding),
      below: countOf(loans.open, 'open loan'),
    },
    {
      term: 'Arrears',
      help: 'What fell due before today and is unpaid, over all open loans.',
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
      help: 'The earlier of the age and the years of service at which this service retires people, unless staff set another day.',
      value: dayText(retirement.on),
      below: retirement.override ? 'set by staff' : retirementText(retirement.monthsLeft),
    },
  ]
  return <FigureStrip figures={figures} />
}
