import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { z } from 'zod/mini'
import { type Api, api, type EndpointName } from '../contract/api.ts'
import { type Endpoint, FileReply, fillPath, type Reply } from '../contract/endpoint.ts'
import type { ErrorCode, ErrorReply } from '../contract/errors.ts'
import type { Role } from '../contract/roles.ts'
import { unlabelled } from '../contract/trail.ts'
import { loadDemo } from '../sample/demo.ts'
import { actorOf, DEMO_PASSWORD, loadDemoStaff } from '../sample/staff.ts'
import { serveAll } from '../server/app/web.ts'
import { act, type Program, SYSTEM } from '../server/kernel/act.ts'
import type { Clock } from '../server/kernel/clock.ts'
import { clockGuard } from '../server/kernel/clockGuard.ts'
import type { Actor } from '../server/kernel/context.ts'
import { COOKIE_DEV, COOKIE_TLS } from '../server/kernel/cookies.ts'
import { connect, openDb } from '../server/kernel/db.ts'
import { createHttpApp } from '../server/kernel/http.ts'
import { deriveKeys, type Keys } from '../server/kernel/keys.ts'
import { rememberChanges } from '../server/kernel/remembered.ts'
import { insertStaff } from '../server/modules/auth/accounts.sql.ts'
import { knowsBrowser } from '../server/modules/auth/browsers.ts'
import { identify } from '../server/modules/auth/signin.ts'
import { admitStaff } from '../server/modules/staff/access.ts'
import { type Contents, testDatabase } from './db.ts'
import { TEST_SECRET } from './testSecret.ts'

/**
 * The whole program over a cloned database, with a clock that only tests move and the same users in every test: Ngozi the
 * superAdmin, Babatunde the Admin, Halima the Reviewer, Emeka the Authorizer, Folake the Editor, Ibrahim the Auditor.
 *
 *     const testApp = await createTestApp()
 *     const { rows } = await testApp.as('superAdmin').ok('userList', { role: 'Reviewer' })
 *     await testApp.as('editor').refused('userList', {}, 'permission.missing')
 */
export type TestApp = {
  app: FastifyInstance
  program: Program
  pool: pg.Pool
  url: string
  clock: TestClock
  /** Every line the program logged so far. */
  log: string[]
  /** A demo user, signed in on first use and again after the session ended. */
  as(part: Part): Caller
  /** A caller without token and cookie. */
  stranger: Caller
  /** A session that stays exactly as it is, for tests about sessions. */
  signIn(email: string, password?: string, code?: string): Promise<Caller>
  /** A further user with these roles, admitted without approval. */
  hire(...roles: Role[]): Promise<Colleague>
  /** An account that signed up and is pending approval. */
  signUp(form?: Partial<SignUpForm>): Promise<{ id: string; email: string }>
  idOf(part: Part): Promise<string>
  /** Listens on a free port and gives its address, for tests that need real bytes. */
  listen(): Promise<string>
  close(): Promise<void>
}

export type Part = Uncapitalize<Role>
export type Colleague = { id: string; email: string; actor: Actor; caller: Caller }
type SignUpForm = z.input<Api['signUp']['input']>
type Sent<N extends EndpointName> = z.input<Api[N]['input']>

export type Answer<N extends EndpointName> = {
  status: number
  /** The reply where it was granted, the error where it was refused. */
  body: Partial<ErrorReply> & Partial<Reply<Api[N]>>
  headers: Record<string, string | string[] | number | undefined>
}

export type CallOptions = {
  /** Idempotency-Key. */
  key?: string
  headers?: Record<string, string>
  /** The body of a raw endpoint. */
  bytes?: Uint8Array
  /** The caller's address; loopback when not given. */
  from?: string
}

export type Credentials = { token?: string | undefined; binding?: string | undefined }

export type Caller = Credentials & {
  call<N extends EndpointName>(name: N, input: Sent<N>, options?: CallOptions): Promise<Answer<N>>
  /** Calls and insists on success; gives the reply as code holds it. */
  ok<N extends EndpointName>(name: N, input: Sent<N>, options?: CallOptions): Promise<Reply<Api[N]>>
  /** Opens an item, confirms its warnings and approves the effect that it shows, as the console does. */
  approve(id: string | null | undefined, options?: CallOptions): Promise<Reply<Api['approvalApprove']>>
  /** Calls and insists on this refusal. */
  refused<N extends EndpointName>(
    name: N,
    input: Sent<N>,
    code: ErrorCode,
    options?: CallOptions,
  ): Promise<ErrorReply>
}

