import { expect, test } from 'vitest'
import { type DailyTerms, foldDailyAccount } from './daily-account.ts'
import { localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { percent, scaled } from './fraction.ts'
import { formatNaira, type Kobo, kobo } from './money.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** ₦10,000 at 0.35 % a day: ₦35 a day, rounded down when it is paid. */
const TERMS: DailyTerms = {
  rate: { value: percent('0.35'), per: 'day' },
  dayCount: 'actual/365',
  order: ['penalty', 'fee', 'interest', 'principal'],
  rounding: 'down',
}
const paidOut: LoanEvent = { id: 'a', type: 'disbursement', date: on('2026-02-01'), amount: naira(10_000) }
const receipt = (date: string, amount: number): LoanEvent => ({
  id: date,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
})
const late: LoanEvent = {
  id: 'late',
  type: 'charge',
  date: on('2026-02-01'),
  due: on('2026-03-03'),
  component: 'penalty',
  amount: { flat: naira(500) },
}
const payoff: LoanEvent = {
  id: 'z',
  type: 'settlement',
  date: on('2026-03-13'),
  amount: kobo(0n),
  rule: { interest: 'to-date' },
}

test.each<[string, LoanEvent[], string, [string, string, string]]>([
  // principal, accrued interest to a hundredth of a kobo, payoff
  ['owes its principal on the first day', [paidOut], '2026-02-01', ['10,000.00', '0.0000', '10,000.00']],
  [
    'earns every day, month-ends like others',
    [paidOut],
    '2026-03-01',
    ['10,000.00', '980.0000', '10,980.00'],
  ],
  [
    'pays interest before principal',
    [paidOut, receipt('2026-02-11', 1_000)],
    '2026-02-11',
    ['9,350.00', '0.0000', '9,350.00'],
  ],
  [
    'earns less on what is left',
    [paidOut, receipt('2026-02-11', 1_000)],
    '2026-02-12',
    ['9,350.00', '32.7250', '9,382.72'],
  ],
  [
    'lets go of a part of a kobo when interest is paid',
    [paidOut, receipt('2026-02-11', 1_000), receipt('2026-02-12', 32.72)],
    '2026-02-12',
    ['9,350.00', '0.0000', '9,350.00'],
  ],
  [
    'keeps interest that a payment did not reach',
    [paidOut, receipt('2026-02-11', 100)],
    '2026-02-11',
    ['10,000.00', '250.0000', '10,250.00'],
  ],
  [
    'owes a charge from its due date',
    [paidOut, late],
    '2026-03-03',
    ['10,000.00', '1,050.0000', '11,550.00'],
  ],
  ['owes no charge before it', [paidOut, late], '2026-03-02', ['10,000.00', '1,015.0000', '11,015.00']],
  ['is closed by its payoff', [paidOut, late, payoff], '2026-03-31', ['0.00', '0.0000', '0.00']],
  [
    'owes the customer what was paid too much',
    [paidOut, receipt('2026-02-02', 10_135)],
    '2026-05-02',
    ['0.00', '0.0000', '-100.00'],
  ],
  [
    'forgets a reversed payment',
    [
      paidOut,
      receipt('2026-02-11', 1_000),
      { id: 'r', type: 'reversal', of: '2026-02-11', date: on('2026-02-20') },
    ],
    '2026-03-01',
    ['10,000.00', '980.0000', '10,980.00'],
  ],
])('an account by the day %s', (_, events, asOf, expected) => {
  const { principal, accrued, payoff: closing } = foldDailyAccount(TERMS, events, on(asOf))
  const inParts = scaled(accrued, 2)
  const cut = formatNaira(kobo(inParts / 100n), '')
  const rest = (inParts % 100n).toString().padStart(2, '0')
  expect([formatNaira(principal, ''), `${cut}${rest}`, formatNaira(closing, '')]).toEqual(expected)
})

test('an account by the day stops earning at its cap', () => {
  const capped: DailyTerms = { ...TERMS, interestCap: percent('10') }
  const state = foldDailyAccount(capped, [paidOut, receipt('2026-02-11', 350)], on('2026-12-31'))
  expect([state.accrued, state.payoff]).toEqual([{ numerator: 65_000n, denominator: 1n }, naira(10_650)])
})
