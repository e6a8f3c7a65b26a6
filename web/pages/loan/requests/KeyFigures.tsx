import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { type LoanRequest, retirementText, shareText, tenorText } from '../../../parts/requestWords.ts'
import { FigureStrip } from '../../../ui/FigureStrip.tsx'

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
  return <FigureStrip figures={figures} />
}
