import type { ReactNode } from 'react'
import { formatMonth } from '../../../engine/dates.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
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

const CARDS = 10
const DESK_CARDS = 4

const Skeletons = ({ cards }: { cards: number }) =>
  Array.from({ length: cards }, (_, at) => `card ${at}`).map(card => <FigureCardSkeleton key={card} />)

/** The ten figures of the portfolio. */
export function PortfolioCards({ portfolio }: { portfolio: Portfolio | undefined }) {
  return (
    <FigureGrid label="Portfolio" wide>
      {!portfolio ? (
        <Skeletons cards={CARDS} />
      ) : (
        <>
          {isStanding(portfolio) ? (
            <StandingCards portfolio={portfolio} />
          ) : (
            <UnknownCards portfolio={portfolio} />
          )}
          <PeriodCards portfolio={portfolio} />
        </>
      )}
    </FigureGrid>
  )
}

/** The four figures above the reader’s own work. */
export function DeskFigures({
  portfolio,
  isMissing,
}: {
  portfolio: Portfolio | undefined
  isMissing: boolean
}) {
  if (!portfolio && isMissing) return null
  return (
    <FigureGrid label="Key figures">
      {portfolio && isStanding(portfolio) ? (
        <>
          <PrincipalCard portfolio={portfolio} />
          <ArrearsCard portfolio={portfolio} />
          <ParCard portfolio={portfolio} />
          <CollectedCard portfolio={portfolio} />
        </>
      ) : (
        <Skeletons cards={DESK_CARDS} />
      )}
    </FigureGrid>
  )
}

type Props = { portfolio: Portfolio }
type StandingProps = { portfolio: Standing }

/** The months that have ended: a month in progress would look like a fall. */
export const wholeMonths = ({ months }: Portfolio): Portfolio['months'] => {
  const running = todayInLagos().slice(0, 7)
  return months.filter(({ month }) => month < running)
}

/** The month-ends with figures, oldest first. */
const known = (portfolio: Portfolio, figure: 'principal' | 'par30'): bigint[] =>
  wholeMonths(portfolio).flatMap(month => (month[figure] === null ? [] : [BigInt(month[figure])]))

const STANDING_CARDS = [
  ['Outstanding principal', 'principal'],
  ['Outstanding balance', 'outstanding'],
  ['In arrears', 'arrears'],
  ['PAR 30', 'par'],
  ['Deducted, not yet received', 'unremitted'],
] as const

/** A month-end without a snapshot has no figures at a date. */
const UnknownCards = ({ portfolio }: Props) =>
  STANDING_CARDS.map(([title, formula]) => (
    <FigureCard
      key={title}
      title={title}
      formula={formula}
      asOf={portfolio}
      value="Not available"
      to={undefined}
      below={`No snapshot for ${dayOf(portfolio.frozen?.on ?? null)}`}
    />
  ))

const StandingCards = ({ portfolio }: StandingProps) => (
  <>
    <PrincipalCard portfolio={portfolio} />
    <FigureCard
      title="Outstanding balance"
      formula="outstanding"
      asOf={portfolio}
      value={portfolio.outstanding.total}
      to={standingRows(portfolio, 'owed')}
      below="Principal, interest, fees and penalties"
    />
    <ArrearsCard portfolio={portfolio} />
    <ParCard portfolio={portfolio} />
    <GapCard portfolio={portfolio} />
  </>
)

/** What separates the two figures of money in: it opens the payroll offices. */
const GapCard = ({ portfolio: { unremitted, frozen }, portfolio }: StandingProps) => (
  <FigureCard
    title="Deducted, not yet received"
    formula="unremitted"
    asOf={portfolio}
    value={unremitted ?? 'Not available'}
    to={
      unremitted === null
        ? undefined
        : frozen
          ? rowsOf.account('payrollOfficeReceivable', frozen.on)
          : rowsOf.unremitted
    }
    below="Owed by payroll offices"
  />
)

