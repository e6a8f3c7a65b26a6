/** How fast the engine is: a schedule of 24 instalments must take under 10 µs. */

import { localDate } from '../../engine/dates.ts'
import { percent } from '../../engine/fraction.ts'
import { kobo } from '../../engine/money.ts'
import { buildSchedule } from '../../engine/schedule.ts'
import type { LoanTerms } from '../../engine/terms.ts'

const REDUCING: LoanTerms = {
  principal: kobo(50_000_000n),
  disbursedOn: localDate('2026-11-14'),
  tenor: 24,
  frequency: { every: 1, unit: 'month' },
  interest: 'reducing',
  repayment: 'equal-instalments',
  rate: { value: percent('4'), per: 'month' },
  firstDueOn: localDate('2026-11-30'),
  anchorDay: 31,
}

const MEASURED: readonly (readonly [string, LoanTerms])[] = [
  ['reducing, 4% a month', REDUCING],
  ['flat, 4% a month', { ...REDUCING, interest: 'flat' }],
  ['equal principal', { ...REDUCING, repayment: 'equal-principal' }],
  [
    'reducing, fees deducted and spread',
    {
      ...REDUCING,
      fees: [
        { amount: { share: { ppm: 20_000n }, of: 'principal' }, collected: 'deducted' },
        { amount: { flat: kobo(500_000n) }, collected: 'spread' },
      ],
    },
  ],
  [
    'reducing, 48% a year by actual/365',
    { ...REDUCING, rate: { value: percent('48'), per: 'year' }, accrual: 'actual/365' },
  ],
]

const GOAL_MICROSECONDS = 10
const WARM_UP = 20_000
/** Batches of about a millisecond, so that most run without the machine turning to something else. */
const BATCHES = 400
const RUNS = 100

type Timing = { readonly best: number; readonly median: number }

function microseconds(run: () => unknown): Timing {
  for (let i = 0; i < WARM_UP; i += 1) run()
  const batches: number[] = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const start = performance.now()
    for (let i = 0; i < RUNS; i += 1) run()
    batches.push(((performance.now() - start) * 1000) / RUNS)
  }
  batches.sort((a, b) => a - b)
  return { best: batches[0] ?? Number.NaN, median: batches[BATCHES / 2] ?? Number.NaN }
}

console.log(
  `Schedules of 24 instalments, µs each: median of ${BATCHES} batches (best); goal ${GOAL_MICROSECONDS}`,
)
for (const [name, terms] of MEASURED) {
  const { best, median } = microseconds(() => buildSchedule(terms))
  const verdict = median < GOAL_MICROSECONDS ? 'met' : 'missed'
  console.log(`${name.padEnd(40)} ${median.toFixed(2).padStart(8)} (${best.toFixed(2)}) ${verdict}`)
}
