import { organisationApi } from '../../contract/vocabulary.ts'
import { useApi } from '../api.ts'

export function Footer() {
  const organisation = useOrganisation()
  return (
    <footer className="px-4 py-5 text-xs text-faint sm:px-8">
      {organisation ? `© ${organisation.year} ${organisation.operatingCompany || 'Iroko'}` : '\u00a0'}
    </footer>
  )
}

const AN_HOUR_MS = 3_600_000

/** Who lends; undefined until it is known. */
export const useOrganisation = () => useApi(organisationApi.organisationGet, {}, { staleMs: AN_HOUR_MS }).data
