import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { CutPart } from '../../../contract/dashboard.ts'
import { countText } from '../../../engine/countText.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { type Cut, partRows, type Standing, shareText, standingRows } from './dashboardWords.ts'
import { type FigureColumn, type FigureOrder, FigureTable } from './FigureTable.tsx'
import { FormulasHint } from './FormulaHint.tsx'
import { RowsLink } from './RowsLink.tsx'

const KINDS = [
  { id: 'employer', title: 'Employers', head: 'Employer', rows: 'employers' },
  { id: 'officer', title: 'Account officers', head: 'Account officer', rows: 'officers' },
  { id: 'product', title: 'Products', head: 'Product', rows: 'products' },
] as const

export const COLUMN_FORMULAS = [
  { term: 'Principal', formula: 'principal' },
  { term: 'Arrears', formula: 'arrears' },
  { term: 'PAR 1, PAR 30', formula: 'par' },
] as const

type Props = { portfolio: Standing }
type CutRow = Cut & { others?: number }

/** The portfolio by employer, account officer and product. */
export function CutsCard({ portfolio }: Props) {
  const [by, setBy] = useUrlParam('by', { replace: true, preventScrollReset: true })
  const kind = KINDS.find(({ id }) => id === by) ?? KINDS[0]
  const choose = (id: string): void => setBy(id === KINDS[0].id ? undefined : id)
  const rows: readonly CutRow[] = portfolio[kind.rows]
  const { principal } = portfolio.outstanding
  const allEmployers = useAllEmployers()
  const isRest = (row: CutRow): boolean => (row.others ?? 0) > 0
  const order = useOrder(rows.some(isRest))
  return (
    <Card
      flush
      title="By employer, account officer and product"
      actions={
        <FormulasHint
          title="By employer, account officer and product"
          of={COLUMN_FORMULAS}
          asOf={portfolio}
        />
      }
    >
      <div className="px-5 pt-3">
        <Tabs label="Portfolio by" tabs={KINDS} current={kind.id} onChange={choose}>
          <div className="-mx-5">
            {rows.length === 0 ? (
              <EmptyState compact title="No active loans yet" />
            ) : (
              <FigureTable
                caption={`Active loans by ${kind.head.toLowerCase()}`}
                head={kind.head}
                rows={rows}
                rowKey={row => (row.others ? 'others' : row.key)}
                name={row => row.title}
                // the row of the others opens the table of all employers
                to={row => (row.others ? allEmployers : standingRows(portfolio, kind.id, row.key))}
                order={order}
                isRest={isRest}
                share={row => (principal === 0n ? 0 : ppmOf(row.principal, principal, 'half-up'))}
                columns={cutColumns((row: CutRow, part) =>
                  row.others ? allEmployers : partRows(portfolio, kind.id, row.key, part),
                )}
              />
            )}
            {kind.id === 'employer' && <ShowEmployers portfolio={portfolio} />}
          </div>
        </Tabs>
      </div>
    </Card>
  )
}

/** The figures of overdue loans in each group. */
const LATE_FIGURES: readonly { title: string; part: CutPart; text: (row: Cut) => string }[] = [
  { title: 'Arrears', part: 'arrears', text: row => formatNaira(row.arrears) },
  { title: 'PAR 1', part: 'par1', text: row => shareText(row.par1) },
  { title: 'PAR 30', part: 'par30', text: row => shareText(row.par30) },
]

/** The name opens loans and principal; `to` gives the overdue loans behind the other columns. */
export const cutColumns = <Row extends Cut>(
  to: (row: Row, part: CutPart) => string | undefined,
): readonly FigureColumn<Row>[] => [
  { title: 'Loans', value: row => row.loans, cell: row => countText(row.loans) },
  {
    title: 'Principal',
    value: row => row.principal,
    cell: row => (
      <>
        {formatNaira(row.principal)}
        {LATE_FIGURES.map(({ title, part, text }) => (
          <OnPhone key={part} to={to(row, part)}>
            {title} {text(row)}
          </OnPhone>
        ))}
      </>
    ),
  },
  ...LATE_FIGURES.map(({ title, part, text }) => ({
    title,
    wide: true,
    value: (row: Row) => row[part],
    cell: (row: Row) => <RowsLink to={to(row, part)}>{text(row)}</RowsLink>,
  })),
]

/** A figure whose column is hidden on a phone. */
export const OnPhone = ({ to, children }: { to: string | undefined; children: ReactNode }) => (
  <span className="block text-xs text-muted sm:hidden">
    <RowsLink to={to}>{children}</RowsLink>
  </span>
)

/** All employers are sorted: the worst may not be among the largest. */
function useOrder(isCut: boolean): FigureOrder {
  const [params, setParams] = useSearchParams()
  const onSort = (sort: string | undefined): void => {
    const next = new URLSearchParams(params)
    if (sort === undefined) next.delete('order')
    else next.set('order', sort)
    if (sort !== undefined && isCut) next.set('employers', 'all')
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return { sort: params.get('order'), onSort }
}

/** This page with every employer in the table. */
function useAllEmployers(): string {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set('employers', 'all')
  return `${paths.dashboard}?${next}`
}

function ShowEmployers({ portfolio: { employers } }: Props) {
  const [shown, setShown] = useUrlParam('employers', { replace: true, preventScrollReset: true })
  const others = employers.find(row => row.others > 0)?.others ?? 0
  const isAll = shown === 'all'
  if (others === 0 && !isAll) return null
  return (
    <div className="border-t border-line px-5 py-3 print:hidden">
      <Button size="small" onClick={() => setShown(isAll ? undefined : 'all')}>
        {isAll ? 'Show the largest only' : `Show all ${countText(employers.length - 1 + others)} employers`}
      </Button>
    </div>
  )
}
