import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../test/testApp.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp()
})
afterEach(() => testApp.close())

test('refuses the 51st concurrent public sign-in and serves staff', async () => {
  const caller = await testApp.signIn('superadmin@iroko.test')
  const crowd = Array.from({ length: 200 }, (_, i) =>
    testApp.stranger.call(
      'signIn',
      { email: `nobody${i}@iroko.test`, password: 'wrong password' },
      { from: `10.1.${i}.1`, headers: i % 2 === 0 ? {} : { authorization: 'Bearer nobody' } },
    ),
  )
  const reads = await Promise.all(Array.from({ length: 10 }, () => caller.call('userList', {})))
  expect(reads.map(each => each.status)).toEqual(Array(10).fill(200))
  const answers = await Promise.all(crowd)
  const limited = answers.filter(({ body }) => body.code === 'rate.limited')
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]?.headers['retry-after']).toBe('3')
  expect(answers.filter(({ body }) => !['rate.limited', 'signin.wrong'].includes(body.code ?? ''))).toEqual(
    [],
  )
  // a browser in which staff signed in before is not one of the crowd
  expect(
    (await testApp.stranger.call('signIn', { email: 'nobody@iroko.test', password: 'wrong' })).status,
  ).toBe(401)
})

test('one person runs two exports at a time and a node six; each ends with its file', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => testApp.hire('Auditor')))
  const callers = await Promise.all(people.map(({ email }) => testApp.signIn(email)))
  const holder = await testApp.pool.connect()
  await holder.query('begin')
  // no list of customers can be read, so that every export stays under way
  await holder.query('lock table customer in access exclusive mode')
  const exported = (caller?: Caller) => (caller ?? testApp.stranger).call('customerExport', { format: 'csv' })
  const [one, two, three, four] = callers
  const own = [one, one, one].map(exported)
  const third = await Promise.race(own)
  expect(third).toMatchObject({ status: 429, body: { code: 'export.too_many' } })
  expect(third.headers['retry-after']).toBe('30')
  const others = [two, two, three, three, four].map(exported)
  expect(await Promise.race(others)).toMatchObject({ status: 429, body: { code: 'export.busy' } })
  await holder.query('rollback')
  holder.release()
  const statuses = (await Promise.all([...own, ...others])).map(each => each.status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(6).fill(200), 429, 429])
  expect((await exported(one)).status).toBe(200)
})

test('answers 503 with Retry-After above the request limit and serves the rest', async () => {
  const caller = await testApp.signIn('superadmin@iroko.test')
  const holder = await testApp.pool.connect()
  await holder.query('begin')
  // no session can be read, so every request stays open
  await holder.query('lock table staff_session in access exclusive mode')
  const rush = Array.from({ length: 650 }, () => caller.call('userList', {}))
  // answered while the lock is held, so before any request is served
  const first = await Promise.race(rush)
  expect(first).toMatchObject({ status: 503, body: { code: 'server.busy' } })
  expect(first.headers['retry-after']).toBe('3')
  await holder.query('rollback')
  holder.release()
  const answers = await Promise.all(rush)
  const reported = answers.map(({ status, body }) =>
    status === 200 ? 'served' : (body as { code: string }).code,
  )
  expect(reported.filter(word => word === 'server.busy')).toHaveLength(400)
  expect(reported).toContain('served')
  // a slow machine has no line for the last of them within five seconds, and says that
  expect(reported.filter(word => !['served', 'server.busy', 'server.unavailable'].includes(word))).toEqual([])
  expect((await caller.call('userList', {})).status).toBe(200)
})
