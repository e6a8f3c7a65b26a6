import { useSearchParams } from 'react-router'
import { formatMonth } from '../../../engine/dates.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira } from '../../../engine/money.ts'
import { shortNaira } from '../../parts/figures.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Card } from '../../ui/Card.tsx'
import { BarChart, type Series } from '../../ui/Chart.tsx'
import { CutsCard } from './CutsCard.tsx'
import {
  chartMonth,
  chartSpan,
  isStanding,
  type Portfolio,
  rowsOf,
  shareText,
  withWayBack,
} from './dashboardWords.ts'
import { FormulasHint } from './FormulaHint.tsx'
import { FrozenReceived } from './FrozenFlow.tsx'
import { MonthEndsCard } from './MonthEndsCard.tsx'
import { OpenCard, RetiringCard } from './OpenCards.tsx'
import { PlacesCard } from './PlacesCard.tsx'
import { AgeingCard, ClassesCard } from './RiskCards.tsx'
import { RowsLink } from './RowsLink.tsx'
import { VintagesCard } from './VintagesCard.tsx'

type Props = { portfolio: Portfolio }

/** Below the first figures: by month, risk, place and kind. */
export function PortfolioDetails({ portfolio }: Props) {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <MonthsCard
          portfolio={portfolio}
          title="Disbursed, deducted or paid, and received"
          formulas={['disbursed', 'collected', 'cash']}
          series={[
            { title: 'Disbursed', className: 'text-brand', of: 'disbursed' },
            { title: 'Deducted or paid by borrowers', className: 'text-notice', of: 'collected' },
            { title: 'Received in the bank', className: 'text-positive', of: 'cash', isStrong: true },
          ]}
        />
        <MonthsCard
          portfolio={portfolio}
          title="Expected, and deducted or paid, by payroll month"
          formulas={['expected', 'received']}
          series={[
            { title: 'Expected', className: 'text-notice', of: 'due' },
            { title: 'Deducted or paid', className: 'text-positive', of: 'received', isStrong: true },
          ]}
        />
        <MonthEndsCard portfolio={portfolio} />
        {isStanding(portfolio) && (
          <>
            <AgeingCard portfolio={portfolio} />
            <ClassesCard portfolio={portfolio} />
          </>
        )}
        <OpenCard portfolio={portfolio} />
        <RetiringCard portfolio={portfolio} />
      </div>
      {isStanding(portfolio) && (
        <>
          <PlacesCard portfolio={portfolio} />
          <CutsCard portfolio={portfolio} />
          <VintagesCard portfolio={portfolio} />
        </>
      )}
    </div>
  )
}

type MonthsProps = Props & {
  title: string
  formulas: readonly ('disbursed' | 'expected' | 'collected' | 'cash' | 'received')[]
  series: readonly (Series & { of: keyof typeof MONTH_ROWS })[]
}

const MONTH_ROWS = {
  disbursed: rowsOf.paidOut,
  collected: rowsOf.collected,
  cash: rowsOf.cash,
  due: rowsOf.expected,
  received: rowsOf.received,
}

/** Bars by month, and the same as a table. */
export function MonthsCard({ portfolio, title, formulas, series }: MonthsProps) {
  const { months } = portfolio
  const [params] = useSearchParams()
  const running = todayInLagos().slice(0, 7)
  return (
    <Card
      title={`${title}, ${chartSpan(portfolio)}`}
      actions={
        <FormulasHint
          title={title}
          of={formulas.map((formula, at) => ({ term: series[at]?.title ?? '', formula }))}
          asOf={portfolio}
        />
      }
    >
      <BarChart
        label={`${title}, ${formatMonth(months[0]?.month ?? '')} to ${formatMonth(months.at(-1)?.month ?? '')}. The figures are in the table below`}
        series={series}
        groups={months.map(month => ({
          label: chartMonth(month.month),
          values: series.map(each => month[each.of]),
          isPartial: month.month >= running,
          card: <MonthCard month={month} series={series} />,
          bars: series.map(each => ({
            says: `${each.title}, ${formatMonth(month.month)}: ${formatNaira(month[each.of])}`,
            to: withWayBack(MONTH_ROWS[each.of](month.month, month.month), params),
          })),
        }))}
        format={shortNaira}
      />
      <details className="mt-3 text-[0.8125rem]">
        <summary className="cursor-pointer rounded text-muted hover:text-ink">Figures</summary>
        <table className="mt-2 w-full tabular-nums">
          <caption className="sr-only">{title} by month</caption>
          <thead>
            <tr className="text-left text-muted">
              <th className="py-1 font-medium">Month</th>
              {series.map(each => (
                <th key={each.of} className="py-1 text-right font-medium">
                  {each.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(month => (
              <tr key={month.month} className="border-t border-line">
                <th className="py-1 text-left font-normal">{formatMonth(month.month)}</th>
                {series.map(each => (
                  <td key={each.of} className="py-1 text-right">
                    <RowsLink to={MONTH_ROWS[each.of](month.month, month.month)}>
                      {formatNaira(month[each.of])}
                    </RowsLink>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      {formulas.includes('received') && <FrozenReceived portfolio={portfolio} />}
    </Card>
  )
}

type CardProps = Pick<MonthsProps, 'series'> & { month: Portfolio['months'][number] }

/** Both values of a month and their ratio. */
function MonthCard({ month, series }: CardProps) {
  const [base, strong] = series.slice(-2)
  const [of, part] = [base && month[base.of], strong && month[strong.of]]
  return (
    <>
      <p className="font-semibold">{formatMonth(month.month)}</p>
      {series.map(each => (
        <p key={each.of} className="flex justify-between gap-4 tabular-nums">
          <span className="text-muted">{each.title}</span>
          {formatNaira(month[each.of])}
        </p>
      ))}
      {of !== undefined && of > 0n && part !== undefined && (
        <p className="flex justify-between gap-4 tabular-nums">
          <span className="text-muted">
            {strong?.title} ÷ {base?.title.toLowerCase()}
          </span>
          {shareText(ppmOf(part, of, 'half-up'))}
        </p>
      )}
    </>
  )
}
