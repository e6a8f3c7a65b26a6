import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import {
  type Caller,
  type Colleague,
  createTestApp,
  DEMO_PASSWORD,
  MONDAY,
  type TestApp,
} from '../../../test/testApp.ts'
import { totpFor } from '../auth/signin.ts'

/** Accounts that may belong to one person: how a link arises, and the only two ways in which it ends. */

let testApp: TestApp
let ngozi: Caller
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => {
  testApp.clock.set(MONDAY)
  ngozi = testApp.as('superAdmin')
})

const reason = 'Seen in person'
const linkedTo = async (id: string) => (await ngozi.ok('userGet', { id })).linkedTo
const use = (token: string | null, password = DEMO_PASSWORD) =>
  testApp.stranger.ok('passwordReset', { token: token ?? '', password, confirm: password })
const reset = async (by: Caller, id: string, dropTotp = false) =>
  use((await by.ok('userResetLink', { id, dropTotp })).token)

describe('access that one superAdmin gives alone', () => {
  test('an Auditor is admitted without approval, and is linked to the admitting user', async () => {
    const { id } = await testApp.signUp()
    expect(await ngozi.ok('userApprove', { id, roles: ['Auditor'] })).toEqual({ approvalId: null })
    expect(await linkedTo(id)).toEqual(['Ngozi Okafor'])
  })

  test.each<Role>(['Admin', 'Reviewer', 'Authorizer', 'Editor', 'superAdmin'])('%s needs approval, and is linked to no one', async role => {
    const { id } = await testApp.signUp()
    const { approvalId } = await ngozi.ok('userApprove', { id, roles: [role] })
    expect((await ngozi.ok('userGet', { id })).status).toBe('waiting')
    await testApp.as('authorizer').approve(approvalId)
    const { linkedTo, admitted, status } = await ngozi.ok('userGet', { id })
    expect({ linkedTo, status }).toEqual({ linkedTo: [], status: 'active' })
    expect(admitted).toMatchObject({ by: 'Ngozi Okafor', approvedBy: 'Emeka Nwosu' })
  }) // biome-ignore format: one line a test

  test('a password link that was used links the two for good; one that was never used does not', async () => {
    const [used, unused] = [await testApp.hire('Editor'), await testApp.hire('Editor')]
    await reset(ngozi, used.id)
    await ngozi.ok('userResetLink', { id: unused.id })
    testApp.clock.advance({ hours: 24 * 400 })
    expect(await linkedTo(used.id)).toContain('Ngozi Okafor')
    expect(await linkedTo(unused.id)).toEqual([])
  })
})

describe('reactivation', () => {
  const suspended = async (...roles: Role[]): Promise<Colleague> => {
    const person = await testApp.hire(...roles)
    await ngozi.ok('userSuspend', { id: person.id, reason: 'Long leave' })
    return person
  }

  test('needs approval, and nothing changes before it', async () => {
    const { id } = await suspended('Authorizer')
    const { approvalId } = await ngozi.ok('userReactivate', { id, reason })
    expect((await ngozi.ok('userGet', { id })).status).toBe('suspended')
    await testApp.as('authorizer').approve(approvalId)
    expect(await ngozi.ok('userGet', { id })).toMatchObject({
      status: 'active',
      roles: ['Authorizer'],
      linkedTo: [],
    })
  })

  test('of an Auditor needs none', async () => {
    const { id } = await suspended('Auditor')
    expect(await ngozi.ok('userReactivate', { id, reason })).toEqual({ approvalId: null })
  })

  test('after 30 days takes away the roles that can approve, and says so where none is left', async () => {
    const [both, only] = [await suspended('Authorizer', 'Auditor'), await suspended('Authorizer')]
    testApp.clock.advance({ hours: 24 * 30 })
    await ngozi.ok('userReactivate', { id: both.id, reason })
    expect(await ngozi.ok('userGet', { id: both.id })).toMatchObject({ status: 'active', roles: ['Auditor'] })
    await ngozi.refused('userReactivate', { id: only.id, reason }, 'user.roles_lapsed')
    const again = await ngozi.ok('userRolesChange', { id: only.id, roles: ['Authorizer'], reason })
    await testApp.as('authorizer').approve(again.approvalId)
    const { approvalId } = await ngozi.ok('userReactivate', { id: only.id, reason })
    await testApp.as('authorizer').approve(approvalId)
    expect((await ngozi.ok('userGet', { id: only.id })).roles).toEqual(['Authorizer'])
  })
})

