/** How long a 24-month loan with 30 events takes to fold: `npx tsx proof/bench/engineFold.ts`. */

import { addDays, localDate } from '../../engine/dates.ts'
import type { LoanEvent } from '../../engine/events.ts'
import { percent } from '../../engine/fraction.ts'
import { foldLoan, type LoanAgreement } from '../../engine/loan.ts'
import { kobo } from '../../engine/money.ts'
import { buildSchedule } from '../../engine/schedule.ts'

/** ₦1,000,000 over 24 months at 4% a month, deducted on payroll day. */
const agreement: LoanAgreement = {
  terms: {
    principal: kobo(100_000_000n),
    disbursedOn: localDate('2026-01-12'),
    firstDueOn: localDate('2026-01-25'),
    tenor: 24,
    frequency: { every: 1, unit: 'month' },
    interest: 'reducing',
    repayment: 'equal-instalments',
    rate: { value: percent('4'), per: 'month' },
  },
}

/** A disbursement, a fee, four penalties, a reversed receipt and a receipt a month, some short, some late. */
export function thirtyEvents(): LoanEvent[] {
  const { rows, instalment } = buildSchedule(agreement.terms)
  const events: LoanEvent[] = [
    {
      id: 'pay-out',
      type: 'disbursement',
      date: agreement.terms.disbursedOn,
      amount: agreement.terms.principal,
    },
    {
      id: 'fee',
      type: 'charge',
      component: 'fee',
      date: localDate('2026-02-03'),
      due: localDate('2026-02-25'),
      amount: { flat: kobo(250_000n) },
    },
  ]
  for (const { n, dueDate } of rows) {
    const isLate = n % 6 === 0
    const date = isLate ? addDays(dueDate, 9) : dueDate
    const amount = n % 5 === 0 ? kobo(instalment / 2n) : instalment
    events.push({ id: `receipt-${String(n).padStart(2, '0')}`, type: 'receipt', date, amount })
    if (isLate)
      events.push({
        id: `penalty-${n}`,
        type: 'charge',
        component: 'penalty',
        date: addDays(dueDate, 3),
        due: addDays(dueDate, 3),
        amount: { flat: kobo(100_000n) },
      })
  }
  return events
    .slice(0, 29)
    .concat({ id: 'reversal', type: 'reversal', date: localDate('2026-05-02'), of: 'receipt-03' })
}

/** The best of several short batches: what the code costs, not what else the machine was doing. */
function microseconds(run: () => unknown): number {
  const [batches, rounds] = [400, 10]
  for (let warm = 0; warm < 3000; warm += 1) run()
  let best = Number.POSITIVE_INFINITY
  for (let batch = 0; batch < batches; batch += 1) {
    const started = performance.now()
    for (let round = 0; round < rounds; round += 1) run()
    best = Math.min(best, ((performance.now() - started) * 1000) / rounds)
  }
  return best
}

const events = thirtyEvents()
const asOf = localDate('2028-01-31')
const spent = microseconds(() => foldLoan(agreement, events, asOf))
const withRule: LoanAgreement = {
  ...agreement,
  penalty: { share: { ppm: 1000n }, of: 'overdue-principal-and-interest', each: 'day', graceDays: 5 },
}
const spentOnPenalties = microseconds(() => foldLoan(withRule, events, asOf))
console.log(`fold of 24 months, ${events.length} events: ${spent.toFixed(1)} µs`)
console.log(`the same with daily penalties by rule: ${spentOnPenalties.toFixed(1)} µs`)
if (spent > 100) process.exitCode = 1
