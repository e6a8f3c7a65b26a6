import type { ReactNode } from 'react'
import { actText, entryText, nameText, reasonText, recordText } from '../../../contract/trail.ts'
import type { AuditEntry } from '../../parts/changed.ts'
import { EntryChanges } from '../../parts/RecordChanges.tsx'
import type { FilterChanges } from '../../parts/urlFilter.ts'
import { Button } from '../../ui/Button.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { OutcomeBadge } from './StatusBadge.tsx'

type Props = {
  entry: AuditEntry
  onClose: () => void
  /** Filters the list by a value of the entry. */
  onNarrow: (changes: FilterChanges) => void
}

export function AuditEntryDialog({ entry, onClose, onNarrow }: Props) {
  const { actorId, subjectType, subjectId, subjectLabel, action } = entry
  const named = subjectLabel
    ? `${subjectLabel} (${subjectId})`
    : (nameText(subjectType, subjectId) ?? subjectId)
  const only = (what: string, changes: FilterChanges): ReactNode => (
    <Button size="small" onClick={() => onNarrow(changes)}>
      Only this {what}
    </Button>
  )
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={entryText(entry)}
      description={`${entry.actorName}, ${exactTime(new Date(entry.at))}`}
    >
      <div className="flex flex-col gap-5">
        <EntryChanges entry={entry} identifiers="whole" />
        <DefinitionList
          items={[
            { term: 'Outcome', value: <OutcomeBadge outcome={entry.outcome} /> },
            { term: 'Reason', value: reasonText(entry.reason) },
            {
              term: 'User',
              value: <Line text={entry.actorName} action={actorId && only('user', { actorId })} />,
            },
            { term: 'Action', value: <Line text={actText(action)} action={only('action', { action })} /> },
            {
              term: 'Record',
              value: (
                <Line
                  text={`${recordText(subjectType)} ${named}`}
                  action={only('record', { subjectType, subjectId })}
                />
              ),
            },
            // actions of the system have no address
            { term: 'From address', value: entry.address ?? 'System' },
            { term: 'Reference for support', value: entry.requestId },
            {
              term: 'Entry',
              value: `${entry.id}, ${entry.sealed ? 'sealed' : 'not sealed yet'}`,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}

function Line({ text, action }: { text: string; action: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <span className="min-w-0 break-words">{text}</span>
      {action}
    </span>
  )
}
