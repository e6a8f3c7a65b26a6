import { tenorText } from '../../../../contract/tenorWords.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { type LoanRequest, retirementText, shareText } from '../../../parts/requestWords.ts'
import { FigureStrip } from '../../../ui/FigureStrip.tsx'

/** The figures one decides by, before anything else is read. */
export function KeyFigures({ request }: { request: LoanRequest }) {
  const { row, retirementOn, monthsToRetirement, productTerms } = request
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
      value: formatNaira(row.instalment),
      below: 'each period',
    },
    {
      term: 'Share of net pay',
      help: 'The instalment against what the applicant says is paid out each month. The limit is a rule of the product; the checklist judges by the payroll.',
      value: shareText(row.shareOfPayPpm),
      below: 'of pay as stated',
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
