import clsx from 'clsx'
import { countText } from '../../../engine/countText.ts'
import { formatMonth } from '../../../engine/dates.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { chartSpan, type Portfolio, roughShare, standingRows, vintageRows } from './dashboardWords.ts'
import { FormulaHint } from './FormulaHint.tsx'
import { RowsLink } from './RowsLink.tsx'

/** The colour from each share on, in parts per million, the worst first. */
const SHADES = [
  [300_000, 'bg-negative/40'],
  [150_000, 'bg-negative/25'],
  [50_000, 'bg-caution/25'],
  [1, 'bg-caution/10'],
] as const

const shadeOf = (ppm: number): string => SHADES.find(([from]) => ppm >= from)?.[1] ?? ''

/** Stays in place while the rest scrolls. */
const MONTH_COLUMN = 'sticky left-0 bg-surface py-2 pr-2 pl-5 text-left'
/** The edge fades where more follows; the last column is clear of it. */
const SINCE_COLUMN = 'px-2 py-2 text-center max-lg:last:pr-10'

/** How the loans of each month aged: rows are months of disbursement, columns the months since. */
export function VintagesCard({ portfolio }: { portfolio: Portfolio }) {
  const { vintages } = portfolio
  const longest = vintages.reduce((most, { shares }) => Math.max(most, shares.length), 0)
  return (
    <Card
      flush
      title={`Vintages, ${chartSpan(portfolio)}: share in arrears by months since disbursement`}
      actions={<FormulaHint of="vintages" title="Vintages" asOf={portfolio} />}
    >
      {vintages.length === 0 ? (
        <EmptyState
          compact
          title={`No loans disbursed in the ${portfolio.frozen ? 'twelve months to that date' : 'last twelve months'}`}
        />
      ) : (
        <section
          aria-label="Vintages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keys
          tabIndex={0}
          className="relative overflow-x-auto max-lg:mask-r-from-[calc(100%-2.5rem)] print:mask-none"
        >
          <table className="w-full text-[0.8125rem] tabular-nums">
            <caption className="sr-only">
              Share of loans in arrears by month of disbursement and months since
            </caption>
            <thead>
              <tr className="border-b border-line bg-canvas/60 text-muted">
                <th
                  scope="col"
                  className={clsx(MONTH_COLUMN, 'bg-linear-to-r from-canvas/60 to-canvas/60 font-medium')}
                >
                  Disbursed
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium">
                  Loans
                </th>
                {Array.from({ length: longest }, (_, since) => since).map(since => (
                  <th key={since} scope="col" className={clsx(SINCE_COLUMN, 'min-w-12 font-medium')}>
                    {since}
                    <span className="sr-only"> months since</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="ruled">
              {vintages.map(vintage => (
                <Vintage
                  key={vintage.month}
                  vintage={vintage}
                  longest={longest}
                  to={standingRows(portfolio, 'vintage', vintage.month)}
                  toLate={since => vintageRows(portfolio, vintage.month, since)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}

/** A month-end without a snapshot; the column has no room for words. */
const NotKnown = () => (
  <span title="Not available" className="text-faint">
    <span aria-hidden>?</span>
    <span className="sr-only">Not available</span>
  </span>
)

type VintageProps = {
  vintage: Portfolio['vintages'][number]
  longest: number
  to: string | undefined
  /** Those of its loans that were in arrears or written off so many months later. */
  toLate: (since: number) => string | undefined
}

function Vintage({ vintage: { month, loans, shares }, longest, to, toLate }: VintageProps) {
  return (
    <tr>
      <th scope="row" className={clsx(MONTH_COLUMN, 'font-normal whitespace-nowrap')}>
        <RowsLink to={to}>{formatMonth(month)}</RowsLink>
      </th>
      <td className="px-3 py-2 text-right">{countText(loans)}</td>
      {Array.from({ length: longest }, (_, since) => ({ since, share: shares[since] })).map(
        ({ since, share }) => (
          <td key={since} className={clsx(SINCE_COLUMN, 'whitespace-nowrap', shadeOf(share ?? 0))}>
            {share === null && <NotKnown />}
            {share != null && <RowsLink to={toLate(since)}>{roughShare(share)}</RowsLink>}
          </td>
        ),
      )}
    </tr>
  )
}
