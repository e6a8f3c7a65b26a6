import { type ReasonUse, useReasonLabel } from '../../../parts/reasons.ts'
import type { LoanRequest, TimelineEntry } from '../../../parts/requestWords.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'

type Kind = TimelineEntry['kind']
const MOVES: readonly Kind[] = ['recommended', 'approved', 'sentBack', 'rejected', 'edited', 'withdrawn']

const WORDS = {
  rejected: { tone: 'negative', title: 'Rejected', use: 'reject' },
  sentBack: { tone: 'caution', title: 'Sent back by the authorizer', use: 'sendBack' },
  edited: { tone: 'notice', title: 'Edited and resubmitted', use: 'reject' },
} as const satisfies Partial<Record<Kind, { tone: string; title: string; use: ReasonUse }>>

const isWord = (kind: Kind): kind is keyof typeof WORDS => kind in WORDS

/** The newest decision, if it is a rejection, a return to the reviewer or a resubmission. */
export function lastWord<Entry extends { kind: Kind }>(timeline: readonly Entry[]) {
  const last = timeline.find(entry => MOVES.includes(entry.kind))
  return last && isWord(last.kind) ? { ...last, kind: last.kind } : undefined
}

/** Shows why a request was rejected or sent back. */
export function LastDecision({ timeline }: Pick<LoanRequest, 'timeline'>) {
  const label = useReasonLabel()
  const last = lastWord(timeline)
  if (!last) return null
  const { tone, title, use } = WORDS[last.kind]
  return (
    <Notice
      tone={tone}
      alert={false}
      title={last.reasonCode ? `${title}: ${label(last.reasonCode, use)}` : title}
    >
      {last.note && `“${last.note}” · `}
      {last.by}, <RelativeTime at={last.at} />
    </Notice>
  )
}
