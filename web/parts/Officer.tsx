import { officerLinkApi } from '../../contract/settings.ts'
import { useApi } from '../api.ts'
import { CellText } from '../ui/CellText.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { EmptyValue } from '../ui/EmptyValue.tsx'
import type { Filter } from '../ui/FilterBar.tsx'

const LABEL = 'Account officer'

type Query = {
  filter: { officerCode?: string | undefined }
  setFilter: (changes: { officerCode?: string | undefined }) => void
}

/** Narrows a list to the loans of one account officer. */
export function useOfficerFilter({ filter, setFilter }: Query): Filter {
  const chosen = filter.officerCode
  const links = useOfficers(chosen !== undefined)
  const name = links.find(({ code }) => code === chosen)?.officerName
  return {
    id: 'officerCode',
    label: LABEL,
    value: chosen && officerText(name, chosen),
    onRemove: () => setFilter({ officerCode: undefined }),
    field: <OfficerField chosen={chosen} onChange={officerCode => setFilter({ officerCode })} />,
  }
}

const useOfficers = (enabled: boolean) =>
  useApi(officerLinkApi.officerLinkList, {}, { staleMs: 60_000, enabled }).data?.rows ?? []

type Props = { chosen: string | undefined; onChange: (code: string) => void }

function OfficerField({ chosen = '', onChange }: Props) {
  const officers = useOfficers(true).map(({ code, officerName }) => ({
    value: code,
    label: officerText(officerName, code),
  }))
  // An officer who has left still has loans, and a code nobody holds came in with a request: links to them must read well.
  const isUnknown = chosen !== '' && !officers.some(officer => officer.value === chosen)
  return (
    <Combobox
      label={LABEL}
      placeholder="Any account officer"
      value={chosen}
      options={[
        { value: '', label: 'Any account officer' },
        ...officers,
        ...(isUnknown ? [{ value: chosen, label: chosen }] : []),
      ]}
      onChange={onChange}
    />
  )
}

/** An account officer in a sentence or a menu. */
export const officerText = (name: string | null | undefined, code: string): string =>
  name ? `${name} (${code})` : code

type OfficerProps = { name: string | null; code: string }

/** An account officer: the name, and the code lighter below it; a code without a user is shown alone. */
export function Officer({ name, code }: OfficerProps) {
  if (!name) return code || <EmptyValue />
  return <CellText below={code}>{name}</CellText>
}
