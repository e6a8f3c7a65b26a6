import { reasonText } from '../../parts/auditWords.ts'
import { ChangesTable } from '../../parts/ChangesTable.tsx'
import { wordsOf } from '../../parts/changes.ts'
import type { AuditEntry } from '../../parts/HistoryList.tsx'
import type { FilterChanges } from '../../parts/urlFilter.ts'
import { Button } from '../../ui/Button.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { OutcomeBadge } from './OutcomeBadge.tsx'

type Props = {
  entry: AuditEntry
  onClose: () => void
  /** Shows only what has this in common with the entry. */
  onNarrow: (changes: FilterChanges) => void
}

export function AuditEntryDialog({ entry, onClose, onNarrow }: Props) {
  const { actorId, subjectType, subjectId, action } = entry
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={wordsOf(action)}
      description={`${entry.actorName}, ${exactTime(new Date(entry.at))}`}
      footer={
        <>
          {actorId && <Button onClick={() => onNarrow({ actorId })}>Only this person</Button>}
          <Button onClick={() => onNarrow({ action })}>Only this act</Button>
          <Button onClick={() => onNarrow({ subjectType, subjectId })}>Only this record</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ChangesTable before={entry.before} after={entry.after} />
        <DefinitionList
          items={[
            { term: 'Outcome', value: <OutcomeBadge outcome={entry.outcome} /> },
            { term: 'Reason', value: reasonText(entry.reason) },
            { term: 'Record', value: `${wordsOf(subjectType)} ${subjectId}` },
            { term: 'From address', value: entry.address },
            { term: 'Request', value: <code className="font-mono text-xs">{entry.requestId ?? '—'}</code> },
            {
              term: 'Entry',
              value: `${entry.id}, ${entry.sealed ? 'sealed into the chain' : 'to be sealed in a moment'}`,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}
