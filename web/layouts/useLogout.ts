import { useLocation, useNavigate } from 'react-router'
import { authApi } from '../../contract/auth.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { endSession } from '../session.ts'
import { toast } from '../ui/toast.ts'

type Wish = { message?: string; because?: 'logout' | 'idle' }

/** Leaves at once, even without a connection; the server is told so that the token dies there too. */
export function useLogout(): (wish?: Wish) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return ({ message = 'Logout successful..', because = 'logout' } = {}) => {
    void call(authApi.signOut, {}, { farewell: true }).catch(() => undefined)
    endSession(because)
    toast('success', message)
    // whoever was signed out by the clock comes back to where they were
    const state = because === 'idle' ? { from: pathname + search } : null
    void navigate(paths.login, { replace: true, state })
  }
}
