import { createContext, useContext } from 'react'
import type { authApi } from '../../contract/auth.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { may, type Permission } from '../../contract/roles.ts'

export type CurrentUser = Reply<typeof authApi.me>

export const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)

/** Whoever is signed in; only inside the main layout, which waits for the answer. */
export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser is used outside the main layout')
  return user
}

/** Draws or hides; the server decides. */
export const useMay = (permission: Permission): boolean => may(useCurrentUser().roles, permission)
