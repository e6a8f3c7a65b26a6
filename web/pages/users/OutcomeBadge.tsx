import { Badge } from '../../ui/Badge.tsx'

export function OutcomeBadge({ outcome }: { outcome: 'done' | 'refused' }) {
  return outcome === 'done' ? <Badge tone="positive">Done</Badge> : <Badge tone="negative">Refused</Badge>
}
