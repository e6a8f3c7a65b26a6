import { describe, expect, test } from 'vitest'
import { localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement } from './loan.ts'
import { formatNaira, type Kobo, kobo } from './money.ts'
import type { SettlementRule } from './rebate.ts'
import { settlementQuote } from './settlement.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** Tunde Adeyemi, ₦240,000 flat at 4% a month over twelve months: rows of 20,000 and 9,600 on the 25th. */
const TUNDE: LoanAgreement = {
  terms: {
    principal: naira(240_000),
    disbursedOn: on('2026-01-25'),
    tenor: 12,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('4'), per: 'month' },
  },
}
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-01-25'),
  amount: naira(240_000),
}
const receipt = (date: string, amount: number): LoanEvent => ({
  id: `receipt-${date}`,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
})
const twoPaid = [paidOut, receipt('2026-02-25', 29_600), receipt('2026-03-25', 29_600)]
const quote = (events: readonly LoanEvent[], date: string, rule: SettlementRule) =>
  settlementQuote(TUNDE, events, on(date), rule)

describe('a settlement quote', () => {
  test.each<[string, LoanEvent[], string, SettlementRule['interest'], string, string, string]>([
    // principal, interest, total
    [
      'on a due date charges no interest to come',
      twoPaid,
      '2026-03-25',
      'to-date',
      '200,000.00',
      '0.00',
      '200,000.00',
    ],
    [
      'in mid-period charges interest by the day',
      twoPaid,
      '2026-04-09',
      'to-date',
      '200,000.00',
      '4,645.16',
      '204,645.16',
    ],
    ['includes what is overdue', [paidOut], '2026-04-09', 'to-date', '240,000.00', '23,845.16', '263,845.16'],
    [
      'on the day of the pay-out is the principal',
      [paidOut],
      '2026-01-25',
      'to-date',
      '240,000.00',
      '0.00',
      '240,000.00',
    ],
    [
      'after the last due date is everything',
      [paidOut],
      '2027-02-01',
      'to-date',
      '240,000.00',
      '115,200.00',
      '355,200.00',
    ],
    [
      'gives back interest that was paid ahead',
      [paidOut, receipt('2026-02-01', 59_200)],
      '2026-02-25',
      'to-date',
      '200,000.00',
      '-9,600.00',
      '190,400.00',
    ],
  ])('%s', (_, events, date, interest, principal, owed, total) => {
    const found = quote(events, date, { interest })
    expect([found.principal, found.interest, found.total].map(amount => formatNaira(amount, ''))).toEqual([
      principal,
      owed,
      total,
    ])
  })

  test('knows what another day costs', () => {
    expect(formatNaira(quote(twoPaid, '2026-04-09', { interest: 'to-date' }).perDay)).toBe('₦309.68')
  })

  test('may carry a fee, and takes off credit', () => {
    const withFee = quote(twoPaid, '2026-03-25', { interest: 'to-date', fee: { ppm: 10_000n } })
    expect([withFee.settlementFee, withFee.total]).toEqual([naira(2_000), naira(202_000)])
    const overpaid = [paidOut, receipt('2026-02-25', 356_000)]
    expect(quote(overpaid, '2026-02-25', { interest: 'to-date' })).toMatchObject({
      credit: naira(800),
      total: 0n,
    })
  })

  test.each<[string, number, string, string]>([
    ['paid in full closes the loan', 204_645.16, 'closed', '0.00'],
    ['overpaid leaves a credit', 205_000, 'overpaid', '0.00'],
    ['paid short is an ordinary receipt', 204_645.15, 'live', '91,354.85'],
  ])('%s', (_, amount, status, left) => {
    const settlement: LoanEvent = {
      id: 'settlement',
      type: 'settlement',
      date: on('2026-04-09'),
      amount: naira(amount),
      rule: { interest: 'to-date' },
    }
    const state = foldLoan(TUNDE, [...twoPaid, settlement], on('2026-04-09'))
    expect([state.status, formatNaira(state.outstandingTotal, '')]).toEqual([status, left])
    if (status !== 'live') expect(state.entries.at(-1)?.rebate).toBe(naira(91_354.84))
  })

  test('never gives a fee back: where more interest was paid ahead than principal is left, there is none', () => {
    // eleven whole rows and nearly the twelfth's principal on the day of the pay-out: 105,600 of interest not yet earned
    const early = [paidOut, receipt('2026-01-25', 345_000)]
    const { principal, interest, settlementFee, total } = quote(early, '2026-01-25', {
      interest: 'to-date',
      fee: { ppm: 10_000n },
    })
    expect(principal + interest).toBeLessThan(0n)
    expect(settlementFee).toBe(0n)
    expect(total).toBe(0n)
  })

  test('reopens when a receipt before it is reversed', () => {
    const settlement: LoanEvent = {
      id: 'settlement',
      type: 'settlement',
      date: on('2026-04-09'),
      amount: naira(204_645.16),
      rule: { interest: 'to-date' },
    }
    const undo: LoanEvent = { id: 'undo', type: 'reversal', of: 'receipt-2026-03-25', date: on('2026-04-20') }
    const state = foldLoan(TUNDE, [...twoPaid, settlement, undo], on('2026-04-20'))
    expect([state.status, state.entries.find(({ event }) => event === 'settlement')?.rebate]).toEqual([
      'live',
      0n,
    ])
  })
})
