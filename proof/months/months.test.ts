import { expect, test } from 'vitest'
import { createTestApp } from '../../test/testApp.ts'
import { USUAL } from './habits.ts'
import { liveThrough } from './months.ts'

/** Between the few loans of `npm test` and the year of `long/`: five months, and those until the last loan ends. */
test('20 loans through five payroll months and their ends', async () => {
  const testApp = await createTestApp()
  const lived = await liveThrough(testApp, {
    seed: 2,
    loans: 20,
    months: 5,
    acts: 60,
    checkEvery: 3,
    habits: USUAL,
  })
  await testApp.close()
  expect(lived.problems).toEqual([])
  const planted = Object.entries(lived.planted).filter(([, times]) => times > 0)
  expect(planted.length).toBeGreaterThanOrEqual(7)
})
