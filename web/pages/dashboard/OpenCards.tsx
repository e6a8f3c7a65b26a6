import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type FormulaName, NOT_STORED } from '../../../contract/dashboard.ts'
import { STAGE_LABELS } from '../../../contract/labels.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { dayOf, loansOf, type Portfolio, rowsOf, standingRows } from './dashboardWords.ts'
import { FigureTable } from './FigureTable.tsx'
import { FormulaHint } from './FormulaHint.tsx'

type Props = { portfolio: Portfolio }
type Line = {
  title: string
  value: ReactNode
  below: ReactNode
  /** Of a month-end only the amount was saved. */
  to: string | undefined
  formula: FormulaName
  /** A second figure of the line, with rows of its own. */
  also?: { text: string; to: string }
}

const suspenseLine = (
  { amount, items, oldestAt }: NonNullable<Portfolio['suspense']>,
  frozen: Portfolio['frozen'],
): Line => ({
  title: 'Suspense',
  value: <Amount of={amount} short />,
  below:
    items === null ? (
      'Unidentified payments'
    ) : oldestAt === null ? (
      'None'
    ) : (
      <>
        {countText(items)} to apply, oldest <RelativeTime at={oldestAt} />
      </>
    ),
  to: frozen ? rowsOf.account('suspense', frozen.on) : rowsOf.suspense,
  formula: 'suspense',
})

const unremittedLine = (amount: Kobo, frozen: Portfolio['frozen']): Line => ({
  title: 'Unremitted deductions',
  value: <Amount of={amount} short />,
  below: 'Owed by payroll offices',
  to: frozen ? rowsOf.account('payrollOfficeReceivable', frozen.on) : rowsOf.unremitted,
  formula: 'unremitted',
})

const messagesLine = ({ messages, from, to }: Portfolio): Line => ({
  title: 'Messages failed',
  value: countText(messages.failed),
  below: 'In the period',
  to: rowsOf.messagesIn('failed', from, to),
  also: { text: `${countText(messages.unknown)} unknown`, to: rowsOf.messagesIn('unknown', from, to) },
  formula: 'messages',
})

/** Figures a month-end did not save have no line. */
const linesOf = (portfolio: Portfolio): Line[] => [
  ...(portfolio.suspense ? [suspenseLine(portfolio.suspense, portfolio.frozen)] : []),
  ...(portfolio.unremitted === null ? [] : [unremittedLine(portfolio.unremitted, portfolio.frozen)]),
  messagesLine(portfolio),
]

/** Requests by stage, suspense, unremitted deductions and failed messages. */
export function OpenCard({ portfolio }: Props) {
  const { requests, frozen } = portfolio
  return (
    <Card
      flush
      title="Requests and unapplied money"
      actions={requests && <FormulaHint of="requests" title="Requests by stage" asOf={portfolio} />}
    >
      {requests === null ? (
        <NotStored>Requests by stage, suspense and unremitted deductions</NotStored>
      ) : (
        <RequestStages requests={requests} isFrozen={frozen !== null} />
      )}
      <ul className="ruled">
        {linesOf(portfolio).map(({ title, value, below, to, formula, also }) => (
          <li key={title} className={clsx('flex items-center gap-3 pr-5', to && 'hover:bg-canvas')}>
            <MayOpen to={to} className="flex min-w-0 flex-1 items-center justify-between gap-4 py-3 pl-5">
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                <span className="text-[0.8125rem] text-muted">{below}</span>
              </span>
              <span className="font-semibold whitespace-nowrap tabular-nums">{value}</span>
            </MayOpen>
            {also && (
              <Link
                to={also.to}
                className="rounded text-[0.8125rem] whitespace-nowrap text-muted underline underline-offset-4 hover:text-ink"
              >
                {also.text}
              </Link>
            )}
            <FormulaHint of={formula} title={title} asOf={portfolio} />
          </li>
        ))}
      </ul>
      {requests && frozen && (
        <Foot>
          Requests, suspense and unremitted deductions at {dayOf(frozen.on)}. Amounts open the current ledger
          lines of their account up to that date. The requests were not saved, so they open no rows.{' '}
          <AsToday />
        </Foot>
      )}
    </Card>
  )
}

type MayOpenProps = { to: string | undefined; className: string; children: ReactNode }

const MayOpen = ({ to, className, children }: MayOpenProps) =>
  to === undefined ? (
    <div className={className}>{children}</div>
  ) : (
    <Link to={to} className={className}>
      {children}
    </Link>
  )

type StagesProps = { requests: NonNullable<Portfolio['requests']>; isFrozen: boolean }

const RequestStages = ({ requests: stages, isFrozen }: StagesProps) => (
  <ul
    aria-label="Requests by stage"
    className="grid grid-cols-2 gap-px border-b border-line bg-line sm:grid-cols-5"
  >
    {stages.map(({ stage, requests }) => (
      <li key={stage} className="bg-surface last:max-sm:col-span-2">
        <MayOpen
          to={isFrozen ? undefined : rowsOf.stage(stage)}
          className={clsx(
            // the first column starts where the title of the card does
            'block px-4 py-3 in-[li:first-child]:pl-5 max-sm:in-[li:nth-child(odd)]:pl-5',
            !isFrozen && 'hover:bg-canvas',
          )}
        >
          <span className="block text-lg leading-6 font-semibold tabular-nums">{countText(requests)}</span>
          <span className="text-[0.8125rem] text-muted">{STAGE_LABELS[stage]}</span>
        </MayOpen>
      </li>
    ))}
  </ul>
)

/** Says so, rather than show current figures under another month. */
const NotStored = ({ children }: { children: string }) => (
  <EmptyState compact title={NOT_STORED}>
    {children} were not saved with it. <AsToday />
  </EmptyState>
)

const AsToday = () => (
  <Link
    to={`${paths.dashboard}?tab=portfolio`}
    className="rounded underline underline-offset-4 hover:text-ink"
  >
    Show today
  </Link>
)

const Foot = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line px-5 py-3 text-[0.8125rem] text-muted">{children}</p>
)

/** Customers who retire soon with an active loan. */
export function RetiringCard({ portfolio }: Props) {
  const { retiring, frozen } = portfolio
  if (retiring === null)
    return (
      <Card flush title="Retirement pipeline">
        <NotStored>Retiring customers</NotStored>
      </Card>
    )
  return (
    <Card
      flush
      title="Retirement pipeline"
      actions={<FormulaHint of="retiring" title="Retirement pipeline" asOf={portfolio} />}
    >
      <FigureTable
        caption="Customers with active loans by months to retirement"
        head="Retires"
        rows={retiring}
        rowKey={row => String(row.months)}
        name={row => `within ${row.months} months`}
        to={row => standingRows(portfolio, 'retiring', String(row.months))}
        columns={[
          { title: 'Customers', cell: row => countText(row.customers) },
          { title: 'Principal', cell: row => formatNaira(row.principal) },
        ]}
      />
      <Foot>
        Each line includes those above it. {loansOf(retiring.at(-1)?.loans ?? 0)} within a year
        {frozen ? (
          ` of ${dayOf(frozen.on)}.`
        ) : (
          <>
            . Payroll changes are under{' '}
            <Link to={rowsOf.signals} className="rounded underline underline-offset-4 hover:text-ink">
              early warning signals
            </Link>
            .
          </>
        )}
      </Foot>
    </Card>
  )
}
