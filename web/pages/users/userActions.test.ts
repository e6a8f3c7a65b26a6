import { describe, expect, test } from 'vitest'
import { actsFor, type UserAction, whyNot } from './userActions.ts'

const NGOZI = 'ngozi'
const person = {
  id: 'bayo',
  status: 'active',
  liveSessions: 1,
  pendingApprovalId: null,
  links: [],
  viewerIsLinked: false,
} as const

describe('which acts a person’s state allows', () => {
  test.each([
    ['waiting', 'approve, decline, changeOfficerCode'],
    ['active', 'changeRoles, changeOfficerCode, makeResetLink, signOut, suspend'],
    ['suspended', 'changeRoles, changeOfficerCode, reactivate'],
    ['declined', 'approve, changeOfficerCode'],
  ] as const)('%s: %s', (status, acts) => {
    expect(actsFor({ ...person, status }).join(', ')).toBe(acts)
  })
})

test('an identity is confirmed only where there is a link', () => {
  expect(actsFor(person)).not.toContain('confirmIdentity')
  expect(actsFor({ ...person, links: [1] })).toContain('confirmIdentity')
})

describe('why not', () => {
  const NOT_OWN = 'You cannot change your own roles or status. Ask another superAdmin.'
  test.each<[string, UserAction, Partial<typeof person> | object, string | undefined]>([
    ['a colleague’s roles', 'changeRoles', {}, undefined],
    ['one’s own roles', 'changeRoles', { id: NGOZI }, NOT_OWN],
    ['suspending oneself', 'suspend', { id: NGOZI }, NOT_OWN],
    ['one’s own reset link', 'makeResetLink', { id: NGOZI }, 'Change your own password in your profile.'],
    ['one’s own officer code', 'changeOfficerCode', { id: NGOZI }, undefined],
    [
      'roles while a change waits',
      'changeRoles',
      { pendingApprovalId: 'x' },
      'A change to this account is already pending approval.',
    ],
    ['suspending while a change waits', 'suspend', { pendingApprovalId: 'x' }, undefined],
    ['confirming a colleague', 'confirmIdentity', { links: [1] }, undefined],
    [
      'confirming an account one is linked to',
      'confirmIdentity',
      { links: [1], viewerIsLinked: true },
      'You are linked to this account. A superAdmin who is not linked to it must confirm it.',
    ],
    ['ending no sessions', 'signOut', { liveSessions: 0 }, 'Not signed in anywhere.'],
  ])('%s', (_, act, changes, reason) => {
    expect(whyNot(act, { ...person, ...changes }, NGOZI)).toBe(reason)
  })
})
