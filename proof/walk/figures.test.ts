import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { proveWithin } from '../../server/app/prove.ts'
import { freezeMonths } from '../../server/modules/dashboard/monthEnd.ts'
import { dashboardChecks } from '../../server/modules/dashboard/proof.ts'
import { refreshFigures } from '../../server/modules/dashboard/refresh.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import { expectRows, frozenMonths } from '../../test/portfolio.ts'
import { createTestApp } from '../../test/testApp.ts'
import { walk } from './walk.ts'

test.each([5, 17])(
  'a book of random acts, seed %i: every figure of every month-end is the sum of its rows',
  async seed => {
    const testApp = await createTestApp({ staff: false })
    try {
      const { problems } = await walk(testApp.program, { acts: 45, loans: 8, seed, days: 80 })
      expect(problems).toEqual([])
      const { rows } = await sql<{ day: string }>`select max(day) as day from loan_daily_run`.execute(
        testApp.program.db,
      )
      testApp.clock.set(`${rows[0]?.day}T10:00:00Z`)
      await freezeMonths(testApp.program)
      await runDaily(testApp.program)
      await refreshFigures(testApp.program)
      await expectRows(testApp)
      for (const month of await frozenMonths(testApp)) await expectRows(testApp, month)
      const verdict = await testApp.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
      expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
    } finally {
      await testApp.close()
    }
  },
)
