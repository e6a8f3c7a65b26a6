import type { CustomerStatus } from '../../../contract/customers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { STATUS_WORDS } from './customerWords.ts'

export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  const { title, tone } = STATUS_WORDS[status]
  return (
    <Badge tone={tone} dot>
      {title}
    </Badge>
  )
}
