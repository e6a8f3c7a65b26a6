import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentUser } from '../parts/currentUser.ts'
import { exactTime } from '../ui/RelativeTime.tsx'
import { DemoMark, useOrganisation } from './Footer.tsx'

/** On top of every printed page: the lender, the user and the time. */
export function PrintNote() {
  const { firstName, lastName, roles } = useCurrentUser()
  const organisation = useOrganisation()
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    // the browser renders the page as soon as this returns
    const printing = (): void => flushSync(() => setAt(new Date()))
    window.addEventListener('beforeprint', printing)
    return () => window.removeEventListener('beforeprint', printing)
  }, [])
  return (
    <p className="mb-4 hidden justify-between gap-6 border-b border-line pb-2 text-xs text-muted print:flex">
      <span className="flex items-center gap-2 font-semibold text-ink">
        {organisation?.operatingCompany || 'Iroko'}
        <DemoMark />
      </span>
      <span>
        Printed {exactTime(at)} by {firstName} {lastName} ({roles.join(', ')})
      </span>
    </p>
  )
}
