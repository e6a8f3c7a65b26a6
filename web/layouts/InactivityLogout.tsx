import { useEffect, useEffectEvent } from 'react'
import { authApi } from '../../contract/auth.ts'
import { call } from '../api.ts'
import { dismissToast, toast } from '../ui/toast.ts'
import { watchInactivity } from './inactivity.ts'
import { useLogout } from './useLogout.ts'

const WARNING_ID = 'inactivity-warning'

/** Warns after 13 idle minutes and signs out after 15. Draws nothing itself. */
export function InactivityLogout() {
  const logout = useLogout()
  // A redirect is not activity, so the timer continues.
  const forceLogout = useEffectEvent(() => {
    dismissToast(WARNING_ID)
    logout({ message: 'Logged out due to inactivity', because: 'idle' })
  })
  useEffect(
    () =>
      watchInactivity({
        warn: () =>
          toast('warning', 'You will be logged out in 1 minute due to inactivity', {
            id: WARNING_ID,
            stay: true,
          }),
        unwarn: () => dismissToast(WARNING_ID),
        logout: () => forceLogout(),
        // Not reported: the next call of the user reports the error.
        stillHere: () => void call(authApi.sessionTouch, {}).catch(() => undefined),
      }),
    [],
  )
  return null
}
