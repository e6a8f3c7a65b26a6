import { useSearchParams } from 'react-router'
import type { z } from 'zod/mini'

export type FilterChanges = Readonly<Record<string, string | undefined>>

/**
 * The filter as the address has it. What the contract refuses is left out: a link that was cut short on
 * its way still opens the list.
 */
export function filterFromUrl<S extends z.ZodMiniObject>(schema: S, params: URLSearchParams): z.output<S> {
  const accepted: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const parsed = (field as z.ZodMiniType).safeParse(params.get(name) || undefined)
    if (parsed.success && parsed.data !== undefined) accepted[name] = parsed.data
  }
  // Each field passed by itself, and a filter has no rule between fields.
  return accepted as z.output<S>
}

/** The address after a change of the filter; another filter begins at its first page. */
export function urlWithFilter(params: URLSearchParams, changes: FilterChanges): URLSearchParams {
  const changed = new URLSearchParams(params)
  changed.delete('cursor')
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** A list's filter, kept in the address. */
export function useUrlFilter<S extends z.ZodMiniObject>(schema: S) {
  const [params, setParams] = useSearchParams()
  /** Typing replaces the entry in the browser's history; choosing adds one. */
  const setFilter = (changes: FilterChanges, typing = false): void =>
    setParams(now => urlWithFilter(now, changes), { replace: typing })
  return {
    filter: filterFromUrl(schema, params),
    setFilter,
    setSearch: (search: string): void => setFilter({ search }, true),
    clearFilter: (): void =>
      setParams(now =>
        urlWithFilter(now, Object.fromEntries(Object.keys(schema.shape).map(name => [name, undefined]))),
      ),
    /** Narrowed by anything; an order narrows nothing. */
    isFiltered: Object.keys(schema.shape).some(name => name !== 'sort' && params.has(name)),
  }
}
