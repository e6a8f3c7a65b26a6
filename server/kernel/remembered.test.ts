import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../test/testApp.ts'
import { heardOf } from './remembered.ts'

/** Node.js says each once for a process, on a stream that is no log. */
const warnings: Error[] = []
process.on('warning', warning => warnings.push(warning))

/** With triggers off a change of the rows is told to nobody: what is answered then comes from memory. */
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ remembers: true })
})
afterAll(() => testApp.close())

/** Remembered is what was read once while changes are heard of. */
async function isRemembering(caller: Caller): Promise<void> {
  await vi.waitFor(() => expect(heardOf(testApp.program.db)).toBe(true))
  await caller.ok('me', {})
}

async function untold(statement: string, values: unknown[] = []): Promise<void> {
  const client = await testApp.pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement, values)
  await client.query('set session_replication_role = origin')
  client.release()
}

const end = `update staff_session set ended_at = now(), ended_by = 'owner' where staff_id = $1`

test('a caller is let in from memory, and refused as soon as the change is told', async () => {
  const { id, email } = await testApp.hire('Editor')
  const caller = await testApp.signIn(email)
  await isRemembering(caller)
  await untold(end, [id])
  await caller.ok('me', {})
  await testApp.pool.query(`update staff set roles = '{Auditor}' where id = $1`, [id])
  await vi.waitFor(() => caller.refused('me', {}, 'session.expired'))
})

test('the very next request of the process that made the change knows it', async () => {
  const { email } = await testApp.hire('Editor')
  const caller = await testApp.signIn(email)
  await isRemembering(caller)
  await caller.ok('signOut', {})
  await caller.refused('me', {}, 'session.expired')
})

test('memory refuses nobody: who was given a role has it at once', async () => {
  const { id, email } = await testApp.hire('Editor')
  const caller = await testApp.signIn(email)
  await isRemembering(caller)
  await caller.refused('userList', {}, 'permission.missing')
  await untold(`update staff set roles = '{superAdmin}' where id = $1`, [id])
  await caller.ok('userList', {})
})

test('without the connection that tells of changes every request is read', async () => {
  const { id, email } = await testApp.hire('Editor')
  const caller = await testApp.signIn(email)
  await isRemembering(caller)
  await untold(end, [id])
  await caller.ok('me', {})
  await testApp.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'iroko changes' and datname = current_database()`,
  )
  await vi.waitFor(() => caller.refused('me', {}, 'session.expired'))
})

test('a used session is written once in a few seconds, not with each request', async () => {
  const { id, email } = await testApp.hire('Editor')
  const caller = await testApp.signIn(email)
  await isRemembering(caller)
  testApp.clock.advance({ seconds: 10 })
  const seen = async () =>
    (await testApp.pool.query('select seen_at, xmin::text from staff_session where staff_id = $1', [id])).rows
  await caller.ok('me', {})
  const first = await seen()
  expect(first[0].seen_at).toEqual(testApp.clock.now())
  for (let i = 0; i < 5; i++) await caller.ok('me', {})
  expect(await seen()).toEqual(first)
})

test('users who sign out at once do so without a warning of the driver', async () => {
  const callers = await Promise.all(
    Array.from({ length: 6 }, async () => testApp.signIn((await testApp.hire('Editor')).email)),
  )
  await vi.waitFor(() => expect(heardOf(testApp.program.db)).toBe(true))
  await Promise.all(callers.map(caller => caller.ok('signOut', {})))
  expect(warnings.map(({ message }) => message)).toEqual([])
})
