import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '../../contract/api.ts'
import { hasPackages } from '../../test/packages.ts'
import { startPgBouncer } from '../../test/pgbouncer.ts'
import { createTestApp, DEMO_PASSWORD, requestFor, type TestApp } from '../../test/testApp.ts'
import { TEST_SECRET } from '../../test/testSecret.ts'
import { freePort } from '../kernel/embedded.ts'
import { projectRoot } from '../kernel/files.ts'

/** The program as it starts on DATABASE_URL through a pooler, with DATABASE_DIRECT_URL beside it. */

/** So many connections of PostgreSQL serve all requests in turn. */
const SHARED = 3

/** What a session holds beyond its transactions; limits of statements are the pooler's own. */
const HELD = `
  select pg_backend_pid() as pid,
    (select count(*)::int from pg_prepared_statements) as names,
    (select count(*)::int from pg_listening_channels()) as channels,
    (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
    (select count(*)::int from pg_class where relnamespace = pg_my_temp_schema()) as tables,
    (select count(*)::int from pg_cursors) as cursors,
    (select coalesce(array_agg(name order by name), '{}') from pg_settings where source = 'session'
       and name not in ('statement_timeout', 'idle_in_transaction_session_timeout', 'application_name', 'client_encoding',
         'DateStyle', 'TimeZone', 'standard_conforming_strings', 'IntervalStyle', 'extra_float_digits')) as settings`
type Held = { pid: number; names: number; channels: number; locks: number; settings: string[] }
const NOTHING = { names: 0, channels: 0, locks: 0, tables: 0, cursors: 0, settings: [] }

let testApp: TestApp
const closers: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  testApp = await createTestApp()
  closers.push(() => testApp.close())
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

describe.skipIf(!hasPackages('pgbouncer'))('behind PgBouncer in transaction mode', () => {
  /** What each of the shared connections holds, by as many transactions at once. */
  const heldBy = async (url: string): Promise<Held[]> => {
    const clients = Array.from({ length: SHARED }, () => new pg.Client({ connectionString: url }))
    const held: Held[] = []
    for (const client of clients) {
      await client.connect()
      await client.query('begin')
      held.push(...(await client.query<Held>(HELD)).rows)
    }
    for (const client of clients) await client.end()
    expect(new Set(held.map(({ pid }) => pid)).size).toBe(SHARED)
    return held
  }

  test('locks, notifications, named statements and settings are on direct connections alone', async () => {
    const pooler = await startPgBouncer(testApp.url, ini =>
      ini.replace('default_pool_size = 30', `default_pool_size = ${SHARED}`),
    )
    closers.push(() => pooler.stop())
    const { url, log } = await startOn({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: testApp.url })
    await everyList(url)
    for (const held of await heldBy(pooler.url)) expect(held, log.join('')).toMatchObject(NOTHING)

    const { rows } = await testApp.pool.query<{ name: string; pid: number }>(
      `select application_name as name, pid from pg_stat_activity
       where datname = current_database() and (application_name = 'iroko changes' or query ilike 'listen%')`,
    )
    const shared = (await heldBy(pooler.url)).map(({ pid }) => pid)
    expect(rows.map(({ name }) => name)).toContain('iroko changes')
    expect(rows.filter(({ pid }) => shared.includes(pid))).toEqual([])
  })

  test.each([
    ['listen parcels', { channels: 1 }],
    ['select pg_advisory_lock(4711)', { locks: 1 }],
    ['prepare parcel as select 1', { names: 1 }],
    [`set search_path = 'pg_catalog'`, { settings: ['search_path'] }],
    ['create temporary table parcel ()', { tables: 1 }],
  ])('what would be left behind is seen: %s', async (statement, left) => {
    const pooler = await startPgBouncer(testApp.url, ini =>
      ini.replace('default_pool_size = 30', `default_pool_size = ${SHARED}`),
    )
    closers.push(() => pooler.stop())
    const client = new pg.Client({ connectionString: pooler.url })
    await client.connect()
    await client.query(statement)
    await client.end()
    expect(await heldBy(pooler.url)).toContainEqual(expect.objectContaining(left))
  })
})

test('a start that fails on a record says what failed, and none of its values', async () => {
  // as an error of PostgreSQL that repeats a value
  await testApp.pool.query(`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      raise exception 'invalid input syntax: "Kanariya"' using errcode = '22P02', detail = 'Key (phone)=(+2348031234567)'; end $$;
    create trigger refuse_row before insert on sign_in_rule for each row execute function refuse_row();`)
  const { child, log } = await run({ DATABASE_URL: testApp.url })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(log.join('')).toContain('22P02')
  expect(log.join('')).not.toMatch(/Kanariya|2348031234567/)
})

/** The program from its sources, web and worker in one process. */
async function startOn(env: Record<string, string>): Promise<{ url: string; log: string[] }> {
  const { url, log } = await run(env)
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      reply => reply.ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 60_000, interval: 250, message: log.join('') }).toBe(true)
  return { url, log }
}

async function run(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'iroko-start-'))
  const port = String(await freePort())
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      IROKO_DATA: folder,
      IROKO_SECRET: TEST_SECRET,
      IROKO_WEB_PROCESSES: '1',
      IROKO_LOG: 'info',
      // the clock of the tests' users stands elsewhere
      IROKO_ANY_CLOCK: 'yes',
      ...env,
    },
  })
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => log.push(String(bytes)))
  closers.push(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })
  return { child, url: `http://127.0.0.1:${port}`, log }
}

/** Every list and figure that needs no input, so often that statements get names where they may; and a write. */
async function everyList(url: string): Promise<void> {
  const ask = (request: ReturnType<typeof requestFor>) =>
    fetch(`${url}${request.url}`, {
      method: request.method,
      headers: request.headers,
      ...(request.payload ? { body: request.payload } : {}),
    })
  const signedIn = await ask(
    requestFor('signIn', { email: 'superadmin@iroko.test', password: DEMO_PASSWORD }),
  )
  const { token } = (await signedIn.json()) as { token: string }
  const binding = /=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1]
  expect(signedIn.status).toBe(200)
  const credentials = { token, binding }
  const plain = (Object.keys(api) as EndpointName[]).filter(
    name => api[name].method === 'GET' && !api[name].path.includes(':'),
  )
  for (let time = 1; time <= 7; time++) {
    const statuses = await Promise.all(
      plain.map(async name => {
        const { status } = await ask(requestFor(name, {}, credentials))
        return `${name} ${status >= 500 ? status : 'answered'}`
      }),
    )
    expect(statuses).toEqual(plain.map(name => `${name} answered`))
  }
  const touched = await ask(requestFor('sessionTouch', {}, credentials))
  expect(touched.status).toBe(200)
}
