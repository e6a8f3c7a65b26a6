import { expect } from 'vitest'
import type { TestApp } from './testApp.ts'

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** As soon as so many statements stand behind somebody's lock. */
export async function untilWaiting(testApp: TestApp, count = 1): Promise<void> {
  await expect.poll(async () => (await testApp.pool.query(WAITING)).rows.length, { interval: 20 }).toBe(count)
}

/**
 * Somebody else's statement at the same instant: it has run before the act begins, and is committed only once the act, which
 * cannot have seen it, waits for it.
 */
export async function whileWaiting<T>(
  testApp: TestApp,
  [statement, values]: [statement: string, values: unknown[]],
  act: () => Promise<T>,
  waiting = 1,
): Promise<T> {
  const other = await testApp.pool.connect()
  try {
    await other.query('begin')
    await other.query(statement, values)
    const acting = act()
    await untilWaiting(testApp, waiting)
    await other.query('commit')
    return await acting
  } finally {
    other.release(true)
  }
}
