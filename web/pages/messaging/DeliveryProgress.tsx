import clsx from 'clsx'
import { MESSAGE_STATUSES, type MessageStatus } from '../../../contract/messaging.ts'
import { countText } from '../../../engine/countText.ts'
import { MESSAGE_WORDS } from '../../parts/messaging/messagingWords.ts'

const INKS: Record<MessageStatus, string> = {
  delivered: 'bg-positive',
  simulated: 'bg-edge',
  sent: 'bg-notice',
  sending: 'bg-notice/60',
  queued: 'bg-edge/50',
  held: 'bg-caution/60',
  unknown: 'bg-caution',
  failed: 'bg-negative',
  cancelled: 'bg-edge/30',
}
/** From delivered to failed. */
const ORDER: readonly MessageStatus[] = [
  'delivered',
  'simulated',
  'sent',
  'sending',
  'queued',
  'held',
  'cancelled',
  'unknown',
  'failed',
]

type Counts = Readonly<Record<MessageStatus, number>>

/** Delivery status counts as a bar and as text. */
export function DeliveryProgress({ counts, wide = false }: { counts: Counts; wide?: boolean }) {
  const total = MESSAGE_STATUSES.reduce((sum, status) => sum + counts[status], 0)
  if (total === 0) return <span className="text-faint">None</span>
  const some = ORDER.filter(status => counts[status] > 0)
  return (
    <div className={clsx(wide ? 'w-full' : 'flex items-center gap-2')}>
      <div aria-hidden className="flex h-1.5 min-w-16 gap-px overflow-hidden rounded-full bg-sunken">
        {some.map(status => (
          <span
            key={status}
            className={INKS[status]}
            style={{ width: `${Math.max(2, (counts[status] / total) * 100)}%` }}
          />
        ))}
      </div>
      <p className={clsx('text-[0.8125rem] text-muted', wide ? 'mt-1' : 'truncate')}>
        {some
          .map(status => `${countText(counts[status])} ${MESSAGE_WORDS[status].title.toLowerCase()}`)
          .join(', ')}
      </p>
    </div>
  )
}
