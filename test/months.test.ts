import { expect, test } from 'vitest'
import { USUAL } from '../proof/months/habits.ts'
import { liveThrough } from '../proof/months/months.ts'
import { createTestApp } from './testApp.ts'

/** A few loans through half a year of payroll months; the longer forms are in proof/months. */
test('20 loans end at zero, and the ledger agrees with the bank and the payroll offices each month', async () => {
  const testApp = await createTestApp()
  const lived = await liveThrough(testApp, { seed: 4, loans: 20, months: 6, acts: 80, habits: USUAL })
  await testApp.close()
  expect(lived.problems).toEqual([])
  expect(lived.rows).toBeGreaterThan(100)
})
