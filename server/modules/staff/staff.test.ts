import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import { type Caller, createTestApp, DEMO_PASSWORD, MONDAY, type TestApp } from '../../../test/testApp.ts'
import { anotherSetupCode, openSetup } from '../auth/setup.ts'
import { totpFor } from '../auth/signin.ts'

const PASSWORD = 'mango rain bicycle'
const form = (email = `${randomUUID().slice(0, 8)}@iroko.test`) => ({
  firstName: 'Chinedu', lastName: 'Eze', email, phone: '0803 000 0099', password: PASSWORD, confirm: PASSWORD,
}) // biome-ignore format: a form

describe('a new lender', () => {
  let testApp: TestApp
  let codes: string[]
  beforeEach(async () => {
    testApp = await createTestApp({ staff: false })
    codes = await openSetup(testApp.program)
  })
  afterEach(() => testApp.close())
  const found = (email: string, setupCode = codes[0]) =>
    testApp.stranger.call('signUp', { ...form(email), setupCode })

  test('two people with a code each become superAdmins who are linked to no one; everyone else waits', async () => {
    expect(await testApp.stranger.ok('setupGet', {})).toEqual({ code: 'required' })
    expect((await found('ngozi@iroko.test')).body).toEqual({ status: 'active' })
    expect(await testApp.stranger.ok('setupGet', {})).toEqual({ code: 'accepted' })
    testApp.clock.advance({ minutes: 1 })
    expect(await testApp.stranger.ok('signUp', form())).toEqual({ status: 'waiting' })
    testApp.clock.advance({ minutes: 1 })
    const typed = codes[1]?.toLowerCase().replaceAll('-', ' ')
    expect((await found('emeka@iroko.test', typed)).body).toEqual({ status: 'active' })
    expect(await testApp.stranger.ok('setupGet', {})).toEqual({ code: 'none' })
    const superAdmin = await testApp.signIn('ngozi@iroko.test', PASSWORD)
    const { rows } = await superAdmin.ok('userList', { sort: 'signedUpAt' })
    expect(rows.map(({ status, roles }) => [status, ...roles])).toEqual([
      ['active', 'superAdmin'], ['waiting'], ['active', 'superAdmin'],
    ]) // biome-ignore format: a table
    for (const { id } of rows) expect((await superAdmin.ok('userGet', { id })).linkedTo).toEqual([])
    expect(await anotherSetupCode(testApp.program)).toBeUndefined()
  })

  test.each([
    ['no code', undefined],
    ['a guess', 'AAAA-BBBB-CCCC-DDDD'],
    ['nothing but a space', ' '],
  ])('a public caller with %s gets no account at all', async (_what, setupCode) => {
    const { status, body } = await testApp.stranger.call('signUp', { ...form(), setupCode })
    expect(status).toBe(422)
    expect(Object.keys(body.fields ?? {})).toEqual(['setupCode'])
    expect((await testApp.pool.query('select 1 from staff')).rowCount).toBe(0)
  })

  test('a code works once, for a week, and is stored as a hash only', async () => {
    const { rows } = await testApp.pool.query('select setup_code::text as row from setup_code')
    for (const { row } of rows) expect(row).not.toContain(codes[0]?.slice(0, 4))
    await found('ngozi@iroko.test')
    expect((await found('femi@iroko.test')).body.fields).toHaveProperty('setupCode')
    testApp.clock.advance({ hours: 24 * 7 })
    expect((await found('femi@iroko.test', codes[1])).body.fields).toHaveProperty('setupCode')
    const late = await anotherSetupCode(testApp.program)
    expect((await found('femi@iroko.test', late)).body).toEqual({ status: 'active' })
  })

  test('a second start prints codes in place of the first ones, and none once there is an account', async () => {
    const fresh = await openSetup(testApp.program)
    expect((await found('ngozi@iroko.test', codes[0])).status).toBe(422)
    expect((await found('ngozi@iroko.test', fresh[0])).status).toBe(200)
    expect(await openSetup(testApp.program)).toEqual([])
  })

  test('a code is not used up by an e-mail that has an account', async () => {
    await found('ngozi@iroko.test')
    expect((await found('ngozi@iroko.test', codes[1])).body.fields).toHaveProperty('email')
    expect((await found('emeka@iroko.test', codes[1])).status).toBe(200)
  })

  test('twenty who use one code at the same instant: exactly one becomes superAdmin', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => found(`first${i}@iroko.test`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await testApp.pool.query('select 1 from staff')).rowCount).toBe(1)
  })

  test('while no one could approve, the only superAdmin admits alone, and each account is linked to theirs', async () => {
    await found('ngozi@iroko.test')
    const superAdmin = await testApp.signIn('ngozi@iroko.test', PASSWORD)
    const [one, two] = [await testApp.signUp(), await testApp.signUp({ firstName: 'Bola' })]
    for (const { id } of [one, two])
      expect(await superAdmin.ok('userApprove', { id, roles: ['Authorizer'] })).toEqual({ approvalId: null })
    const { linkedTo, links, viewerIsLinked, admitted } = await superAdmin.ok('userGet', { id: two.id })
    expect(linkedTo.sort()).toEqual(['Chinedu Eze', 'Chinedu Eze'])
    expect(links.map(({ kind, name }) => [kind, name])).toEqual([['admitted', 'Chinedu Eze']])
    expect(viewerIsLinked).toBe(true)
    expect(admitted).toMatchObject({ by: 'Chinedu Eze', approvedBy: null })
  })
})

