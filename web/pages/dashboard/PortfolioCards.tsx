import type { ReactNode } from 'react'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { todayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'
import {
  changeText,
  dayOf,
  isStanding,
  loansOf,
  monthsText,
  type Portfolio,
  rowsOf,
  type Standing,
  shareText,
  standingRows,
} from './dashboardWords.ts'
import { FigureCard, FigureCardSkeleton, FigureGrid } from './FigureCard.tsx'
import { FrozenFlow, frozenFlowHint } from './FrozenFlow.tsx'
import { RowsLink } from './RowsLink.tsx'

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
      {isStanding(portfolio) ? (
        <StandingCards portfolio={portfolio} />
      ) : (
        <UnknownCards portfolio={portfolio} />
      )}
      <PeriodCards portfolio={portfolio} />
    </FigureGrid>
  )
}

type Props = { portfolio: Portfolio }

/** The months whose end is known, oldest first. */
const known = ({ months }: Portfolio, figure: 'principal' | 'par30'): bigint[] =>
  months.flatMap(month => (month[figure] === null ? [] : [BigInt(month[figure])]))

/**
 * Of the running month the card counts what fell due so far, and the month all that will: the line ends with the card's own
 * figure, or, where that is of more months than this one, without it.
 */
function dueIn({ months, period, from }: Portfolio): bigint[] {
  const running = todayInLagos().slice(0, 7)
  return months.flatMap(({ month, due }) => (month < running ? [due] : month === from ? [period.due] : []))
}

const STANDING_CARDS = [
  ['Outstanding', 'outstanding'],
  ['In arrears', 'arrears'],
  ['PAR 30', 'par'],
  ['Provisions', 'provisions'],
] as const

/** In place of a figure of today under the name of a month that nobody wrote down. */
const UnknownCards = ({ portfolio }: Props) =>
  STANDING_CARDS.map(([title, formula]) => (
    <FigureCard
      key={title}
      title={title}
      formula={formula}
      asOf={portfolio}
      value="Not known"
      to={undefined}
      below={`not written down on ${dayOf(portfolio.frozen?.on ?? null)}`}
    />
  ))

function StandingCards({ portfolio }: { portfolio: Standing }) {
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
        to={standingRows(portfolio, 'owed')}
        below={loansOf(outstanding.loans)}
        trend={
          <Sparkline
            label="Trend of outstanding principal at month-ends"
            values={known(portfolio, 'principal')}
          />
        }
      />
      <FigureCard
        title="In arrears"
        formula="arrears"
        asOf={portfolio}
        value={formatNaira(outstanding.arrears)}
        to={standingRows(portfolio, 'arrears')}
        below={loansOf(outstanding.lateLoans)}
        tone={outstanding.arrears > 0n ? 'negative' : undefined}
      />
      <FigureCard
        title="PAR 30"
        formula="par"
        asOf={portfolio}
        value={shareText(par30?.share ?? null, 'Nothing lent')}
        to={standingRows(portfolio, 'late', '30')}
        below={formatNaira(par30?.principal ?? kobo(0n))}
        trend={<Sparkline values={known(portfolio, 'par30')} className="text-caution" />}
      />
      <FigureCard
        title="Provisions"
        formula="provisions"
        asOf={portfolio}
        value={formatNaira(provision)}
        to={standingRows(portfolio, 'provision')}
        below="by class, below"
      />
    </>
  )
}

/** What the figures of the period are held against: how much it was, of which days, and where those are shown. */
function beforeOf({ period, before }: Portfolio) {
  const span = `${dayOf(before.from)} to ${dayOf(before.to)}`
  const link = (
    <RowsLink to={`${paths.dashboard}?from=${before.from.slice(0, 7)}&to=${before.to.slice(0, 7)}`}>
      before<span className="sr-only">, {span}</span>
    </RowsLink>
  )
  return {
    link,
    change: (of: 'disbursed' | 'collected' | 'due', otherwise: string): ReactNode => {
      const words = changeText(period[of], before[of])
      return words === undefined ? (
        otherwise
      ) : (
        <>
          {words} {link}
        </>
      )
    },
    said: (figure: string) =>
      `Before: ${figure}, from ${span}. That is as many months earlier, and of a month that runs as many days of it; “before” opens those months whole.`,
  }
}

function PeriodCards({ portfolio }: Props) {
  const { period, before, from, to, months } = portfolio
  const span = monthsText(from, to)
  const { link, change, said } = beforeOf(portfolio)
  return (
    <>
      <FigureCard
        title={`Disbursed, ${span}`}
        formula="disbursed"
        asOf={portfolio}
        value={formatNaira(period.disbursed)}
        to={rowsOf.paidOut(from, to)}
        against={`${said(formatNaira(before.disbursed))} ${frozenFlowHint(portfolio, 'disbursed')}`}
        below={
          <>
            {change('disbursed', loansOf(period.disbursedLoans))}
            <FrozenFlow portfolio={portfolio} of="disbursed" />
          </>
        }
        trend={<Sparkline values={months.map(month => month.disbursed)} />}
      />
      <FigureCard
        title={`Collected, ${span}`}
        formula="collected"
        asOf={portfolio}
        value={formatNaira(period.collected)}
        to={rowsOf.collected(from, to)}
        against={`${said(formatNaira(before.collected))} ${frozenFlowHint(portfolio, 'collected')}`}
        below={
          <>
            {change('collected', 'by value date')}
            <FrozenFlow portfolio={portfolio} of="collected" />
          </>
        }
        trend={<Sparkline values={months.map(month => month.collected)} className="text-positive" />}
      />
      <FigureCard
        title={`Due, ${span}`}
        formula="due"
        asOf={portfolio}
        value={formatNaira(period.due)}
        to={rowsOf.due(from, to)}
        against={`${said(formatNaira(before.due))} ${frozenFlowHint(portfolio, 'due')}`}
        below={
          <>
            {change('due', 'up to today')}
            <FrozenFlow portfolio={portfolio} of="due" />
          </>
        }
        trend={<Sparkline values={dueIn(portfolio)} className="text-notice" />}
      />
      <FigureCard
        title="Collection efficiency"
        formula="efficiency"
        asOf={portfolio}
        against={`${said(shareText(before.efficiency, 'nothing due'))} ${frozenFlowHint(portfolio, 'efficiency')}`}
        value={shareText(period.efficiency, 'Nothing due')}
        to={rowsOf.collected(from, to)}
        below={
          <>
            of <RowsLink to={rowsOf.due(from, to)}>{formatNaira(period.due)} due</RowsLink>
            {before.efficiency !== null && (
              <>
                , {shareText(before.efficiency)} {link}
              </>
            )}
            <FrozenFlow portfolio={portfolio} of="efficiency" />
          </>
        }
      />
    </>
  )
}
