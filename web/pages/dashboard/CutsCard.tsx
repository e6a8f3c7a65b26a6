import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira } from '../../../engine/money.ts'
import {
  type Cut,
  rowsOf,
  type Standing,
  shareText,
  unlessFrozen,
} from '../../parts/dashboard/dashboardWords.ts'
import { FigureTable } from '../../parts/dashboard/FigureTable.tsx'
import { FormulaHint } from '../../parts/dashboard/FormulaHint.tsx'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Card } from '../../ui/Card.tsx'
import { countText } from '../../ui/countText.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'

const KINDS = [
  { id: 'employer', title: 'Employers', head: 'Employer', rows: 'employers' },
  { id: 'officer', title: 'Officers', head: 'Officer', rows: 'officers' },
  { id: 'product', title: 'Products', head: 'Product', rows: 'products' },
] as const

/** The book by employer, officer and product. */
export function CutsCard({ portfolio }: { portfolio: Standing }) {
  const [by, setBy] = useUrlParam('by', { replace: true, preventScrollReset: true })
  const kind = KINDS.find(({ id }) => id === by) ?? KINDS[0]
  const choose = (id: string): void => setBy(id === KINDS[0].id ? undefined : id)
  const rows: readonly Cut[] = portfolio[kind.rows]
  const { principal } = portfolio.outstanding
  return (
    <Card
      flush
      title="By employer, officer and product"
      actions={<FormulaHint of="outstanding" title="The book cut three ways" asOf={portfolio} />}
    >
      <div className="px-5 pt-3">
        <Tabs label="The book cut by" tabs={KINDS} current={kind.id} onChange={choose}>
          <div className="-mx-5">
            {rows.length === 0 ? (
              <EmptyState compact title="No live loans yet" />
            ) : (
              <FigureTable
                caption={`Live loans by ${kind.head.toLowerCase()}`}
                head={kind.head}
                rows={rows}
                rowKey={row => row.key}
                name={row => row.title}
                to={row =>
                  row.key === '' && kind.id === 'employer'
                    ? undefined
                    : unlessFrozen(portfolio, rowsOf.cut(kind.id, row.key))
                }
                share={row => (principal === 0n ? 0 : ppmOf(row.principal, principal, 'half-up'))}
                columns={[
                  { title: 'Loans', cell: row => countText(row.loans) },
                  {
                    title: 'Principal',
                    cell: row => (
                      <>
                        {formatNaira(row.principal)}
                        {/* a phone has no room for these columns */}
                        <span className="block text-xs text-muted sm:hidden">
                          Arrears {formatNaira(row.arrears)}
                        </span>
                      </>
                    ),
                  },
                  { title: 'Arrears', wide: true, cell: row => formatNaira(row.arrears) },
                  { title: 'PAR 1', wide: true, cell: row => shareText(row.par1) },
                  { title: 'PAR 30', wide: true, cell: row => shareText(row.par30) },
                ]}
              />
            )}
          </div>
        </Tabs>
      </div>
    </Card>
  )
}
