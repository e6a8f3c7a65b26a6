import clsx from 'clsx'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CutPart } from '../../../contract/dashboard.ts'
import { countText } from '../../../engine/countText.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Card } from '../../ui/Card.tsx'
import { COLUMN_FORMULAS, cutColumns, OnPhone } from './CutsCard.tsx'
import {
  loansOf,
  type Portfolio,
  partRows,
  roughShare,
  shareText,
  standingRows,
  withWayBack,
} from './dashboardWords.ts'
import { type FigureOrder, FigureTable } from './FigureTable.tsx'
import { FormulasHint } from './FormulaHint.tsx'
import { RowsLink } from './RowsLink.tsx'
import { type Edge, STATE_TILES, ZONE_TILES, zoneEdges } from './stateTiles.ts'

type Props = { portfolio: Portfolio }
type Place = Portfolio['states'][number]
type Zone = Portfolio['zones'][number]

const VIEWS = [
  { id: 'principal', title: 'Principal' },
  { id: 'par30', title: 'PAR 30' },
] as const
type View = (typeof VIEWS)[number]['id']

const LEGENDS: Record<View, { number: string; steps: readonly string[] }> = {
  principal: {
    number: 'The number on a tile is its active loans. Colour: principal against the largest state.',
    steps: ['None', 'Under 15%', '15 to 39%', '40 to 74%', '75% or more'],
  },
  par30: {
    number: 'The number on a tile is its PAR 30.',
    steps: ['None', 'Under 3.75%', '3.75 to 9.9%', '10 to 18.74%', '18.75% or more'],
  },
}

/** Five shades; a tile has its figure in words too. */
const SHADES = {
  principal: ['bg-sunken text-muted', 'bg-brand/15', 'bg-brand/30', 'bg-brand/50', 'bg-brand text-white'],
  par30: [
    'bg-sunken text-muted',
    'bg-caution/12',
    'bg-caution/24',
    'bg-negative/32',
    'bg-negative/55 ring-2 ring-negative ring-inset',
  ],
}

/** The next shade starts at each of these shares, in hundredths of the largest. */
const STEPS = [15, 40, 75]

function shadeOf(place: Place, view: View, most: bigint): string {
  const hasNothing = view === 'principal' ? place.loans === 0 : !place.par30
  if (hasNothing) return SHADES[view][0] ?? ''
  const share =
    view === 'principal' ? ppmOf(place.principal, most || 1n, 'down') / 10_000 : (place.par30 ?? 0) / 2_500
  const at = 1 + STEPS.filter(step => share >= step).length
  return SHADES[view][at] ?? ''
}

