import { Link, useSearchParams } from 'react-router'
import { formatMonth } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { shortNaira } from '../../parts/figures.ts'
import { todayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { BarChart } from '../../ui/Chart.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { chartMonth, chartSpan, type Portfolio, rowsAt, shareText, withWayBack } from './dashboardWords.ts'
import { asOfText, FormulasHint } from './FormulaHint.tsx'
import { RowsLink } from './RowsLink.tsx'

const FORMULAS = [
  { term: 'Principal', formula: 'principal' },
  { term: 'PAR 30', formula: 'par' },
] as const

type Props = { portfolio: Portfolio }

/** Each of the twelve months has a snapshot of its own. */
function momentsOf(portfolio: Portfolio): string {
  const each = 'Each month-end is a snapshot. Later entries do not change it.'
  return portfolio.frozen === null
    ? `${each} The month in progress: ${asOfText('principal', portfolio)}`
    : each
}

function saysOf({ month, principal, par30 }: Portfolio['months'][number]): string {
  if (principal === null) return `${formatMonth(month)}: not available`
  return `${formatMonth(month)}: ${formatNaira(principal)}, PAR 30 ${shareText(par30)}`
}

/** The portfolio at the end of each month; the month in progress as it is now. */
export function MonthEndsCard({ portfolio }: Props) {
  const { months } = portfolio
  const [params] = useSearchParams()
  const running = todayInLagos().slice(0, 7)
  const span = `${formatMonth(months[0]?.month ?? '')} to ${formatMonth(months.at(-1)?.month ?? '')}`
  const opens = (month: string, cut: 'owed' | 'late', key: string): string | undefined => {
    const to = rowsAt(portfolio, month, cut, key)
    return to && withWayBack(to, params)
  }
  const drawn = (each: Portfolio['months'][number]) => ({
    label: chartMonth(each.month),
    isPartial: each.month >= running,
    says: saysOf(each),
    card: <p className="font-medium">{saysOf(each)}</p>,
  })
  return (
    <Card
      className="xl:col-span-2"
      title={`Outstanding principal and PAR 30 at month-ends, ${chartSpan(portfolio)}`}
      actions={
        <FormulasHint title="At month-ends" of={FORMULAS} asOf={portfolio} moments={momentsOf(portfolio)} />
      }
    >
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[2fr_1fr]">
        <BarChart
          label={`Outstanding principal, ${span}. The figures are in the table below`}
          series={[{ title: 'Outstanding principal', className: 'text-brand' }]}
          groups={months.map(each => ({
            ...drawn(each),
            values: [each.principal],
            to: each.principal === null ? undefined : opens(each.month, 'owed', 'principal'),
          }))}
          format={shortNaira}
        />
        <BarChart
          label={`PAR 30, ${span}. The figures are in the table below`}
          series={[{ title: 'PAR 30', className: 'text-caution' }]}
          groups={months.map(each => ({
            ...drawn(each),
            values: [each.par30 === null ? null : BigInt(each.par30)],
            to: each.par30 === null ? undefined : opens(each.month, 'late', '30'),
          }))}
          format={ppm => formatPpm(Number(ppm))}
        />
      </div>
      <details className="mt-3 text-[0.8125rem]">
        <summary className="cursor-pointer rounded text-muted hover:text-ink">Figures</summary>
        <MonthEnds portfolio={portfolio} />
      </details>
    </Card>
  )
}

/** A month opens its snapshot, a figure its loans at that date. */
function MonthEnds({ portfolio }: Props) {
  const { months, frozen, to } = portfolio
  const isRunning = (month: string): boolean => frozen === null && month === to
  return (
    <table className="mt-2 w-full tabular-nums">
      <caption className="sr-only">Outstanding principal and PAR 30 by month</caption>
      <thead>
        <tr className="text-left text-muted">
          <th className="py-1 font-medium">Month</th>
          <th className="py-1 text-right font-medium">Principal</th>
          <th className="py-1 text-right font-medium">PAR 30</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, principal, par30 }) => (
          <tr key={month} className="border-t border-line">
            <th className="py-1 text-left font-normal">
              <Link
                to={`${paths.dashboard}?from=${month}&to=${month}`}
                className="rounded decoration-edge underline-offset-4 hover:underline"
              >
                {formatMonth(month)}
              </Link>
              {isRunning(month) && <span className="text-muted">, so far</span>}
            </th>
            <td className="py-1 text-right">
              {principal === null ? (
                <EmptyValue>Not available</EmptyValue>
              ) : (
                <RowsLink to={rowsAt(portfolio, month, 'owed', 'principal')}>
                  {formatNaira(principal)}
                </RowsLink>
              )}
            </td>
            <td className="py-1 text-right">
              {principal === null ? (
                <EmptyValue>Not available</EmptyValue>
              ) : (
                <RowsLink to={rowsAt(portfolio, month, 'late', '30')}>{shareText(par30)}</RowsLink>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
