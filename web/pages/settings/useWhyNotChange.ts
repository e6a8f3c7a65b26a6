import { type Permission, rolesWith } from '../../../contract/roles.ts'
import { useMay } from '../../parts/currentUser.ts'

/** Why the person cannot change this, as a sentence for the button; undefined when they can. */
export function useWhyNotChange(permission: Permission = 'settings.change'): string | undefined {
  const may = useMay(permission)
  return may ? undefined : `Only ${rolesWith(permission).join(' and ')} can change this. You can read it.`
}
