import { type Permission, rolesWith } from '../../../contract/roles.ts'
import { useMay } from '../currentUser.ts'

/** Why the person cannot do this, as a sentence for the button; undefined when they can. */
export function useWhyNot(permission: Permission): string | undefined {
  const may = useMay(permission)
  return may ? undefined : `Only ${rolesWith(permission).join(' and ')} can do this. You can read it.`
}
