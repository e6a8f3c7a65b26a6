import { tenorText } from '../../../../contract/products.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { type LoanRequest, payLines, retirementText, shareText } from '../../../parts/requestWords.ts'
import { FigureStrip } from '../../../ui/FigureStrip.tsx'

/** The figures one decides by, before anything else is read. */
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
      help: 'What would be deducted each period.',
      value: formatNaira(instalment),
      below: inMonth === instalment ? 'each period' : `${formatNaira(inMonth)} in the heaviest month`,
    },
    {
      term: 'Share of net pay',
      help: 'What is due in the heaviest month, with other loans of ours, against pay. Pay is that of the payroll where it is known, else as stated by the applicant. The checklist judges by the same figure.',
      value: shareText(row.shareOfPayPpm),
      below: payLines(row).join('; '),
    },
    {
      term: 'Retires',
      help: 'The earlier of the age and the years of service at which this service retires people, unless staff set another day.',
      value: retirementOn ? dayText(retirementOn) : 'Not known',
      below: monthsToRetirement === null ? '' : retirementText(monthsToRetirement),
    },
  ]
  return <FigureStrip figures={figures} />
}
