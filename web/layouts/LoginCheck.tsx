import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { needsNoSession, paths } from '../paths.ts'
import { endSession, useSession } from '../session.ts'
import { toast } from '../ui/toast.ts'

/** Without a session, only the loan request and the sign-in pages are shown. */
export function LoginCheck({ children }: { children: ReactNode }) {
  const session = useSession()
  const location = useLocation()

  useEffect(() => {
    if (session.state !== 'broken') return
    endSession('broken')
    toast('error', 'Your session could not be read, so you were signed out. Sign in again.', {
      id: 'session-ended',
    })
  }, [session])

  if (session.state === 'live' || needsNoSession(location.pathname)) return children
  // After an expired session the user returns to the same page, after a logout not.
  const leaving = session.state === 'none' && session.because === 'logout'
  const from = location.pathname + location.search
  return <Navigate to={paths.login} replace state={leaving ? null : { from }} />
}
