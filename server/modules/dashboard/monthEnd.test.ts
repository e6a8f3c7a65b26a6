import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { whileWaiting } from '../../../test/whileWaiting.ts'
import { prove } from '../../app/prove.ts'
import { freezeMonths } from './monthEnd.ts'
import { dashboardChecks } from './proof.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function payOut(on: string): Promise<void> {
  const { id: loanId } = await approvedLoan(testApp)
  await disbursed(testApp, loanId, { on })
}

test('two workers that freeze the same months at once write each down once', async () => {
  await payOut('2026-11-16')
  testApp.clock.set('2027-01-04T09:00:00Z')
  // neither has found a saved month, and both wait for the holder of the table
  const frozen = await whileWaiting(
    testApp,
    [`lock table dashboard_month_end in share row exclusive mode`, []],
    () => Promise.all([freezeMonths(testApp.program), freezeMonths(testApp.program)]),
    2,
  )
  expect(frozen.reduce((sum, each) => sum + each, 0)).toBe(2)
  const { rows } = await testApp.as('auditor').ok('auditList', { action: 'dashboardFreeze' })
  expect(rows.map(row => row.subjectId)).toEqual(['2026-12-01', '2026-11-01'])
  const { checks } = await prove(testApp.program.db, dashboardChecks)
  expect(checks.flatMap(check => check.problems)).toEqual([])
})
