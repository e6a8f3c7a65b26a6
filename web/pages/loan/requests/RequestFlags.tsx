import clsx from 'clsx'
import { AlarmClock, Clock3, Hourglass } from 'lucide-react'
import { FLAG_WORDS, type Flag, SLA_WORDS } from '../../../../contract/requests.ts'
import type { RequestRow } from '../../../parts/requestWords.ts'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'

const TONES: Record<Flag, Tone> = {
  unknownOfficer: 'caution',
  nubanWarning: 'caution',
  duplicateIdentity: 'negative',
  existingCustomer: 'notice',
  documentsWanted: 'caution',
  resubmitted: 'notice',
  sentBack: 'caution',
  overridden: 'caution',
}

/** Flags of a request, each with an explanation in a tooltip. */
export function RequestFlags({ flags, className }: { flags: readonly Flag[]; className?: string }) {
  if (flags.length === 0) return null
  return (
    <span className={clsx('flex flex-wrap gap-1', className)}>
      {flags.map(flag => (
        <Tooltip key={flag} content={FLAG_WORDS[flag].means}>
          <span>
            <Badge tone={TONES[flag]}>{FLAG_WORDS[flag].label}</Badge>
          </span>
        </Tooltip>
      ))}
    </span>
  )
}

const LOOKS = {
  green: { tone: 'positive', Icon: Clock3 },
  amber: { tone: 'caution', Icon: Hourglass },
  red: { tone: 'negative', Icon: AlarmClock },
} as const satisfies Record<string, { tone: Tone; Icon: typeof Clock3 }>

/** The SLA status of a pending request. */
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
