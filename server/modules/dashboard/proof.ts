import { randomUUID } from 'node:crypto'
import { AGES } from '../../../contract/dashboard.ts'
import { countText } from '../../../engine/countText.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db.ts'
import * as frozen from './frozen.sql.ts'
import * as store from './proof.sql.ts'
import { readRules, readState } from './refresh.sql.ts'
import { retiringBy, sharesOf } from './refresh.ts'

/** Two years: a million loans a month take some seconds each, and nothing changes a month-end once it was proved. */
const MONTHS_PROVED = 24
const SHOWN = 20
/** Each proof takes others: folding a million loans takes minutes, these a second. */
const FOLDED = 1_000

type Outcome = { figure: string; problems: string[] }

/** What month-ends say in sum and loan by loan, and whether the running figures are what the ledger says. */
export const dashboardChecks = [
  {
    name: 'Every month-end snapshot equals the loans saved with it',
    async run(tx: Tx): Promise<Outcome> {
      const problems: string[] = []
      let rows = 0
      const months = await frozen.storedMonths(tx, MONTHS_PROVED)
      for (const month of months) {
        const { loans, other } = await frozen.compareMonth(tx, month)
        rows += loans
        problems.push(...other.map(cut => `${month.slice(0, 7)}, ${cut}: not what its loans come to`))
      }
      return {
        figure: `${countText(months.length)} month-ends, ${countText(rows)} loans in them`,
        problems: problems.slice(0, SHOWN),
      }
    },
  },
  {
    name: 'The running figures of the dashboard equal the ledger',
    async run(tx: Tx): Promise<Outcome> {
      const { refreshed_at, booked_to, whole_again } = await readState(tx)
      if (refreshed_at === null) return { figure: 'not calculated yet', problems: [] }
      const days = await store.unevenDays(tx)
      const problems = [
        ...days.other.map(day => `${day}: not the sum of what its loans brought to it`),
        ...(await store.unevenCuts(tx)).map(cut => `the cuts by ${cut} do not come to the whole`),
        ...(await otherBalances(tx)),
      ]
      const today = businessDate(refreshed_at)
      // a release counts otherwise and the next refresh starts over, or a nightly run was unfinished when it was made
      const anew =
        whole_again || booked_to !== today
          ? { figure: 'none of them folded again', problems: [] }
          : await proveAnew(tx, today)
      return {
        figure: `the days of ${countText(days.loans)} loans, ${anew.figure}`,
        problems: [...problems, ...anew.problems].slice(0, SHOWN),
      }
    },
  },
]

async function otherBalances(tx: Tx): Promise<string[]> {
  const seen = await store.balancesSeen(tx)
  return seen
    .filter(({ stored, booked }) => stored !== booked)
    .map(
      ({ what, stored, booked }) =>
        `${what} is ${formatNaira(kobo(stored))}, in the ledger it was ${formatNaira(kobo(booked))}`,
    )
}

/** Added up once more: some loans always, every cut where nothing has moved since. */
async function proveAnew(tx: Tx, today: LocalDate): Promise<Outcome> {
  const stored = await store.someShares(tx, randomUUID(), FOLDED)
  const ids = stored.map(({ id }) => id)
  const folded = new Map((await sharesOf(tx, ids, today)).map(({ id, days }) => [id, JSON.stringify(days)]))
  const without = await store.countWithoutDays(tx)
  const problems = [
    ...stored
      .filter(({ id, days }) => folded.get(id) !== JSON.stringify(days))
      .map(({ id }) => `loan ${id}: its days are not what its events come to`),
    ...(without > 0 ? [`${countText(without)} loans were disbursed and are in no day`] : []),
  ]
  const figure = `${countText(stored.length)} of them folded again`
  const [moved, rules] = [await store.countMoved(tx), await readRules(tx)]
  if (moved > 0 || rules === null)
    return {
      figure: `${figure}, breakdowns not recalculated: ${countText(moved)} records were written since`,
      problems,
    }
  const cuts = await store.otherCuts(tx, today, rules.classes, AGES)
  const retiring = await store.otherRetiring(tx, retiringBy(rules, today))
  return {
    figure: `${figure}, every breakdown recalculated`,
    problems: [
      ...problems,
      ...cuts.map(cut => `${cut}: not what its loans come to`),
      ...retiring.map(months => `retiring within ${months} months: not what the loans come to`),
    ],
  }
}
