import { formatNaira, kobo } from '../../../engine/money.ts'
import {
  changeText,
  loansOf,
  monthsText,
  type Portfolio,
  rowsOf,
  shareText,
} from '../../parts/dashboard/dashboardWords.ts'
import { FigureCard, FigureCardSkeleton, FigureGrid } from '../../parts/dashboard/FigureCard.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'

const CARDS = 8

/** The eight figures a lender looks at first. */
export function PortfolioCards({ portfolio }: { portfolio: Portfolio | undefined }) {
  if (!portfolio)
    return (
      <FigureGrid label="Portfolio">
        {Array.from({ length: CARDS }, (_, at) => `card ${at}`).map(card => (
          <FigureCardSkeleton key={card} />
        ))}
      </FigureGrid>
    )
  return (
    <FigureGrid label="Portfolio">
      <StandingCards portfolio={portfolio} />
      <PeriodCards portfolio={portfolio} />
    </FigureGrid>
  )
}

type Props = { portfolio: Portfolio }

/** The months whose end is known, oldest first. */
const known = ({ months }: Portfolio, figure: 'principal' | 'par30'): bigint[] =>
  months.flatMap(month => (month[figure] === null ? [] : [BigInt(month[figure])]))

/** Without the running month: of that the card counts what fell due so far, and the month all that will. */
const dueIn = (months: Portfolio['months']): bigint[] =>
  months.filter(({ month }) => month < todayInLagos().slice(0, 7)).map(({ due }) => due)

function StandingCards({ portfolio }: Props) {
  const { outstanding, par, classes } = portfolio
  const par30 = par.find(each => each.days === 30)
  const provision = kobo(classes.reduce((sum, each) => sum + each.provision, 0n))
  return (
    <>
      <FigureCard
        title="Outstanding"
        formula="outstanding"
        asOf={portfolio}
        value={formatNaira(outstanding.total)}
        to={rowsOf.live}
        below={loansOf(outstanding.loans)}
        trend={<Sparkline values={known(portfolio, 'principal')} />}
      />
      <FigureCard
        title="In arrears"
        formula="arrears"
        asOf={portfolio}
        value={formatNaira(outstanding.arrears)}
        to={rowsOf.late}
        below={loansOf(outstanding.lateLoans)}
        tone={outstanding.arrears > 0n ? 'negative' : undefined}
      />
      <FigureCard
        title="PAR 30"
        formula="par"
        asOf={portfolio}
        value={shareText(par30?.share ?? null, 'Nothing lent')}
        to={rowsOf.cut('late', '30')}
        below={formatNaira(par30?.principal ?? kobo(0n))}
        trend={<Sparkline values={known(portfolio, 'par30')} className="text-caution" />}
      />
      <FigureCard
        title="Provisions"
        formula="provisions"
        asOf={portfolio}
        value={formatNaira(provision)}
        to={rowsOf.provision}
        below="by class, below"
      />
    </>
  )
}

function PeriodCards({ portfolio }: Props) {
  const { period, before, from, to, months } = portfolio
  const span = monthsText(from, to)
  return (
    <>
      <FigureCard
        title={`Disbursed, ${span}`}
        formula="disbursed"
        asOf={portfolio}
        value={formatNaira(period.disbursed)}
        to={rowsOf.paidOut(from, to)}
        below={changeText(period.disbursed, before.disbursed) ?? loansOf(period.disbursedLoans)}
        trend={<Sparkline values={months.map(month => month.disbursed)} />}
      />
      <FigureCard
        title={`Collected, ${span}`}
        formula="collected"
        asOf={portfolio}
        value={formatNaira(period.collected)}
        to={rowsOf.collected(from, to)}
        below={changeText(period.collected, before.collected) ?? 'by value date'}
        trend={<Sparkline values={months.map(month => month.collected)} className="text-positive" />}
      />
      <FigureCard
        title={`Due, ${span}`}
        formula="due"
        asOf={portfolio}
        value={formatNaira(period.due)}
        to={rowsOf.due(from, to)}
        below={changeText(period.due, before.due) ?? 'up to today'}
        trend={<Sparkline values={dueIn(months)} className="text-notice" />}
      />
      <FigureCard
        title="Collection efficiency"
        formula="efficiency"
        asOf={portfolio}
        value={shareText(period.efficiency, 'Nothing due')}
        to={rowsOf.collected(from, to)}
        below={before.efficiency === null ? span : `${shareText(before.efficiency)} before`}
      />
    </>
  )
}
