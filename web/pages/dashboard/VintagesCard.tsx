import clsx from 'clsx'
import { Link } from 'react-router'
import { formatMonth } from '../../../engine/dates.ts'
import { type Portfolio, roughShare, rowsOf } from '../../parts/dashboard/dashboardWords.ts'
import { FormulaHint } from '../../parts/dashboard/FormulaHint.tsx'
import { countText } from '../../parts/figures.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

const shadeOf = (ppm: number | null): string =>
  clsx(
    ppm === null || ppm === 0
      ? ''
      : ppm < 50_000
        ? 'bg-caution/10'
        : ppm < 150_000
          ? 'bg-caution/25'
          : ppm < 300_000
            ? 'bg-negative/25'
            : 'bg-negative/40',
  )

/** Each month's loans and how they aged: rows are months of pay-out, columns the months since. */
export function VintagesCard({ portfolio }: { portfolio: Portfolio }) {
  const { vintages } = portfolio
  const longest = vintages.reduce((most, { shares }) => Math.max(most, shares.length), 0)
  return (
    <Card
      flush
      title="Vintages: share in arrears by months since pay-out"
      actions={<FormulaHint of="vintages" title="Vintages" asOf={portfolio} />}
    >
      {vintages.length === 0 ? (
        <EmptyState compact title="No loan was paid out in the last twelve months" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keys
        <section aria-label="Vintages" tabIndex={0} className="relative overflow-x-auto">
          <table className="w-full text-[0.8125rem] tabular-nums">
            <caption className="sr-only">
              Share of loans in arrears by month of pay-out and months since
            </caption>
            <thead>
              <tr className="border-b border-line bg-canvas/60 text-muted">
                <th scope="col" className="py-2 pl-5 text-left font-medium">
                  Paid out
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium">
                  Loans
                </th>
                {Array.from({ length: longest }, (_, since) => since).map(since => (
                  <th key={since} scope="col" className="min-w-12 px-2 py-2 text-center font-medium">
                    {since}
                    <span className="sr-only"> months since</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {vintages.map(({ month, loans, shares }) => (
                <tr key={month}>
                  <th scope="row" className="py-2 pl-5 text-left font-normal whitespace-nowrap">
                    <Link
                      to={rowsOf.cut('vintage', month)}
                      className="rounded decoration-edge underline-offset-4 hover:underline"
                    >
                      {formatMonth(month)}
                    </Link>
                  </th>
                  <td className="px-3 py-2 text-right">{countText(loans)}</td>
                  {Array.from({ length: longest }, (_, since) => ({ since, share: shares[since] })).map(
                    ({ since, share }) => (
                      <td
                        key={since}
                        className={clsx('px-2 py-2 text-center whitespace-nowrap', shadeOf(share ?? null))}
                      >
                        {share === undefined ? '' : roughShare(share)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}
