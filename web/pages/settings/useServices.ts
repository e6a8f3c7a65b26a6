import { SECTIONS, settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import type { Option } from '../../ui/Select.tsx'

/** The services that have a retirement rule: what a payroll source can point at. */
export function useServices(): Option[] {
  const settings = useApi(settingsApi.settingList, {})
  const row = settings.data?.rows.find(each => each.section === 'retirement')
  const parsed = SECTIONS.retirement.schema.safeParse(row?.value)
  return (parsed.data?.rules ?? [])
    .filter(rule => rule.status === 'active')
    .map(rule => ({ value: rule.service, label: rule.service }))
}
