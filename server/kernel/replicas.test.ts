import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointName } from '../../contract/api.ts'
import { loadDemoStaff } from '../../sample/staff.ts'
import { layWire } from '../../test/faultProxy.ts'
import { hasPackages } from '../../test/packages.ts'
import { type Pair, startPair } from '../../test/replica.ts'
import { type Caller, createTestApp, requestFor, type TestApp } from '../../test/testApp.ts'
import { COOKIE_DEV } from './cookies.ts'
import { migrate } from './db.ts'
import { BEYOND } from './logPlace.sql.ts'
import { placeOf, Replicas, readFromReplicas } from './replicas.ts'

test('a place in the log is read as a number', () => {
  expect(placeOf('0/16B3748')).toBe(0x16b3748n)
  expect(placeOf('1A/0')).toBe(0x1a_0000_0000n)
  expect(placeOf(BEYOND)).toBe(0xffff_ffff_ffff_ffffn)
  for (const text of [undefined, '', '0', '0/', 'x/1', '0/16B3748 ', '123456789/0'])
    expect(placeOf(text)).toBe(undefined)
})

describe.skipIf(!hasPackages('postgresql'))('with a replica', () => {
  let pair: Pair
  let testApp: TestApp
  let replicas: Replicas
  const wire = layWire()
  let admin: Caller
  let userId: string
  beforeAll(async () => {
    pair = await startPair()
    await migrate(pair.primary)
    const url = await wire.through(pair.primary)
    testApp = await createTestApp({ database: { url, drop: async () => {} }, statementSeconds: 4 })
    await loadDemoStaff(testApp.program)
    admin = await testApp.signIn('superadmin@iroko.test')
    userId = (await testApp.signUp()).id
    replicas = new Replicas(pair.replica, url, { statementSeconds: 4, lagMaxMs: 1_500 })
    readFromReplicas(testApp.program.db, replicas)
  })
  afterAll(async () => {
    await replicas?.close()
    await testApp?.close()
    await wire.close()
    await pair?.stop()
  })
  const caughtUp = async () => {
    await expect
      .poll(() => replicas.states[0])
      .toMatchObject({ lagSeconds: expect.toSatisfy(lag => lag < 0.5), isAsked: true })
  }

  /** As a browser that keeps this cookie beside the one of its session. */
  const ask = async (name: EndpointName, input: object, place?: string) => {
    const request = requestFor(name, input as never, admin)
    request.headers['idempotency-key'] = randomUUID()
    request.headers.cookie = `${COOKIE_DEV}=${admin.binding}${place ? `; iroko_place=${place}` : ''}`
    const reply = await testApp.app.inject(request)
    return {
      status: reply.statusCode,
      body: reply.json(),
      place: reply.cookies.find(each => each.name === 'iroko_place')?.value,
    }
  }
  const codeSeen = async (place?: string) =>
    (await ask('userGet', { id: userId }, place)).body.accountOfficerCode
  const changeCode = async (accountOfficerCode: string) => {
    const { status, place } = await ask('userOfficerCodeChange', { id: userId, accountOfficerCode })
    expect(status).toBe(200)
    return place ?? ''
  }

  test('who has written reads it, though the replica stands still; others read the replica', async () => {
    await changeCode('AO-1')
    await caughtUp()
    expect(await codeSeen()).toBe('AO-1')
    await pair.hold()
    const place = await changeCode('AO-2')
    expect(await codeSeen(place)).toBe('AO-2')
    expect(await codeSeen(), 'the read went to the replica').toBe('AO-1')
    expect(await codeSeen('nonsense')).toBe('AO-1')
    await pair.follow()
    await expect.poll(() => codeSeen()).toBe('AO-2')
  })

  test('a write and a read of it, again and again under changing lag', async () => {
    let stands = false
    for (let time = 0; time < 60; time++) {
      if (time % 7 === 3) await (stands ? pair.follow() : pair.hold())
      if (time % 7 === 3) stands = !stands
      const place = await changeCode(`AO-${100 + time}`)
      expect(await codeSeen(place)).toBe(`AO-${100 + time}`)
    }
    await pair.follow()
    await caughtUp()
  })

  test('one that is too far behind is not asked, and Health says so', async () => {
    await pair.hold()
    await changeCode('AO-3')
    await sleep(2_500)
    expect(await codeSeen()).toBe('AO-3')
    const { body } = await ask('health', {})
    expect(body.replicas).toEqual([
      { host: new URL(pair.replica).host, lagSeconds: expect.toSatisfy(lag => lag >= 2), isAsked: false },
    ])
    await pair.follow()
    await caughtUp()
    expect((await ask('health', {})).body.replicas[0]).toMatchObject({ isAsked: true })
  })

  test('a read that turns out to write, or to need a table without a log, goes to the primary', () => {
    const refused = Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), {
      code: '25006',
    })
    const unlogged = Object.assign(
      new Error('cannot access temporary or unlogged relations during recovery'),
      { code: '0A000' },
    )
    expect(replicas.pick('userGet')).toBeDefined()
    expect(replicas.failed('intakeGet', unlogged)).toBe(true)
    expect(replicas.pick('intakeGet')).toBe(undefined)
    expect(replicas.failed('linkGet', refused)).toBe(true)
    expect(replicas.pick('linkGet')).toBe(undefined)
    expect(replicas.pick('userGet')).toBeDefined()
    expect(replicas.failed('userGet', new Error('a fault of ours'))).toBe(false)
  })

  test('a read on its way to a primary that falls silent is answered by the replica before that line is given up', async () => {
    await caughtUp()
    const before = await codeSeen()
    wire.freeze()
    expect(await Promise.race([codeSeen(), sleep(4_000)])).toBe(before)
    await wire.restore()
    await expect.poll(() => changeCode('AO-8').catch(() => undefined)).toBeDefined()
  })

  test('while the primary is away reads go on, and writes say when to come back', async () => {
    await caughtUp()
    const before = await codeSeen()
    await pair.kill('primary')
    await expect.poll(async () => (await ask('userGet', { id: userId })).status).toBe(200)
    expect(await codeSeen()).toBe(before)
    const { status, body } = await ask('userOfficerCodeChange', { id: userId, accountOfficerCode: 'AO-9' })
    expect([status, body.code]).toEqual([503, 'server.unavailable'])
  })
})

test.skipIf(!hasPackages('postgresql'))(
  'a former primary that has written more than the new one received is not asked',
  async () => {
    const pair = await startPair()
    await migrate(pair.primary)
    const first = new pg.Client({ connectionString: pair.primary })
    await first.connect()
    await first.query('create table colour (name text)')
    await first.end()
    const before = new Replicas(pair.replica, pair.primary, { statementSeconds: 4 })
    before.run()
    await expect.poll(() => before.states[0]?.isAsked).toBe(true)
    await before.close()
    await pair.part(`insert into colour select 'green' from generate_series(1, 200000)`)

    const leads = new pg.Client({ connectionString: pair.replica })
    await leads.connect()
    await leads.query(`insert into colour values ('brown')`)
    const { rows } = await leads.query<{ place: string }>('select pg_current_wal_flush_lsn()::text as place')
    await leads.end()
    const after = new Replicas(pair.primary, pair.replica, { statementSeconds: 4 })
    after.run()
    try {
      await sleep(2_000)
      expect(after.states[0]).toMatchObject({ lagSeconds: null, isAsked: false })
      expect(after.pick('anything', placeOf(rows[0]?.place))).toBe(undefined)
      expect(after.standIn()).toBe(undefined)
    } finally {
      await after.close()
      await pair.stop()
    }
  },
)
