import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { session } from '../../contract/staff.ts'
import { Badge } from '../ui/Badge.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { deviceOf } from './device.ts'

type Session = z.output<typeof session>

type Props = {
  sessions: readonly Session[] | undefined
  /** What can be done to one session. */
  action?: (session: Session) => ReactNode
}

/** Where somebody is signed in. */
export function SessionList({ sessions, action }: Props) {
  if (!sessions) return <Skeleton className="my-3 h-12 w-full" />
  if (sessions.length === 0) return <p className="py-3 text-muted">Not signed in anywhere.</p>
  return (
    <ul className="ruled">
      {sessions.map(one => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {deviceOf(one.userAgent)}
              {one.current && <Badge tone="brand">This session</Badge>}
            </p>
            <p className="text-[0.8125rem] text-muted">
              {one.address} · started <RelativeTime at={one.startedAt} /> · last active{' '}
              <RelativeTime at={one.seenAt} />
            </p>
          </div>
          {action?.(one)}
        </li>
      ))}
    </ul>
  )
}
