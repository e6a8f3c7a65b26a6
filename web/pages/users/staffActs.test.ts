import { describe, expect, test } from 'vitest'
import { actsFor, type StaffAct, whyNot } from './staffActs.ts'

const NGOZI = 'ngozi'
const person = { id: 'bayo', status: 'active', liveSessions: 1, pendingApprovalId: null } as const

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

describe('why not', () => {
  const NOT_OWN = 'Nobody changes their own roles or status.'
  test.each<[string, StaffAct, Partial<typeof person> | object, string | undefined]>([
    ['a colleague’s roles', 'changeRoles', {}, undefined],
    ['one’s own roles', 'changeRoles', { id: NGOZI }, NOT_OWN],
    ['suspending oneself', 'suspend', { id: NGOZI }, NOT_OWN],
    ['one’s own reset link', 'makeResetLink', { id: NGOZI }, 'Change your own password in your profile.'],
    ['one’s own officer code', 'changeOfficerCode', { id: NGOZI }, undefined],
    [
      'roles while a change waits',
      'changeRoles',
      { pendingApprovalId: 'x' },
      'A change of roles already waits for a second person.',
    ],
    ['suspending while a change waits', 'suspend', { pendingApprovalId: 'x' }, undefined],
    ['ending no sessions', 'signOut', { liveSessions: 0 }, 'Not signed in anywhere.'],
  ])('%s', (_, act, changes, reason) => {
    expect(whyNot(act, { ...person, ...changes }, NGOZI)).toBe(reason)
  })
})
