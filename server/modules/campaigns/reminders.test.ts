import { afterAll, beforeAll, expect, test } from 'vitest'
import { recommended } from '../../../test/applicants.ts'
import { type House, openHouse } from '../../../test/cast.ts'
import { disbursed } from '../../../test/loans.ts'
import { runDaily } from '../loans/daily.ts'
import { makeReminders } from './reminders.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('whoever did not pay by Christmas reads of one day the day after, and of seven on New Year’s Day', async () => {
  const request = await recommended(house)
  const { loanId } = await house.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await disbursed(house, loanId ?? '')
  for (const day of ['2026-12-26', '2027-01-01']) {
    house.clock.set(`${day}T09:00:00Z`)
    await runDaily(house.program)
    await makeReminders(house.program)
  }
  const { rows } = await house.pool.query(
    `select body from message where told_by = 'reminderOverdue' order by at`,
  )
  expect(rows.map(({ body }) => /is .*? past due with [\w,.]+/.exec(body)?.[0])).toEqual([
    'is 1 day past due with NGN61,666.67.',
    'is 7 days past due with NGN61,666.67.',
  ])
})
