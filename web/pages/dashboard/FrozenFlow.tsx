import { NOT_STORED } from '../../../contract/dashboard.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { loansOf, monthsText, type Portfolio, shareText } from './dashboardWords.ts'

type Flow = 'disbursed' | 'collected' | 'due' | 'received' | 'efficiency'
type Flows = Portfolio['period']
type Props = { portfolio: Portfolio; of: Flow }

const isSame = (now: Flows, then: Flows, of: Flow): boolean =>
  now[of] === then[of] && (of !== 'disbursed' || now.disbursedLoans === then.disbursedLoans)

const saidOf = (flows: Flows, of: Flow): string =>
  of === 'efficiency' ? shareText(flows.efficiency, 'Nothing due') : formatNaira(flows[of])

/** How much the books have moved since; of a percentage that says little. */
function sinceOf(now: Flows, then: Flows, of: Flow): string {
  const more = of === 'efficiency' ? 0n : now[of] - then[of]
  if (more === 0n) return ''
  return more > 0n ? `; ${formatNaira(kobo(more))} more since` : `; ${formatNaira(kobo(-more))} less since`
}

const frozenAt = (at: string, { from, to }: Portfolio): string =>
  `as frozen${from === to ? '' : ' month by month, the last'} ${exactTime(new Date(at))}`

/** What a figure of a period that is over was when it was frozen, where the books say otherwise now. */
function changedText(portfolio: Portfolio, of: Flow): string | undefined {
  const { period, frozenFlows: then } = portfolio
  if (!then || isSame(period, then, of)) return undefined
  const loans = of === 'disbursed' ? ` in ${loansOf(then.disbursedLoans)}` : ''
  return `${saidOf(then, of)}${loans} ${frozenAt(then.at, portfolio)}${sinceOf(period, then, of)}`
}

/** The same in the figure's hint, which also says that nothing changed, or that it was not kept. */
export function frozenFlowHint(portfolio: Portfolio, of: Flow): string {
  const { frozen, frozenFlows, from, to } = portfolio
  if (frozen === null) return ''
  if (frozenFlows === null)
    return `${from === to ? NOT_STORED : 'Not kept at each month-end of this period'}: what it was then. This is what the books say now.`
  const changed = changedText(portfolio, of)
  return changed === undefined ? `The same ${frozenAt(frozenFlows.at, portfolio)}.` : `${changed}.`
}

export function FrozenFlow({ portfolio, of }: Props) {
  const text = changedText(portfolio, of)
  return text === undefined ? null : <p className="mt-0.5">{text}</p>
}

/** Has no card of its own: it stands under the months it is drawn with. */
export function FrozenReceived({ portfolio }: Pick<Props, 'portfolio'>) {
  const text = changedText(portfolio, 'received')
  if (text === undefined) return null
  const { from, to, period } = portfolio
  return (
    <p className="mt-3 text-[0.8125rem] text-muted">
      Received, {monthsText(from, to)}: {formatNaira(period.received)}. It was {text}.
    </p>
  )
}
