import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { useOrganisation } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import { PageSlot } from './PageSlot.tsx'

/** Where a person wanted to go before being asked to sign in. */
function wantedPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && from.startsWith('/') ? from : paths.dashboard
}

export default function AuthLayout() {
  const session = useSession()
  const organisation = useOrganisation()
  const { pathname, state } = useLocation()
  const resetting = pathname.toLowerCase().startsWith('/auth/reset/')
  if (session.state === 'live' && !resetting) return <Navigate to={wantedPath(state)} replace />
  return (
    <main className="grove grid min-h-dvh place-items-center px-4 py-8">
      <PageSlot
        frame={page => (
          <div className="w-full max-w-[26.5rem] rounded-2xl bg-raised px-6 py-8 shadow-float sm:px-10 sm:py-10">
            <div className="mb-6 flex justify-center">
              <Logo size={36} logo={organisation?.logo} />
            </div>
            {page}
          </div>
        )}
      />
    </main>
  )
}
