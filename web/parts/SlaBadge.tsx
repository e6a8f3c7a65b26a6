import { AlarmClock, Clock3, Hourglass } from 'lucide-react'
import type { Tone } from '../ui/Badge.tsx'
import { Badge } from '../ui/Badge.tsx'
import type { RequestRow } from './requestWords.ts'

const LOOKS = {
  green: { tone: 'positive', word: 'In time', Icon: Clock3 },
  amber: { tone: 'caution', word: 'Due soon', Icon: Hourglass },
  red: { tone: 'negative', word: 'Late', Icon: AlarmClock },
} as const satisfies Record<string, { tone: Tone; word: string; Icon: typeof Clock3 }>

/** Whether a request has waited too long, by the hours the settings allow; nothing where nobody has to decide. */
export function SlaBadge({ sla }: { sla: RequestRow['sla'] }) {
  if (sla === 'none') return null
  const { tone, word, Icon } = LOOKS[sla]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden size={12} strokeWidth={2.25} />
      {word}
    </Badge>
  )
}
