import { organisationApi } from '../../contract/organisation.ts'
import { useApi } from '../api.ts'

const AN_HOUR_MS = 3_600_000

export function Footer() {
  const organisation = useApi(organisationApi.organisationGet, {}, { staleMs: AN_HOUR_MS })
  const year = organisation.data?.year ?? new Date().getFullYear()
  const company = organisation.data?.operatingCompany || 'Iroko'
  return (
    <footer className="px-4 py-5 text-xs text-faint sm:px-8">
      {organisation.isPending ? '\u00a0' : `© ${year} ${company}`}
    </footer>
  )
}
