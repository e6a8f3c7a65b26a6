import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { requestApi, requestExportApi } from '../../../../contract/requests.ts'
import { may } from '../../../../contract/roles.ts'
import { useCurrentUser } from '../../../parts/currentUser.ts'
import { exportOf } from '../../../parts/fetchFile.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { usePrivateSearch } from '../../../parts/privateSearch.ts'
import { QUEUES, type RequestRow } from '../../../parts/requestWords.ts'
import { useList } from '../../../parts/useList.ts'
import { useShortcuts } from '../../../parts/useShortcuts.ts'
import type { Stage } from '../../../paths.ts'
import type { Column } from '../../../ui/Table.tsx'
import { ClaimActs } from './ClaimActs.tsx'
import { QUEUE_FILTER, QueueFilters } from './QueueFilters.tsx'
import {
  claimColumn,
  decidedColumns,
  rejectedColumns,
  requestColumns,
  selectColumn,
} from './requestColumns.tsx'
import { focusedRequest, moveFocus } from './rowFocus.ts'
import { useClaims } from './useClaims.ts'

type Props = {
  stage: Stage
  /** Additional columns of this stage. */
  extra?: readonly Column<RequestRow>[]
}

/** Requests of one stage. Users with its permission can select and claim; all others can read. */
export function RequestQueue({ stage, extra = [] }: Props) {
  const { permission, title, short } = QUEUES[stage]
  const user = useCurrentUser()
  const isOwn = permission !== undefined && may(user.roles, permission)
  const { usual, ...query } = useQueueFilter(stage)
  const asked = { stage, ...query.filter }
  const list = useList(requestApi.requestList, asked)
  const { rows } = list
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string): void => setSelected(now => toggled(now, id))
  const chosen = rows?.filter(row => selected.has(row.id)) ?? []
  const clear = (): void => setSelected(new Set())
  const claims = useClaims(rows ?? [])
  const toggleClaim = ({ id, claimedBy }: RequestRow): void =>
    claimedBy?.id === user.id ? claims.release([id]) : claims.claim([id])
  useRowKeys(rows ?? [], isOwn ? { x: row => toggle(row.id), c: toggleClaim } : {})

  const claiming = { viewerId: user.id, pending: claims.pending, onTurn: isOwn ? toggleClaim : undefined }
  const columns: Column<RequestRow>[] = [
    ...(isOwn ? [selectColumn(selected, toggle)] : []),
    ...(permission ? requestColumns : (stage === 'rejected' ? rejectedColumns : decidedColumns)(short)),
    ...(permission ? [claimColumn(claiming)] : []),
    ...extra,
  ]
  return (
    <ListPage
      name={`requests-${stage}`}
      list={list}
      caption={title}
      columns={columns}
      query={query}
      usualSort={usual}
      filters={<QueueFilters query={query} hasClaims={permission !== undefined} />}
      selection={
        isOwn
          ? {
              count: chosen.length,
              page: chosen.length === 0 ? 'none' : chosen.length === rows?.length ? 'all' : 'some',
              onPage: () =>
                setSelected(new Set(chosen.length === rows?.length ? [] : rows?.map(row => row.id))),
              onClear: clear,
              acts: <ClaimActs chosen={chosen} onDone={clear} claims={claims} viewerId={user.id} />,
            }
          : undefined
      }
      exports={exportOf('Export requests', requestExportApi.requestExport, asked)}
      empty={{ icon: <ClipboardCheck />, title: QUEUES[stage].empty, text: QUEUES[stage].how }}
      noMatch={{
        title: 'No matching requests',
        text: 'Try another spelling, or search in another stage.',
      }}
    />
  )
}

/** Queues start with the oldest request, lists of decided requests with the newest. */
function useQueueFilter(stage: Stage) {
  const { filter, ...rest } = usePrivateSearch(QUEUE_FILTER)
  const [params] = useSearchParams()
  const usual: 'age' | '-age' = QUEUES[stage].permission ? 'age' : '-age'
  return { ...rest, usual, filter: params.has('sort') ? filter : { ...filter, sort: usual } }
}

/** J and K move the focus through the rows; the other keys act on the focused row. */
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
