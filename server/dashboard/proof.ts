import { countText } from '../countText.ts'
import type { Tx } from '../db.ts'
import * as store from './frozen.sql.ts'

/** Two years: a million loans a month take some seconds each, and nothing changes a month-end once it was proved. */
const MONTHS_PROVED = 24
const SHOWN = 20

/** What month-ends say in sum and loan by loan. */
export const dashboardChecks = [
  {
    name: 'Every frozen month-end equals the loans kept with it',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const problems: string[] = []
      let rows = 0
      const months = await store.keptMonths(tx, MONTHS_PROVED)
      for (const month of months) {
        const { loans, other } = await store.compareMonth(tx, month)
        rows += loans
        problems.push(...other.map(cut => `${month.slice(0, 7)}, ${cut}: not what its loans come to`))
      }
      return {
        figure: `${countText(months.length)} month-ends, ${countText(rows)} loans in them`,
        problems: problems.slice(0, SHOWN),
      }
    },
  },
]
