import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, TestClock } from '../../test/testApp.ts'
import { act, SYSTEM } from './act.ts'
import { saveCheck, worstClock } from './clockGuard.sql.ts'
import { clockGuard } from './clockGuard.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const HOUR = 3_600_000
const at = (ms: number): TestClock => new TestClock(new Date(Date.now() + ms).toISOString())

describe('a clock', () => {
  test('ahead of the database writes nothing until it is right again', async () => {
    testApp = await createTestApp()
    const clock = at(0)
    const guard = clockGuard(testApp.program.db, clock)
    await guard.check()
    expect(guard.isFast()).toBe(false)

    clock.advance({ minutes: 5 })
    await guard.check()
    expect(guard.isFast()).toBe(true)
    const posting = act({ ...testApp.program, clockGuard: guard }, 'test', SYSTEM, async () => 'posted')
    await expect(posting).rejects.toMatchObject({ code: 'clock.ahead', status: 503 })
    expect(await worstClock(testApp.program.db)).toMatchObject({ problem: 'ahead of the database' })

    clock.advance({ minutes: -5 })
    await guard.check()
    expect(guard.isFast()).toBe(false)
    expect(await worstClock(testApp.program.db)).toMatchObject({ problem: null })
  })

  test('that jumps is noticed before it is compared again', async () => {
    testApp = await createTestApp()
    const clock = at(0)
    const guard = clockGuard(testApp.program.db, clock)
    await guard.check()
    clock.advance({ hours: 45 * 24 })
    expect(() => guard.refuseFast()).toThrow('clock')
  })

  test('ahead of all records, with the database beside it, is refused until a person accepts it', async () => {
    testApp = await createTestApp()
    const { db } = testApp.program
    const clock = at(0)
    const old = new Date(Date.now() - 6 * 24 * HOUR)
    // the staff were let in days before: everything stands still since
    await testApp.pool.query(
      `with off as (select set_config('session_replication_role', 'replica', true)) update audit_entry set at = $1 from off`,
      [old],
    )
    const guard = clockGuard(db, clock)
    await guard.check()
    expect(guard.isFast()).toBe(true)
    await saveCheck(db, { node: randomUUID(), at: clock.now(), skewMs: 0, problem: null })
    await guard.check()
    expect(guard.isFast()).toBe(false)
  })

  test('of a lender that was closed over Easter is right', async () => {
    testApp = await createTestApp({ staff: false })
    const { db } = testApp.program
    const clock = at(-4.5 * 24 * HOUR)
    await clockGuard(db, clock).check()
    const guard = clockGuard(db, at(0))
    await guard.check()
    expect(guard.isFast()).toBe(false)
  })

  test('ahead answers a write with 503 and a read as before', async () => {
    const clock = at(10 * 60_000)
    testApp = await createTestApp({ guardsBy: clock })
    await testApp.stranger.refused('signIn', { email: 'admin@iroko.test', password: 'x' }, 'clock.ahead')
    await testApp.stranger.ok('setupGet', {})
  })
})
