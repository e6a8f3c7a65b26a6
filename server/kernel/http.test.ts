import { randomUUID } from 'node:crypto'
import { connect as connectSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type Endpoint, kobo } from '../../contract/endpoint.ts'
import { ERRORS } from '../../contract/errors.ts'
import { knownCustomer } from '../../test/applicants.ts'
import {
  type Caller,
  createTestApp,
  DEMO_PASSWORD,
  emailOf,
  requestFor,
  type TestApp,
} from '../../test/testApp.ts'
import { knowsBrowser } from '../modules/auth/browsers.ts'
import { identify } from '../modules/auth/signin.ts'
import { createHttpApp, serveEndpoint } from './http.ts'

let testApp: TestApp
let superAdmin: Caller
let address: string
beforeAll(async () => {
  testApp = await createTestApp()
  superAdmin = await testApp.signIn('superadmin@iroko.test')
  address = await testApp.listen()
})
afterAll(() => testApp.close())

const credentials = () => requestFor('me', {}, superAdmin).headers

/** One shape for every refusal, and nothing of how the program is made. */
function expectRefusal(status: number, body: string): void {
  expect(status, body).toBeGreaterThanOrEqual(400)
  expect(status, body).toBeLessThan(500)
  const error = JSON.parse(body)
  expect(Object.keys(error).filter(key => !['code', 'message', 'fields', 'requestId'].includes(key))).toEqual(
    [],
  )
  expect(Object.keys(ERRORS)).toContain(error.code)
  expect(error.message).toMatch(/^[A-Z].*\.$/)
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).not.toMatch(
    /select |insert |update |staff_session|node_modules|\.ts:|at Object|FST_|ZodError/i,
  )
}

