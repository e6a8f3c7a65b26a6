import { capitalised } from '../../../contract/vocabulary.ts'
import type { Kobo } from '../../../engine/money.ts'
import { CellText } from '../../ui/CellText.tsx'
import { Amount } from '../Amount.tsx'
import { MessageBadge } from './MessagingBadges.tsx'
import { type MessageRow, partsText } from './messagingWords.ts'

/** How far a message has got, why no further, and whether it was sent again. */
export function MessageStatusCell({ row }: { row: MessageRow }) {
  return (
    <CellText
      beside={[row.statusReason && capitalised(row.statusReason), row.resentAs && 'Sent again']
        .filter(Boolean)
        .join('. ')}
    >
      <MessageBadge status={row.status} />
    </CellText>
  )
}

/** What it costs, and for how many parts. */
export function MessagePriceCell({ row }: { row: { cost: Kobo; segments: number } }) {
  return (
    <CellText beside={partsText(row.segments)}>
      <Amount of={row.cost} />
    </CellText>
  )
}
