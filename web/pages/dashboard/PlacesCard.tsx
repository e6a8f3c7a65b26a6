import clsx from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { GEOPOLITICAL_ZONES } from '../../../contract/nigeria.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import {
  loansOf,
  type Portfolio,
  roughShare,
  rowsOf,
  shareText,
  unlessFrozen,
} from '../../parts/dashboard/dashboardWords.ts'
import { FigureTable } from '../../parts/dashboard/FigureTable.tsx'
import { FormulaHint } from '../../parts/dashboard/FormulaHint.tsx'
import { STATE_TILES } from '../../parts/dashboard/stateTiles.ts'
import { Card } from '../../ui/Card.tsx'
import { countText } from '../../ui/countText.ts'

type Props = { portfolio: Portfolio }
type Place = Portfolio['states'][number]

const VIEWS = [
  { id: 'principal', title: 'Principal' },
  { id: 'par30', title: 'PAR 30' },
] as const
type View = (typeof VIEWS)[number]['id']

const LEGENDS: Record<View, { number: string; shade: string }> = {
  principal: {
    number: 'A tile’s number counts its live loans.',
    shade: 'The stronger the purple, the more principal is out there.',
  },
  par30: {
    number: 'A tile’s number is its PAR 30.',
    shade: 'The redder, the larger the share of principal more than 30 days late.',
  },
}

/** Five shades; a tile says its figure in words too, so the shade only underlines it. */
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

/** From these shares on, in hundredths of the largest, it is the next shade. */
const STEPS = [15, 40, 75]

function shadeOf(place: Place, view: View, most: bigint): string {
  if (place.loans === 0) return SHADES[view][0] ?? ''
  const share =
    view === 'principal' ? ppmOf(place.principal, most || 1n, 'down') / 10_000 : (place.par30 ?? 0) / 2_500
  const at = 1 + STEPS.filter(step => share >= step).length
  return SHADES[view][at] ?? ''
}

/** The 36 states and the capital where they lie, a tile each, and the six zones. */
export function PlacesCard({ portfolio }: Props) {
  const [view, setView] = useState<View>('principal')
  const { states } = portfolio
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
                onClick={() => setView(id)}
                className="h-7 rounded-md px-2.5 text-[0.8125rem] text-muted aria-pressed:bg-brand-soft aria-pressed:font-medium aria-pressed:text-brand-ink"
              >
                {title}
              </button>
            ))}
          </fieldset>
          <FormulaHint of={view === 'par30' ? 'par' : 'outstanding'} title="By state" asOf={portfolio} />
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 p-5 xl:grid-cols-[minmax(0,30rem)_1fr]">
        <ul aria-label="States" className="grid grid-cols-8 gap-1">
          {states.map(place => (
            <StateTile
              key={place.key}
              place={place}
              view={view}
              shade={shadeOf(place, view, most)}
              to={unlessFrozen(portfolio, rowsOf.cut('state', place.key))}
            />
          ))}
        </ul>
        <Zones portfolio={portfolio} />
        <p className="text-[0.8125rem] text-muted lg:col-span-2">
          {/* on a phone the tiles are too small for their numbers */}
          <span className="max-sm:hidden">{LEGENDS[view].number} </span>
          {LEGENDS[view].shade}
        </p>
      </div>
    </Card>
  )
}

type TileProps = { place: Place; view: View; shade: string; to: string | undefined }

function StateTile({ place, view, shade, to }: TileProps) {
  const spot = STATE_TILES[place.key]
  if (!spot) return null
  const says = `${place.title}: ${formatNaira(place.principal)} on ${loansOf(place.loans)}, PAR 30 ${shareText(place.par30)}`
  const look = clsx(
    'flex aspect-square flex-col items-center justify-center rounded-md text-center text-ink',
    shade,
  )
  const face = (
    <>
      <span className="text-[0.6875rem] leading-4 font-semibold">{spot.short}</span>
      <span className="text-[0.625rem] leading-3 tabular-nums max-sm:hidden">
        {place.loans > 0 && (view === 'par30' ? roughShare(place.par30) : countText(place.loans))}
      </span>
    </>
  )
  return (
    <li style={{ gridColumn: spot.column, gridRow: spot.row }} className="min-w-0">
      {to === undefined ? (
        <span role="img" title={says} aria-label={says} className={look}>
          {face}
        </span>
      ) : (
        <Link
          to={to}
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

function Zones({ portfolio }: Props) {
  const { states } = portfolio
  const zones = GEOPOLITICAL_ZONES.map(zone => {
    const own = states.filter(place => place.zone === zone)
    const principal = own.reduce((sum, place) => sum + place.principal, 0n)
    return {
      zone,
      loans: own.reduce((sum, place) => sum + place.loans, 0),
      principal: kobo(principal),
      arrears: kobo(own.reduce((sum, place) => sum + place.arrears, 0n)),
    }
  })
  return (
    <div className="-mx-5 overflow-hidden border-line max-lg:border-t lg:mx-0 lg:rounded-lg lg:border">
      <FigureTable
        caption="Live loans by geopolitical zone"
        head="Zone"
        rows={zones}
        rowKey={row => row.zone}
        name={row => row.zone}
        to={row => unlessFrozen(portfolio, rowsOf.cut('zone', row.zone))}
        columns={[
          { title: 'Loans', cell: row => countText(row.loans) },
          { title: 'Principal', cell: row => formatNaira(row.principal) },
          { title: 'Arrears', wide: true, cell: row => formatNaira(row.arrears) },
        ]}
      />
    </div>
  )
}
