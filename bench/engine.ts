/** How fast the engine is: a schedule of 24 instalments must take under 10 µs. */

import { localDate } from '../engine/dates.ts'
import { percent } from '../engine/fraction.ts'
import { kobo } from '../engine/money.ts'
import { buildSchedule, type LoanTerms } from '../engine/schedule.ts'

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
  ['reducing, 4 % a month', REDUCING],
  ['flat, 4 % a month', { ...REDUCING, interest: 'flat' }],
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
    'reducing, 48 % a year by actual/365',
    { ...REDUCING, rate: { value: percent('48'), per: 'year' }, accrual: 'actual/365' },
  ],
]

const GOAL_MICROSECONDS = 10
const ROUNDS = 9
const RUNS = 10_000

/** The median of several rounds: one round may meet a busy machine. */
function microseconds(run: () => unknown): number {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    for (let i = 0; i < RUNS; i += 1) run()
    rounds.push(((performance.now() - start) * 1000) / RUNS)
  }
  return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

console.log(`Schedules of 24 instalments (goal: the first under ${GOAL_MICROSECONDS} µs)`)
for (const [name, terms] of MEASURED) {
  const time = microseconds(() => buildSchedule(terms))
  console.log(
    `${name.padEnd(40)} ${time.toFixed(2).padStart(8)} µs ${time < GOAL_MICROSECONDS ? '' : '(over)'}`,
  )
}
