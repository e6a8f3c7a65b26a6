import type { CustomerStatus } from '../../../contract/customers.ts'
import { STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { Badge } from '../../ui/Badge.tsx'

export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  const { title, tone } = STATUS_WORDS[status]
  return (
    <Badge tone={tone} dot>
      {title}
    </Badge>
  )
}
