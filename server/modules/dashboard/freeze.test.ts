import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../../test/cast.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { meanwhile } from '../../../test/meanwhile.ts'
import { prove } from '../../app/prove.ts'
import { freezeMonths } from './freeze.ts'
import { dashboardChecks } from './proof.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

async function payOut(on: string): Promise<void> {
  const { id: loanId } = await approvedLoan(house)
  await disbursed(house, loanId, { on })
}

test('two workers that freeze the same months at once write each down once', async () => {
  await payOut('2026-11-16')
  house.clock.set('2027-01-04T09:00:00Z')
  // neither has found a month that is frozen, and both wait for whoever holds the table
  const frozen = await meanwhile(
    house,
    [`lock table dashboard_month_end in share row exclusive mode`, []],
    () => Promise.all([freezeMonths(house.program), freezeMonths(house.program)]),
    2,
  )
  expect(frozen.reduce((sum, each) => sum + each, 0)).toBe(2)
  const { rows } = await house.as('auditor').ok('auditList', { action: 'dashboardFreeze' })
  expect(rows.map(row => row.subjectId)).toEqual(['2026-12-01', '2026-11-01'])
  const { checks } = await prove(house.program.db, dashboardChecks)
  expect(checks.flatMap(check => check.problems)).toEqual([])
})
