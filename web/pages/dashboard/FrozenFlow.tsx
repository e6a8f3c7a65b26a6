import { NOT_STORED } from '../../../contract/dashboard.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { loansOf, monthsText, type Portfolio, shareText } from './dashboardWords.ts'

type Flow = 'disbursed' | 'collected' | 'cash' | 'due' | 'received' | 'efficiency'
type Flows = Portfolio['period']
type Props = { portfolio: Portfolio; of: Flow }

const isSame = (now: Flows, then: Flows, of: Flow): boolean =>
  now[of] === then[of] && (of !== 'disbursed' || now.disbursedLoans === then.disbursedLoans)

const saidOf = (flows: Flows, of: Flow): string =>
  of === 'efficiency' ? shareText(flows.efficiency, 'Nothing due') : nairaOf(flows[of])

const nairaOf = (amount: Kobo | null): string => (amount === null ? 'Not available' : formatNaira(amount))

/** How much the amount has changed since; not said of a percentage. */
function sinceOf(now: Flows, then: Flows, of: Flow): string {
  if (of === 'efficiency' || then[of] === null) return ''
  const more = (now[of] ?? 0n) - then[of]
  if (more === 0n) return ''
  return more > 0n ? `; ${formatNaira(kobo(more))} more since` : `; ${formatNaira(kobo(-more))} less since`
}

const frozenAt = (at: string, { from, to }: Portfolio): string =>
  `at the month-end snapshot${from === to ? '' : 's, the last'} of ${exactTime(new Date(at))}`

/** What a figure of a past period was at its snapshot, where it has changed since. */
function changedText(portfolio: Portfolio, of: Flow): string | undefined {
  const { period, frozenFlows: then } = portfolio
  if (!then || isSame(period, then, of)) return undefined
  const loans = of === 'disbursed' ? ` in ${loansOf(then.disbursedLoans)}` : ''
  return `${saidOf(then, of)}${loans} ${frozenAt(then.at, portfolio)}${sinceOf(period, then, of)}`
}

/** The same in the hint, which also says that nothing changed or that it was not saved. */
export function frozenFlowHint(portfolio: Portfolio, of: Flow): string {
  const { frozen, frozenFlows, from, to } = portfolio
  if (frozen === null) return ''
  if (frozenFlows === null)
    return `${from === to ? NOT_STORED : 'Not saved at each month-end of this period'}. This is the current amount.`
  const changed = changedText(portfolio, of)
  return changed === undefined
    ? `Unchanged since ${frozenAt(frozenFlows.at, portfolio).replace('at ', '')}.`
    : `${changed}.`
}

export function FrozenFlow({ portfolio, of }: Props) {
  const text = changedText(portfolio, of)
  return text === undefined ? null : <p className="mt-0.5">{text}</p>
}

/** Shown below the chart of the months. */
export function FrozenReceived({ portfolio }: Pick<Props, 'portfolio'>) {
  const text = changedText(portfolio, 'received')
  if (text === undefined) return null
  const { from, to, period } = portfolio
  return (
    <p className="mt-3 text-[0.8125rem] text-muted">
      Deducted or paid, by payroll month, {monthsText(from, to)}: {formatNaira(period.received)}. It was{' '}
      {text}.
    </p>
  )
}
