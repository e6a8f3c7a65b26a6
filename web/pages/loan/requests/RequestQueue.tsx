import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { requestApi } from '../../../../contract/requests.ts'
import { may } from '../../../../contract/roles.ts'
import { useApi } from '../../../api.ts'
import { useCurrentUser } from '../../../parts/currentUser.ts'
import { QUEUES, type RequestRow } from '../../../parts/requestWords.ts'
import { useUrlFilter } from '../../../parts/urlFilter.ts'
import { usePaging } from '../../../parts/usePaging.ts'
import { useShortcuts } from '../../../parts/useShortcuts.ts'
import type { Stage } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'
import { QUEUE_FILTER, QueueFilters } from './QueueFilters.tsx'
import { ageTitled, ClaimCell } from './requestColumns.tsx'
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
  const { permission } = QUEUES[stage]
  const user = useCurrentUser()
  const isOwn = permission !== undefined && may(user.roles, permission)
  const query = useUrlFilter(QUEUE_FILTER)
  const { filter, setFilter, clearFilter } = query
  const paging = usePaging()
  const list = useApi(requestApi.requestList, { stage, ...filter, ...paging.input })
  const rows = list.data?.rows
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const claims = useClaims(rows ?? [])
  const claim = (id: string): void => claims.claim([id])
  const release = (id: string): void => claims.release([id])
  const toggle = (id: string): void => setSelected(now => toggled(now, id))

  const atFocus = (act: (row: RequestRow) => void) => (): void => {
    const row = rows?.find(each => each.id === focusedRequest())
    if (row) act(row)
  }
  useShortcuts({
    j: () => moveFocus(1),
    n: () => moveFocus(1),
    k: () => moveFocus(-1),
    p: () => moveFocus(-1),
    ...(isOwn && {
      x: atFocus(row => toggle(row.id)),
      c: atFocus(row => (row.claimedBy?.id === user.id ? release(row.id) : claim(row.id))),
    }),
  })

  const columns: Column<RequestRow>[] = [
    ...(isOwn ? [selectColumn(selected, toggle)] : []),
    ...ageTitled(permission ? 'Waiting' : 'Since'),
    ...(permission
      ? [
          {
            id: 'claim',
            title: 'Claimed by',
            cell: (row: RequestRow) => (
              <ClaimCell
                row={row}
                viewerId={user.id}
                pending={claims.pending}
                onClaim={isOwn ? claim : undefined}
                onRelease={release}
              />
            ),
          },
        ]
      : []),
    ...extra,
  ]
  const paged = paging.pagingOf(list.data)
  const { sort: _, ...narrowed } = filter
  return (
    <Card flush>
      <QueueFilters {...{ filter, setFilter, clearFilter }} hasClaims={permission !== undefined} />
      {isOwn && rows && rows.length > 0 && (
        <SelectionBar
          rows={rows}
          selected={selected}
          onSelect={setSelected}
          claims={claims}
          viewerId={user.id}
        />
      )}
      <Table
        caption={QUEUES[stage].title}
        columns={columns}
        rows={rows}
        rowKey={row => row.id}
        empty={
          <NoRequests stage={stage} isFiltered={Object.keys(narrowed).length > 0} onClear={clearFilter} />
        }
        error={list.error}
        onRetry={() => (list.error?.code === 'cursor.invalid' ? setFilter({}) : void list.refetch())}
        sort={filter.sort}
        onSort={sort => setFilter({ sort: sort === 'age' ? undefined : sort })}
        refreshing={list.isPlaceholderData}
        {...(paged ? { paging: paged } : {})}
      />
    </Card>
  )
}

const toggled = (now: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(now.has(id) ? [...now].filter(each => each !== id) : [...now, id])

const selectColumn = (selected: ReadonlySet<string>, toggle: (id: string) => void): Column<RequestRow> => ({
  id: 'select',
  title: 'Select',
  titleHidden: true,
  className: 'md:w-px md:pr-0!',
  cell: row => (
    <label className="flex items-center gap-2 max-md:text-muted">
      <input
        type="checkbox"
        checked={selected.has(row.id)}
        onChange={() => toggle(row.id)}
        className="size-4 accent-brand"
        aria-label={`Select ${row.reference}`}
      />
      <span aria-hidden className="md:hidden">
        Select
      </span>
    </label>
  ),
})

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
