import { useState } from 'react'
import type { LoanRow } from '../../parts/loan/loanWords.ts'

/** The selected loans: some of a page, or all that match the filter. */
export type Selection = {
  count: number
  input:
    | { loanIds: string[] }
    | { refundIds: string[] }
    | { filter: { search?: string | undefined; officerCode?: string | undefined } }
}

type Filter = { search?: string | undefined; officerCode?: string | undefined }

/** The selection is kept across pages and cleared by another filter. */
export function useAwaitingSelection(filter: Filter, total: number) {
  const shape = JSON.stringify([filter.search, filter.officerCode])
  const [held, setHeld] = useState<{ shape: string; ids: ReadonlySet<string>; isAll: boolean }>()
  const now = held?.shape === shape ? held : { shape, ids: new Set<string>(), isAll: false }
  const set = (ids: ReadonlySet<string>, isAll = false): void => setHeld({ shape, ids, isAll })
  const { search, officerCode } = filter
  const count = now.isAll ? total : now.ids.size
  const selection: Selection = {
    count,
    input: now.isAll ? { filter: { search, officerCode } } : { loanIds: [...now.ids] },
  }
  return {
    selection,
    isAll: now.isAll,
    has: (id: string): boolean => now.isAll || now.ids.has(id),
    toggle: (id: string): void =>
      set(new Set(now.ids.has(id) ? [...now.ids].filter(each => each !== id) : [...now.ids, id])),
    turnPage: (rows: readonly LoanRow[], isOn: boolean): void => {
      const page = rows.map(row => row.id)
      set(new Set(isOn ? [...now.ids, ...page] : [...now.ids].filter(id => !page.includes(id))))
    },
    takeAll: (): void => set(new Set(), true),
    clear: (): void => set(new Set()),
  }
}
export type AwaitingSelection = ReturnType<typeof useAwaitingSelection>
