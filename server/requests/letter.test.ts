import { describe, expect, test } from 'vitest'
import { localDate } from '../../engine/dates.ts'
import { type Kobo, kobo, parseNaira, ZERO } from '../../engine/money.ts'
import { buildSchedule, type Fee } from '../../engine/schedule.ts'
import { instalmentsText, penaltyText, scheduleTable } from './letter.ts'

const once = { each: 'once', of: 'overdue-principal-and-interest' } as const
const daily = { each: 'day', of: 'outstanding-principal' } as const

test.each([
  [null, 'No penalty is charged for paying late.'],
  [
    { ...once, sharePpm: 10_000, graceDays: 14, capPpm: 50_000 },
    'If an instalment is more than 14 days late, a penalty of 1 % of its overdue principal and interest is charged once, at most 5 % of that instalment’s principal and interest.',
  ],
  [
    { ...daily, sharePpm: 500, graceDays: 0, capPpm: null },
    'If an instalment is late, a penalty of 0.05 % of all principal you still owe is charged for each day since it was due.',
  ],
  [
    { ...daily, sharePpm: 1_000, graceDays: 1, capPpm: null },
    'If an instalment is more than 1 day late, a penalty of 0.1 % of all principal you still owe is charged for each day since it was due.',
  ],
])('the letter says of the penalty what the product does', (penalty, says) => {
  expect(penaltyText(penalty)).toBe(says)
})

test.each([
  [[61_667n, 61_667n, 61_667n], '3 of ₦616.67'],
  [[833_333n, 833_333n, 833_334n], '2 of ₦8,333.33, the last ₦8,333.34'],
  [[120_000n], 'one of ₦1,200.00'],
  [[50_000n, 90_000n, 80_000n], '3, the first ₦500.00, the largest ₦900.00, the last ₦800.00'],
])('instalments of %s kobo: %s', (totals, says) => {
  expect(instalmentsText(totals.map(total => ({ total: kobo(total) })))).toBe(says)
})

describe('the schedule in the letter', () => {
  const scheduleWith = (fees: Fee[]) =>
    scheduleTable(
      buildSchedule({
        principal: kobo(50_000_000n),
        disbursedOn: localDate('2026-11-14'),
        tenor: 12,
        frequency: { every: 1, unit: 'month' },
        interest: 'flat',
        repayment: 'equal-instalments',
        rate: { value: { numerator: 40_000n, denominator: 1_000_000n }, per: 'month' },
        fees,
      }),
    )
  const fee = (collected: Fee['collected']): Fee => ({ amount: { flat: kobo(1_000_000n) }, collected })
  const amount = (text: string | undefined): Kobo => parseNaira((text ?? '').replace('₦', '')) ?? ZERO

  test.each(['spread', 'every-instalment', 'first-instalment'] as const)(
    'adds up where a fee is collected: %s',
    collected => {
      const { columns, rows, total } = scheduleWith([fee(collected)])
      expect(columns.map(({ label }) => label)).toEqual([
        'No.',
        'Due',
        'Principal',
        'Interest',
        'Fees',
        'Instalment',
        'Principal left',
      ])
      for (const [, , principal, interest, fees, instalment] of [...rows, total])
        expect(amount(principal) + amount(interest) + amount(fees)).toBe(amount(instalment))
      expect(amount(total[4])).toBeGreaterThan(0n)
    },
  )

  test('has no column of fees where none comes with an instalment', () => {
    const { columns, rows, total } = scheduleWith([fee('deducted')])
    expect(columns).toHaveLength(6)
    for (const line of [...rows, total]) expect(line).toHaveLength(6)
  })
})
