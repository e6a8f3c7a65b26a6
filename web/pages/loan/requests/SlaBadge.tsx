import { AlarmClock, Clock3, Hourglass } from 'lucide-react'
import { SLA_WORDS } from '../../../../contract/requests.ts'
import type { RequestRow } from '../../../parts/requestWords.ts'
import type { Tone } from '../../../ui/Badge.tsx'
import { Badge } from '../../../ui/Badge.tsx'

const LOOKS = {
  green: { tone: 'positive', Icon: Clock3 },
  amber: { tone: 'caution', Icon: Hourglass },
  red: { tone: 'negative', Icon: AlarmClock },
} as const satisfies Record<string, { tone: Tone; Icon: typeof Clock3 }>

/** Whether a request has waited too long, by the hours the settings allow; nothing where nobody has to decide. */
export function SlaBadge({ sla }: { sla: RequestRow['sla'] }) {
  if (sla === 'none') return null
  const { tone, Icon } = LOOKS[sla]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden size={12} strokeWidth={2.25} />
      {SLA_WORDS[sla]}
    </Badge>
  )
}
