import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { proveWithin } from '../../server/app/prove.ts'
import { freezeMonths } from '../../server/modules/dashboard/freeze.ts'
import { dashboardChecks } from '../../server/modules/dashboard/proof.ts'
import { refreshFigures } from '../../server/modules/dashboard/refresh.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import { openHouse } from '../../test/cast.ts'
import { expectRows, frozenMonths } from '../../test/portfolio.ts'
import { walk } from './walk.ts'

test.each([5, 17])(
  'a book of random acts, seed %i: every figure of every month-end is the sum of its rows',
  async seed => {
    const house = await openHouse({ staff: false })
    try {
      const { problems } = await walk(house.program, { acts: 45, loans: 8, seed, days: 80 })
      expect(problems).toEqual([])
      const { rows } = await sql<{ day: string }>`select max(day) as day from loan_daily_run`.execute(
        house.program.db,
      )
      house.clock.set(`${rows[0]?.day}T10:00:00Z`)
      await freezeMonths(house.program)
      await runDaily(house.program)
      await refreshFigures(house.program)
      await expectRows(house)
      for (const month of await frozenMonths(house)) await expectRows(house, month)
      const verdict = await house.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
      expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
    } finally {
      await house.close()
    }
  },
)
