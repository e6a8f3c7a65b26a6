import { USER_STATUSES, type UserStatus } from '../../../contract/staff.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import type { Option } from '../../ui/Select.tsx'

const WORDS: Record<UserStatus, { title: string; tone: Tone }> = {
  waiting: { title: 'Pending user', tone: 'notice' },
  active: { title: 'Active', tone: 'positive' },
  suspended: { title: 'Suspended', tone: 'negative' },
  declined: { title: 'Declined', tone: 'neutral' },
}

export const STATUS_OPTIONS: readonly Option[] = USER_STATUSES.map(status => ({
  value: status,
  label: WORDS[status].title,
}))

type Props = { person: { status: UserStatus; pendingApprovalId: string | null } }

export function StatusBadge({ person }: Props) {
  const { title, tone } = WORDS[person.status]
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone} dot>
        {title}
      </Badge>
      {person.pendingApprovalId && <Badge tone="caution">Pending approval</Badge>}
    </span>
  )
}

export function OutcomeBadge({ outcome }: { outcome: 'done' | 'refused' }) {
  return outcome === 'done' ? <Badge tone="positive">Done</Badge> : <Badge tone="negative">Rejected</Badge>
}
