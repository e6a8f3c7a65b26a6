import { capitalised } from '../../../contract/vocabulary.ts'
import type { Kobo } from '../../../engine/money.ts'
import { CellText } from '../../ui/CellText.tsx'
import { Amount } from '../Amount.tsx'
import { MessageBadge } from './MessagingBadges.tsx'
import { type MessageRow, pagesText } from './messagingWords.ts'

/** Delivery status with its reason, and whether the message was resent. */
export function MessageStatusCell({ row }: { row: MessageRow }) {
  return (
    <CellText
      beside={[row.statusReason && capitalised(row.statusReason), row.resentAs && 'Resent']
        .filter(Boolean)
        .join('. ')}
    >
      <MessageBadge status={row.status} />
    </CellText>
  )
}

/** Cost and number of SMS pages. */
export function MessagePriceCell({ row }: { row: { cost: Kobo; segments: number } }) {
  return (
    <CellText beside={pagesText(row.segments)}>
      <Amount of={row.cost} />
    </CellText>
  )
}
