import { useQueryClient } from '@tanstack/react-query'
import {
  type DashboardTab,
  type Density,
  type ListName,
  preferenceApi,
  type SavedView,
} from '../../contract/auth.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { type ApiError, call, queryKey, useApi } from '../api.ts'
import type { Column } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'

type Preferences = Reply<typeof preferenceApi.preferencesGet>

const USUAL: Preferences = { density: 'comfortable', hidden: {}, views: [] }
const KEY = queryKey(preferenceApi.preferencesGet, {})

/** Asked once, when the console opens; from then on this tab knows best what was chosen. */
export const useStoredPreferences = () =>
  useApi(preferenceApi.preferencesGet, {}, { staleMs: Number.POSITIVE_INFINITY })

let lastSent: Promise<unknown> = Promise.resolve()

/** One choice after the other: a view brought back and removed again must not be removed before it is back. */
function serialised<T>(send: () => Promise<T>): Promise<T> {
  const sent = lastSent.then(send)
  lastSent = sent.catch(() => {})
  return sent
}

/** How the person likes the console. A choice shows at once; if it cannot be kept, it is taken back and said. */
export function usePreferences() {
  const client = useQueryClient()
  const { data: now = USUAL } = useStoredPreferences()
  // as it is when somebody chooses, not when the page was drawn: an undo may come ten seconds later
  const current = (): Preferences => client.getQueryData<Preferences>(KEY) ?? USUAL
  const choose = <Part extends keyof Preferences>(
    part: Part,
    chosen: Preferences[Part],
    keep: () => Promise<unknown>,
  ): Promise<unknown> => {
    const before = current()[part]
    const stored = serialised(keep)
    client.setQueryData(KEY, { ...current(), [part]: chosen })
    stored.catch((error: ApiError) => {
      client.setQueryData(KEY, { ...current(), [part]: before })
      toast('error', error.message, { id: 'preferences' })
    })
    return stored
  }
  const changeTaste = <Part extends 'density' | 'hidden' | 'dashboardTab'>(
    part: Part,
    chosen: Preferences[Part],
  ): void => {
    const { density, hidden, dashboardTab }: Preferences = { ...current(), [part]: chosen }
    void choose(part, chosen, () => call(preferenceApi.preferencesChange, { density, hidden, dashboardTab }))
  }
  return {
    ...now,
    setDensity: (density: Density): void => changeTaste('density', density),
    setDashboardTab: (tab: DashboardTab): void => changeTaste('dashboardTab', tab),
    setHidden: (list: ListName, columns: readonly string[]): void =>
      changeTaste('hidden', { ...current().hidden, [list]: [...columns] }),
    saveView: (view: SavedView): void => {
      const { isShared: _, sharedBy: __, ...stored } = view
      void choose('views', withView(current().views, view), () => call(preferenceApi.viewSave, stored))
    },
    /** A view that was removed, as it was: where all staff saw it, they see it again. */
    bringBackView: (view: SavedView): void => {
      const { id, isShared, sharedBy: _, ...stored } = view
      void choose('views', withView(current().views, view), async () => {
        await call(preferenceApi.viewSave, { id, ...stored })
        if (isShared) await call(preferenceApi.viewShare, { id, isShared })
      })
    },
    /** Shown to all staff, or taken back; of a colleague’s view nothing is left here then. */
    shareView: (view: SavedView, isShared: boolean): Promise<unknown> =>
      choose(
        'views',
        view.sharedBy === null
          ? withView(current().views, { ...view, isShared })
          : current().views.filter(each => each.id !== view.id),
        () => call(preferenceApi.viewShare, { id: view.id, isShared }),
      ),
    removeView: (id: string): void =>
      void choose(
        'views',
        current().views.filter(view => view.id !== id),
        () => call(preferenceApi.viewRemove, { id }),
      ),
  }
}

/** In its old place, or last; what a list opens with is one view at most. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const isRival = (each: SavedView): boolean => each.list === view.list && view.isDefault
  const others = views.map(each => {
    if (each.id === view.id) return view
    return isRival(each) ? { ...each, isDefault: false } : each
  })
  return others.includes(view) ? others : [...others, view]
}

/** Which columns a person does not see: what they chose or, until they choose, those that are optional. */
export const hiddenOf = (
  columns: readonly Pick<Column<never>, 'id' | 'isOptional'>[],
  chosen: readonly string[] | undefined,
): readonly string[] => chosen ?? columns.filter(column => column.isOptional).map(column => column.id)
