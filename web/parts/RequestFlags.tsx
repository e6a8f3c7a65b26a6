import clsx from 'clsx'
import type { Flag } from '../../contract/requests.ts'
import { Badge } from '../ui/Badge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { FLAG_WORDS } from './requestWords.ts'

/** What is unusual about a request; each says on hover what it means. */
export function RequestFlags({ flags, className }: { flags: readonly Flag[]; className?: string }) {
  if (flags.length === 0) return null
  return (
    <span className={clsx('flex flex-wrap gap-1', className)}>
      {flags.map(flag => (
        <Tooltip key={flag} content={FLAG_WORDS[flag].means}>
          <span>
            <Badge tone={FLAG_WORDS[flag].tone}>{FLAG_WORDS[flag].label}</Badge>
          </span>
        </Tooltip>
      ))}
    </span>
  )
}