/** Bytes as they are, past any client that would tidy them up. */
function sendRaw(bytes: string | Buffer, wait = 3_000): Promise<string> {
  const { port } = new URL(address)
  return new Promise(resolve => {
    const socket = connectSocket(Number(port), '127.0.0.1')
    let answer = ''
    const timer = setTimeout(() => socket.destroy(), wait)
    socket.on('data', chunk => {
      answer += String(chunk)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
    socket.write(bytes)
  })
}

const rawHead = (line: string, headers: Record<string, string | number>): string =>
  `${line} HTTP/1.1\r\nHost: iroko\r\nConnection: close\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

function parseRaw(answer: string): { status: number; body: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body }
}

describe('what the address asks for', () => {
  test.each([
    ['B32 an unknown filter',        '/api/message-templates?passwordHash=x'],
    ['B33 limit below nothing',      '/api/message-templates?limit=-1'],
    ['B33 limit nothing',            '/api/message-templates?limit=0'],
    ['B33 limit without end',        '/api/message-templates?limit=1e9'],
    ['B33 limit in words',           '/api/message-templates?limit=abc'],
    ['B34 NUL',                      '/api/message-templates?search=a%00b'],
    ['B34 NUL in a record',          '/api/history/customer/%00'],
    ['B34 a term of 10 kB',          `/api/message-templates?search=${'a'.repeat(10_000)}`],
    ['B35 a cursor made up',         '/api/message-templates?cursor=WyJhIiwiYiJd.AAAAAAAAAAAAAAAAAAAAAA'],
    ['B35 a cursor of signs',        '/api/message-templates?cursor=%27%3B--'],
    ['B36 an operator as an object', '/api/message-templates?search[$ne]=x'],
    ['B36 a filter twice',           '/api/message-templates?search=a&search=b'],
    ['B36 a filter 1,000 times',     `/api/message-templates?${'search=a&'.repeat(1_000)}`],
    ['a prototype',                  '/api/message-templates?__proto__=x'],
    ['a constructor',                '/api/message-templates?constructor=x'],
    ['an id that is none',           '/api/users/1'],
    ['an id with a path',            '/api/users/..%2f..%2fetc%2fpasswd'],
    ['an id of 300 characters',      `/api/users/${'a'.repeat(300)}`],
    ['half an escape',               '/api/users/%zz'],
    ['an escape of half a letter',   '/api/users/%ff'],
    ['no such address',              '/api/nothing'],
    ['a public page in capitals',    '/API/USERS'],
    ['two slashes',                  '//api/users'],
    ['a file of the house',          '/api/../package.json'],
  ])('%s', async (_what, url) => {
    const answer = await testApp.app.inject({ url, headers: credentials() })
    expectRefusal(answer.statusCode, answer.body)
  }) // biome-ignore format: a table

  test.each([
    ['B30 a sort with SQL in it',    '/api/users/list', { sort: 'name;drop table staff' }],
    ['B31 a sort that selects',      '/api/users/list', { sort: '(select 1)' }],
    ['B32 an unknown sort',          '/api/users/list', { sort: 'password_hash' }],
    ['B32 an unknown filter',        '/api/users/list', { passwordHash: 'x' }],
    ['B33 limit below nothing',      '/api/users/list', { limit: -1 }],
    ['B33 limit without end',        '/api/users/list', { limit: 1e9 }],
    ['B34 NUL',                      '/api/users/list', { search: 'a\0b' }],
    ['B34 NUL in the trail',         '/api/audit/list', { search: '\0' }],
    ['B34 NUL in an action',         '/api/audit/list', { action: '\0' }],
    ['B34 a term of 10 kB',          '/api/users/list', { search: 'a'.repeat(10_000) }],
    ['B35 a cursor made up',         '/api/users/list', { cursor: 'WyJhIiwiYiJd.AAAAAAAAAAAAAAAAAAAAAA' }],
    ['B36 an operator as an object', '/api/users/list', { search: { $ne: 'x' } }],
    ['B36 a filter twice',           '/api/users/list', { search: ['a', 'b'] }],
    ['a day that is none',           '/api/audit/list', { from: '2026-02-30' }],
    ['the end of time',              '/api/audit/list', { to: '9999-12-31' }],
    ['before time',                  '/api/audit/list', { from: '0000-01-01' }],
  ])('%s, in a list that is asked for by its body', async (_what, url, payload) => {
    const answer = await testApp.app.inject({ method: 'POST', url, headers: credentials(), payload })
    expect(answer.statusCode, 'the list is there').not.toBe(404)
    expectRefusal(answer.statusCode, answer.body)
  }) // biome-ignore format: a table

  test.each(['%', '_', '\\', "'", '"', "O'Brien", "'; drop table staff; --", '%%%', '\\%', '🌳'])(
    'B34 a search for %s is only a search',
    async search => {
      const { rows } = await superAdmin.ok('userList', { search })
      expect(rows).toEqual([])
    },
  )

  test('B35 a cursor fits only its own list, filter and order', async () => {
    const { next } = await superAdmin.ok('userList', { limit: 2 })
    const cursor = next ?? ''
    expect((await superAdmin.ok('userList', { limit: 2, cursor })).rows).toHaveLength(2)
    for (const other of [{ sort: '-name' as const }, { role: 'Editor' as const }, { search: 'a' }])
      await superAdmin.refused('userList', { ...other, cursor }, 'cursor.invalid')
    await superAdmin.refused('auditList', { cursor }, 'cursor.invalid')
    await superAdmin.refused('userList', { cursor: `x${cursor}` }, 'cursor.invalid')
  })

  test('B35 another user’s cursor gives only a position: permissions are checked again', async () => {
    const { next: ofStaff } = await superAdmin.ok('userList', { limit: 2 })
    const { next: ofTrail } = await superAdmin.ok('auditList', { limit: 2 })
    const cursors = { ofStaff: ofStaff ?? '', ofTrail: ofTrail ?? '' }
    for (const part of ['admin', 'editor'] as const) {
      await testApp.as(part).refused('userList', { limit: 2, cursor: cursors.ofStaff }, 'permission.missing')
      await testApp.as(part).refused('auditList', { limit: 2, cursor: cursors.ofTrail }, 'permission.missing')
    }
    // a user who may reveal numbers finds people by part of a phone; another finds none, on the second page either
    for (const phone of ['08031239991', '08031239992', '08031239993']) await knownCustomer(testApp, { phone })
    const asked = { search: '31239', limit: 1 }
    const { rows, next } = await testApp.as('admin').ok('customerList', asked)
    expect(rows).toHaveLength(1)
    const cursor = next ?? ''
    expect((await testApp.as('reviewer').ok('customerList', { ...asked, cursor })).rows).toHaveLength(1)
    expect((await testApp.as('editor').ok('customerList', { ...asked, cursor })).rows).toEqual([])
  })
})

describe('what may not be done', () => {
  const refusals = async (action: string) =>
    (await superAdmin.ok('auditList', { action, outcome: 'refused', limit: 5 })).rows

  test('a refusal from within an act is on record, though the act was rolled back', async () => {
    const own = {
      id: await testApp.idOf('superAdmin'),
      roles: ['Admin' as const],
      reason: 'I would like to rest',
    }
    await superAdmin.refused('userRolesChange', own, 'user.own_roles')
    const rows = await refusals('userRolesChange')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      actorName: 'Ngozi Okafor',
      subjectType: 'endpoint',
      subjectId: 'userRolesChange',
      reason: ERRORS['user.own_roles'].message,
    })
    expect(JSON.stringify(rows[0])).not.toContain('rest')
  })

  test('so is a write from within a read', async () => {
    const look = { subjectType: 'user', subjectId: await testApp.idOf('superAdmin') }
    await testApp.as('editor').refused('recordHistory', look, 'permission.missing')
    expect(await refusals('recordHistory')).toMatchObject([{ actorName: 'Folake Ogunleye' }])
  })

  test('what is refused for another reason is no attempt at the forbidden', async () => {
    await superAdmin.refused('userGet', { id: randomUUID() }, 'record.unknown')
    expect(await refusals('userGet')).toEqual([])
  })
})

describe('what the body holds', () => {
  const post = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/api/auth/login') =>
    testApp.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress: '10.1.1.1',
    })
  const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)

  test.each<[string, string | Buffer]>([
    ['B43 arrays 10,000 deep',        `{"email":${deep('[', ']', 10_000)}}`],
    ['B43 objects 10,000 deep',       `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['B43 5,000 unknown fields',      JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, 1])))],
    ['B43 100,000 fields',            JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${i}`, 1])))],
    ['nothing',                       ''],
    ['a number',                      '5'],
    ['null',                          'null'],
    ['a list',                        '[]'],
    ['text',                          '"email"'],
    ['no JSON at all',                '<xml/>'],
    ['bytes that are no text',        Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['B44 a gzip bomb',               gzipSync(Buffer.alloc(10_000_000))],
    ['an e-mail of 100 kB',           JSON.stringify({ email: `${'a'.repeat(60_000)}@iroko.test`, password: 'x' })],
  ])('%s', async (_what, payload) => {
    const answer = await post(payload)
    expectRefusal(answer.statusCode, answer.body)
    expect(answer.body.length).toBeLessThan(8_000)
  }) // biome-ignore format: a table

  // in order but for one thing, so that nothing else can be what is refused
  const right = `"email":"${emailOf('editor')}","password":"${DEMO_PASSWORD}"`
  const granted = { step: 'signedIn' }
  const malformed = { code: 'input.malformed' }
  const unknown = (...names: string[]) => ({
    code: 'input.invalid',
    fields: Object.fromEntries(names.map(name => [name, 'Not a field of this request'])),
  })
  test.each<[string, string, number, object]>([
    ['nothing that is wrong',                `{${right}}`, 200, granted],
    ['B43 the same field twice: the last one counts', `{"email":1,${right}}`, 200, granted],
    ['B43 the same field twice, the last one wrong',  `{${right},"email":1}`, 422, { code: 'input.invalid', fields: { email: expect.any(String) } }],
    ['B43 __proto__',                        `{"__proto__":{"roles":["superAdmin"]},${right}}`, 400, malformed],
    ['B43 __proto__ in other signs',         `{"\\u005f_proto__":{"roles":["superAdmin"]},${right}}`, 400, malformed],
    ['B43 __proto__ further in',             `{"f":[{"__proto__":{"roles":1}}],${right}}`, 400, malformed],
    ['B43 constructor',                      `{"constructor":{"prototype":{"roles":1}},${right}}`, 400, malformed],
    ['B43 constructor, of nothing',          `{"constructor":1,${right}}`, 422, unknown('constructor')],
    ['B43 a mark at the beginning, passed over', `\ufeff{${right}}`, 200, granted],
    ['B43 a mark further on',                `{\ufeff${right}}`, 400, malformed],
    ['B43 cut short',                        `{${right}`, 400, malformed],
    ['B43 something behind it',              `{${right}}{}`, 400, malformed],
    ['A09 a role smuggled in',               `{${right},"roles":["superAdmin"],"status":"active"}`, 422, unknown('roles', 'status')],
  ])('%s', async (_what, payload, status, body) => {
    const answer = await post(payload)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.json()).toMatchObject(body)
    if (status >= 400) expectRefusal(answer.statusCode, answer.body)
  }) // biome-ignore format: a table

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
  ])('a body of type %s', async type => {
    const answer = await post('{"email":"a@iroko.test","password":"x"}', { 'content-type': type })
    expectRefusal(answer.statusCode, answer.body)
    expect(answer.statusCode).toBe(415)
  })

  test('half an emoji in a reason, which the trail could not keep', async () => {
    const id = await testApp.idOf('editor')
    const answer = await superAdmin.call('userSuspend', { id, reason: 'left \ud83c' })
    expect(answer).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } })
  })

  test('an id in the body that differs from the one in the address', async () => {
    const request = requestFor(
      'userSuspend',
      { id: await testApp.idOf('editor'), reason: 'left us' },
      superAdmin,
    )
    const payload = { reason: 'left us', id: await testApp.idOf('admin') }
    const answer = await testApp.app.inject({ ...request, payload: JSON.stringify(payload) })
    expect(answer.json()).toMatchObject({
      code: 'input.invalid',
      fields: { id: 'Already given in the address' },
    })
  })

  test('fields are named with what is wrong', async () => {
    const answer = await post('{"email":"nobody","password":"","colour":"red"}')
    expect(answer.json().fields).toEqual({
      email: 'Not a valid email address',
      password: 'Please fill this in',
      colour: 'Not a field of this request',
    })
  })

  test('A09 no write takes a field it does not name', async () => {
    const extra = { role: 'superAdmin', status: 'active', approvedBy: 'me', createdBy: 'me', balance: '1' }
    const id = await testApp.idOf('editor')
    const answer = await superAdmin.call('userSuspend', { id, reason: 'left us', ...extra })
    expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(Object.keys(extra).sort())
  })
})

describe('real bytes', () => {
  const json = { 'Content-Type': 'application/json' }

  test('B44 100 MB: refused before it is read', async () => {
    const head = rawHead('POST /api/auth/login', { ...json, 'Content-Length': 100_000_000 })
    const { status, body } = parseRaw(await sendRaw(head))
    expectRefusal(status, body)
    expect(status).toBe(413)
  })

  test('B44 more bytes than said', async () => {
    const head = rawHead('POST /api/auth/login', { ...json, 'Content-Length': 5 })
    const { status, body } = parseRaw(await sendRaw(`${head}{"email":"a@iroko.test"}`))
    expectRefusal(status, body)
  })

  test('B44 fewer bytes than said, then gone', async () => {
    await sendRaw(`${rawHead('POST /api/auth/login', { ...json, 'Content-Length': 500 })}{"a":`, 300)
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
  })

  test('B44 a byte a second is cut off', async () => {
    const { server } = testApp.app
    const { requestTimeout, headersTimeout } = server
    expect(requestTimeout).toBeLessThanOrEqual(30_000)
    expect(headersTimeout).toBeLessThan(requestTimeout)
    Object.assign(server, { requestTimeout: 500, headersTimeout: 400 })
    try {
      const head = rawHead('POST /api/auth/login', { ...json, 'Content-Length': 500 })
      const { status, body } = parseRaw(await sendRaw(`${head}{`, 12_000))
      expectRefusal(status, body)
      expect(status).toBe(408)
    } finally {
      Object.assign(server, { requestTimeout, headersTimeout })
    }
  })

  test.each<[string, string, number]>([
    ['a header of 100 kB', rawHead('GET /api/me', { Authorization: `Bearer ${'a'.repeat(100_000)}` }), 431],
    ['2,000 headers', rawHead('GET /api/me', Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`x-${i}`, 'aaaaaaaa']))), 431],
    ['no HTTP at all', 'what is this\r\n\r\n', 400],
    ['two lengths', rawHead('POST /api/auth/login', { ...json, 'Content-Length': '5\r\nContent-Length: 6' }), 400],
    ['a length and chunks', rawHead('POST /api/auth/login', { ...json, 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }), 400],
    ['a NUL in a header', rawHead('GET /api/me', { 'X-Thing': 'a\0b' }), 400],
    ['an address with a NUL', rawHead('GET /api/\0', {}), 400],
    ['an unknown method', rawHead('BREW /api/me', {}), 400],
  ])('%s', async (_what, bytes, expected) => {
    const { status, body } = parseRaw(await sendRaw(bytes))
    expect(status).toBe(expected)
    expectRefusal(status, body)
  }) // biome-ignore format: a table

  test.each(['OPTIONS', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])('%s is not a way in', async method => {
    const { status, body } = parseRaw(await sendRaw(rawHead(`${method} /api/me`, {})))
    expectRefusal(status, body)
  })
})

describe('what every answer carries', () => {
  const paths = [
    '/api/me',
    '/api/organisation',
    '/api/nothing',
    '/api/health',
    '/api/openapi.json',
    '/api/docs',
  ]

  test.each(paths)('A29 B47%s: nothing is fetched, run or started from elsewhere', async url => {
    const { headers } = await testApp.app.inject({ url })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("worker-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  test('an error names the request that its log line names', async () => {
    const answer = await testApp.app.inject({ url: '/api/me' })
    const { requestId } = answer.json()
    expect(answer.headers['x-request-id']).toBe(requestId)
    expect(testApp.log.some(line => line.includes(requestId) && line.includes('"route":"/api/me"'))).toBe(
      true,
    )
  })

  test('a request id of the caller is not believed', async () => {
    const answer = await testApp.app.inject({
      url: '/api/me',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(answer.json().requestId).not.toBe('mine')
  })
})

describe('the same act sent again', () => {
  const changeCode = (caller: Caller, id: string, code: string | null, key?: string) =>
    caller.call('userOfficerCodeChange', { id, accountOfficerCode: code }, key ? { key } : {})
  const entries = async (id: string) =>
    (await superAdmin.ok('auditList', { subjectId: id, action: 'userOfficerCodeChange' })).total

  test('F19 fifty times at once: one effect, fifty equal answers', async () => {
    const { id } = await testApp.hire('Admin')
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => changeCode(superAdmin, id, 'AO-500', key)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await entries(id)).toBe(1)
  })

  test('the stored answer equals the first one to the letter', async () => {
    const waiting = await testApp.signUp()
    const key = randomUUID()
    const send = () =>
      testApp.app.inject({
        ...requestFor('userApprove', { id: waiting.id, roles: ['Authorizer'] }, superAdmin),
        headers: {
          ...requestFor('userApprove', { id: waiting.id, roles: [] }, superAdmin).headers,
          'idempotency-key': key,
        },
      })
    const first: LightMyRequestResponse = await send()
    const second: LightMyRequestResponse = await send()
    expect(first.json().approvalId).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.body).toBe(first.body)
  })

  test('the same fields in another order are the same act', async () => {
    const { id } = await testApp.hire('Admin')
    const key = randomUUID()
    const send = (payload: string) =>
      testApp.app.inject({
        ...requestFor('userSuspend', { id, reason: 'left us' }, superAdmin),
        headers: {
          ...requestFor('userSuspend', { id, reason: '' }, superAdmin).headers,
          'idempotency-key': key,
        },
        payload,
      })
    expect((await send('{"reason":"left us"}')).statusCode).toBe(200)
    expect((await send('{ "reason" : "left us" }')).statusCode).toBe(200)
  })

  test('F19 the same key with another body is refused by name', async () => {
    const { id } = await testApp.hire('Admin')
    const key = randomUUID()
    expect((await changeCode(superAdmin, id, 'AO-501', key)).status).toBe(200)
    const other = await changeCode(superAdmin, id, 'AO-502', key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency.other_body' } })
    const { id: another } = await testApp.hire('Admin')
    expect((await changeCode(superAdmin, another, 'AO-501', key)).body.code).toBe('idempotency.other_body')
  })

  test('a refused act left nothing behind and can be sent again', async () => {
    const { id } = await testApp.hire('Admin')
    const holder = await testApp.hire('Admin')
    const key = randomUUID()
    await changeCode(superAdmin, holder.id, 'AO-503')
    expect((await changeCode(superAdmin, id, 'AO-503', key)).body.code).toBe('user.officer_code_taken')
    await changeCode(superAdmin, holder.id, null)
    expect((await changeCode(superAdmin, id, 'AO-503', key)).status).toBe(200)
  })

  test('another person’s key is another key, and so is the same key elsewhere', async () => {
    const [one, two] = [await testApp.hire('Admin'), await testApp.hire('Admin')]
    const colleague = await testApp.hire('superAdmin')
    const key = randomUUID()
    expect((await changeCode(superAdmin, one.id, 'AO-504', key)).status).toBe(200)
    expect((await changeCode(colleague.caller, two.id, 'AO-505', key)).status).toBe(200)
    expect((await superAdmin.call('userSignOut', { id: one.id }, { key })).status).toBe(200)
  })

  test.each(['', 'short', 'a'.repeat(101), 'with space in it', "quote'quote", '../../../etc', 'ключключ'])(
    'the key %j is refused',
    async key => {
      const answer = await superAdmin.call(
        'userSignOut',
        { id: await testApp.idOf('editor') },
        { headers: { 'idempotency-key': key } },
      )
      expect(answer).toMatchObject({
        status: 422,
        body: { fields: { 'Idempotency-Key': expect.any(String) } },
      })
    },
  )

  test('no permission, no first answer', async () => {
    const { id } = await testApp.hire('Admin')
    const { id: who, caller } = await testApp.hire('superAdmin')
    const key = randomUUID()
    expect((await changeCode(caller, id, 'AO-506', key)).status).toBe(200)
    await testApp.pool.query(`update staff set roles = '{Editor}' where id = $1`, [who])
    expect((await changeCode(caller, id, 'AO-506', key)).status).toBe(403)
  })

  test('answers are forgotten after a week, not before', async () => {
    const { rows } = await testApp.pool.query('select count(*)::int as kept from first_answer')
    expect(rows[0].kept).toBeGreaterThan(0)
  })
})

describe('too many requests', () => {
  test('public writes from one address are slowed, with the time to wait, and others are not', async () => {
    const from = '10.9.9.9'
    const attempt = (address: string) =>
      testApp.stranger.call('signIn', { email: 'not an address', password: 'x' }, { from: address })
    for (let i = 0; i < 120; i++) expect((await attempt(from)).status).toBe(422)
    const limited = await attempt(from)
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate.limited' } })
    const seconds = Number(limited.headers['retry-after'])
    expect(seconds).toBeGreaterThan(5)
    expect(limited.body.message).toContain(`${seconds} seconds`)
    expect((await attempt('10.9.9.10')).status).toBe(422)
  })
})

test.each([
  ['/loan-request?code=AO-7', 'text/html,*/*;q=0.8', 302, '/#/loan-request?code=AO-7'],
  ['/accounts/7?to=//evil.example', 'text/html', 302, '/#/accounts/7?to=//evil.example'],
  ['/accounts', '*/*', 404, undefined],
  ['/api/nothing', 'text/html', 404, undefined],
])('the address of a page without its #: %s for %s', async (url, accept, status, location) => {
  const reply = await testApp.app.inject({ url, headers: { accept } })
  expect([reply.statusCode, reply.headers.location]).toEqual([status, location])
})

test('a body of two thousand levels is refused, and nothing stops at it', async () => {
  const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`
  const caller = await testApp.signIn('admin@iroko.test')
  const reply = await testApp.app.inject({
    method: 'PUT',
    url: '/api/settings/organisation',
    headers: { ...requestFor('me', {}, caller).headers, 'content-type': 'application/json' },
    payload: `{"value":${deep},"effectiveOn":"2026-11-16","reason":"Deep","basedOn":0}`,
  })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'input.malformed'])
})

