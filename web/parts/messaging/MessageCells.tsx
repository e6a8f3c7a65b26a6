import { capitalised } from '../../../contract/vocabulary.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { MessageBadge } from './MessagingBadges.tsx'
import { type MessageRow, partsText } from './messagingWords.ts'

/** How far a message has got, why no further, and whether it was sent again. */
export function MessageStatusCell({ row }: { row: MessageRow }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 max-md:items-end">
      <MessageBadge status={row.status} />
      {row.statusReason && (
        <span className="max-w-52 text-[0.8125rem] text-muted max-md:text-right">
          {capitalised(row.statusReason)}
        </span>
      )}
      {row.resentAs && <span className="text-[0.8125rem] text-muted">Sent again</span>}
    </div>
  )
}

/** What it costs, and for how many parts. */
export function MessagePriceCell({ row }: { row: { cost: Kobo; segments: number } }) {
  return (
    <div className="max-md:text-right">
      <p>{formatNaira(row.cost)}</p>
      <p className="text-[0.8125rem] whitespace-nowrap text-muted">{partsText(row.segments)}</p>
    </div>
  )
}
