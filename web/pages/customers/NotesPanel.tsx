import { HandCoins, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { customerApi } from '../../../contract/customers.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import type { CustomerNote } from '../../parts/customer/customerWords.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props = { customerId: string; whyNot: string | undefined }
type Promise = NonNullable<CustomerNote['promise']>
type Marking = { note: CustomerNote; outcome: 'kept' | 'broken' }

const PAGE = 100

/** Notes and promises to pay, newest first. */
export function NotesPanel({ customerId, whyNot }: Props) {
  const notes = useApi(customerApi.customerNotes, { id: customerId, limit: PAGE })
  const [marking, setMarking] = useState<Marking>()
  if (notes.error && !notes.data) return <LoadError of={notes} />
  if (!notes.data) return <Skeleton className="m-5 h-12" />
  const { rows, total } = notes.data
  if (rows.length === 0)
    return (
      <EmptyState compact icon={<NotebookPen />} title="No notes yet">
        Notes on calls and visits, and promises to pay, appear here.
      </EmptyState>
    )
  return (
    <>
      <ul className="ruled">
        {rows.map(note => (
          <li key={note.id} className="px-5 py-4">
            {note.promise && (
              <PromiseLine
                promise={note.promise}
                whyNot={whyNot}
                onMark={outcome => setMarking({ note, outcome })}
              />
            )}
            {note.text && <p className="max-w-3xl whitespace-pre-line">{note.text}</p>}
            <p className="mt-1 text-[0.8125rem] text-muted">
              {note.by} · <RelativeTime at={note.at} />
            </p>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="border-t border-line px-5 py-3 text-muted">
          Showing the newest {rows.length} of {total}.
        </p>
      )}
      {marking && <MarkDialog {...marking} onClose={() => setMarking(undefined)} />}
    </>
  )
}

const stateOf = ({ outcome, isLate }: Promise): { words: string; tone: Tone } => {
  if (outcome === 'kept') return { words: 'Kept', tone: 'positive' }
  if (outcome === 'broken') return { words: 'Broken', tone: 'negative' }
  return isLate ? { words: 'Overdue', tone: 'caution' } : { words: 'Open', tone: 'notice' }
}

type LineProps = {
  promise: Promise
  whyNot: string | undefined
  onMark: (outcome: 'kept' | 'broken') => void
}

function PromiseLine({ promise, whyNot, onMark }: LineProps) {
  const { words, tone } = stateOf(promise)
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <HandCoins aria-hidden size={18} className="text-faint" />
      <span className="font-medium">
        Promised <span className="tabular-nums">{formatNaira(promise.amount)}</span> for {dayText(promise.on)}
      </span>
      <Badge tone={tone}>{words}</Badge>
      {promise.outcome === 'open' ? (
        <span className="flex gap-2 sm:ml-auto">
          <Button size="small" disabledReason={whyNot} onClick={() => onMark('kept')}>
            Kept
          </Button>
          <Button size="small" disabledReason={whyNot} onClick={() => onMark('broken')}>
            Broken
          </Button>
        </span>
      ) : (
        <span className="text-[0.8125rem] text-muted">
          by {promise.outcomeBy}
          {promise.outcomeNote && `: “${promise.outcomeNote}”`}
        </span>
      )}
    </div>
  )
}

function MarkDialog({ note, outcome, onClose }: Marking & { onClose: () => void }) {
  return (
    <ActDialog
      endpoint={customerApi.customerPromiseMark}
      input={({ reason: text }) => ({ id: note.id, outcome, note: text })}
      done={`Promise marked as ${outcome}.`}
      onClose={onClose}
      title={`Mark promise as ${outcome}?`}
      description={
        note.promise &&
        `${formatNaira(note.promise.amount)} for ${dayText(note.promise.on)}. This cannot be changed later.`
      }
      action={outcome === 'kept' ? 'Mark as kept' : 'Mark as broken'}
      danger={outcome === 'broken'}
      reason={{ label: 'Note', optional: true }}
    />
  )
}
