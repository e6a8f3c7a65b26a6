import { officerLinkApi } from '../../contract/settings.ts'
import { useApi } from '../api.ts'
import { Combobox } from '../ui/Combobox.tsx'

type Props = { chosen: string | undefined; onChange: (code: string) => void }

export function OfficerFilter({ chosen = '', onChange }: Props) {
  const links = useApi(officerLinkApi.officerLinkList, {}, { staleMs: 60_000 })
  const officers = (links.data?.rows ?? []).map(({ code, officerName }) => ({
    value: code,
    label: `${officerName} (${code})`,
  }))
  // An officer who has left still has loans, and a code nobody holds came in with a request: links to them must read well.
  const isUnknown = chosen !== '' && !officers.some(officer => officer.value === chosen)
  return (
    <Combobox
      label="Officer"
      placeholder="Any officer"
      value={chosen}
      options={[
        { value: '', label: 'Any officer' },
        ...officers,
        ...(isUnknown ? [{ value: chosen, label: chosen }] : []),
      ]}
      onChange={onChange}
    />
  )
}
