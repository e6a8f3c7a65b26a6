import type { Rhythm } from '../../../../contract/products.ts'
import { tenorText } from '../../../../contract/products.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { type LoanRequest, payLines, retirementText, shareText } from '../../../parts/requestWords.ts'
import { FigureStrip } from '../../../ui/FigureStrip.tsx'

const EACH: Record<Rhythm, string> = {
  weekly: 'each week',
  'two-weekly': 'every two weeks',
  monthly: 'each month',
  quarterly: 'each quarter',
  'one-payment': 'once',
}

/** Key figures of the request. */
export function KeyFigures({ request }: { request: LoanRequest }) {
  const { row, retirementOn, monthsToRetirement, productTerms } = request
  const { inMonth, instalment } = request.approved ?? request.recommended ?? request.requested
  const figures = [
    { term: 'Amount', value: formatNaira(row.amount), below: row.productName },
    {
      term: 'Tenor',
      value: tenorText(row.tenor, productTerms.frequency.rhythm),
      below: productTerms.frequency.name,
    },
    {
      term: 'Instalment',
      help: 'Amount deducted with each instalment.',
      value: formatNaira(instalment),
      below:
        inMonth === instalment
          ? EACH[productTerms.frequency.rhythm]
          : `${formatNaira(inMonth)} in the highest month`,
    },
    {
      term: 'Share of net pay',
      help: 'Amount due in the highest month, including our other loans, divided by net pay. Net pay comes from the payroll data, or from the applicant if there is none. The checklist uses the same figure.',
      value: shareText(row.shareOfPayPpm),
      below: payLines(row).join('; '),
    },
    {
      term: 'Retirement',
      help: 'The earlier of retirement age and maximum years of service, unless a user has set another date.',
      value: retirementOn ? dayText(retirementOn) : 'Not available',
      below: monthsToRetirement === null ? '' : retirementText(monthsToRetirement),
    },
  ]
  return <FigureStrip figures={figures} />
}
