import { useState } from 'react'
import { Link } from 'react-router'
import { userApi } from '../../contract/staff.ts'
import { changesBetween, entryText, reasonText, withoutNewIdentifiers } from '../../contract/trail.ts'
import { countOf } from '../../engine/countText.ts'
import { useApi } from '../api.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { AuditEntry } from './changed.ts'
import { useMay } from './currentUser.ts'
import { LoadError } from './LoadError.tsx'
import { EntryChanges } from './RecordChanges.tsx'

type RecordName = { subjectType: string; subjectId: string }

/** What happened to one record, newest first: *History* on every record's page. */
export function HistoryEntries({ subjectType, subjectId }: RecordName) {
  const mayReadTrail = useMay('audit.read')
  return (
    <>
      <ol className="flex flex-col">
        <HistoryPage subjectType={subjectType} subjectId={subjectId} cursor={undefined} />
      </ol>
      {mayReadTrail && (
        <p className="mt-3 border-t border-line pt-3">
          <Link
            to={paths.usersTab('audit', { subjectType, subjectId })}
            className="rounded font-medium hover:underline"
          >
            Open it in the audit trail
          </Link>
        </p>
      )}
    </>
  )
}

const PAGE = 20

/** One page of it; the next hangs below, so that what was read stays where it is. */
function HistoryPage({ cursor, ...record }: RecordName & { cursor: string | undefined }) {
  const [goesOn, setGoesOn] = useState(false)
  const history = useApi(userApi.recordHistory, { ...record, limit: PAGE, ...(cursor ? { cursor } : {}) })
  if (history.error && !history.data)
    return (
      <li>
        <LoadError of={history} />
      </li>
    )
  if (!history.data)
    return (
      <li className="flex flex-col gap-3 py-3">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-1/3" />
      </li>
    )
  const { rows, next } = history.data
  if (rows.length === 0 && !cursor) return <li className="py-3 text-muted">Nothing has happened yet.</li>
  return (
    <>
      {rows.map(entry => (
        <HistoryEntry key={entry.id} entry={entry} />
      ))}
      {next !== null &&
        (goesOn ? (
          <HistoryPage {...record} cursor={next} />
        ) : (
          <li className="pt-3">
            <Button size="small" onClick={() => setGoesOn(true)}>
              Show older
            </Button>
          </li>
        ))}
    </>
  )
}

function HistoryEntry({ entry }: { entry: AuditEntry }) {
  const after = withoutNewIdentifiers(entry.before, entry.after)
  const changed = changesBetween(entry.before, after).filter(change => change.kind !== 'same')
  return (
    <li className="relative border-l border-line pb-5 pl-5 last:pb-1">
      <span
        aria-hidden
        className="absolute top-1.5 -left-[4.5px] size-2 rounded-full bg-brand ring-4 ring-raised"
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{entryText(entry)}</span>
        {entry.outcome === 'refused' && <Badge tone="negative">Refused</Badge>}
        <span className="text-muted">
          {entry.actorName} · <RelativeTime at={entry.at} />
        </span>
      </div>
      {entry.reason && <p className="mt-0.5 text-muted">“{reasonText(entry.reason)}”</p>}
      {changed.length > 0 && (
        <details className="mt-1.5">
          <summary className="w-fit cursor-pointer rounded text-[0.8125rem] text-muted hover:text-ink">
            {countOf(changed.length, 'field')}
          </summary>
          <div className="mt-2">
            <EntryChanges entry={{ ...entry, after }} />
          </div>
        </details>
      )}
    </li>
  )
}
