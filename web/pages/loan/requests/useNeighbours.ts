import { useSearchParams } from 'react-router'
import { requestApi } from '../../../../contract/requests.ts'
import { countText } from '../../../../engine/countText.ts'
import { useApi } from '../../../api.ts'
import { type LoanRequest, neighbours, QUEUES } from '../../../parts/requestWords.ts'
import { urlWithFilter, useUrlFilter } from '../../../parts/urlFilter.ts'
import { paths, type Stage } from '../../../paths.ts'
import { QUEUE_FILTER } from './QueueFilters.tsx'

const PAGE_ROWS_MAX = 200

/** The filter of the list as a query string, carried in the address of a request. */
export function useListQuery(): string {
  const [params] = useSearchParams()
  const query = urlWithFilter(params, {}).toString()
  return query === '' ? '' : `?${query}`
}

/** Previous and next request, and the position, in the list the request was opened from. */
export function useNeighbours(request: LoanRequest, stage: Stage) {
  const { row } = request
  const [params] = useSearchParams()
  const { filter, isFiltered } = useUrlFilter(QUEUE_FILTER)
  const query = useListQuery()
  const usual = QUEUES[row.stage].permission ? 'age' : '-age'
  const sort = params.has('sort') ? filter.sort : usual
  const list = useApi(
    requestApi.requestList,
    { ...filter, stage: row.stage, sort, limit: PAGE_ROWS_MAX },
    { enabled: isFiltered },
  )
  const ids = (list.data?.rows ?? []).map(each => each.id)
  const at = ids.indexOf(row.id)
  const within = {
    next: (at === -1 ? ids[0] : ids[at + 1]) ?? null,
    previous: ids[at - 1] ?? null,
  }
  return {
    ...(isFiltered ? within : neighbours(request)),
    /** "3 of 9" in a filtered list; undefined in the whole queue. */
    position: isFiltered && at !== -1 && list.data ? `${at + 1} of ${countText(list.data.total)}` : undefined,
    /** Named in the message at either end. */
    place: isFiltered ? 'list' : 'stage',
    addressOf: (id: string): string => paths.request(row.stage, id) + query,
    back: paths.requests(stage) + query,
  }
}

export type Neighbours = ReturnType<typeof useNeighbours>
