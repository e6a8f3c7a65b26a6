import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { rowsOf, type Standing, shareText, unlessFrozen } from '../../parts/dashboard/dashboardWords.ts'
import { FigureTable } from '../../parts/dashboard/FigureTable.tsx'
import { FormulaHint } from '../../parts/dashboard/FormulaHint.tsx'
import { RowsLink } from '../../parts/dashboard/RowsLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { countText } from '../../ui/countText.ts'

type Props = { portfolio: Standing }

const ppm = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : ppmOf(part, whole, 'half-up'))

/** How late the book is: the four usual shares, then every age. */
export function AgeingCard({ portfolio }: Props) {
  const { par, ageing, outstanding } = portfolio
  return (
    <Card
      flush
      title="Portfolio at risk and ageing"
      actions={<FormulaHint of="par" title="Portfolio at risk" asOf={portfolio} />}
    >
      <dl className="grid grid-cols-4 gap-px border-b border-line bg-line">
        {par.map(({ days, share }) => (
          <div key={days} className="bg-surface px-5 py-3 max-sm:px-3">
            <dt className="text-[0.8125rem] text-muted">PAR {days}</dt>
            <dd>
              <RowsLink
                to={unlessFrozen(portfolio, days === 1 ? rowsOf.late : rowsOf.cut('late', String(days)))}
                className="font-semibold tabular-nums"
              >
                {shareText(share)}
              </RowsLink>
            </dd>
          </div>
        ))}
      </dl>
      <FigureTable
        caption="Live loans by days late"
        head="Days late"
        rows={ageing}
        rowKey={row => row.key}
        name={row => row.title}
        to={row => unlessFrozen(portfolio, rowsOf.cut('age', row.key))}
        share={row => ppm(row.principal, outstanding.principal)}
        columns={[
          { title: 'Loans', cell: row => countText(row.loans) },
          { title: 'Principal', cell: row => formatNaira(row.principal) },
        ]}
        total={[countText(outstanding.loans), formatNaira(outstanding.principal)]}
      />
    </Card>
  )
}

export function ClassesCard({ portfolio }: Props) {
  const { classes, outstanding } = portfolio
  const provisions = kobo(classes.reduce((sum, each) => sum + each.provision, 0n))
  return (
    <Card
      flush
      title="Classes and provisions"
      actions={<FormulaHint of="provisions" title="Provisions" asOf={portfolio} />}
    >
      <FigureTable
        caption="Live loans by class, with the provision against them"
        head="Class"
        rows={classes}
        rowKey={row => row.name}
        name={row => row.name}
        to={row => unlessFrozen(portfolio, rowsOf.class(row.name))}
        share={row => ppm(row.principal, outstanding.principal)}
        columns={[
          { title: 'Loans', cell: row => countText(row.loans) },
          { title: 'Principal', cell: row => <WithProvision {...row} /> },
          { title: 'Rate', wide: true, cell: row => shareText(row.ratePpm).replace('.00', '') },
          { title: 'Provision', wide: true, cell: row => formatNaira(row.provision) },
        ]}
        total={[
          countText(outstanding.loans),
          <WithProvision key="principal" principal={outstanding.principal} provision={provisions} />,
          '',
          formatNaira(provisions),
        ]}
      />
      <ComponentsList portfolio={portfolio} />
    </Card>
  )
}

/** A phone has no room for another column of amounts. */
const WithProvision = ({ principal, provision }: { principal: Kobo; provision: Kobo }) => (
  <>
    {formatNaira(principal)}
    <span className="block text-xs font-normal text-muted sm:hidden">Provision {formatNaira(provision)}</span>
  </>
)

/** What the outstanding sum is made of. */
function ComponentsList({ portfolio }: Props) {
  const { outstanding } = portfolio
  const parts = [
    ['Principal', outstanding.principal],
    ['Interest', outstanding.interest],
    ['Fees', outstanding.fee],
    ['Penalties', outstanding.penalty],
    ['Customers’ credit', outstanding.credit],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-t border-line bg-canvas/60 px-5 py-3 text-[0.8125rem]">
      {parts.map(([term, amount]) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="tabular-nums">
            <RowsLink to={unlessFrozen(portfolio, rowsOf.live)}>{formatNaira(amount)}</RowsLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}
