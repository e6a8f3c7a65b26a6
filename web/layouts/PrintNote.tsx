import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { organisationApi } from '../../contract/organisation.ts'
import { useApi } from '../api.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { exactTime } from '../ui/RelativeTime.tsx'

const AN_HOUR_MS = 3_600_000

/** Heads every printed page: whose figures these are, as of when, and who took them from the screen. */
export function PrintNote() {
  const { firstName, lastName, roles } = useCurrentUser()
  const organisation = useApi(organisationApi.organisationGet, {}, { staleMs: AN_HOUR_MS })
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    // the browser takes its picture as soon as this returns
    const printing = (): void => flushSync(() => setAt(new Date()))
    window.addEventListener('beforeprint', printing)
    return () => window.removeEventListener('beforeprint', printing)
  }, [])
  return (
    <p className="mb-4 hidden justify-between gap-6 border-b border-line pb-2 text-xs text-muted print:flex">
      <span className="font-semibold text-ink">{organisation.data?.operatingCompany || 'Iroko'}</span>
      <span>
        As of {exactTime(at)}, printed by {firstName} {lastName} ({roles.join(', ')})
      </span>
    </p>
  )
}
