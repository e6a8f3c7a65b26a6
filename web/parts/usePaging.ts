import { useSearchParams } from 'react-router'
import type { ApiError } from '../api.ts'
import type { Paging } from '../ui/Table.tsx'

type Page = { total: number; totalIsExact: boolean; next: string | null }

/** A list that was asked for, answered or not. */
type Asked<Row> = {
  data: (Page & { rows: readonly Row[] }) | undefined
  error: ApiError | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** What a table needs to know of the list it shows. */
export type Listed<Row> = {
  rows: readonly Row[] | undefined
  error: ApiError | null
  onRetry: () => void
  refreshing: boolean
  paging?: Paging
}

/**
 * The cursor of a list, kept in the address together with the cursors that led to it, so that Previous works
 * after a reload and in a link sent to a colleague. Twenty pages on, a search is better than a pager.
 * Several lists on one page each keep theirs under a name of their own.
 */
export function usePaging(limit = 25, name = 'cursor') {
  const [search, setSearch] = useSearchParams()
  const trail = search.getAll(name)
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
  const pagingOf = (page: Page | undefined): Paging | undefined =>
    page && {
      total: page.total,
      totalIsExact: page.totalIsExact,
      from: trail.length * limit + 1,
      hasPrevious: trail.length > 0,
      hasNext: page.next !== null,
      onPrevious: () => go(trail.slice(0, -1)),
      onNext: () => page.next !== null && go([...trail, page.next]),
    }
  return {
    /** Spread into the list's input. */
    input: { limit, cursor: trail.at(-1) },
    pagingOf,
    /** Spread into the list's table. */
    tableOf: <Row>(list: Asked<Row>): Listed<Row> => {
      const paging = pagingOf(list.data)
      return {
        rows: list.data?.rows,
        error: list.error,
        // a cursor that no longer fits (an old link, another key) is refused however often it is asked for
        onRetry: () => (list.error?.code === 'cursor.invalid' ? go([], true) : void list.refetch()),
        refreshing: list.isPlaceholderData,
        ...(paging ? { paging } : {}),
      }
    },
  }
}
