import { useState } from 'react'
import type { z } from 'zod/mini'
import { isPersonal } from './isPersonal.ts'
import { useUrlFilter } from './urlFilter.ts'

/** A searched list's filter in the address; but somebody's number is only searched for, never written there. */
export function usePrivateSearch<S extends z.ZodMiniObject>(schema: S) {
  const query = useUrlFilter(schema)
  const [typedNumber, setNumber] = useState('')
  // a saved view that is opened since brings its own search
  const number = query.filter.search ? '' : typedNumber
  return {
    ...query,
    filter: number ? { ...query.filter, search: number } : query.filter,
    isFiltered: query.isFiltered || number !== '',
    setSearch: (typed: string): void => {
      setNumber(isPersonal(typed) ? typed : '')
      query.setFilter({ search: isPersonal(typed) ? undefined : typed }, true)
    },
    clearFilter: (): void => {
      setNumber('')
      query.clearFilter()
    },
  }
}
