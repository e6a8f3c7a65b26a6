import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Caller,
  callerWith,
  createTestApp,
  DEMO_PASSWORD,
  emailOf,
  MONDAY,
  requestFor,
  type TestApp,
} from '../../../test/testApp.ts'
import { countFailure, delayOf } from './guesses.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.set(MONDAY)
  await testApp.pool.query('delete from sign_in_attempt')
})

/** A minute of its own for each test: the failures of one must not slow down the sign-ins of the next. */
let minutesUsed = 0
const takeOwnMinute = () => testApp.clock.advance({ minutes: ++minutesUsed })

const WRONG = 'certainly not the password'
const EDITOR = emailOf('editor')
const asks = (caller: Caller) => caller.call('me', {})

describe('a token', () => {
  let good: Caller
  let claims: Record<string, unknown>
  beforeAll(async () => {
    good = await testApp.signIn(EDITOR)
    claims = JSON.parse(Buffer.from(good.token?.split('.')[1] ?? '', 'base64url').toString())
  })
  const key = () => testApp.program.keys.session
  const sign = (changed: Record<string, unknown>, header: object = {}, by: Uint8Array = key()) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256', ...header }).sign(by)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = (alg: string) => `${part({ alg, typ: 'JWT' })}.${part(claims)}.`
  const now = () => testApp.clock.now().getTime() / 1000

  const forged: [string, () => string | Promise<string>][] = [
    ['A10 none',                       () => new UnsecuredJWT(claims).encode()],
    ['A10 NONE',                       () => unsigned('NONE')],
    ['A10 nOnE with a signature',      () => `${unsigned('nOnE')}${good.token?.split('.')[2]}`],
    ['A11 another key',                () => sign({}, {}, new TextEncoder().encode('another key of thirty-two letters'))],
    ['A11 an empty key',               () => `${part({ alg: 'HS256' })}.${part(claims)}.${'A'.repeat(43)}`],
    ['A12 RS256 by a key of its own',  async () => {
      const { privateKey, publicKey } = await generateKeyPair('RS256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) }).sign(privateKey)
    }],
    ['A12 HS512 with our key',         () => sign({}, { alg: 'HS512' })],
    ['A13 a key at an address',        () => sign({}, { jku: 'http://127.0.0.1/keys', kid: '1' }, new Uint8Array(32))],
    ['A14 a key id that is a path',    () => sign({}, { kid: '../../../../dev/null' }, new Uint8Array(32))],
    ['A14 a key id that is SQL',       () => sign({}, { kid: "x' union select 'a" }, new Uint8Array(32))],
    ['A15 a changed role',             () => [good.token?.split('.')[0], part({ ...claims, role: ['superAdmin'] }), good.token?.split('.')[2]].join('.')],
    ['A16 expired',                    () => sign({ exp: now() - 60 })],
    ['A16 not valid yet',              () => sign({ nbf: now() + 60 })],
    ['A16 without an end',             () => sign({ exp: undefined })],
    ['A17 for another audience',       () => sign({ aud: 'another console' })],
    ['A17 of another issuer',          () => sign({ iss: 'somebody' })],
    ['A17 of no session',              () => sign({ jti: undefined })],
    ['A17 of a session that is SQL',   () => sign({ jti: "' or 1=1 --" })],
    ['A18 cut short',                  () => good.token?.slice(0, -3) ?? ''],
    ['A18 without its signature',      () => good.token?.split('.').slice(0, 2).join('.') ?? ''],
    ['A18 of a megabyte',              () => `${good.token}${'a'.repeat(1_000_000)}`],
    ['A18 of signs',                   () => '...'],
    ['the cookie instead of it',       () => good.binding ?? ''],
  ] // biome-ignore format: a table

  test.each(forged)('%s: refused before the database is asked', async (_what, make) => {
    let acquired = 0
    const count = () => void acquired++
    testApp.pool.on('acquire', count)
    const answer = await asks(callerWith(testApp.app, { token: await make(), binding: good.binding }))
    testApp.pool.off('acquire', count)
    expect(answer.status).toBe(401)
    expect(['session.invalid', 'session.expired']).toContain(answer.body.code)
    expect(acquired).toBe(0)
  })

  test('well signed, but of a session that never was', async () => {
    const token = await sign({ jti: randomUUID() })
    expect((await asks(callerWith(testApp.app, { token, binding: good.binding }))).status).toBe(401)
  })

  test('from a server whose clock is one second fast is valid', async () => {
    const token = await sign({ nbf: now() + 1, iat: now() + 1 })
    expect((await asks(callerWith(testApp.app, { token, binding: good.binding }))).status).toBe(200)
  })

  test('claims of a role give nothing: the database’s roles count', async () => {
    const token = await sign({ role: ['superAdmin'] })
    await callerWith(testApp.app, { token, binding: good.binding }).refused(
      'userList',
      {},
      'permission.missing',
    )
  })

  test('holds the roles as an array, and no secret', () => {
    expect(claims).toMatchObject({ role: ['Editor'], name: 'Folake Ogunleye', email: EDITOR })
    expect(Object.keys(claims).sort()).toEqual([
      'aud',
      'email',
      'exp',
      'iat',
      'iss',
      'jti',
      'name',
      'nbf',
      'role',
      'sub',
    ])
  })

  test('is never taken from the address', async () => {
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await testApp.app.inject({ url: `/api/me?${name}=${good.token}` })).statusCode).toBe(401)
  })
})

