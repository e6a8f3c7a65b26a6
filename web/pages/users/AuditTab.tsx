import { ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import { auditFilter, userApi } from '../../../contract/staff.ts'
import { entryText, nameText, reasonText, recordText } from '../../../contract/trail.ts'
import { useAct } from '../../api.ts'
import type { AuditEntry } from '../../parts/changed.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { recordPath } from '../../parts/recordPath.ts'
import { useList } from '../../parts/useList.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Actions } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { AccessLogHelp, AuditViews } from './AccessLog.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditVerification, VerifyButton } from './AuditVerification.tsx'
import { OutcomeBadge } from './StatusBadge.tsx'

const AuditEntryDialog = lazyPart(() =>
  import('./AuditEntryDialog.tsx').then(dialog => dialog.AuditEntryDialog),
)

export function AuditTab() {
  const query = usePrivateSearch(auditFilter)
  const trail = useList(userApi.auditList, query.filter)
  const verify = useAct(userApi.auditVerify)
  const [openId, show] = useUrlParam('entry')
  const isAccessLog = query.filter.looks !== undefined
  const open = trail.rows?.find(entry => entry.id === openId)
  return (
    <div className="flex flex-col gap-4">
      <AuditVerification verdict={verify.data} error={verify.error} />
      <ListPage
        actions={
          <Actions>
            <AuditViews isAccessLog={isAccessLog} onChange={looks => query.setFilter({ looks })} />
            <VerifyButton verify={verify} />
          </Actions>
        }
        name="audit"
        list={trail}
        caption={isAccessLog ? 'Access log, newest first' : 'Audit trail, newest first'}
        columns={columns(show)}
        query={query}
        filters={<AuditFilters query={query} rows={trail.rows ?? []} />}
        above={isAccessLog && <AccessLogHelp />}
        exports={exportOf(
          isAccessLog ? 'Export access log' : 'Export audit trail',
          userApi.auditExport,
          query.filter,
        )}
        empty={{
          icon: <ScrollText />,
          title: 'No entries yet',
          text: 'Every action of every user is recorded here.',
        }}
        noMatch={{
          title: 'No matching entries',
          text: 'Choose a longer period, or remove the user or action filter.',
        }}
      />
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

const columns = (show: (id: string) => void): Column<AuditEntry>[] => [
  {
    id: 'action',
    title: 'Action',
    lead: true,
    cell: entry => <RowLink onOpen={() => show(entry.id)}>{entryText(entry)}</RowLink>,
  },
  { id: 'actor', title: 'User', phone: 'amount', cell: entry => entry.actorName },
  { id: 'record', title: 'Record', cell: entry => <RecordName entry={entry} /> },
  {
    id: 'outcome',
    title: 'Outcome',
    phone: 'status',
    cell: entry => <OutcomeBadge outcome={entry.outcome} />,
  },
  {
    id: 'reason',
    title: 'Reason',
    className: 'md:max-w-64',
    cell: entry =>
      entry.reason ? <CellText>{reasonText(entry.reason)}</CellText> : <EmptyValue>None</EmptyValue>,
  },
  { id: 'at', title: 'When', cell: entry => <RelativeTime at={entry.at} /> },
]

/** Link to the record, or a short identifier if it has no name. */
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
            className="rounded underline decoration-line underline-offset-4 hover:decoration-current"
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
