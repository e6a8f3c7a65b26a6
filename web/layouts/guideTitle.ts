import { ROLES, type Role } from '../../contract/roles.ts'

/** "Guide for Reviewers": whose it is that opens first. */
export function guideTitle(roles: readonly Role[]): string {
  const first = ROLES.find(role => roles.includes(role))
  return `Guide for ${first ? `${first}s` : 'staff'}`
}
