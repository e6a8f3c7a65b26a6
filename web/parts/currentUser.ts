import { createContext, useContext } from 'react'
import type { authApi } from '../../contract/auth.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { may, type Permission, rolesWith } from '../../contract/roles.ts'

export type CurrentUser = Reply<typeof authApi.me>

export const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)

/** The signed-in user. Only inside the main layout, which loads it first. */
export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser is used outside the main layout')
  return user
}

/** Draws or hides; the server decides. */
export const useMay = (permission: Permission): boolean => may(useCurrentUser().roles, permission)

/** In place of actions none of which the user's roles allow. */
export const VIEW_ONLY = 'You can view but not change this.'

/** Disabled reason of a change; undefined if the user has the permission. */
export function useWhyNotChange(permission: Permission = 'settings.change'): string | undefined {
  const may = useMay(permission)
  return may ? undefined : `Only ${rolesWith(permission).join(' and ')} can change this.`
}

/** Disabled reason of an action; undefined if the user has the permission. */
export function useWhyNot(permission: Permission): string | undefined {
  const may = useMay(permission)
  return may ? undefined : `Only ${rolesWith(permission).join(' and ')} can do this.`
}
