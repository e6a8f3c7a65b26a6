import { describe, expect, test } from 'vitest'
import { hasRole, may, PERMISSIONS, ROLES, roleNamed, rolesWith } from './roles.ts'

describe('names match without regard to case', () => {
  test.each([
    ['superadmin', 'superAdmin'],
    ['SUPERADMIN', 'superAdmin'],
    [' Auditor ', 'Auditor'],
    ['aUTHORIZER', 'Authorizer'],
    ['super admin', undefined],
    ['Admin2', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
  ])('%s', (name, role) => expect(roleNamed(name)).toBe(role))
})

test('roles combine: any set may do what any of its roles may', () => {
  for (const permission of PERMISSIONS)
    for (let set = 0; set < 2 ** ROLES.length; set++) {
      const held = ROLES.filter((_, place) => set & (1 << place))
      const expected = held.some(role => rolesWith(permission).includes(role))
      expect(may(held, permission), `${held.join(', ') || 'nobody'}: ${permission}`).toBe(expected)
      expect(
        may(
          held.map(role => role.toUpperCase()),
          permission,
        ),
      ).toBe(expected)
    }
})

test('no role gives nothing, and an unknown one neither', () => {
  for (const permission of PERMISSIONS) {
    expect(may([], permission)).toBe(false)
    expect(may(['Owner', 'root', ''], permission)).toBe(false)
  }
  expect(hasRole(['authorizer'], 'Authorizer')).toBe(true)
})
