import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { needsNoSession, paths } from '../paths.ts'
import { endSession, useSession } from '../session.ts'
import { toast } from '../ui/toast.ts'

/** Nobody without a session gets past here, except to the loan request and the pages that lead to a session. */
export function LoginCheck({ children }: { children: ReactNode }) {
  const session = useSession()
  const location = useLocation()

  useEffect(() => {
    if (session.state !== 'broken') return
    endSession('broken')
    toast('error', 'Your session could not be read, so you were signed out. Please sign in again.', {
      id: 'session-ended',
    })
  }, [session])

  if (session.state === 'live' || needsNoSession(location.pathname)) return children
  // Whoever signs out wants to leave; whoever was thrown out wants to come back.
  const leaving = session.state === 'none' && session.because === 'logout'
  const from = location.pathname + location.search
  return <Navigate to={paths.login} replace state={leaving ? null : { from }} />
}
