import { ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import { auditFilter, userApi } from '../../../contract/staff.ts'
import { entryText, nameText, reasonText, recordText } from '../../../contract/trail.ts'
import { useAct, useApi } from '../../api.ts'
import type { AuditEntry } from '../../parts/changed.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { recordPath } from '../../parts/recordPath.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Absent } from '../../ui/Absent.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { ChainVerdict, VerifyButton } from './ChainVerdict.tsx'
import { LooksButton, LooksHelp } from './Looks.tsx'
import { OutcomeBadge } from './OutcomeBadge.tsx'

const AuditEntryDialog = lazily(() =>
  import('./AuditEntryDialog.tsx').then(dialog => dialog.AuditEntryDialog),
)

export function AuditTab() {
  const query = usePrivateSearch(auditFilter)
  const paging = usePaging()
  const trail = useApi(userApi.auditList, { ...query.filter, ...paging.input })
  const verify = useAct(userApi.auditVerify)
  const [openId, show] = useUrlParam('entry')
  const isLooks = query.filter.looks !== undefined
  const rows = trail.data?.rows
  const open = rows?.find(entry => entry.id === openId)
  const pager = paging.pagingOf(trail.data)
  return (
    <div className="flex flex-col gap-4">
      <ChainVerdict verdict={verify.data} error={verify.error} />
      <Card
        flush
        title="Audit trail"
        actions={
          <Actions>
            <LooksButton isOn={isLooks} onChange={looks => query.setFilter({ looks })} />
            <VerifyButton verify={verify} />
          </Actions>
        }
      >
        {isLooks && <LooksHelp />}
        <AuditFilters {...query} rows={rows ?? []} />
        <ListTable
          list="audit"
          actions={
            <ExportMenu
              label={isLooks ? 'Export who saw what' : 'Export the trail'}
              size="small"
              save={format => fetchFile(userApi.auditExport, { ...query.filter, format })}
            />
          }
          caption={isLooks ? 'Who saw what, newest first' : 'Audit trail, newest first'}
          columns={columns(show)}
          rows={rows}
          rowKey={entry => entry.id}
          empty={<NoEntries isFiltered={query.isFiltered} onClear={query.clearFilter} />}
          error={trail.error}
          onRetry={() =>
            trail.error?.code === 'cursor.invalid' ? query.setFilter({}) : void trail.refetch()
          }
          refreshing={trail.isPlaceholderData}
          {...(pager ? { paging: pager } : {})}
        />
      </Card>
      {open && (
        <AuditEntryDialog
          entry={open}
          onClose={() => show(undefined)}
          onNarrow={changes => query.setFilter({ ...changes, entry: undefined })}
        />
      )}
    </div>
  )
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<ScrollText />}
      title={isFiltered ? 'No entry fits this filter' : 'Nothing has happened yet'}
      action={isFiltered && <Button onClick={onClear}>Clear the filter</Button>}
    >
      {isFiltered
        ? 'Try a longer time, or leave out the person or the action.'
        : 'Every action of every person is kept here, for good.'}
    </EmptyState>
  )
}

const columns = (show: (id: string) => void): Column<AuditEntry>[] => [
  {
    id: 'action',
    title: 'Action',
    lead: true,
    cell: entry => (
      <button
        type="button"
        onClick={() => show(entry.id)}
        className="rounded text-left font-medium hover:text-brand-ink hover:underline"
      >
        {entryText(entry)}
      </button>
    ),
  },
  { id: 'actor', title: 'Person', className: 'xl:whitespace-nowrap', cell: entry => entry.actorName },
  { id: 'record', title: 'Record', cell: entry => <RecordName entry={entry} /> },
  { id: 'outcome', title: 'Outcome', cell: entry => <OutcomeBadge outcome={entry.outcome} /> },
  {
    id: 'reason',
    title: 'Reason',
    className: 'md:max-w-64',
    cell: entry =>
      entry.reason ? (
        <span className="md:line-clamp-1">{reasonText(entry.reason)}</span>
      ) : (
        <Absent>None given</Absent>
      ),
  },
  { id: 'at', title: 'When', cell: entry => <RelativeTime at={entry.at} /> },
]

/** The name of the record, leading to it; of what has no name, enough of the identifier to tell two apart. */
function RecordName({ entry }: { entry: AuditEntry }) {
  const { subjectType, subjectId, subjectLabel = nameText(subjectType, subjectId) } = entry
  const to = recordPath(entry)
  if (subjectLabel)
    return (
      <span className="max-md:text-right">
        {recordText(subjectType)}{' '}
        {to ? (
          <Link
            to={to}
            className="rounded text-brand-ink underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {subjectLabel}
          </Link>
        ) : (
          subjectLabel
        )}
      </span>
    )
  const isLong = subjectId.length > 20
  return (
    <span className="whitespace-nowrap">
      {recordText(subjectType)}{' '}
      <span className="font-mono text-xs text-muted" title={subjectId}>
        {isLong ? `${subjectId.slice(0, 8)}…` : subjectId}
      </span>
    </span>
  )
}
