import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { authApi } from '../../contract/auth.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { endSession } from '../session.ts'
import { toast } from '../ui/toast.ts'

/** Leaves at once, even without a connection; the server is told so that the token dies there too. */
export function useLogout(): (message?: string) => void {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useCallback(
    (message = 'Logout successful..') => {
      void call(authApi.signOut, {}, { farewell: true }).catch(() => undefined)
      endSession('logout')
      client.clear()
      toast('success', message)
      void navigate(paths.login, { replace: true })
    },
    [navigate, client],
  )
}
