import { MessageSquareText } from 'lucide-react'
import type { z } from 'zod/mini'
import { type message, messagingApi } from '../../contract/messaging.ts'
import { countText } from '../../engine/countText.ts'
import { useApi } from '../api.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { LoadError } from './LoadError.tsx'
import { MessageBadge } from './messaging/MessagingBadges.tsx'
import { pagesText } from './messaging/messagingWords.ts'

/** The latest are what one looks for; the whole log is under Messaging. */
const SHOWN_MAX = 50

/** What the customer was told about one record, newest first, in the words they read. */
export function RecordMessages({ subjectType, subjectId }: { subjectType: string; subjectId: string }) {
  const list = useApi(messagingApi.messageList, { subjectType, subjectId, limit: SHOWN_MAX })
  if (list.error && !list.data) return <LoadError of={list} />
  if (!list.data) return <Skeleton className="m-5 h-12" />
  return <MessageItems {...list.data} />
}

type Message = z.output<typeof message>

export function MessageItems({ rows, total }: { rows: readonly Message[]; total: number }) {
  if (rows.length === 0)
    return (
      <EmptyState compact icon={<MessageSquareText />} title="No messages yet">
        SMS about the disbursement and each repayment appear here as the customer received them.
      </EmptyState>
    )
  return (
    <>
      <ol className="ruled">
        {rows.map(message => (
          <li key={message.id} className="px-5 py-3.5">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
              <MessageBadge status={message.status} />
              <span className="tabular-nums">{message.phone}</span>
              <span>
                · {pagesText(message.segments)} · <RelativeTime at={message.at} />
              </span>
            </div>
            <p className="mt-1.5 w-fit max-w-2xl rounded-lg rounded-tl-sm bg-sunken px-3 py-2 break-words">
              {message.text}
            </p>
          </li>
        ))}
      </ol>
      {total > rows.length && (
        <p className="border-t border-line px-5 py-3 text-muted">
          The newest {rows.length} of {countText(total)}.
        </p>
      )}
    </>
  )
}