describe('a password link for an approver', () => {
  test('is given once, after approval, to the person who asked and to no one else', async () => {
    const person = await testApp.hire('Authorizer')
    const other = await testApp.hire('superAdmin')
    const asked = await ngozi.ok('userResetLink', { id: person.id, reason: 'Forgot it' })
    expect(asked).toMatchObject({ token: null, expiresAt: null })
    await ngozi.refused('userResetLink', { id: person.id }, 'approval.pending')
    await person.caller.refused('approvalApprove', { id: asked.approvalId ?? '' }, 'approval.involved')
    await testApp.as('authorizer').approve(asked.approvalId)
    expect((await other.caller.ok('userResetLink', { id: person.id })).token).toBeNull()
    const { token } = await ngozi.ok('userResetLink', { id: person.id })
    await use(token)
    expect(await linkedTo(person.id)).toEqual([])
    await ngozi.refused('userResetLink', { id: person.id }, 'approval.pending')
  })

  test('that is not fetched within a day is void', async () => {
    const person = await testApp.hire('superAdmin')
    const { approvalId } = await ngozi.ok('userResetLink', { id: person.id })
    await testApp.as('authorizer').approve(approvalId)
    testApp.clock.advance({ hours: 25 })
    expect((await ngozi.ok('userResetLink', { id: person.id })).token).toBeNull()
  })
})

describe('a link ends', () => {
  test('when a superAdmin who is linked to neither confirms the identity, and the trail says who and why', async () => {
    const [editor, sade, tunde] = [await testApp.hire('Editor'), await testApp.hire('superAdmin'), await testApp.hire('superAdmin')]
    await reset(sade.caller, editor.id)
    const input = { id: editor.id, reason }
    await sade.caller.refused('userIdentityConfirm', input, 'user.linked')
    await sade.caller.refused('userIdentityConfirm', { ...input, id: sade.id }, 'user.linked')
    await testApp.as('admin').refused('userIdentityConfirm', input, 'permission.missing')
    await tunde.caller.refused('userIdentityConfirm', { ...input, reason: ' ' }, 'input.invalid')
    await tunde.caller.ok('userIdentityConfirm', input)
    expect(await linkedTo(editor.id)).toEqual([])
    await tunde.caller.refused('userIdentityConfirm', input, 'user.not_linked')
    const { rows } = await ngozi.ok('auditList', { subjectId: editor.id, action: 'userIdentityConfirm' })
    expect(rows.find(row => row.outcome === 'done')).toMatchObject({ actorId: tunde.id, reason })
  }) // biome-ignore format: one line each

  test('not by anyone whom a chain of links leads to', async () => {
    const [one, two, three] = [await testApp.hire('superAdmin'), await testApp.hire('Editor'), await testApp.hire('Admin', 'Auditor')]
    await reset(one.caller, two.id)
    await reset(one.caller, three.id)
    const approver = await testApp.hire('superAdmin')
    await testApp.pool.query(
      `insert into staff_link (made_by, staff_id, kind, made_at) values ($1, $2, 'roles', now())`,
      [approver.id, three.id],
    )
    await approver.caller.refused('userIdentityConfirm', { id: two.id, reason }, 'user.linked')
    await ngozi.ok('userIdentityConfirm', { id: one.id, reason })
    await approver.caller.refused('userIdentityConfirm', { id: two.id, reason }, 'user.not_linked')
    expect(await linkedTo(one.id)).toEqual([])
  }) // biome-ignore format: one line each

  describe('when the owner signs in with the second factor that the new password left in place', () => {
    const enrolled = async () => {
      const person = await testApp.hire('Editor')
      const secret = await enrol(await testApp.signIn(person.email))
      return { ...person, code: () => codeFor(secret, person.email) }
    }
    const codeFor = (secret: string, email: string) => {
      testApp.clock.advance({ seconds: 60 })
      return totpFor(secret, email).generate({ timestamp: testApp.clock.now().getTime() })
    }
    async function enrol(caller: Caller): Promise<string> {
      const { secret } = await caller.ok('totpEnrol', { password: DEMO_PASSWORD })
      const { email } = await caller.ok('me', {})
      await caller.ok('totpConfirm', { code: codeFor(secret, email) })
      return secret
    }

    test('it ends', async () => {
      const { id, email, code } = await enrolled()
      await reset(ngozi, id)
      expect(await linkedTo(id)).toContain('Ngozi Okafor')
      await testApp.signIn(email, DEMO_PASSWORD, code())
      expect(await linkedTo(id)).toEqual([])
    })

    test('it stays where the factor was set up only after it, also when a later password left it in place', async () => {
      const { id, email } = await testApp.hire('Editor')
      await reset(ngozi, id)
      const secret = await enrol(await testApp.signIn(email))
      await testApp.signIn(email, DEMO_PASSWORD, codeFor(secret, email))
      await reset(ngozi, id)
      await testApp.signIn(email, DEMO_PASSWORD, codeFor(secret, email))
      expect(await linkedTo(id)).toContain('Ngozi Okafor')
    })

    test('it stays where the link removed the factor', async () => {
      const { id, email } = await enrolled()
      await reset(ngozi, id, true)
      await testApp.signIn(email)
      const secret = await enrol(await testApp.signIn(email))
      await testApp.signIn(email, DEMO_PASSWORD, codeFor(secret, email))
      expect(await linkedTo(id)).toContain('Ngozi Okafor')
    })
  })
})
