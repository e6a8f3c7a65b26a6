import { AlarmClock, Clock3, Hourglass } from 'lucide-react'
import { FLAG_WORDS, type Flag, SLA_WORDS } from '../../../../contract/requests.ts'
import type { RequestRow } from '../../../parts/requestWords.ts'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'

const GRAVITY: readonly Flag[] = [
  'duplicateIdentity',
  'nubanWarning',
  'documentsWanted',
  'overridden',
  'sentBack',
  'unknownOfficer',
  'resubmitted',
  'existingCustomer',
]
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
export function RequestFlags({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1">
      {flags.map(flag => (
        <FlagBadge key={flag} flag={flag} />
      ))}
    </span>
  )
}

/** In a line of a list: the gravest flag, and how many more there are. A phone shows all. */
export function LineFlags({ flags }: { flags: readonly Flag[] }) {
  const [first, ...rest] = flags.toSorted((a, b) => GRAVITY.indexOf(a) - GRAVITY.indexOf(b))
  if (first === undefined) return null
  const names = rest.map(flag => FLAG_WORDS[flag].label).join(', ')
  return (
    <span className="flex flex-wrap gap-1 md:flex-nowrap">
      <FlagBadge flag={first} />
      {rest.map(flag => (
        <span key={flag} className="md:hidden">
          <FlagBadge flag={flag} />
        </span>
      ))}
      {rest.length > 0 && (
        <span className="max-md:hidden">
          <Tooltip content={names}>
            <span>
              <Badge>
                +{rest.length}
                <span className="sr-only">: {names}</span>
              </Badge>
            </span>
          </Tooltip>
        </span>
      )}
    </span>
  )
}

const FlagBadge = ({ flag }: { flag: Flag }) => (
  <Tooltip content={FLAG_WORDS[flag].means}>
    <span>
      <Badge tone={TONES[flag]}>{FLAG_WORDS[flag].label}</Badge>
    </span>
  </Tooltip>
)

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