const PrincipalCard = ({ portfolio }: StandingProps) => (
  <FigureCard
    title="Outstanding principal"
    formula="principal"
    asOf={portfolio}
    value={portfolio.outstanding.principal}
    to={standingRows(portfolio, 'owed', 'principal')}
    below={loansOf(portfolio.outstanding.loans)}
    trend={<Sparkline label="Outstanding principal at month-ends" values={known(portfolio, 'principal')} />}
  />
)

const ArrearsCard = ({ portfolio }: StandingProps) => (
  <FigureCard
    title="In arrears"
    formula="arrears"
    asOf={portfolio}
    value={portfolio.outstanding.arrears}
    to={standingRows(portfolio, 'arrears')}
    below={loansOf(portfolio.outstanding.lateLoans)}
    tone={portfolio.outstanding.arrears > 0n ? 'negative' : undefined}
  />
)

function ParCard({ portfolio }: StandingProps) {
  const par30 = portfolio.par.find(each => each.days === 30)
  return (
    <FigureCard
      title="PAR 30"
      formula="par"
      asOf={portfolio}
      value={shareText(par30?.share ?? null, 'No active loans')}
      to={standingRows(portfolio, 'late', '30')}
      below={<Amount of={par30?.principal ?? kobo(0n)} short />}
      trend={<Sparkline values={known(portfolio, 'par30')} className="text-caution" />}
    />
  )
}

/** "1–18 Oct" or "1 Aug – 30 Sep"; the year is in the full text beside it. */
function shortSpan({ from, to }: Portfolio['before']): string {
  const [first = '', fromMonth] = dayOf(from).split(/\s/)
  const [last, toMonth] = dayOf(to).split(/\s/)
  return fromMonth === toMonth
    ? `${first}–${last}\u00A0${toMonth}`
    : `${first}\u00A0${fromMonth}\u00A0– ${last}\u00A0${toMonth}`
}

/** The earlier period: its amounts, its days, and the link that shows it. */
function beforeOf({ period, before }: Portfolio) {
  const span = `${dayOf(before.from)} to ${dayOf(before.to)}`
  const link = (
    <RowsLink to={`${paths.dashboard}?from=${before.from.slice(0, 7)}&to=${before.to.slice(0, 7)}`}>
      {shortSpan(before)}
      <span className="sr-only">, {span}</span>
    </RowsLink>
  )
  return {
    link,
    change: (of: 'disbursed' | 'collected' | 'cash' | 'due', otherwise: string): ReactNode => {
      const words = changeText(period[of] ?? 0n, before[of] ?? 0n)
      return words === undefined ? (
        otherwise
      ) : (
        <>
          {words} {link}
        </>
      )
    },
    said: (figure: string) =>
      `Previous period: ${figure} (${span}). A month in progress is compared with the same days of the previous month.`,
  }
}

function CollectedCard({ portfolio }: Props) {
  const { period, before, from, to } = portfolio
  const { change, said } = beforeOf(portfolio)
  return (
    <FigureCard
      title={`Deducted or paid by borrowers, ${monthsText(from, to)}`}
      formula="collected"
      asOf={portfolio}
      value={period.collected}
      to={rowsOf.collected(from, to)}
      against={`${said(formatNaira(before.collected))} ${frozenFlowHint(portfolio, 'collected')}`}
      below={
        <>
          {change('collected', 'By value date')}
          <FrozenFlow portfolio={portfolio} of="collected" />
        </>
      }
      trend={
        <Sparkline values={wholeMonths(portfolio).map(month => month.collected)} className="text-positive" />
      }
    />
  )
}

function CashCard({ portfolio }: Props) {
  const { period, before, from, to } = portfolio
  const { change, said } = beforeOf(portfolio)
  return (
    <FigureCard
      title={`Received in the bank, ${monthsText(from, to)}`}
      formula="cash"
      asOf={portfolio}
      value={period.cash ?? 'Not available'}
      to={rowsOf.cash(from, to)}
      against={`${said(formatNaira(before.cash ?? kobo(0n)))} ${frozenFlowHint(portfolio, 'cash')}`}
      below={
        <>
          {change('cash', 'By the date of the bank')}
          <FrozenFlow portfolio={portfolio} of="cash" />
        </>
      }
      trend={<Sparkline values={wholeMonths(portfolio).map(month => month.cash)} className="text-positive" />}
    />
  )
}

