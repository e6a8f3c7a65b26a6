import { useOrganisation } from './useOrganisation.ts'

export function Footer() {
  const organisation = useOrganisation()
  return (
    <footer className="px-4 py-5 text-xs text-faint sm:px-8">
      {organisation ? `© ${organisation.year} ${organisation.operatingCompany || 'Iroko'}` : '\u00a0'}
    </footer>
  )
}