test('A30 the pages about the API are for the machine itself and for who is signed in', async () => {
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs.css']) {
    expect((await testApp.app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode).toBe(401)
    expect((await testApp.app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode).toBe(200)
  }
  const caller = await testApp.signIn('auditor@iroko.test')
  const reply = await testApp.app.inject({
    url: '/api/openapi.json',
    remoteAddress: '203.0.113.9',
    headers: requestFor('me', {}, caller).headers,
  })
  expect(reply.statusCode).toBe(200)
})

describe('behind a proxy', () => {
  let proxied: TestApp
  beforeAll(async () => {
    proxied = await createTestApp({ behindProxy: true })
  })
  afterAll(() => proxied.close())

  const viaProxy = (forwarded: string, url = '/metrics') =>
    proxied.app.inject({ url, headers: { 'x-forwarded-for': forwarded }, remoteAddress: '10.0.0.1' })

  test('the figures are for the machine itself', async () => {
    expect((await testApp.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(200)
    expect((await testApp.app.inject({ url: '/metrics', remoteAddress: '10.0.0.7' })).statusCode).toBe(404)
  })

  test('an address the caller made up is not believed', async () => {
    expect((await viaProxy('127.0.0.1, 203.0.113.9')).statusCode).toBe(404)
    expect((await viaProxy('203.0.113.9')).statusCode).toBe(404)
    const wrong = { email: 'editor@iroko.test', password: 'not the password' }
    await proxied.stranger.call('signIn', wrong, {
      from: '10.0.0.1',
      headers: { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' },
    })
    const { rows } = await proxied.pool.query(
      'select distinct address from sign_in_attempt where not succeeded',
    )
    expect(rows).toEqual([{ address: '203.0.113.9' }])
  })

  test('without one, no forwarded address is believed', async () => {
    const answer = await testApp.app.inject({
      url: '/metrics',
      headers: { 'x-forwarded-for': '127.0.0.1' },
      remoteAddress: '203.0.113.9',
    })
    expect(answer.statusCode).toBe(404)
  })

  test('A22 the binding cookie is Secure and __Host- there', async () => {
    const answer = await proxied.app.inject({
      ...requestFor('signIn', { email: 'editor@iroko.test', password: DEMO_PASSWORD }),
      remoteAddress: '10.0.0.1',
    })
    const [binding, browser] = [answer.headers['set-cookie'] ?? []].flat()
    expect(binding).toMatch(/^__Host-iroko_binding=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(browser).toMatch(
      /^__Host-iroko_browser=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect((await (await proxied.signIn('editor@iroko.test')).call('me', {})).status).toBe(200)
  })
})

describe('the log', () => {
  test('I18 holds no password, token, e-mail, phone, name or search', async () => {
    const canary = { email: 'canary@iroko.test', password: 'Canary-bird-4711', phone: '08039998877' }
    const { stranger } = testApp
    await stranger.call('signUp', {
      ...canary,
      firstName: 'Kanariya',
      lastName: 'Vogel',
      confirm: canary.password,
    })
    await stranger.call('signIn', { email: canary.email, password: canary.password })
    await stranger.call('signIn', { email: canary.email, password: 'Canary-wrong-4711' })
    await superAdmin.call('userList', { search: 'Kanariya' })
    await superAdmin.call('auditList', { search: 'canary', subjectId: canary.email })
    await testApp.app.inject({ url: `/api/nothing?email=${canary.email}`, headers: credentials() })
    await testApp.app.inject({ url: `/api/history/user/${canary.phone}`, headers: credentials() })
    // a fault: the table is gone for a moment
    await testApp.pool.query('alter table staff rename to staff_away')
    const fault = await stranger.call('signIn', { email: canary.email, password: canary.password })
    await testApp.pool.query('alter table staff_away rename to staff')
    expect(fault).toMatchObject({ status: 500, body: { code: 'server.fault' } })
    await sleep(50)
    const log = testApp.log.join('')
    expect(log).toContain('"code":"server.fault"')
    expect(log).toContain('42P01')
    const secrets = [
      canary.email,
      canary.password,
      'Canary-wrong',
      '9998877',
      'Kanariya',
      'Vogel',
      superAdmin.token ?? '',
      superAdmin.binding ?? '',
      '$argon2',
    ]
    for (const secret of secrets) expect(log.includes(secret), `the log holds ${secret}`).toBe(false)
  })
})

test('a forwarded address that is not trusted is in the log and on the health page', async () => {
  const plain = await createTestApp()
  try {
    const caller = await plain.signIn('superadmin@iroko.test')
    const said = () => plain.log.filter(line => line.includes('IROKO_PROXY=yes'))
    await caller.ok('me', {})
    expect(said()).toHaveLength(0)
    plain.clock.set('2030-01-01T00:00:00Z')
    const again = await plain.signIn('superadmin@iroko.test')
    for (let i = 0; i < 3; i++) await again.ok('me', {}, { headers: { 'x-forwarded-for': '41.58.1.2' } })
    expect(said()).toHaveLength(1)
    expect((await again.ok('health', {})).untrustedProxyAt).toBe('2030-01-01T00:00:00.000Z')
  } finally {
    await plain.close()
  }
})

describe('a write of our own making', () => {
  const endpoint = {
    method: 'POST', path: '/api/test/write', permission: 'self', summary: 'For the test.',
    input: z.object({ how: z.string() }), reply: z.object({ amount: kobo }),
  } as const satisfies Endpoint // biome-ignore format: an endpoint
  let caller: Caller
  let own: TestApp

  beforeAll(async () => {
    own = await createTestApp({ staff: true })
    const deps = { ...own.program, behindProxy: false, checksTexts: true, identify, knowsBrowser }
    const app = await createHttpApp(deps, pino({ level: 'silent' }))
    serveEndpoint(app, deps, 'testWrite', endpoint, async (ctx, input) => {
      const { how } = input as { how: string }
      await sql`update sign_in_rule set totp_required_for = '{Auditor}'`.execute(ctx.tx)
      if (how !== 'silently') ctx.audit({ subject: ['setting', 'test'] })
      if (how === 'as a number') return { amount: 5 }
      if (how === 'with a secret') return { amount: 5n, password_hash: '$argon2' }
      if (how === 'with a clash' && tries++ < 2) throw Object.assign(new Error('clash'), { code: '40001' })
      return { amount: 5n }
    })
    await app.ready()
    ours = app
    caller = await own.signIn('superadmin@iroko.test')
  })
  afterAll(async () => {
    await ours.close()
    await own.close()
  })
  let ours: FastifyInstance
  let tries = 0
  const send = (how: string) =>
    ours.inject({
      method: 'POST',
      url: endpoint.path,
      payload: JSON.stringify({ how }),
      headers: { ...requestFor('signOut', {}, caller).headers },
    })
  const changed = async () =>
    (await own.pool.query('select totp_required_for as roles from sign_in_rule')).rows[0].roles.length > 0
  beforeEach(() => own.pool.query(`update sign_in_rule set totp_required_for = '{}'`))

  test('T1 that does not say what it changed changes nothing', async () => {
    expect((await send('silently')).statusCode).toBe(500)
    expect(await changed()).toBe(false)
  })

  test('a reply that violates the contract changes nothing and reveals nothing', async () => {
    const answer = await send('as a number')
    expect(answer.statusCode).toBe(500)
    expect(answer.json().code).toBe('server.fault')
    expect(await changed()).toBe(false)
  })

  test('cannot let a field slip out that the contract does not name', async () => {
    const answer = await send('with a secret')
    expect(answer.body).toBe('{"amount":"5"}')
  })

  test('that clashed with another is simply run again', async () => {
    expect((await send('with a clash')).statusCode).toBe(200)
    expect(tries).toBe(3)
    expect(await changed()).toBe(true)
  })
})
