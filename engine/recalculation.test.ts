import { describe, expect, test } from 'vitest'
import { localDate } from './dates.ts'
import type { LoanEvent, PrepaymentEffect } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { formatNaira, type Kobo, kobo } from './money.ts'
import type { DailyInterest } from './recalculation.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** Emeka Nwosu, ₦36,500 at 36.5 % a year by actual days over 365: a day costs 0.1 % of the balance. */
const EMEKA: LoanAgreement = {
  terms: {
    principal: naira(36_500),
    disbursedOn: on('2026-01-31'),
    firstDueOn: on('2026-02-28'),
    anchorDay: 31,
    tenor: 3,
    frequency: { every: 1, unit: 'month' },
    interest: 'reducing',
    repayment: 'equal-instalments',
    rate: { value: percent('36.5'), per: 'year' },
    accrual: 'actual/365',
    instalment: naira(13_000),
  },
  dailyInterest: { level: 'as-scheduled', rounds: 'each-stretch', paidEarly: 'earns-on' },
}
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-01-31'),
  amount: naira(36_500),
}
const receipt = (date: string, amount: number): LoanEvent => ({
  id: `receipt-${date}`,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
})

/** Principal, interest and balance of each row. */
const schedule = ({ instalments }: LoanState): string[] =>
  instalments.map(({ due, balance }) =>
    [due.principal, due.interest, balance].map(part => formatNaira(part, '')).join('  '),
  )

const fold = (asOf: string, events: LoanEvent[], more: Partial<LoanAgreement> = {}) =>
  foldLoan({ ...EMEKA, ...more }, [paidOut, ...events], on(asOf))

/** 28, 31 and 30 days on what the rows leave. */
const AS_PLANNED = [
  '11,978.00  1,022.00  24,522.00',
  '12,239.82  760.18  12,282.18',
  '12,282.18  368.47  0.00',
]

describe('rows by the day', () => {
  test.each<[string, string, LoanEvent[], string[]]>([
    ['follow the plan while nothing is late', '2026-02-28', [], AS_PLANNED],
    ['follow the plan when paid in time', '2026-02-28', [receipt('2026-02-28', 13_000)], AS_PLANNED],
    [
      // ten days more on 11,978
      'cost more from the day after a missed month-end',
      '2026-03-10',
      [],
      ['11,978.00  1,022.00  24,522.00', '12,120.04  879.96  12,401.96', '12,401.96  372.06  0.00'],
    ],
    [
      'cost the same whether part of the late row was paid that day',
      '2026-03-10',
      [receipt('2026-03-10', 5_000)],
      ['11,978.00  1,022.00  24,522.00', '12,120.04  879.96  12,401.96', '12,401.96  372.06  0.00'],
    ],
    [
      // 14 days on 36,500 and 14 on 23,500
      'cost less from the day money comes early',
      '2026-02-14',
      [receipt('2026-02-14', 13_000)],
      ['12,160.00  840.00  24,340.00', '12,245.46  754.54  12,094.54', '12,094.54  362.84  0.00'],
    ],
    [
      'stand still once everything is overdue: interest of the last row ends with it',
      '2026-06-15',
      [],
      ['11,978.00  1,022.00  24,522.00', '11,868.50  1,131.50  12,653.50', '12,653.50  1,095.00  0.00'],
    ],
  ])('%s', (_, asOf, events, expected) => {
    expect(schedule(fold(asOf, events))).toEqual(expected)
  })
})

describe('a sum above the running row', () => {
  const lump = receipt('2026-02-28', 23_000)
  test.each<[PrepaymentEffect, string[]]>([
    [
      'in-advance',
      ['11,978.00  1,022.00  24,522.00', '12,549.82  450.18  11,972.18', '11,972.18  359.17  0.00'],
    ],
    [
      'shorter-term',
      ['21,978.00  1,022.00  14,522.00', '12,549.82  450.18  1,972.18', '1,972.18  59.17  0.00'],
    ],
    [
      'smaller-instalment',
      ['21,978.00  1,022.00  14,522.00', '7,146.54  450.18  7,375.46', '7,375.46  221.26  0.00'],
    ],
  ])('%s', (prepayment, expected) => {
    expect(schedule(fold('2026-02-28', [lump], { prepayment }))).toEqual(expected)
  })
})

test('a row paid early may stop earning, and the next row earns the rest', () => {
  const dailyInterest: DailyInterest = { level: 'as-scheduled', rounds: 'each-row', paidEarly: 'stops' }
  const state = fold('2026-02-14', [receipt('2026-02-14', 13_000)], { dailyInterest })
  // 14 days on 36,500; then 14 days of February and 31 of March on 23,500 and 24,011
  expect(schedule(state)[0]).toBe('12,489.00  511.00  24,011.00')
  expect(state.instalments[1]?.due.interest).toBe(naira(1_073.34))
})

test('the level may come from the first period alone', () => {
  const { instalment: _, ...terms } = EMEKA.terms
  const level = (how: DailyInterest['level']) =>
    foldLoan(
      { terms, dailyInterest: { level: how, rounds: 'each-stretch', paidEarly: 'earns-on' } },
      [paidOut],
      on('2026-01-31'),
    ).instalments[0]?.due
  expect(
    [level('as-scheduled'), level('first-period')].map(
      due => due && formatNaira(kobo(due.principal + due.interest), ''),
    ),
  ).toEqual(['12,887.01', '12,854.27'])
})

describe('is refused with interest by the day', () => {
  test.each<[string, Partial<LoanAgreement>, LoanEvent[], string]>([
    [
      'a penalty by rule',
      { penalty: { share: { ppm: 1n }, of: 'overdue-total', each: 'day' } },
      [],
      'takes its penalties as charges',
    ],
    [
      'paying the last row first',
      { allocation: [{ settles: ['in-advance'], order: ['principal'], by: 'instalment', from: 'newest' }] },
      [],
      'the oldest first',
    ],
    ['a second tranche', {}, [{ ...paidOut, id: 'again', date: on('2026-02-10') }], 'is paid out at once'],
  ])('%s', (_, more, events, message) => {
    expect(() => fold('2026-03-01', events, more)).toThrow(message)
  })
})
