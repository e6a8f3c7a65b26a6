import { useSearchParams } from 'react-router'
import type { Paging } from '../ui/Table.tsx'

type Page = { total: number; totalIsExact: boolean; next: string | null }

/**
 * The cursor of a list, kept in the address together with the cursors that led to it, so that Previous works
 * after a reload and in a link sent to a colleague. Twenty pages on, a search is better than a pager.
 */
export function usePaging(limit = 25) {
  const [search, setSearch] = useSearchParams()
  const trail = search.getAll('cursor')
  const go = (cursors: readonly string[]): void =>
    setSearch(now => {
      const next = new URLSearchParams(now)
      next.delete('cursor')
      for (const cursor of cursors) next.append('cursor', cursor)
      return next
    })
  return {
    /** Spread into the list's input. */
    input: { limit, cursor: trail.at(-1) },
    pagingOf: (page: Page | undefined): Paging | undefined =>
      page && {
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
