import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshFigures } from '../../../server/modules/dashboard/refresh.ts'
import type { House } from '../../../test/cast.ts'
import {
  asked,
  expectDues,
  expectLedger,
  expectMonthEnd,
  expectPortfolio,
  expectReceipts,
  expectRows,
  frozenMonths,
} from '../../../test/portfolio.ts'
import { gist, openLender } from '../lender.ts'

let house: House
beforeAll(async () => {
  house = await openLender()
}, 300_000)
afterAll(() => house.close())

describe('the sample lender', () => {
  test('every figure of its dashboard is what the books say, and opens exactly its rows', async () => {
    await refreshFigures(house.program)
    await expectPortfolio(house)
    await expectLedger(house)
    await expectDues(house)
    await expectReceipts(house, 3)
    await expectRows(house)
    const months = await frozenMonths(house)
    expect(months.length).toBeGreaterThanOrEqual(12)
    const { day } = await asked.takenOver(house.program.db)
    const inTheLedger = months.filter(month => month >= (day ?? '').slice(0, 7))
    expect(inTheLedger.length).toBeGreaterThan(0)
    for (const month of inTheLedger) await expectMonthEnd(house, month)
    const { outstanding, period, par } = await house.as('auditor').ok('dashboardPortfolio', {})
    const worst = par.at(-1)?.principal ?? 0n
    for (const amount of [outstanding?.credit, outstanding?.arrears, period.collected, worst])
      expect(amount).toBeGreaterThan(0n)
    await expectRows(house, months.at(-1))
  }, 300_000)

  test('is the same lender whenever it is loaded', async () => {
    const again = await openLender()
    try {
      expect(await gist(again)).toEqual(await gist(house))
    } finally {
      await again.close()
    }
  }, 300_000)
})
