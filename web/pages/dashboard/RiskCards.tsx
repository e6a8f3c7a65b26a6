import { countText } from '../../../engine/countText.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { Card } from '../../ui/Card.tsx'
import { conductRows, type Standing, shareText, standingRows } from './dashboardWords.ts'
import { FigureTable } from './FigureTable.tsx'
import { FormulaHint, FormulasHint } from './FormulaHint.tsx'
import { RowsLink } from './RowsLink.tsx'

type Props = { portfolio: Standing }

const ppm = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : ppmOf(part, whole, 'half-up'))

const AGEING_FORMULAS = [
  { term: 'Portfolio at risk', formula: 'par' },
  { term: 'Days past due', formula: 'ageing' },
  { term: 'Principal', formula: 'principal' },
] as const

/** Portfolio at risk at four thresholds, then every age. */
export function AgeingCard({ portfolio }: Props) {
  const { par, ageing, outstanding } = portfolio
  return (
    <Card
      flush
      title="Portfolio at risk and ageing"
      actions={<FormulasHint title="Portfolio at risk and ageing" of={AGEING_FORMULAS} asOf={portfolio} />}
    >
      <dl className="grid grid-cols-4 gap-px border-b border-line bg-line">
        {par.map(({ days, share }) => (
          <div key={days} className="bg-surface px-5 py-3 max-sm:px-3">
            <dt className="text-[0.8125rem] text-muted">PAR {days}</dt>
            <dd>
              <RowsLink
                to={standingRows(portfolio, 'late', String(days))}
                className="font-semibold tabular-nums"
              >
                {shareText(share)}
              </RowsLink>
            </dd>
          </div>
        ))}
      </dl>
      {portfolio.parByConduct.length > 0 && (
        <FigureTable
          caption="Portfolio at risk by contract and by conduct"
          head="PAR"
          rows={portfolio.parByConduct}
          rowKey={row => String(row.days)}
          name={row => `PAR\u00a0${row.days}`}
          to={() => undefined}
          columns={[
            {
              title: 'By contract',
              wide: true,
              cell: row => (
                <RowsLink to={standingRows(portfolio, 'late', String(row.days))}>
                  {formatNaira(row.contractual)}
                </RowsLink>
              ),
            },
            {
              title: 'Less awaiting file',
              cell: row => (
                <RowsLink to={conductRows(portfolio, 'lateAwaiting', row.days)}>
                  {formatNaira(row.awaiting)}
                </RowsLink>
              ),
            },
            {
              title: 'By conduct',
              cell: row => (
                <RowsLink to={conductRows(portfolio, 'lateConduct', row.days)}>
                  {formatNaira(row.conduct)}
                  <span className="max-sm:hidden"> ({shareText(row.share)})</span>
                </RowsLink>
              ),
            },
          ]}
        />
      )}
      <FigureTable
        caption="Active loans by days past due"
        head="Days past due"
        rows={ageing}
        rowKey={row => row.key}
        name={row => row.title}
        to={row => standingRows(portfolio, 'age', row.key)}
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

const CLASS_FORMULAS = [
  { term: 'Provision', formula: 'provisions' },
  { term: 'Principal', formula: 'principal' },
  { term: 'Principal, interest, fees and penalties', formula: 'outstanding' },
] as const

const rateText = (ratePpm: number): string => shareText(ratePpm).replace('.00', '')

export function ClassesCard({ portfolio }: Props) {
  const { classes, outstanding } = portfolio
  const provisions = kobo(classes.reduce((sum, each) => sum + each.provision, 0n))
  const provisionRows = (name: string): string | undefined => standingRows(portfolio, 'provision', name)
  return (
    <Card
      flush
      title="Loan classification and provisions"
      actions={
        <FormulasHint title="Loan classification and provisions" of={CLASS_FORMULAS} asOf={portfolio} />
      }
    >
      <FigureTable
        caption="Active loans by class, with provisions"
        head="Class"
        rows={classes}
        rowKey={row => row.name}
        name={row => row.name}
        to={row => standingRows(portfolio, 'class', row.name)}
        share={row => ppm(row.principal, outstanding.principal)}
        columns={[
          { title: 'Loans', cell: row => countText(row.loans) },
          { title: 'Principal', cell: row => <WithProvision {...row} to={provisionRows(row.name)} /> },
          { title: 'Rate', wide: true, cell: row => rateText(row.ratePpm) },
          {
            title: 'Provision',
            wide: true,
            cell: row => <RowsLink to={provisionRows(row.name)}>{formatNaira(row.provision)}</RowsLink>,
          },
        ]}
        total={[
          countText(outstanding.loans),
          <WithProvision
            key="principal"
            principal={outstanding.principal}
            provision={provisions}
            to={provisionRows('')}
          />,
          '',
          <RowsLink key="provision" to={provisionRows('')}>
            {formatNaira(provisions)}
          </RowsLink>,
        ]}
      />
      <ComponentsList portfolio={portfolio} />
    </Card>
  )
}

type ProvisionProps = { principal: Kobo; provision: Kobo; ratePpm?: number; to: string | undefined }

/** On a phone the provision is below the principal. */
const WithProvision = (row: ProvisionProps) => (
  <>
    {formatNaira(row.principal)}
    <span className="block text-xs font-normal text-muted sm:hidden">
      <RowsLink to={row.to}>Provision {formatNaira(row.provision)}</RowsLink>
      {row.ratePpm !== undefined && <span className="block">at {rateText(row.ratePpm)}</span>}
    </span>
  </>
)

/** The parts of the outstanding balance; credit balances are shown apart. */
function ComponentsList({ portfolio }: Props) {
  const { outstanding } = portfolio
  const parts = [
    ['Principal', 'principal'],
    ['Interest', 'interest'],
    ['Fees', 'fee'],
    ['Penalties', 'penalty'],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line bg-canvas/60 px-5 py-3 text-[0.8125rem] sm:grid-cols-[repeat(4,auto)]">
      {parts.map(([term, part]) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="tabular-nums">
            <RowsLink to={standingRows(portfolio, 'owed', part)}>{formatNaira(outstanding[part])}</RowsLink>
          </dd>
        </div>
      ))}
      <div className="col-span-full flex justify-between gap-4 border-t border-line pt-2">
        <dt className="flex items-center gap-1.5 text-muted">
          Customers’ credit balances
          <FormulaHint of="credit" title="Customers’ credit balances" asOf={portfolio} />
        </dt>
        <dd className="tabular-nums">
          <RowsLink to={standingRows(portfolio, 'credit')}>{formatNaira(outstanding.credit)}</RowsLink>
        </dd>
      </div>
    </dl>
  )
}
