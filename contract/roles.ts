/** Six roles and what each may do. The server reads this; the browser only draws menus from it. */

export const ROLES = ['superAdmin', 'Admin', 'Reviewer', 'Authorizer', 'Auditor', 'Editor'] as const
export type Role = (typeof ROLES)[number]

const everyRole: readonly Role[] = ROLES

const GRANTS = {
  /** One's own session, password and second factor. */
  self: everyRole,
  'console.read': everyRole,
  'request.initiate': ['superAdmin', 'Admin', 'Reviewer', 'Authorizer', 'Editor'],
  'request.review': ['Reviewer'],
  'request.authorize': ['Authorizer'],
  'request.edit': ['superAdmin', 'Editor'],
  'customer.change': ['superAdmin', 'Admin', 'Editor'],
  'money.ask': ['superAdmin', 'Admin'],
  'approval.decide': ['superAdmin', 'Authorizer'],
  'settings.change': ['superAdmin', 'Admin'],
  'users.manage': ['superAdmin'],
  'audit.read': ['superAdmin', 'Auditor'],
  'personal.reveal': ['superAdmin', 'Admin', 'Reviewer', 'Authorizer', 'Auditor'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof GRANTS
export const PERMISSIONS = Object.keys(GRANTS) as Permission[]

/** Reads a role however it is spelt: tokens and imports write `superadmin`, `AUDITOR`. */
export const roleNamed = (name: string): Role | undefined =>
  ROLES.find(role => role.toLowerCase() === name.trim().toLowerCase())

export const hasRole = (held: readonly string[], role: Role): boolean =>
  held.some(name => roleNamed(name) === role)

/** Roles combine: whoever holds two may do what either may. */
export const may = (held: readonly string[], permission: Permission): boolean =>
  GRANTS[permission].some(role => hasRole(held, role))

export const rolesWith = (permission: Permission): readonly Role[] => GRANTS[permission]

/** What one superAdmin does not give alone: to ask for money, to change customers, requests or settings, to approve, to admit. */
const GIVEN_BY_TWO: readonly Permission[] = [
  'request.initiate',
  'request.review',
  'request.authorize',
  'request.edit',
  'customer.change',
  'money.ask',
  'approval.decide',
  'settings.change',
  'users.manage',
]

export const needsApproval = (role: Role): boolean => GIVEN_BY_TWO.some(permission => may([role], permission))

/** Who may do it, as one says it: "superAdmin, Admin or Editor". */
export const rolesNamed = (permission: Permission, joined: 'and' | 'or'): string =>
  new Intl.ListFormat('en-NG', { type: joined === 'or' ? 'disjunction' : 'conjunction' }).format(
    rolesWith(permission),
  )