/** The 36 states and the capital as a map of tiles, and the six zones. */
export function PlacesCard({ portfolio }: Props) {
  const [shown, setShown] = useUrlParam('map', { replace: true, preventScrollReset: true })
  const view = VIEWS.find(({ id }) => id === shown)?.id ?? VIEWS[0].id
  const { states } = portfolio
  const edgesOf = zoneEdges(states)
  const most = states.reduce((a, { principal }) => (principal > a ? principal : a), 0n)
  return (
    <Card
      flush
      title="By state and zone"
      actions={
        <>
          <fieldset className="flex rounded-lg border border-line p-0.5">
            <legend className="sr-only">What the tiles show</legend>
            {VIEWS.map(({ id, title }) => (
              <button
                key={id}
                type="button"
                aria-pressed={view === id}
                onClick={() => setShown(id === VIEWS[0].id ? undefined : id)}
                className="h-7 rounded-md px-2.5 text-[0.8125rem] text-muted aria-pressed:bg-brand-soft aria-pressed:font-medium aria-pressed:text-brand-ink"
              >
                {title}
              </button>
            ))}
          </fieldset>
          <FormulasHint title="By state and zone" of={COLUMN_FORMULAS} asOf={portfolio} />
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 p-5 xl:grid-cols-[minmax(0,24rem)_1fr] min-[90rem]:grid-cols-[minmax(0,28rem)_1fr]">
        <ul aria-label="States" className="grid grid-cols-8 gap-1">
          {ZONE_TILES.map(({ zone, short, column, row }) => (
            <li
              key={zone}
              aria-hidden
              title={zone}
              style={{ gridColumn: column, gridRow: row }}
              className="grid place-items-center text-[0.6875rem] font-semibold text-muted"
            >
              {short}
            </li>
          ))}
          {states.map(place => (
            <StateTile
              key={place.key}
              place={place}
              view={view}
              edges={edgesOf(place.key)}
              shade={shadeOf(place, view, most)}
              to={
                view === 'par30'
                  ? partRows(portfolio, 'state', place.key, 'par30')
                  : standingRows(portfolio, 'state', place.key)
              }
            />
          ))}
        </ul>
        <Zones portfolio={portfolio} />
        <Legend view={view} states={states} />
      </div>
      <StateFigures portfolio={portfolio} />
    </Card>
  )
}

/** What each colour of the map means. */
const Legend = ({ view, states }: { view: View; states: readonly Place[] }) => (
  <div className="text-[0.8125rem] text-muted xl:col-span-2">
    <ul aria-label="Legend" className="mb-1.5 flex flex-wrap gap-x-4 gap-y-1">
      {LEGENDS[view].steps.map((step, at) => (
        <li key={step} className="flex items-center gap-1.5">
          <span aria-hidden className={clsx('size-3.5 rounded-sm', SHADES[view][at])} />
          {step}
        </li>
      ))}
    </ul>
    {LEGENDS[view].number} Lines separate the six geopolitical zones. Initials are shown at the edge.
    {outsideText(states)}
  </div>
)

/** The zones total less than the states where a customer's state is unknown. */
function outsideText(states: readonly Place[]): string {
  const loans = states.reduce((sum, place) => sum + (place.zone === null ? place.loans : 0), 0)
  return loans === 0 ? '' : ` Not in a zone: ${loansOf(loans)} of customers without a known state.`
}

/** A tile on a phone has room for four characters. */
const shortCount = (count: number): string =>
  count < 10_000 ? countText(count) : `${countText(Math.floor(count / 1_000))}k`

/** A line in the gap beside a tile or below it. */
const EDGES: Record<Edge, string> = {
  right: 'after:absolute after:-inset-y-0.5 after:-right-[3px] after:w-0.5 after:bg-muted',
  below: 'before:absolute before:-inset-x-0.5 before:-bottom-[3px] before:h-0.5 before:bg-muted',
}

type TileProps = {
  place: Place
  view: View
  /** Where another zone begins. */
  edges: readonly Edge[]
  shade: string
  to: string | undefined
}

function StateTile({ place, view, edges, shade, to }: TileProps) {
  const [params] = useSearchParams()
  const spot = STATE_TILES[place.key]
  if (!spot) return null
  const says = `${place.title}: ${formatNaira(place.principal)} on ${loansOf(place.loans)}, PAR 30 ${shareText(place.par30)}${place.zone === null ? '' : `, ${place.zone}`}`
  const look = clsx(
    'flex aspect-square flex-col items-center justify-center rounded-md text-center text-ink',
    shade,
  )
  const face = (
    <>
      <span className="text-[0.6875rem] leading-4 font-semibold">{spot.short}</span>
      <span className="text-[0.625rem] leading-3 whitespace-nowrap tabular-nums">
        {place.loans > 0 && (view === 'par30' ? roughShare(place.par30) : <Count of={place.loans} />)}
      </span>
    </>
  )
  return (
    <li
      style={{ gridColumn: spot.column, gridRow: spot.row }}
      className={clsx('relative min-w-0', ...edges.map(edge => EDGES[edge]))}
    >
      {to === undefined ? (
        <span role="img" title={says} aria-label={says} className={look}>
          {face}
        </span>
      ) : (
        <Link
          to={withWayBack(to, params)}
          title={says}
          aria-label={says}
          className={clsx(look, 'hover:outline-2 hover:outline-brand')}
        >
          {face}
        </Link>
      )}
    </li>
  )
}

const Count = ({ of }: { of: number }) => (
  <>
    <span className="sm:hidden">{shortCount(of)}</span>
    <span className="max-sm:hidden">{countText(of)}</span>
  </>
)

/** All figures by state, including states without a tile. */
function StateFigures({ portfolio }: Props) {
  const order = useOrder('stateOrder')
  const [wasSorted] = useState(order.sort !== null)
  const states = portfolio.states.filter(place => place.loans > 0)
  if (states.length === 0) return null
  return (
    // open when the address has their order
    <details className="border-t border-line" open={wasSorted}>
      <summary className="cursor-pointer px-5 py-3 text-[0.8125rem] text-muted hover:text-ink">
        Figures by state
      </summary>
      <FigureTable
        caption="Active loans by state"
        head="State"
        rows={states}
        rowKey={row => row.key}
        name={row => row.title}
        to={row => standingRows(portfolio, 'state', row.key)}
        order={order}
        columns={cutColumns((row: Place, part) => partRows(portfolio, 'state', row.key, part))}
      />
    </details>
  )
}

/** The order of the places, in the address. */
function useOrder(name: string): FigureOrder {
  const [sort, onSort] = useUrlParam(name, { replace: true, preventScrollReset: true })
  return { sort, onSort }
}

function Zones({ portfolio }: Props) {
  const late = ({ key }: Zone, part: CutPart) => partRows(portfolio, 'zone', key, part)
  return (
    <div className="-mx-5 overflow-hidden border-line max-lg:border-t lg:mx-0 lg:rounded-lg lg:border">
      <FigureTable
        caption="Active loans by geopolitical zone"
        head="Zone"
        rows={portfolio.zones}
        rowKey={row => row.key}
        name={row => row.title}
        to={row => standingRows(portfolio, 'zone', row.key)}
        order={useOrder('zoneOrder')}
        columns={[
          { title: 'Loans', value: row => row.loans, cell: row => countText(row.loans) },
          {
            title: 'Principal',
            value: row => row.principal,
            cell: row => (
              <>
                {formatNaira(row.principal)}
                <OnPhone to={late(row, 'arrears')}>Arrears {formatNaira(row.arrears)}</OnPhone>
                <OnPhone to={late(row, 'par30')}>PAR 30 {shareText(row.par30)}</OnPhone>
              </>
            ),
          },
          {
            title: 'Arrears',
            wide: true,
            value: row => row.arrears,
            cell: row => <RowsLink to={late(row, 'arrears')}>{formatNaira(row.arrears)}</RowsLink>,
          },
          {
            title: 'PAR 30',
            wide: true,
            value: row => row.par30,
            cell: row => (
              <RowsLink to={late(row, 'par30')}>
                {shareText(row.par30)}
                {row.late30 > 0n && (
                  <span className="block text-xs text-muted">{formatNaira(row.late30)}</span>
                )}
              </RowsLink>
            ),
          },
        ]}
      />
    </div>
  )
}
