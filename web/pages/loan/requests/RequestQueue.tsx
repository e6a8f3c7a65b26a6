import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { requestApi, requestExportApi } from '../../../../contract/requests.ts'
import { may } from '../../../../contract/roles.ts'
import { useApi } from '../../../api.ts'
import { useCurrentUser } from '../../../parts/currentUser.ts'
import { ExportMenu } from '../../../parts/ExportMenu.tsx'
import { fetchFile } from '../../../parts/fetchFile.ts'
import { ListTable } from '../../../parts/ListTable.tsx'
import { usePrivateSearch } from '../../../parts/privateSearch.ts'
import { QUEUES, type RequestRow } from '../../../parts/requestWords.ts'
import { usePaging } from '../../../parts/usePaging.ts'
import { useShortcuts } from '../../../parts/useShortcuts.ts'
import type { Stage } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { QUEUE_FILTER, QueueFilters } from './QueueFilters.tsx'
import { claimColumn, decidedColumns, requestColumns, selectColumn } from './requestColumns.tsx'
import { focusedRequest, moveFocus } from './rowFocus.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useClaims } from './useClaims.ts'

type Props = {
  stage: Stage
  /** What this stage shows beyond what every stage does. */
  extra?: readonly Column<RequestRow>[]
}

/** One stage's requests. Only whose queue it is can select and claim; everybody can look. */
export function RequestQueue({ stage, extra = [] }: Props) {
  const { permission, title, short } = QUEUES[stage]
  const user = useCurrentUser()
  const isOwn = permission !== undefined && may(user.roles, permission)
  const { filter, setFilter, setSearch, clearFilter, usual } = useQueueFilter(stage)
  const paging = usePaging()
  const list = useApi(requestApi.requestList, { stage, ...filter, ...paging.input })
  const rows = list.data?.rows
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string): void => setSelected(now => toggled(now, id))
  const claims = useClaims(rows ?? [])
  const turn = ({ id, claimedBy }: RequestRow): void =>
    claimedBy?.id === user.id ? claims.release([id]) : claims.claim([id])
  useRowKeys(rows ?? [], isOwn ? { x: row => toggle(row.id), c: turn } : {})

  const claiming = { viewerId: user.id, pending: claims.pending, onTurn: isOwn ? turn : undefined }
  const columns: Column<RequestRow>[] = [
    ...(isOwn ? [selectColumn(selected, toggle)] : []),
    ...(permission ? requestColumns : decidedColumns(short)),
    ...(permission ? [claimColumn(claiming)] : []),
    ...extra,
  ]
  const paged = paging.pagingOf(list.data)
  const { sort, ...narrowed } = filter
  const isFiltered = Object.keys(narrowed).length > 0
  return (
    <Card flush>
      <QueueFilters {...{ filter, setFilter, setSearch, clearFilter }} hasClaims={permission !== undefined} />
      {isOwn && rows && rows.length > 0 && (
        <SelectionBar
          rows={rows}
          selected={selected}
          onSelect={setSelected}
          claims={claims}
          viewerId={user.id}
        />
      )}
      <ListTable
        list={`requests-${stage}`}
        actions={
          <ExportMenu
            label="Export these requests"
            size="small"
            save={format => fetchFile(requestExportApi.requestExport, { stage, ...filter, format })}
          />
        }
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={row => row.id}
        empty={<NoRequests stage={stage} isFiltered={isFiltered} onClear={clearFilter} />}
        error={list.error}
        onRetry={() => (list.error?.code === 'cursor.invalid' ? setFilter({}) : void list.refetch())}
        sort={sort}
        onSort={chosen => setFilter({ sort: chosen === usual ? undefined : chosen })}
        refreshing={list.isPlaceholderData}
        {...(paged ? { paging: paged } : {})}
      />
    </Card>
  )
}

/** Whoever waits longest comes first; of what is decided, the newest. */
function useQueueFilter(stage: Stage) {
  const { filter, ...rest } = usePrivateSearch(QUEUE_FILTER)
  const [params] = useSearchParams()
  const usual: 'age' | '-age' = QUEUES[stage].permission ? 'age' : '-age'
  return { ...rest, usual, filter: params.has('sort') ? filter : { ...filter, sort: usual } }
}

/** J and K walk through the rows; the other keys act on the row one has walked to. */
function useRowKeys(
  rows: readonly RequestRow[],
  acts: Readonly<Record<string, (row: RequestRow) => void>>,
): void {
  const atFocus = Object.entries(acts).map(([key, act]) => {
    const press = (): void => {
      const row = rows.find(each => each.id === focusedRequest())
      if (row) act(row)
    }
    return [key, press] as const
  })
  const next = (): void => moveFocus(1)
  const previous = (): void => moveFocus(-1)
  useShortcuts({ j: next, n: next, k: previous, p: previous, ...Object.fromEntries(atFocus) })
}

const toggled = (now: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(now.has(id) ? [...now].filter(each => each !== id) : [...now, id])

type NoRequestsProps = { stage: Stage; isFiltered: boolean; onClear: () => void }

function NoRequests({ stage, isFiltered, onClear }: NoRequestsProps) {
  if (!isFiltered)
    return (
      <EmptyState icon={<ClipboardCheck />} title={QUEUES[stage].empty}>
        {QUEUES[stage].how}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<ClipboardCheck />}
      title="No request fits this filter"
      action={<Button onClick={onClear}>Clear the filter</Button>}
    >
      Try another spelling, or look in another stage: a request may have moved on.
    </EmptyState>
  )
}