/** Until the pay day of the month in progress: the last month that has ended. */
function lastDueMonth(portfolio: Portfolio) {
  const { period, frozen, from, to } = portfolio
  const last = wholeMonths(portfolio).at(-1)
  return frozen === null && from === to && period.due === 0n && last && last.due > 0n ? last : undefined
}

function PeriodCards({ portfolio }: Props) {
  const { period, before, from, to } = portfolio
  const { change, said } = beforeOf(portfolio)
  const last = lastDueMonth(portfolio)
  return (
    <>
      <FigureCard
        title={`Disbursed, ${monthsText(from, to)}`}
        formula="disbursed"
        asOf={portfolio}
        value={period.disbursed}
        to={rowsOf.paidOut(from, to)}
        against={`${said(formatNaira(before.disbursed))} ${frozenFlowHint(portfolio, 'disbursed')}`}
        below={
          <>
            {change('disbursed', loansOf(period.disbursedLoans))}
            <FrozenFlow portfolio={portfolio} of="disbursed" />
          </>
        }
        trend={<Sparkline values={wholeMonths(portfolio).map(month => month.disbursed)} />}
      />
      <CollectedCard portfolio={portfolio} />
      <CashCard portfolio={portfolio} />
      {last ? <LastDueCards portfolio={portfolio} last={last} /> : <DueCards portfolio={portfolio} />}
    </>
  )
}

const DueTrend = ({ portfolio }: Props) => (
  <Sparkline values={wholeMonths(portfolio).map(month => month.due)} className="text-notice" />
)

function DueCards({ portfolio }: Props) {
  const { period, before, from, to } = portfolio
  const { link, change, said } = beforeOf(portfolio)
  return (
    <>
      <FigureCard
        title={`Due, ${monthsText(from, to)}`}
        formula="due"
        asOf={portfolio}
        value={period.due}
        to={rowsOf.due(from, to)}
        against={`${said(formatNaira(before.due))} ${frozenFlowHint(portfolio, 'due')}`}
        below={
          <>
            {change('due', 'Up to today')}
            <FrozenFlow portfolio={portfolio} of="due" />
          </>
        }
        trend={<DueTrend portfolio={portfolio} />}
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
            of{' '}
            <RowsLink to={rowsOf.due(from, to)}>
              <Amount of={period.due} short /> due
            </RowsLink>
            {before.efficiency !== null && (
              <>
                , {shareText(before.efficiency)} in {link}
              </>
            )}
            <InCash share={period.cashEfficiency} to={rowsOf.cash(from, to)} />
            <FrozenFlow portfolio={portfolio} of="efficiency" />
          </>
        }
      />
    </>
  )
}

/** The same efficiency by what reached the bank. */
const InCash = ({ share, to }: { share: number | null; to: string }) =>
  share !== null && (
    <p className="mt-0.5">
      <RowsLink to={to}>{shareText(share)} received in the bank</RowsLink>
    </p>
  )

type LastProps = Props & { last: Portfolio['months'][number] }

function LastDueCards({ portfolio, last: { month, due, collected, cash } }: LastProps) {
  const none = `Nothing is due yet in ${formatMonth(portfolio.to)}`
  return (
    <>
      <FigureCard
        title={`Due, ${formatMonth(month)}`}
        formula="due"
        asOf={portfolio}
        value={due}
        to={rowsOf.due(month, month)}
        below={none}
        trend={<DueTrend portfolio={portfolio} />}
      />
      <FigureCard
        title={`Collection efficiency, ${formatMonth(month)}`}
        formula="efficiency"
        asOf={portfolio}
        value={shareText(ppmOf(collected, due, 'half-up'))}
        to={rowsOf.collected(month, month)}
        below={
          <>
            {none}
            <InCash share={ppmOf(cash, due, 'half-up')} to={rowsOf.cash(month, month)} />
          </>
        }
      />
    </>
  )
}