describe('A22 token and cookie belong together', () => {
  test.each<
    [string, (mine: Caller, other: Caller) => { token?: string | undefined; binding?: string | undefined }]
  >([
    ['the token alone', mine => ({ token: mine.token })],
    ['the cookie alone', mine => ({ binding: mine.binding })],
    ['my token, a colleague’s cookie', (mine, other) => ({ token: mine.token, binding: other.binding })],
    ['a colleague’s token, my cookie', (mine, other) => ({ token: other.token, binding: mine.binding })],
    ['my token, an empty cookie', mine => ({ token: mine.token, binding: ' ' })],
    ['my token, half its cookie', mine => ({ token: mine.token, binding: mine.binding?.slice(0, 20) })],
  ])('%s', async (_what, take) => {
    const mine = await testApp.signIn(EDITOR)
    const other = await testApp.signIn(emailOf('admin'))
    expect((await asks(callerWith(testApp.app, take(mine, other)))).status).toBe(401)
    expect((await asks(mine)).status).toBe(200)
  })

  test('the cookie is out of reach of scripts and other sites', async () => {
    const answer = await testApp.app.inject(requestFor('signIn', { email: EDITOR, password: DEMO_PASSWORD }))
    const [binding, browser] = [answer.headers['set-cookie'] ?? []].flat()
    expect(binding).toMatch(/^iroko_binding=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(browser).toMatch(
      /^iroko_browser=[\w-]{36}\.[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  test('A21 sign-in issues a new token and cookie, whatever the browser had', async () => {
    const before = await testApp.signIn(EDITOR)
    const request = requestFor('signIn', { email: EDITOR, password: DEMO_PASSWORD }, before)
    const answer = await testApp.app.inject(request)
    expect(answer.json().token).not.toBe(before.token)
    expect(answer.cookies[0]?.value).not.toBe(before.binding)
  })
})

describe('A19 a session that ended', () => {
  test('signed out: token and cookie are worth nothing', async () => {
    const caller = await testApp.signIn(EDITOR)
    const other = await testApp.signIn(EDITOR)
    const answer = await testApp.app.inject(requestFor('signOut', {}, caller))
    expect(String(answer.headers['set-cookie'])).toMatch(/^iroko_binding=;.*Expires=Thu, 01 Jan 1970/)
    await caller.refused('me', {}, 'session.expired')
    expect((await asks(other)).status).toBe(200)
  })

  test('suspended: at once, and reactivation does not bring it back', async () => {
    const { id, email } = await testApp.hire('Editor')
    const caller = await testApp.signIn(email)
    await testApp.as('superAdmin').ok('userSuspend', { id, reason: 'on leave' })
    await caller.refused('me', {}, 'session.expired')
    const { approvalId } = await testApp.as('superAdmin').ok('userReactivate', { id, reason: 'back again' })
    await testApp.as('authorizer').approve(approvalId)
    await caller.refused('me', {}, 'session.expired')
    expect((await asks(await testApp.signIn(email))).status).toBe(200)
  })

  test('a role taken away counts from the next request on', async () => {
    const { id, email } = await testApp.hire('superAdmin')
    const caller = await testApp.signIn(email)
    await caller.ok('userList', {})
    await testApp.as('superAdmin').ok('userRolesChange', { id, roles: ['Auditor'], reason: 'new post' })
    await caller.refused('userList', {}, 'permission.missing')
  })

  test('a changed password ends all the others', async () => {
    const { email } = await testApp.hire('Editor')
    const [mine, stolen] = [await testApp.signIn(email), await testApp.signIn(email)]
    const password = 'mango rain bicycle'
    await mine.ok('passwordChange', { current: DEMO_PASSWORD, password, confirm: password })
    await stolen.refused('me', {}, 'session.expired')
    expect((await asks(mine)).status).toBe(200)
    await expect(testApp.signIn(email)).rejects.toThrow('signin.wrong')
    expect((await asks(await testApp.signIn(email, password))).status).toBe(200)
  })

  test('ended from the list of sessions, one’s own only', async () => {
    const [mine, stolen] = [await testApp.signIn(EDITOR), await testApp.signIn(EDITOR)]
    const { rows } = await mine.ok('mySessions', {})
    const id = rows.find(row => !row.current && row.startedAt === rows[0]?.startedAt)?.id ?? ''
    await testApp.as('admin').refused('mySessionEnd', { id }, 'record.unknown')
    for (const row of rows) if (!row.current) await mine.ok('mySessionEnd', { id: row.id })
    await stolen.refused('me', {}, 'session.expired')
    expect((await asks(mine)).status).toBe(200)
  })

  test('forced by a superAdmin', async () => {
    const { id, email } = await testApp.hire('Editor')
    const caller = await testApp.signIn(email)
    await testApp.as('superAdmin').ok('userSignOut', { id })
    await caller.refused('me', {}, 'session.expired')
  })
})

describe('A20 time', () => {
  test.each([
    ['14 minutes 55 idle', { minutes: 14, seconds: 55 }, 200],
    ['15 minutes 5 idle', { minutes: 15, seconds: 5 }, 401],
    ['a night', { hours: 14 }, 401],
  ])('%s: %j', async (_what, step, status) => {
    const caller = await testApp.signIn(EDITOR)
    testApp.clock.advance(step)
    expect((await asks(caller)).status).toBe(status)
  })

  test('no session ends before fifteen minutes have passed since the last request', async () => {
    const caller = await testApp.signIn(EDITOR)
    // too soon after signing in to be written down
    testApp.clock.advance({ seconds: 3 })
    await caller.ok('me', {})
    testApp.clock.advance({ minutes: 15 })
    await caller.ok('sessionTouch', {})
  })

  test('every request moves the idle line, up to twelve hours in all', async () => {
    const caller = await testApp.signIn(EDITOR)
    for (let minutes = 10; minutes <= 11 * 60 + 50; minutes += 10) {
      testApp.clock.advance({ minutes: 10 })
      await caller.ok('sessionTouch', {})
    }
    testApp.clock.advance({ minutes: 9, seconds: 50 })
    await caller.ok('me', {})
    testApp.clock.advance({ seconds: 20 })
    await caller.refused('me', {}, 'session.expired')
  })

  test('a refused request moves nothing', async () => {
    const caller = await testApp.signIn(EDITOR)
    const thief = callerWith(testApp.app, { token: caller.token, binding: 'another user’s' })
    testApp.clock.advance({ minutes: 14 })
    expect((await asks(thief)).status).toBe(401)
    testApp.clock.advance({ minutes: 2 })
    await caller.refused('me', {}, 'session.expired')
  })
})

describe('A23 guessing', () => {
  // an address for each test: what all of them send together is more than one may
  let address = ''
  let tests = 0
  beforeEach(() => {
    takeOwnMinute()
    address = `10.20.0.${++tests}`
  })
  const attempt = (email: string, password: string, from = address) =>
    testApp.stranger.call('signIn', { email, password }, { from })
  const unknownId = () => `${randomUUID()}@iroko.test`

  test.each([
    ['a user', async () => (await testApp.hire('Editor')).email],
    ['nobody', async () => unknownId()],
  ])('ten wrong passwords for %s, then a quarter of an hour of nothing', async (_who, make) => {
    const email = await make()
    const answers: (string | undefined)[] = []
    for (let i = 0; i < 12; i++) answers.push((await attempt(email, WRONG)).body.code)
    expect(answers).toEqual([...Array(10).fill('signin.wrong'), 'signin.locked', 'signin.locked'])
    const locked = await attempt(email, DEMO_PASSWORD)
    expect(locked).toMatchObject({ status: 429, body: { code: 'signin.locked' } })
    expect(locked.headers['retry-after']).toBe('900')
    testApp.clock.advance({ minutes: 14 })
    expect((await attempt(email, DEMO_PASSWORD)).body.code).toBe('signin.locked')
    testApp.clock.advance({ minutes: 2 })
    expect((await attempt(email, DEMO_PASSWORD)).body.code).not.toBe('signin.locked')
  })

  test('of forty at once at most ten are checked', async () => {
    const { email } = await testApp.hire('Editor')
    const codes: (string | undefined)[] = []
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, i) => attempt(email, WRONG, `10.0.${round}.${i}`)),
      )
      codes.push(...answers.map(({ body }) => body.code))
    }
    expect(codes.filter(code => code === 'signin.wrong').length).toBeLessThanOrEqual(10)
    expect(codes.filter(code => !/^signin\.(wrong|busy|locked)$/.test(code ?? ''))).toEqual([])
    const { rows } = await testApp.pool.query('select count(*)::int as noted from sign_in_attempt')
    expect(rows[0].noted).toBeLessThanOrEqual(10)
  })

  test('one guess on each of a hundred accounts from one address', async () => {
    await testApp.pool.query(
      `insert into sign_in_attempt (account_key, address, at, succeeded)
       select int4send(n), '10.7.7.7', $1, false from generate_series(1, 99) n`,
      [testApp.clock.now()],
    )
    expect((await attempt(unknownId(), WRONG, '10.7.7.7')).body.code).toBe('signin.wrong')
    expect((await attempt(EDITOR, DEMO_PASSWORD, '10.7.7.7')).body.code).toBe('signin.locked')
    expect((await attempt(EDITOR, DEMO_PASSWORD, '10.7.7.8')).status).toBe(200)
  })

  test('a hundred addresses of one line are one', async () => {
    await testApp.pool.query(
      `insert into sign_in_attempt (account_key, address, at, succeeded)
       select int4send(n), '2c0f:f5c0:7:7::/64', $1, false from generate_series(1, 99) n`,
      [testApp.clock.now()],
    )
    expect((await attempt(unknownId(), WRONG, '2c0f:f5c0:7:7::1')).body.code).toBe('signin.wrong')
    expect((await attempt(EDITOR, DEMO_PASSWORD, '2c0f:f5c0:7:7:8::1')).body.code).toBe('signin.locked')
    expect((await attempt(EDITOR, DEMO_PASSWORD, '2c0f:f5c0:7:8::1')).status).toBe(200)
  })

  test('a right password clears the account’s count', async () => {
    for (let i = 0; i < 9; i++) await attempt(EDITOR, WRONG)
    expect((await attempt(EDITOR, DEMO_PASSWORD)).status).toBe(200)
    for (let i = 0; i < 9; i++) expect((await attempt(EDITOR, WRONG)).body.code).toBe('signin.wrong')
  })

  const cookieOf = async (email: string): Promise<string> => {
    const { headers } = await attempt(email, DEMO_PASSWORD)
    const browser = [headers['set-cookie'] ?? []]
      .flat()
      .find(each => String(each).startsWith('iroko_browser='))
    return String(browser).split(';')[0] ?? ''
  }
  const attemptWith = (email: string, password: string, cookie: string, from = '127.0.0.1') =>
    testApp.stranger.call('signIn', { email, password }, { from, headers: { cookie } })

  test('guesses elsewhere do not lock out a browser in which the account signed in before', async () => {
    const { email } = await testApp.hire('Editor')
    const cookie = await cookieOf(email)
    for (let i = 0; i < 10; i++) await attempt(email, WRONG, '10.9.9.9')
    expect((await attempt(email, DEMO_PASSWORD)).body.code).toBe('signin.locked')
    expect((await attemptWith(email, DEMO_PASSWORD, cookie)).status).toBe(200)
    // nor does its owner free the account for them
    expect((await attempt(email, DEMO_PASSWORD)).body.code).toBe('signin.locked')
  })

  test('such a browser has ten guesses of its own, and none at another account', async () => {
    const { email } = await testApp.hire('Editor')
    const other = await testApp.hire('Editor')
    const cookie = await cookieOf(email)
    for (let i = 0; i < 10; i++) await attemptWith(email, WRONG, cookie, '10.9.8.7')
    expect((await attemptWith(email, DEMO_PASSWORD, cookie)).body.code).toBe('signin.locked')
    expect((await attempt(email, DEMO_PASSWORD)).status).toBe(200)
    for (let i = 0; i < 10; i++) await attempt(other.email, WRONG, '10.9.8.8')
    expect((await attemptWith(other.email, DEMO_PASSWORD, cookie)).body.code).toBe('signin.locked')
    const forged = cookie.replace(/=[\w-]{36}/, `=${other.id}`)
    expect((await attemptWith(other.email, DEMO_PASSWORD, forged)).body.code).toBe('signin.locked')
  })

  test('the trail has the first and the tenth failure of an hour, not each', async () => {
    const { id, email } = await testApp.hire('Editor')
    const noted = async () =>
      (
        await testApp
          .as('auditor')
          .ok('auditList', { subjectType: 'user', subjectId: id, outcome: 'refused' })
      ).rows
    for (let i = 0; i < 9; i++) await attempt(email, WRONG, '10.8.8.8')
    expect(await noted()).toMatchObject([{ action: 'signIn', after: { failuresThisHour: 1 } }])
    await attempt(email, WRONG, '10.8.8.8')
    expect((await noted())[0]).toMatchObject({ after: { failuresThisHour: 10 } })
    const strangers = () =>
      testApp.as('auditor').ok('auditList', { subjectType: 'user', subjectId: 'unknown', outcome: 'refused' })
    await testApp.pool.query(`delete from sign_in_failure where account = 'unknown'`)
    const before = (await strangers()).rows.length
    for (let i = 0; i < 8; i++) await attempt(unknownId(), WRONG, `10.8.7.${i}`)
    expect((await strangers()).rows).toHaveLength(before + 1)
  })

  test('beyond three hundred failures in a minute unknown browsers wait', async () => {
    const { keys, clock } = testApp.program
    const ctx = () => ({ keys, now: clock.now() })
    expect(delayOf(ctx())).toBe(0)
    for (let i = 0; i < 300; i++) countFailure(ctx())
    expect(delayOf(ctx())).toBe(2_000)
    testApp.clock.advance({ minutes: 1 })
    expect(delayOf(ctx())).toBe(0)
  })

  test.each([
    ['waiting', 'signin.waiting'],
    ['suspended', 'signin.suspended'],
    ['declined', 'signin.wrong'],
  ])('an account that is %s shows its status only with the right password', async (status, code) => {
    const { id, email } = await testApp.signUp()
    await testApp.pool.query('update staff set status = $1 where id = $2', [status, id])
    expect((await attempt(email, WRONG)).body.code).toBe('signin.wrong')
    expect((await attempt(email, DEMO_PASSWORD)).body.code).toBe(code)
  })

  test('A26 an account that waits reaches nothing', async () => {
    const { email } = await testApp.signUp()
    const answer = await attempt(email, DEMO_PASSWORD)
    expect(answer.body).not.toHaveProperty('token')
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  test.each([
    ['to change it', (caller: Caller) => caller.call('passwordChange', { current: WRONG, password: 'mango rain bicycle', confirm: 'mango rain bicycle' })],
    ['to set up a second factor', (caller: Caller) => caller.call('totpEnrol', { password: WRONG })],
  ])('the password asked for again %s cannot be guessed either', async (_what, guess) => {
    const { email } = await testApp.hire('Editor')
    const caller = await testApp.signIn(email)
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 12; i++) codes.push((await guess(caller)).body.code)
    expect(codes).toEqual([...Array(10).fill('input.invalid'), 'signin.locked', 'signin.locked'])
    const { rows } = await testApp.as('auditor').ok('auditList', { outcome: 'refused', limit: 1 })
    expect(rows[0]).toMatchObject({ subjectType: 'user', outcome: 'refused' })
  }) // biome-ignore format: a table
})

describe('two things at once', () => {
  beforeEach(takeOwnMinute)
  const OTHER_HASH = `$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$${'A'.repeat(43)}`

  /** Holds the row as a reset or a suspension does, while a sign-in with the old password is on its way. */
  const whileChanging = async (id: string, change: string, email: string) => {
    const client = await testApp.pool.connect()
    try {
      await client.query('begin')
      await client.query(change, [id])
      await client.query(
        `update staff_session set ended_at = now(), ended_by = 'password' where staff_id = $1 and ended_at is null`,
        [id],
      )
      const signing = testApp.stranger.call('signIn', { email, password: DEMO_PASSWORD })
      await new Promise(resolve => setTimeout(resolve, 250))
      await client.query('commit')
      return await signing
    } finally {
      client.release()
    }
  }

  test.each([
    ['the password is reset', `update staff set password_hash = '${OTHER_HASH}' where id = $1`],
    ['the person is suspended', `update staff set status = 'suspended' where id = $1`],
  ])('%s during a sign-in: the old password opens no session', async (_what, change) => {
    const { id, email } = await testApp.hire('Editor')
    const answer = await whileChanging(id, change, email)
    expect(answer.status).not.toBe(200)
    const { rows } = await testApp.pool.query(
      'select 1 from staff_session where staff_id = $1 and ended_at is null',
      [id],
    )
    expect(rows).toEqual([])
  })
})

describe('two tabs of one browser', () => {
  const signInWith = async (cookie: string | undefined, email: string) => {
    const request = requestFor('signIn', { email, password: DEMO_PASSWORD }, { binding: cookie })
    const answer = await testApp.app.inject(request)
    return { token: answer.json().token, cookie: answer.cookies[0]?.value ?? '' }
  }

  test('each has its own session on the one cookie, and leaving one leaves the other', async () => {
    const first = await signInWith(undefined, 'auditor@iroko.test')
    const second = await signInWith(first.cookie, 'editor@iroko.test')
    const inFirst = callerWith(testApp.app, { token: first.token, binding: second.cookie })
    const inSecond = callerWith(testApp.app, { token: second.token, binding: second.cookie })
    expect((await inFirst.ok('me', {})).email).toBe('auditor@iroko.test')
    expect((await inSecond.ok('me', {})).email).toBe('editor@iroko.test')
    const left = await testApp.app.inject(
      requestFor('signOut', {}, { token: second.token, binding: second.cookie }),
    )
    expect(left.cookies[0]?.value).toBe(first.cookie)
    await callerWith(testApp.app, { token: first.token, binding: first.cookie }).ok('me', {})
    await callerWith(testApp.app, { token: second.token, binding: first.cookie }).refused(
      'me',
      {},
      'session.invalid',
    )
  })
})
