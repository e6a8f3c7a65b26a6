import clsx from 'clsx'
import { FLAG_WORDS, type Flag } from '../../../../contract/requests.ts'
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

/** What is unusual about a request; each says on hover what it means. */
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
