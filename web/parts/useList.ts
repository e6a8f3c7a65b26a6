import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint, Reply } from '../../contract/endpoint.ts'
import { type ApiError, type Sent, useApi } from '../api.ts'
import type { Paging } from '../ui/Table.tsx'

type Page = { total: number; totalIsExact: boolean; next: string | null }

/** What a table needs to know of the list it shows. */
export type Listed<Row> = {
  rows: readonly Row[] | undefined
  error?: ApiError | null | undefined
  onRetry?: () => void
  refreshing?: boolean
  paging?: Paging | undefined
  /** `name` or `-name`, as the server spells it. */
  sort?: string | undefined
  onSort?: (sort: string) => void
}

type RowOf<E extends Endpoint> = Reply<E> extends { rows: readonly (infer Row)[] } ? Row : never

type Options = {
  limit?: number
  /** Under which name the address has the cursor: several lists on one page each have their own. */
  cursor?: string
  enabled?: boolean
  /** The list is read again whenever this changes. */
  again?: string
}

/** A list of the server, page by page, with all that a table needs to show it. */
export function useList<E extends Endpoint>(
  endpoint: E,
  input: Omit<Sent<E>, 'limit' | 'cursor'>,
  { limit = 25, cursor = 'cursor', enabled = true, again }: Options = {},
): Listed<RowOf<E>> & { data: Reply<E> | undefined; isLoading: boolean; refetch: () => unknown } {
  const { trail, go } = useTrail(cursor)
  const asked = { ...input, limit, cursor: trail.at(-1) } as unknown as Sent<E>
  const { data, error, refetch, isLoading, isPlaceholderData } = useApi(endpoint, asked, { enabled })
  useEffect(() => {
    if (again !== undefined) void refetch()
  }, [again, refetch])
  const page = data as (Page & { rows: readonly RowOf<E>[] }) | undefined
  return {
    data,
    isLoading,
    refetch,
    rows: page?.rows,
    error,
    // a cursor that no longer fits (an old link, another key) is refused however often it is asked for
    onRetry: () => (error?.code === 'cursor.invalid' ? go([], true) : void refetch()),
    refreshing: isPlaceholderData,
    paging: page && {
      total: page.total,
      totalIsExact: page.totalIsExact,
      from: trail.length * limit + 1,
      hasPrevious: trail.length > 0,
      hasNext: page.next !== null,
      onPrevious: () => go(trail.slice(0, -1)),
      onNext: () => page.next !== null && go([...trail, page.next]),
    },
  }
}

/**
 * The cursor of a list, in the address together with the cursors that led to it, so that Previous works
 * after a reload and in a link sent to a colleague. Twenty pages on, a search is better than a pager.
 */
function useTrail(name: string) {
  const [search, setSearch] = useSearchParams()
  const go = (cursors: readonly string[], instead = false): void =>
    setSearch(
      now => {
        const next = new URLSearchParams(now)
        next.delete(name)
        for (const cursor of cursors) next.append(name, cursor)
        return next
      },
      { replace: instead },
    )
  return { trail: search.getAll(name), go }
}

type Asked<Row> = {
  data: { rows: readonly Row[] } | undefined
  error: ApiError | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** A list that comes whole. */
export const wholeList = <Row>({ data, error, isPlaceholderData, refetch }: Asked<Row>): Listed<Row> => ({
  rows: data?.rows,
  error,
  onRetry: () => void refetch(),
  refreshing: isPlaceholderData,
})
