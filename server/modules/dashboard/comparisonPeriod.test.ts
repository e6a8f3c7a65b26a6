import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, MONDAY, type TestApp } from '../../../test/testApp.ts'

/** What a period is held against, and of which moment the figures are that are asked of the ledger at once. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test.each([
  // the period, the days it is held against
  [{}, '2026-10-01', '2026-10-16'],
  [{ from: '2026-10', to: '2026-11' }, '2026-08-01', '2026-09-16'],
  [{ from: '2026-10', to: '2026-10' }, '2026-09-01', '2026-09-30'],
  [{ from: '2026-02', to: '2026-03' }, '2025-12-01', '2026-01-31'],
])('the period %j is held against %s to %s', async (period, from, to) => {
  const { before } = await testApp.as('auditor').ok('dashboardPortfolio', period)
  expect(before).toMatchObject({ from, to })
})

test('the figures say when they were asked for', async () => {
  const { askedAt } = await testApp.as('auditor').ok('dashboardPortfolio', {})
  expect(new Date(askedAt)).toEqual(new Date(MONDAY))
})
