import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messagingApi } from '../../../contract/messaging.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { type Overview, pagesText } from '../../parts/messaging/messagingWords.ts'
import { WHOLE } from '../../parts/viewQuery.ts'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Term } from '../../ui/Term.tsx'

/** Five figures of the last 24 hours; each opens its list. */
export function MessagingFigures() {
  const overview = useApi(messagingApi.messagingOverview, {})
  if (overview.error && !overview.data)
    return (
      <div className="mb-6">
        <LoadNotice of={overview} title="Figures of the last 24 hours" />
      </div>
    )
  // placeholders keep the layout stable while the figures load
  const figures = overview.data ? figuresOf(overview.data) : UNKNOWN
  return (
    <dl
      aria-busy={!overview.data}
      className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card sm:grid-cols-3 lg:grid-cols-5"
    >
      {figures.map(({ term, value, below, to, tone }) => (
        <div key={term} className="bg-surface px-4 py-1.5 last:max-sm:col-span-2 last:sm:max-lg:col-span-2">
          <dt className="text-[0.8125rem] text-muted">
            <Term help={HELP[term]}>{term}</Term>
          </dt>
          <dd className="flex items-baseline gap-x-2 max-md:flex-wrap">
            <Link
              to={to}
              className={clsx(
                'rounded text-base leading-6 font-semibold tracking-tight whitespace-nowrap tabular-nums hover:underline',
                tone,
              )}
            >
              {value}
              <span className="sr-only"> {term}, open</span>
            </Link>
            <span className="text-[0.8125rem] text-muted md:truncate">{below}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const HELP: Partial<Record<string, string>> = {
  'Failed in 24 hours':
    'Reported as not delivered by the SMS provider. Unknown: not confirmed, and not resent.',
  Waiting: 'Queued messages, and messages held until they are released or quiet hours end.',
  'Bank alerts to check':
    'Credit alerts received by SMS. Nothing is posted until a user has found the payment on the bank statement.',
  'SMS cost in 24 hours':
    'Estimated: SMS pages at the price per page in Settings. The test gateway sends nothing and costs nothing.',
}

type Figure = {
  term: string
  value: string
  below: ReactNode
  to: string
  tone?: 'text-negative' | 'text-caution' | undefined
}

/** Messages that wait longer are shown in amber. */
const WAITING_MAX_MS = 60 * 60 * 1000
const isOld = (at: string | null): boolean => at !== null && Date.now() - Date.parse(at) > WAITING_MAX_MS

const UNKNOWN: readonly Figure[] = [
  'Delivered in 24 hours',
  'Failed in 24 hours',
  'Waiting',
  'Bank alerts to check',
  'SMS cost in 24 hours',
].map(term => ({ term, value: '…', below: '…', to: paths.messagingTab('log') }))

function figuresOf({ counts, waiting, oldestWaitingAt, segments, cost, claimsOpen }: Overview): Figure[] {
  return [
    {
      term: 'Delivered in 24 hours',
      value: countText(counts.delivered),
      below:
        counts.simulated > 0
          ? `${countText(counts.simulated)} simulated`
          : `${countText(counts.sent)} awaiting confirmation`,
      to: paths.messagingTab('log', {
        status: counts.simulated > 0 ? 'simulated' : 'delivered',
        within: '24h',
      }),
    },
    {
      term: 'Failed in 24 hours',
      value: countText(counts.failed),
      below: `${countText(counts.unknown)} unknown`,
      to: paths.messagingTab('log', { status: 'failed', within: '24h' }),
      tone: counts.failed > 0 ? 'text-negative' : undefined,
    },
    {
      term: 'Waiting',
      value: countText(waiting),
      tone: isOld(oldestWaitingAt) ? 'text-caution' : undefined,
      below: oldestWaitingAt ? (
        <>
          oldest <RelativeTime at={oldestWaitingAt} />
        </>
      ) : (
        'none'
      ),
      to: `${paths.messagingTab('outbox')}&${WHOLE}`,
    },
    {
      term: 'Bank alerts to check',
      value: countText(claimsOpen),
      below: claimsOpen === 0 ? 'none open' : 'to confirm',
      to: `${paths.messagingTab('inbound')}&${WHOLE}`,
    },
    {
      term: 'SMS cost in 24 hours',
      value: formatNaira(cost),
      below: pagesText(segments),
      to: paths.messagingTab('log', { status: 'handedOver', within: '24h' }),
    },
  ]
}
