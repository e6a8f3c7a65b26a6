import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** A reviewer has 24 hours, and is reminded after half of them. */
test.each([
  ['2026-11-16T22:00:00Z', [], 'amber'],
  ['2026-11-17T12:00:00Z', [], 'red'],
  ['2026-11-17T12:00:00Z', ['2026-11-17'], 'amber'],
  ['2026-11-18T08:00:00Z', ['2026-11-17'], 'amber'],
  ['2026-11-18T09:00:00Z', ['2026-11-17'], 'red'],
] as const)(
  'asked on Monday 16 Nov at ten, at %s with the holidays %j a request is %s',
  async (at, days, colour) => {
    testApp.clock.set('2026-11-16T09:00:00Z')
    const { rows } = await testApp.as('admin').ok('settingHistory', { section: 'holidays' })
    await testApp.as('admin').ok('settingChange', {
      section: 'holidays',
      value: { days: days.map(on => ({ on, name: 'Declared by the Ministry of Interior' })) },
      effectiveOn: '2026-11-16',
      reason: 'As announced',
      basedOn: rows[0]?.version ?? 0,
    })
    const { id } = await submit(testApp)
    testApp.clock.set(at)
    const reviewer = testApp.as('reviewer')
    expect((await reviewer.ok('requestGet', { id })).row.sla).toBe(colour)
    const { queues } = await reviewer.ok('dashboardWork', {})
    const [queue] = queues
    expect(queue && [queue.late, queue.dueSoon]).toEqual(
      colour === 'red' ? [queue?.waiting, 0] : [0, queue?.waiting],
    )
    testApp.clock.set('2026-11-16T09:00:00Z')
  },
)