describe('a lender with its users', () => {
  let testApp: TestApp
  let superAdmin: Caller
  beforeAll(async () => {
    testApp = await createTestApp()
    superAdmin = testApp.as('superAdmin')
  })
  afterAll(() => testApp.close())
  beforeEach(() => testApp.clock.set(MONDAY))

  describe('signing up', () => {
    test('an e-mail we know gets the same answer, changes nothing and costs the same', async () => {
      const known = 'editor@iroko.test'
      const before = await testApp.pool.query('select * from staff where email = $1', [known])
      const answers = [
        await testApp.stranger.call('signUp', form(known)),
        await testApp.stranger.call('signUp', form('EDITOR@Iroko.Test ')),
        await testApp.stranger.call('signUp', form()),
      ]
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: 200, body: { status: 'waiting' } })
      expect((await testApp.pool.query('select * from staff where email = $1', [known])).rows).toEqual(
        before.rows,
      )
    })

    test.each([
      ['a short password', { password: 'mango rain', confirm: 'mango rain' }, 'password'],
      ['a common one', { password: 'Password2026', confirm: 'Password2026' }, 'password'],
      ['one’s own name', { password: 'Chinedu-Eze-1', confirm: 'Chinedu-Eze-1' }, 'password'],
      ['201 characters', { password: 'mango '.repeat(34), confirm: 'mango '.repeat(34) }, 'password'],
      ['two that differ', { confirm: 'mango rain bicycles' }, 'confirm'],
      ['no name', { firstName: ' ' }, 'firstName'],
      ['a foreign phone', { phone: '+44 20 7946 0958' }, 'phone'],
      ['a short phone', { phone: '0803 000' }, 'phone'],
      ['no e-mail', { email: 'chinedu at iroko' }, 'email'],
    ])('%s is refused by field', async (_what, wrong, field) => {
      const { status, body } = await testApp.stranger.call('signUp', { ...form(), ...wrong })
      expect(status).toBe(422)
      expect(Object.keys(body.fields ?? {})).toEqual([field])
    })

    test('64 characters and more are welcome', async () => {
      const password = 'the quick brown goat jumps over the very lazy landlord of Ibadan north'
      await testApp.stranger.ok('signUp', { ...form(), password, confirm: password })
    })

    test('a declined person gets the answer of a wrong password', async () => {
      const { id, email } = await testApp.signUp()
      await superAdmin.ok('userDecline', { id, reason: 'unknown here' })
      await testApp.stranger.refused('signIn', { email, password: DEMO_PASSWORD }, 'signin.wrong')
    })
  })

  test('a signed-in user sees who a task can be given to, and nothing else about them', async () => {
    const { rows } = await testApp.as('editor').ok('colleagueList', {})
    expect(rows.length).toBeGreaterThanOrEqual(6)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['id', 'name', 'roles'])
  })

  describe('roles', () => {
    test('a user does not change their own roles or status', async () => {
      const id = await testApp.idOf('superAdmin')
      const reason = 'because I can'
      await superAdmin.refused(
        'userRolesChange',
        { id, roles: ['superAdmin', 'Authorizer'], reason },
        'user.own_roles',
      )
      await superAdmin.refused('userSuspend', { id, reason }, 'user.own_roles')
      await superAdmin.refused('userResetLink', { id }, 'user.own_roles')
    })

    test('the last superAdmin stays, even when two remove each other at the same instant', async () => {
      for (let round = 0; round < 5; round++) {
        const own = await createTestApp()
        const other = await own.hire('superAdmin')
        const act = (caller: Caller, id: string) => caller.call('userSuspend', { id, reason: 'a quarrel' })
        const first = own.as('superAdmin')
        for (const caller of [first, other.caller]) await caller.ok('me', {})
        const id = await own.idOf('superAdmin')
        const answers = await Promise.all([act(first, other.id), act(other.caller, id)])
        expect(answers.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
        const { rows } = await own.pool.query(
          `select count(*)::int as left from staff where status = 'active' and 'superAdmin' = any (roles)`,
        )
        expect(rows[0].left).toBe(1)
        await own.close()
      }
    })

    test.each<[string, Role[], Role[], boolean]>([
      ['Editor becomes Reviewer',                 ['Editor'],                ['Reviewer'],              true],
      ['Auditor becomes Editor',                  ['Auditor'],               ['Editor'],                true],
      ['Editor becomes Auditor',                  ['Editor'],                ['Auditor'],               false],
      ['Editor becomes Authorizer',               ['Editor'],                ['Authorizer'],            true],
      ['Editor becomes superAdmin',               ['Editor'],                ['superAdmin'],            true],
      ['Editor becomes Authorizer as well',       ['Editor'],                ['Editor', 'Authorizer'],  true],
      ['Authorizer becomes superAdmin',           ['Authorizer'],            ['superAdmin'],            true],
      ['Authorizer becomes Editor',               ['Authorizer'],            ['Editor'],                true],
      ['Authorizer becomes Editor as well',       ['Authorizer'],            ['Authorizer', 'Editor'],  true],
      ['Editor and Admin stays Editor',           ['Editor', 'Admin'],       ['Editor'],                false],
      ['superAdmin becomes Auditor',              ['superAdmin'],            ['Auditor'],               false],
    ])('%s', async (_what, before, after, needsSecond) => {
      const { id } = await testApp.hire(...before)
      const { approvalId } = await superAdmin.ok('userRolesChange', { id, roles: after, reason: 'a new post' })
      expect(approvalId !== null).toBe(needsSecond)
      const { roles, pendingApprovalId } = await superAdmin.ok('userGet', { id })
      expect(roles).toEqual(needsSecond ? before : after)
      expect(pendingApprovalId).toBe(approvalId)
    }) // biome-ignore format: a table

    test.each(['Admin2', 'owner', '', 'superadmin'])('the role %j is none', async role => {
      const { id } = await testApp.hire('Editor')
      const { status } = await superAdmin.call('userRolesChange', {
        id,
        roles: [role] as never,
        reason: 'a new post',
      })
      expect(status).toBe(422)
    })

    test.each([
      ['approve an active person', 'userApprove'], ['decline an active person', 'userDecline'],
      ['reactivate an active person', 'userReactivate'],
    ] as const)('cannot %s', async (_what, name) => {
      const { id } = await testApp.hire('Editor')
      await superAdmin.refused(name, { id, roles: ['Editor'], reason: 'a test' } as never, name === 'userApprove' ? 'user.state' : 'input.invalid')
    }) // biome-ignore format: a table
  })

  describe('officer codes', () => {
    const give = (id: string, code: string | null) =>
      superAdmin.call('userOfficerCodeChange', { id, accountOfficerCode: code })

    test('belong to one person, without regard to case', async () => {
      const { id } = await testApp.hire('Admin')
      expect((await give(id, 'ao-014')).body).toMatchObject({
        code: 'user.officer_code_taken',
        message: 'That account officer code belongs to Babatunde Adeyemi.',
      })
      expect((await give(id, 'ao-777')).status).toBe(200)
      expect((await superAdmin.ok('userGet', { id })).accountOfficerCode).toBe('AO-777')
    })

    test('twenty people given one code at the same instant: one has it', async () => {
      const people = await Promise.all(Array.from({ length: 20 }, () => testApp.signUp()))
      const answers = await Promise.all(people.map(({ id }) => give(id, 'AO-888')))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)])
    })
  })

  describe('a reset link', () => {
    const link = async (id: string, dropTotp = false) =>
      (await superAdmin.ok('userResetLink', { id, dropTotp })).token ?? ''
    const use = (token: string, password = PASSWORD) =>
      testApp.stranger.call('passwordReset', { token, password, confirm: password })

    const works = async (token: string): Promise<boolean> =>
      (await testApp.stranger.ok('resetLinkCheck', { token })).works

    test('works once, ends every session and lifts the lock', async () => {
      const { id, email } = await testApp.hire('Editor')
      const session = await testApp.signIn(email)
      for (let i = 0; i < 11; i++) await testApp.stranger.call('signIn', { email, password: 'wrong' })
      const token = await link(id)
      expect([await works(token), await works(token)]).toEqual([true, true])
      expect((await use(token)).status).toBe(200)
      expect(await works(token)).toBe(false)
      expect((await use(token)).body.code).toBe('reset.invalid')
      await session.refused('me', {}, 'session.expired')
      await testApp.stranger.refused('signIn', { email, password: DEMO_PASSWORD }, 'signin.wrong')
      expect((await (await testApp.signIn(email, PASSWORD)).call('me', {})).status).toBe(200)
    })

    test('is sent to the owner by SMS, and shown at every sign-in until they confirm it', async () => {
      const { id, email } = await testApp.hire('Editor')
      await use(await link(id))
      const sms = await sql<{ body: string }>`select body from message where subject_id = ${id}`.execute(
        testApp.program.db,
      )
      expect(sms.rows.map(({ body }) => body)).toEqual([
        expect.stringMatching(/^Iroko: your staff password was reset on .* with a link from Ngozi Okafor\./),
      ])
      const owner = await testApp.signIn(email, PASSWORD)
      expect((await owner.ok('me', {})).passwordReset).toMatchObject({ by: 'Ngozi Okafor' })
      await owner.ok('passwordResetSeen', {})
      expect((await owner.ok('me', {})).passwordReset).toBeNull()
    })

    test('twenty uses at the same instant: one', async () => {
      const { id } = await testApp.hire('Editor')
      const token = await link(id)
      const answers = await Promise.all(Array.from({ length: 20 }, () => use(token)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test('expires after an hour', async () => {
      const { id } = await testApp.hire('Editor')
      const [early, late] = [await link(id), await link((await testApp.hire('Editor')).id)]
      testApp.clock.advance({ minutes: 59 })
      expect((await use(late)).status).toBe(200)
      testApp.clock.advance({ minutes: 2 })
      expect(await works(early)).toBe(false)
      expect((await use(early)).body.code).toBe('reset.invalid')
    })

    test.each<[string, (id: string, caller: Caller) => Promise<unknown>]>([
      ['a newer link', id => link(id)],
      ['suspension', id => superAdmin.ok('userSuspend', { id, reason: 'left us' })],
      ['a changed password', (_, caller) => caller.ok('passwordChange', { current: DEMO_PASSWORD, password: PASSWORD, confirm: PASSWORD })],
    ])('is void after %s', async (_what, happens) => {
      const { id, caller } = await testApp.hire('Editor')
      const token = await link(id)
      await happens(id, caller)
      expect(await works(token)).toBe(false)
      expect((await use(token)).body.code).toBe('reset.invalid')
    }) // biome-ignore format: a table

    test('is not used up by a password that is refused', async () => {
      const { id } = await testApp.hire('Editor')
      const token = await link(id)
      expect((await use(token, 'Password2026')).status).toBe(422)
      expect((await use(token)).status).toBe(200)
    })

    test.each(['A'.repeat(43), 'x'.repeat(20), `${'A'.repeat(42)}'`])('a guess %s', async token => {
      expect(await works(token)).toBe(false)
      expect((await use(token)).body.code).toBe('reset.invalid')
    })

    test('the token is not stored: not in the table, the trail or the first answers', async () => {
      const { id } = await testApp.hire('Editor')
      const { token } = await superAdmin.ok('userResetLink', { id }, { key: randomUUID() })
      for (const table of ['password_reset', 'audit_entry', 'first_answer']) {
        const { rows } = await testApp.pool.query(`select * from ${table} t where t::text like $1`, [
          `%${token}%`,
        ])
        expect(rows, table).toEqual([])
      }
    })
  })

  describe('a second factor', () => {
    const enrolled = async (...roles: Role[]) => {
      const person = await testApp.hire(...roles)
      const caller = await testApp.signIn(person.email)
      const { secret } = await caller.ok('totpEnrol', { password: DEMO_PASSWORD })
      const code = () => totpFor(secret, person.email).generate({ timestamp: testApp.clock.now().getTime() })
      const { recoveryCodes } = await caller.ok('totpConfirm', { code: code() })
      testApp.clock.advance({ seconds: 30 })
      const signIn = (given?: string) =>
        testApp.stranger.call('signIn', {
          email: person.email,
          password: DEMO_PASSWORD,
          ...(given ? { code: given } : {}),
        })
      return { ...person, caller, secret, code, recoveryCodes, signIn }
    }

    test('password first, then a code, each code once', async () => {
      const { code, signIn } = await enrolled('Editor')
      expect((await signIn()).body).toEqual({ step: 'codeNeeded' })
      const used = code()
      expect((await signIn(used)).body).toMatchObject({ step: 'signedIn' })
      expect((await signIn(used)).body.code).toBe('signin.code_wrong')
      testApp.clock.advance({ seconds: 30 })
      expect((await signIn(used)).body.code).toBe('signin.code_wrong')
      expect((await signIn(code())).body).toMatchObject({ step: 'signedIn' })
    })

    test('the code that confirmed it does not sign in', async () => {
      const person = await testApp.hire('Editor')
      const caller = await testApp.signIn(person.email)
      const { secret } = await caller.ok('totpEnrol', { password: DEMO_PASSWORD })
      const code = totpFor(secret, person.email).generate({ timestamp: testApp.clock.now().getTime() })
      await caller.ok('totpConfirm', { code })
      await testApp.stranger.refused(
        'signIn',
        { email: person.email, password: DEMO_PASSWORD, code },
        'signin.code_wrong',
      )
    })

    test('a code two minutes old or for tomorrow is none', async () => {
      const { secret, email, signIn } = await enrolled('Editor')
      const at = (minutes: number) =>
        totpFor(secret, email).generate({ timestamp: testApp.clock.now().getTime() + minutes * 60_000 })
      expect((await signIn(at(-2))).body.code).toBe('signin.code_wrong')
      expect((await signIn(at(2))).body.code).toBe('signin.code_wrong')
    })

    test('codes cannot be guessed: ten tries, then the lock, even with the right one', async () => {
      const { code, signIn } = await enrolled('Editor')
      const wrong = code() === '000000' ? '000001' : '000000'
      for (let i = 0; i < 10; i++) expect((await signIn(wrong)).body.code).toBe('signin.code_wrong')
      expect((await signIn(code())).body.code).toBe('signin.locked')
    })

    test('nor can they be guessed away', async () => {
      const { caller, code } = await enrolled('Editor')
      const wrong = code() === '000000' ? '000001' : '000000'
      for (let i = 0; i < 10; i++)
        await caller.refused('totpRemove', { password: DEMO_PASSWORD, code: wrong }, 'input.invalid')
      await caller.refused('totpRemove', { password: DEMO_PASSWORD, code: code() }, 'signin.locked')
    })

    test('a recovery code works once, however it is written', async () => {
      const { recoveryCodes, signIn } = await enrolled('Editor')
      const [first = '', second = ''] = recoveryCodes
      expect(new Set(recoveryCodes).size).toBe(10)
      expect((await signIn(first.toUpperCase())).body).toMatchObject({ step: 'signedIn' })
      expect((await signIn(first)).body.code).toBe('signin.code_wrong')
      expect((await signIn(second)).body).toMatchObject({ step: 'signedIn' })
    })

    test('neither secret nor codes are readable in the database', async () => {
      const { id, secret, recoveryCodes } = await enrolled('Editor')
      const { rows } = await testApp.pool.query('select staff::text as row from staff where id = $1', [id])
      for (const hidden of [secret, ...recoveryCodes]) expect(rows[0].row).not.toContain(hidden)
    })

    test('taken off by its owner with password and code, or with a reset link that says so', async () => {
      const one = await enrolled('Editor')
      await one.caller.refused('totpRemove', { password: 'not it at all', code: one.code() }, 'input.invalid')
      await one.caller.ok('totpRemove', { password: DEMO_PASSWORD, code: one.code() })
      expect((await one.signIn()).body).toMatchObject({ step: 'signedIn' })
      for (const dropTotp of [false, true]) {
        const { id, email } = await enrolled('Editor')
        const { token } = await superAdmin.ok('userResetLink', { id, dropTotp })
        await testApp.stranger.ok('passwordReset', {
          token: token ?? '',
          password: PASSWORD,
          confirm: PASSWORD,
        })
        const answer = await testApp.stranger.ok('signIn', { email, password: PASSWORD })
        expect(answer.step).toBe(dropTotp ? 'signedIn' : 'codeNeeded')
      }
    })

    test('A25 where a role demands one, everything but the own profile is locked until it is there', async () => {
      const person = await testApp.hire('Authorizer')
      await superAdmin.ok('securityChange', { totpRequiredFor: ['Authorizer'] })
      try {
        const caller = await testApp.signIn(person.email)
        expect((await caller.ok('me', {})).totpRequired).toBe(true)
        await caller.refused('approvalList', {}, 'totp.required')
        await caller.refused('approvalWithdraw', { id: randomUUID() }, 'totp.required')
        const { secret } = await caller.ok('totpEnrol', { password: DEMO_PASSWORD })
        await caller.refused('approvalList', {}, 'totp.required')
        const code = totpFor(secret, person.email).generate({ timestamp: testApp.clock.now().getTime() })
        await caller.ok('totpConfirm', { code })
        await caller.ok('approvalList', {})
      } finally {
        await superAdmin.ok('securityChange', { totpRequiredFor: [] })
      }
    })
  })

  describe('A01–A08 other people’s records', () => {
    test('an unknown id is not found', async () => {
      const id = randomUUID()
      const reason = 'a test'
      for (const [name, input] of [
        ['userGet', { id }], ['userSessions', { id }], ['userSignOut', { id }], ['userResetLink', { id }],
        ['userSuspend', { id, reason }], ['userReactivate', { id, reason }], ['userDecline', { id, reason }],
        ['userApprove', { id, roles: ['Editor'] }], ['userRolesChange', { id, roles: ['Editor'], reason }],
        ['userOfficerCodeChange', { id, accountOfficerCode: null }], ['approvalGet', { id }], ['approvalApprove', { id }],
        ['approvalDecline', { id, note: reason }], ['approvalWithdraw', { id }], ['mySessionEnd', { id }],
      ] as const) expect((await superAdmin.call(name, input as never)).status, name).toBe(404)
    }) // biome-ignore format: a table

    test('a colleague’s history is for superAdmins and auditors, one’s own for every user', async () => {
      const [editor, admin] = [await testApp.idOf('editor'), await testApp.idOf('admin')]
      const history = (caller: Caller, subjectType: string, subjectId: string) =>
        caller.call('recordHistory', { subjectType, subjectId })
      expect((await history(testApp.as('editor'), 'user', admin)).body.code).toBe('permission.missing')
      expect((await history(testApp.as('editor'), 'endpoint', 'userList')).body.code).toBe(
        'permission.missing',
      )
      expect((await history(testApp.as('editor'), 'export', 'audit trail')).body.code).toBe(
        'permission.missing',
      )
      expect((await history(testApp.as('editor'), 'user', editor)).status).toBe(200)
      expect((await history(testApp.as('editor'), 'customer', randomUUID())).status).toBe(200)
      expect((await history(testApp.as('editor'), 'setting', 'security')).status).toBe(200)
      expect((await history(testApp.as('auditor'), 'user', admin)).status).toBe(200)
      expect((await history(superAdmin, 'user', admin)).status).toBe(200)
    })

    test('a list of people shows no secret', async () => {
      const { rows } = await superAdmin.ok('userList', {})
      expect(JSON.stringify(rows)).not.toMatch(/argon2|secret|hash|recovery/i)
    })
  })

  test('the trail names a record as people do; what has no name keeps its id', async () => {
    const { id } = await testApp.hire('Editor')
    const change = { id, accountOfficerCode: 'AO-1441' }
    await superAdmin.ok('userOfficerCodeChange', change)
    const [entry] = (await superAdmin.ok('auditList', { action: 'userOfficerCodeChange', limit: 1 })).rows
    const { firstName, lastName } = await superAdmin.ok('userGet', { id })
    expect(entry).toMatchObject({ subjectId: id, subjectLabel: `${firstName} ${lastName}` })
    await superAdmin.ok('auditVerify', {})
    const [chain] = (await superAdmin.ok('auditList', { action: 'auditVerify', limit: 1 })).rows
    expect(chain).toMatchObject({ subjectId: 'chain' })
    expect(chain).not.toHaveProperty('subjectLabel')
  })

  test('the export is what the filter shows, runs no formula in either format, and is audited', async () => {
    const evil = `=cmd|' /C calc'!A0`
    await testApp.signUp({ firstName: evil, lastName: 'Zubairu-Export' })
    const filter = { search: 'Zubairu-Export' }
    const csv = await superAdmin.ok('userExport', { ...filter, format: 'csv' })
    const [headings, line, ...rest] = Buffer.from(csv.bytes).toString('utf8').trimEnd().split('\n')
    expect(csv.name).toMatch(/^staff-\d{4}-\d\d-\d\d\.csv$/)
    expect(headings).toBe(
      '\uFEFFFirst name,Last name,Email,Phone,Status,Roles,Account officer code,Two-factor authentication (2FA),Signed up,Last sign-in',
    )
    expect(line).toMatch(/^"?'=cmd/)
    expect(rest).toEqual([])

    const xlsx = await superAdmin.ok('userExport', { ...filter, format: 'xlsx' })
    const { sheets } = await readXlsx(xlsx.bytes)
    expect(sheets[0]?.rows.map(row => row.slice(0, 2))).toEqual([
      ['First name', 'Last name'],
      [evil, 'Zubairu-Export'],
    ])

    const { rows } = await superAdmin.ok('auditList', { action: 'userExport', limit: 2 })
    expect(rows.map(row => row.after)).toEqual([
      { filter, format: 'xlsx', rows: 1 },
      { filter, format: 'csv', rows: 1 },
    ])
    await testApp.as('auditor').refused('userExport', { format: 'csv' }, 'permission.missing')
  })

  test('the list is searched by phone in every form, and by a name with or without its marks', async () => {
    await testApp.pool.query(
      `update staff set phone = '+2348099912345', first_name = 'Ṣadé', last_name = 'O''Neil-Bello'
       where email = 'editor@iroko.test'`,
    )
    for (const search of [
      '08099912345',
      '0809 991 2345',
      '+234 809 991 2345',
      '99912345',
      'sade',
      "Ṣadé o'neil",
      'oneil bello',
    ]) {
      const { rows } = await superAdmin.ok('userList', { search })
      expect(
        rows.map(row => row.email),
        search,
      ).toEqual(['editor@iroko.test'])
    }
  })

  test('the list: pages meet without gap or repeat, in every order', async () => {
    for (const sort of [
      'name',
      '-name',
      'signedUpAt',
      '-signedUpAt',
      'lastSignInAt',
      '-lastSignInAt',
    ] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await superAdmin.ok('userList', { sort, limit: 7, ...(cursor ? { cursor } : {}) })
        seen.push(...page.rows.map(row => row.id))
        cursor = page.next ?? undefined
        expect(page.total).toBeGreaterThanOrEqual(seen.length)
      } while (cursor)
      const { total } = await superAdmin.ok('userList', { limit: 1 })
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(total)
    }
  })
})