export class TestClock implements Clock {
  #now: number
  constructor(start: string) {
    this.#now = Date.parse(start)
  }
  now(): Date {
    return new Date(this.#now)
  }
  set(moment: string): void {
    this.#now = Date.parse(moment)
  }
  advance(step: { hours?: number; minutes?: number; seconds?: number }): void {
    this.#now += (((step.hours ?? 0) * 60 + (step.minutes ?? 0)) * 60 + (step.seconds ?? 0)) * 1000
  }
}

/** A Monday morning in Lagos. */
export const MONDAY = '2026-11-16T09:00:00Z'

type TestAppOptions = {
  /** A database that is there already, instead of a new one. */
  database?: { url: string; drop(): Promise<void> }
  /** False: no users yet. */
  staff?: boolean
  /** With the small demo lender and its staff. */
  lender?: boolean
  behindProxy?: boolean
  connections?: number
  /** Limit of a statement in seconds; the connection is closed a second later, as in production. */
  statementSeconds?: number
  /** Remembers sessions and settings, as in production; otherwise each request reads them. */
  remembers?: boolean
  /** Instead of those of the secret that all tests have. */
  keys?: Keys
  /** Refuses writes while this clock, of the machine, is ahead. */
  guardsBy?: Clock
  /** Puts something between the program and its database, and gives the address to use instead. */
  between?: (url: string) => Promise<string>
}

/** A hash names its own cost, so sign-in checks this one like any other, in a hundredth of the time. */
const CHEAP_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 }

const STAFF: Contents = { name: 'staff', fill: url => filling(url, loadDemoStaff) }
const LENDER: Contents = { name: 'lender', fill: url => filling(url, loadDemo) }

const contentsOf = ({ staff = true, lender = false }: TestAppOptions): Contents | undefined =>
  lender ? LENDER : staff ? STAFF : undefined

async function filling(url: string, fill: (program: Program) => Promise<unknown>): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'iroko-filling-'))
  const pool = connect(url, { most: 20, name: 'iroko test' })
  await fill({
    db: openDb(pool),
    clock: new TestClock(MONDAY),
    keys: deriveKeys(TEST_SECRET),
    dataDirectory,
  })
  await pool.query('update staff set password_hash = $1', [await hash(DEMO_PASSWORD, CHEAP_HASH)])
  await pool.end()
  await rm(dataDirectory, { recursive: true })
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await testDatabase(contentsOf(options)))
  const dataDirectory = await mkdtemp(join(tmpdir(), 'iroko-house-'))
  const clock = new TestClock(MONDAY)
  const url = options.between ? await options.between(database.url) : database.url
  const { connections: most = 20, statementSeconds } = options
  const pool = connect(url, {
    most,
    name: 'iroko test',
    ...(statementSeconds ? { statementSeconds, closesSilent: true } : {}),
  })
  const { keys = deriveKeys(TEST_SECRET) } = options
  const program: Program = { db: openDb(pool), clock, keys, dataDirectory }
  const log: string[] = []
  const behindProxy = options.behindProxy ?? false
  const guard = options.guardsBy ? clockGuard(program.db, options.guardsBy) : undefined
  await guard?.check()
  const door = {
    ...program,
    ...(guard ? { clockGuard: guard } : {}),
    behindProxy,
    checksTexts: true,
    identify,
    knowsBrowser,
  }
  const changes = options.remembers ? rememberChanges(program.db, url) : undefined
  const app = await createHttpApp(door, pino({ level: 'trace' }, intoList(log)))
  await serveAll(app, door)
  await app.ready()

  const callers = new Map<Part, Caller>()
  const staff = newcomers(program)
  const testApp: TestApp = {
    app,
    program,
    pool,
    url: database.url,
    clock,
    log,
    ...staff,
    stranger: callerWith(app, {}),
    as(part) {
      const caller = callers.get(part) ?? signedInCaller(testApp, emailOf(part))
      callers.set(part, caller)
      return caller
    },
    signIn: async (email, password = DEMO_PASSWORD, code) =>
      callerWith(app, await credentialsOf(app, { email, password, ...(code ? { code } : {}) })),
    async hire(...roles) {
      const { id, email } = await staff.signUp()
      await act(program, 'userApprove', SYSTEM, ctx => admitStaff(ctx, { id, roles }))
      return { id, email, actor: await actorOf(program, email), caller: signedInCaller(testApp, email) }
    },
    idOf: async part => (await actorOf(program, emailOf(part))).id,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      // a test may have broken the database on purpose
      const asked = await pool
        .query('select command, amount, before, after from approval')
        .catch(() => ({ rows: [] }))
      await app.close()
      await changes?.close()
      await pool.end()
      await database.drop()
      await rm(dataDirectory, { recursive: true, force: true })
      const unnamed = new Set(
        asked.rows.flatMap(row => unlabelled(row).map(path => `${row.command}: ${path}`)),
      )
      if (unnamed.size > 0)
        throw new Error(`Fields without a label in contract/trail.ts: ${[...unnamed].join(', ')}`)
      const unpriced = asked.rows.filter(row => MOVES_MONEY.test(row.command) && row.amount === null)
      if (unpriced.length > 0)
        throw new Error(`Submitted without its amount: ${unpriced.map(row => row.command).join(', ')}`)
    },
  }
  return testApp
}

/** Commands that always move money; an act on a loan need not. */
const MOVES_MONEY = /^(repayment|remittance|suspense|payout|campaignStart)/

export const emailOf = (part: Part): string => `${part.toLowerCase()}@iroko.test`

/** A place for a logger to write to. */
export const intoList = (lines: string[]): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })

