import { organisationApi } from '../../contract/vocabulary.ts'
import { useApi } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'

export function Footer() {
  const organisation = useOrganisation()
  return (
    <footer className="px-4 py-5 text-xs text-faint sm:px-8">
      <div className="flex min-h-5 items-center gap-2">
        {organisation ? `© ${organisation.year} ${organisation.operatingCompany || 'Iroko'}` : '\u00a0'}
        <DemoMark />
      </div>
    </footer>
  )
}

const AN_HOUR_MS = 3_600_000

/** The lender; undefined until loaded. */
export const useOrganisation = () => useApi(organisationApi.organisationGet, {}, { staleMs: AN_HOUR_MS }).data

/** Says that customers and amounts are examples. A lender's own system never shows it. */
export const DemoMark = () => (useOrganisation()?.isDemo ? <Badge>Demo data</Badge> : null)
