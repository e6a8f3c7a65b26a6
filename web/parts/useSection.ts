import { SECTIONS, type Section, type SectionName, settingsApi } from '../../contract/settings.ts'
import { useApi } from '../api.ts'

const FRESH_MS = 60_000

/** One section of the settings as it is in force today; undefined until it is known. */
export function useSection<S extends SectionName>(name: S): Section<S> | undefined {
  const settings = useApi(settingsApi.settingList, {}, { staleMs: FRESH_MS })
  const found = settings.data?.rows.find(row => row.section === name)
  return found && (SECTIONS[name].schema.safeParse(found.value).data as Section<S> | undefined)
}

/** Why no section is known, for what can do nothing without one. */
export const useSectionsAsked = () => useApi(settingsApi.settingList, {}, { staleMs: FRESH_MS })
export const useSectionsError = () => useSectionsAsked().error
