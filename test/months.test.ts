import { expect, test } from 'vitest'
import { USUAL } from '../proof/months/habits.ts'
import { liveThrough } from '../proof/months/months.ts'
import { createTestApp } from './testApp.ts'

/** A few loans through some payroll months; the longer forms are in proof/months. */
test('10 loans end at zero, and the ledger agrees with the bank and the payroll offices each month', async () => {
  const testApp = await createTestApp()
  const lived = await liveThrough(testApp, {
    // short loans: the offices make six kinds of mistakes in the seven months until the last one ends
    seed: 1679,
    loans: 10,
    months: 3,
    acts: 80,
    checkEvery: 1,
    habits: USUAL,
  })
  await testApp.close()
  expect(lived.problems).toEqual([])
  expect(lived.rows).toBeGreaterThan(30)
  const planted = Object.entries(lived.planted).filter(([, times]) => times > 0)
  expect(planted.length).toBeGreaterThanOrEqual(6)
})
