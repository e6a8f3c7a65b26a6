import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshFigures } from '../../../server/modules/dashboard/refresh.ts'
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
import type { TestApp } from '../../../test/testApp.ts'
import { gist, LOADING_MAX_MS, openLender } from '../lender.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openLender()
}, LOADING_MAX_MS)
afterAll(() => testApp.close())

describe('the sample lender', () => {
  test(
    'every figure of its dashboard is what the ledger says, and opens exactly its rows',
    async () => {
      await refreshFigures(testApp.program)
      await expectPortfolio(testApp)
      await expectLedger(testApp)
      await expectDues(testApp)
      await expectReceipts(testApp, 3)
      await expectRows(testApp)
      const months = await frozenMonths(testApp)
      expect(months.length).toBeGreaterThanOrEqual(12)
      const { day } = await asked.takenOver(testApp.program.db)
      const inTheLedger = months.filter(month => month >= (day ?? '').slice(0, 7))
      expect(inTheLedger.length).toBeGreaterThan(0)
      for (const month of inTheLedger) await expectMonthEnd(testApp, month)
      const { outstanding, period, par } = await testApp.as('auditor').ok('dashboardPortfolio', {})
      const worst = par.at(-1)?.principal ?? 0n
      for (const amount of [outstanding?.credit, outstanding?.arrears, period.collected, worst])
        expect(amount).toBeGreaterThan(0n)
      await expectRows(testApp, months.at(-1))
    },
    LOADING_MAX_MS,
  )

  test(
    'is the same lender whenever it is loaded',
    async () => {
      const again = await openLender()
      try {
        expect(await gist(again)).toEqual(await gist(testApp))
      } finally {
        await again.close()
      }
    },
    LOADING_MAX_MS,
  )
})