/** Newcomers share one hash, or most of a test's time would go into hashing their passwords. */
const hashes = new Map<string, Promise<string>>()
function hashOnce(password: string): Promise<string> {
  const hashed = hashes.get(password) ?? hash(password, CHEAP_HASH)
  hashes.set(password, hashed)
  return hashed
}

function newcomers(program: Program): Pick<TestApp, 'signUp'> {
  return {
    async signUp(form = {}) {
      const {
        firstName = 'Chinedu',
        lastName = 'Eze',
        phone = '+2348030000099',
        password = DEMO_PASSWORD,
      } = form
      const { email = `${randomUUID().slice(0, 8)}@iroko.test` } = form
      const id = randomUUID()
      await insertStaff(program.db, {
        id,
        email,
        first_name: firstName,
        last_name: lastName,
        phone,
        password_hash: await hashOnce(password),
        status: 'waiting',
        roles: [],
        signed_up_at: program.clock.now(),
      })
      return { id, email }
    },
  }
}

// ── Calling ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What `app.inject` needs for a call, as the browser would send it. */
export function requestFor<N extends EndpointName>(name: N, input: Sent<N>, credentials: Credentials = {}) {
  const endpoint: Endpoint = api[name]
  const { path, rest } = fillPath(endpoint.path, input)
  const isWrite = endpoint.method !== 'GET' && !endpoint.raw
  const query = new URLSearchParams()
  if (!isWrite)
    for (const [field, value] of Object.entries(rest))
      if (value !== undefined)
        query.set(
          field,
          typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`,
        )
  const { token, binding } = credentials
  return {
    method: endpoint.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...(isWrite ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(binding ? { cookie: `${COOKIE_DEV}=${binding}; ${COOKIE_TLS}=${binding}` } : {}),
    } as Record<string, string>,
    ...(isWrite ? { payload: JSON.stringify(rest) } : {}),
  }
}

export function callerWith(app: FastifyInstance, credentials: Credentials): Caller {
  return { ...credentials, ...callsThrough(app, async () => credentials) }
}

function callsThrough(app: FastifyInstance, credentials: () => Promise<Credentials>): Caller {
  const call: Caller['call'] = async (name, input, options = {}) => {
    const request = requestFor(name, input, await credentials())
    Object.assign(request.headers, options.key ? { 'idempotency-key': options.key } : {}, options.headers)
    const raw = options.bytes ? { payload: Buffer.from(options.bytes) } : {}
    if (options.bytes) request.headers['content-type'] ??= 'application/octet-stream'
    const response = await app.inject({ ...request, ...raw, remoteAddress: options.from ?? '127.0.0.1' })
    const isFile = response.headers['content-disposition'] !== undefined
    const body = isFile ? fileFrom(response) : response.json()
    return {
      status: response.statusCode,
      // decoding the reply as the browser does proves that it is what the contract promises
      body: response.statusCode === 200 && !isFile ? z.decode(api[name].reply, body) : body,
      headers: response.headers,
    }
  }
  return callerFrom(call)
}

/** A download as the browser holds it. */
const fileFrom = (response: LightMyRequestResponse): FileReply =>
  new FileReply(
    response.rawPayload,
    String(response.headers['content-type']),
    decodeURIComponent(/UTF-8''(.+)$/.exec(String(response.headers['content-disposition']))?.[1] ?? ''),
  )

function callerFrom(call: Caller['call']): Caller {
  const ok: Caller['ok'] = async (name, input, options) => {
    const { status, body } = await call(name, input, options)
    expect(status, `${name}: ${JSON.stringify(body, digits)}`).toBe(200)
    return body as never
  }
  return {
    call,
    ok,
    async approve(approvalId, options) {
      const id = approvalId ?? ''
      const { effect, warnings } = await ok('approvalGet', { id })
      const confirmed = warnings.map(warning => warning.id)
      return ok('approvalApprove', { id, effect, confirmed }, options)
    },
    async refused(name, input, code, options) {
      const { body } = await call(name, input, options)
      expect(body, name).toMatchObject({ code })
      return body as never
    },
  }
}

const digits = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

async function credentialsOf(app: FastifyInstance, input: Sent<'signIn'>): Promise<Credentials> {
  const response = await app.inject({ ...requestFor('signIn', input), remoteAddress: '127.0.0.1' })
  const body = response.json()
  if (body.step !== 'signedIn') throw new Error(`${input.email} could not sign in: ${response.body}`)
  return { token: body.token, binding: response.cookies[0]?.value }
}

/** Signs in when first used, and again once the session has ended, by the clock or by anybody's act. */
function signedInCaller(testApp: TestApp, email: string): Caller {
  let held: Promise<Caller> | undefined
  return callerFrom(async (name, input, options) => {
    held ??= testApp.signIn(email)
    const answer = await (await held).call(name, input, options)
    if (!answer.body.code?.startsWith('session.')) return answer
    const again = await testApp.signIn(email).catch(() => undefined)
    if (!again) return answer
    held = Promise.resolve(again)
    return again.call(name, input, options)
  })
}

export { DEMO_PASSWORD }
