import {
  BadgeCheck,
  CornerDownLeft,
  FilePen,
  FilePlus2,
  FileQuestion,
  Hand,
  type LucideIcon,
  MessageSquare,
  Send,
  ShieldAlert,
  ThumbsUp,
  Undo2,
  XCircle,
} from 'lucide-react'
import { type Rhythm, tenorText } from '../../../../contract/products.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { type ReasonUse, useReasonLabel } from '../../../parts/reasons.ts'
import type { TimelineEntry } from '../../../parts/requestWords.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'

type Kind = TimelineEntry['kind']

const KINDS: Record<Kind, { words: string; Icon: LucideIcon; ink: string }> = {
  submitted: { words: 'submitted the request', Icon: Send, ink: 'text-notice' },
  claimed: { words: 'claimed the request', Icon: Hand, ink: 'text-muted' },
  released: { words: 'released the request', Icon: Undo2, ink: 'text-muted' },
  recommended: { words: 'recommended the request', Icon: ThumbsUp, ink: 'text-positive' },
  returned: { words: 'requested documents', Icon: FileQuestion, ink: 'text-caution' },
  documentAdded: { words: 'added a document', Icon: FilePlus2, ink: 'text-notice' },
  approved: { words: 'approved the request', Icon: BadgeCheck, ink: 'text-positive' },
  sentBack: { words: 'sent the request back to the reviewer', Icon: CornerDownLeft, ink: 'text-caution' },
  rejected: { words: 'rejected the request', Icon: XCircle, ink: 'text-negative' },
  edited: { words: 'edited and resubmitted the request', Icon: FilePen, ink: 'text-notice' },
  withdrawn: { words: 'withdrew the request', Icon: Undo2, ink: 'text-muted' },
  comment: { words: 'commented', Icon: MessageSquare, ink: 'text-muted' },
  override: { words: 'overrode a failed check', Icon: ShieldAlert, ink: 'text-caution' },
}

/** Events of a request, newest first. */
export function Timeline({ entries, rhythm }: { entries: readonly TimelineEntry[]; rhythm: Rhythm }) {
  if (entries.length === 0) return <p className="text-muted">No activity yet.</p>
  return (
    <ol className="flex flex-col">
      {entries.map((entry, place) => (
        <Entry key={entry.id} entry={entry} rhythm={rhythm} isLast={place === entries.length - 1} />
      ))}
    </ol>
  )
}

type EntryProps = { entry: TimelineEntry; rhythm: Rhythm; isLast: boolean }

function Entry({ entry, rhythm, isLast }: EntryProps) {
  const { words, Icon, ink } = KINDS[entry.kind]
  const label = useReasonLabel()
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0">
      {!isLast && <span aria-hidden className="absolute top-8 bottom-1 left-3.5 w-px bg-line" />}
      <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken">
        <Icon size={15} className={ink} />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p>
          <span className="font-medium">{entry.by}</span> {words}
          {entry.amount !== null && entry.tenor !== null && (
            <>
              {': '}
              <span className="tabular-nums">{formatNaira(entry.amount)}</span>,{' '}
              {tenorText(entry.tenor, rhythm)}
            </>
          )}{' '}
          <span className="text-[0.8125rem] text-muted">
            · <RelativeTime at={entry.at} />
          </span>
        </p>
        {entry.reasonCode && <p className="mt-0.5 text-muted">{label(entry.reasonCode, USES[entry.kind])}</p>}
        {entry.note && (
          <p className="mt-1.5 w-fit max-w-full rounded-lg bg-sunken px-3 py-2 break-words whitespace-pre-line">
            {entry.note}
          </p>
        )}
      </div>
    </li>
  )
}

/** The label of a reason code depends on its use. */
const USES: Partial<Record<Kind, ReasonUse>> = {
  rejected: 'reject',
  returned: 'return',
  sentBack: 'sendBack',
  override: 'override',
}
