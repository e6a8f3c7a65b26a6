import { BATCH_WORDS, type BatchRow } from '../../parts/repayments/repaymentWords.ts'
import { Badge } from '../../ui/Badge.tsx'

type Props = { batch: Pick<BatchRow, 'status' | 'approvalId'> }

export function BatchBadge({ batch: { status, approvalId } }: Props) {
  const { title, tone } = BATCH_WORDS[status]
  const wasDeclined = status === 'waiting' && approvalId === null
  return (
    <Badge tone={tone} dot>
      {wasDeclined ? 'To hand over again' : title}
    </Badge>
  )
}
