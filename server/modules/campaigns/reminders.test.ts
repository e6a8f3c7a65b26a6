import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { SECTIONS } from '../../../contract/settings.ts'
import { recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'
import { makeReminders } from './reminders.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** Files are expected on pay day: what is unpaid the day after is late. */
async function expectFilesOnPayDay(): Promise<void> {
  const { schema, initial } = SECTIONS.payroll
  const { sources } = schema.parse(initial)
  const value = z.encode(schema, {
    ...schema.parse(initial),
    sources: sources.map(source => ({ ...source, fileDays: 0, toleranceDays: 0 })),
  })
  await testApp.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_at) values ('payroll', 1, $1, '2026-01-01', now())`,
    [JSON.stringify(value)],
  )
}

test('a customer who did not pay by Christmas is reminded the day after, and again on New Year’s Day', async () => {
  await expectFilesOnPayDay()
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await disbursed(testApp, loanId ?? '')
  for (const day of ['2026-12-26', '2027-01-01']) {
    testApp.clock.set(`${day}T09:00:00Z`)
    await runDaily(testApp.program)
    await makeReminders(testApp.program)
  }
  const { rows } = await testApp.pool.query(
    `select body from message where told_by = 'reminderOverdue' order by at`,
  )
  expect(rows.map(({ body }) => /is .*? past due \([\w,.]+\)/.exec(body)?.[0])).toEqual([
    'is 1 day past due (NGN61,666.67)',
    'is 7 days past due (NGN61,666.67)',
  ])
})
