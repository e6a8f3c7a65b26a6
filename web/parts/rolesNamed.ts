import { type Permission, rolesWith } from '../../contract/roles.ts'

const LISTS = {
  and: new Intl.ListFormat('en-NG'),
  or: new Intl.ListFormat('en-NG', { type: 'disjunction' }),
}

/** Who may do it, as one says it: "superAdmin, Admin or Editor". */
export const rolesNamed = (permission: Permission, joined: keyof typeof LISTS): string =>
  LISTS[joined].format(rolesWith(permission))
