import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type FormulaName, NOT_STORED } from '../../../contract/dashboard.ts'
import { STAGE_LABELS } from '../../../contract/labels.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
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
  value: string
  below: ReactNode
  /** Of a month-end the sum alone was kept. */
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
  value: formatNaira(amount),
  below:
    items === null ? (
      'received, owner unknown'
    ) : oldestAt === null ? (
      'nothing waits'
    ) : (
      <>
        {countText(items)} to place, the oldest from <RelativeTime at={oldestAt} />
      </>
    ),
  to: frozen ? rowsOf.account('suspense', frozen.on) : rowsOf.suspense,
  formula: 'suspense',
})

const unremittedLine = (amount: Kobo, frozen: Portfolio['frozen']): Line => ({
  title: 'Deducted, not remitted',
  value: formatNaira(amount),
  below: 'owed by payroll offices',
  to: frozen ? rowsOf.account('payrollOfficeReceivable', frozen.on) : rowsOf.unremitted,
  formula: 'unremitted',
})

const messagesLine = ({ messages, from, to }: Portfolio): Line => ({
  title: 'Messages failed',
  value: countText(messages.failed),
  below: 'in the period',
  to: rowsOf.messagesIn('failed', from, to),
  also: { text: `and ${countText(messages.unknown)} unknown`, to: rowsOf.messagesIn('unknown', from, to) },
  formula: 'messages',
})

/** What a month-end did not keep has no line. */
const linesOf = (portfolio: Portfolio): Line[] => [
  ...(portfolio.suspense ? [suspenseLine(portfolio.suspense, portfolio.frozen)] : []),
  ...(portfolio.unremitted === null ? [] : [unremittedLine(portfolio.unremitted, portfolio.frozen)]),
  messagesLine(portfolio),
]

/** What is open: requests by stage, money without an owner, money on its way, messages that failed. */
export function OpenCard({ portfolio }: Props) {
  const { requests, frozen } = portfolio
  return (
    <Card
      flush
      title="Requests and open money"
      actions={requests && <FormulaHint of="requests" title="Requests by stage" asOf={portfolio} />}
    >
      {requests === null ? (
        <NotStored>Requests by stage, suspense, and what was deducted and not remitted</NotStored>
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
          Requests, suspense and what was not remitted as of {dayOf(frozen.on)}. The money opens the lines of
          its account up to that day, as the books have them now. Which requests they were was not kept, so
          they open no rows. <AsToday />
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
            // what stands at the edge begins where the card's title does
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

/** Says so, rather than show what stands today under the name of another month. */
const NotStored = ({ children }: { children: string }) => (
  <EmptyState compact title={NOT_STORED}>
    {children} were not written down with it. <AsToday />
  </EmptyState>
)

const AsToday = () => (
  <Link to={paths.dashboard} className="rounded underline underline-offset-4 hover:text-ink">
    As it stands today
  </Link>
)

const Foot = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line px-5 py-3 text-[0.8125rem] text-muted">{children}</p>
)

/** Whose pay ends soon while they owe. */
export function RetiringCard({ portfolio }: Props) {
  const { retiring, frozen } = portfolio
  if (retiring === null)
    return (
      <Card flush title="Retirement pipeline">
        <NotStored>Those who retire soon</NotStored>
      </Card>
    )
  return (
    <Card
      flush
      title="Retirement pipeline"
      actions={<FormulaHint of="retiring" title="Retirement pipeline" asOf={portfolio} />}
    >
      <FigureTable
        caption="Customers with active loans by how near their retirement is"
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
        Each line holds those above it. {loansOf(retiring.at(-1)?.loans ?? 0)} within a year
        {frozen ? (
          ` of ${dayOf(frozen.on)}.`
        ) : (
          <>
            ; what payrolls say of them stands among the{' '}
            <Link to={rowsOf.signals} className="rounded underline underline-offset-4 hover:text-ink">
              signals
            </Link>
            .
          </>
        )}
      </Foot>
    </Card>
  )
}
