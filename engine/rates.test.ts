import { describe, expect, test } from 'vitest'
import vectors from '../proof/vectors/loan-vectors.json' with { type: 'json' }
import type { Frequency } from './calendar.ts'
import { localDate } from './dates.ts'
import { fraction, percent } from './fraction.ts'
import { kobo } from './money.ts'
import { aprOf, formatApr } from './rates.ts'
import { buildSchedule } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

const MONTHLY: Frequency = { every: 1, unit: 'month' }
const atPercent = (rate: number | undefined, decimals: number) =>
  rate === undefined ? 'none' : (rate * 100).toFixed(decimals)

describe('what our own loans cost a year', () => {
  const decimal = (value: number) => fraction(BigInt(Math.round(value * 1_000_000)), 1_000_000n)

  test.each(
    vectors.flatMap(loan => [
      { ...loan, interest: 'flat' as const, expected: loan.flat },
      { ...loan, interest: 'reducing' as const, expected: loan.reducing },
    ]),
  )('$principal at $monthlyRate × $months, $interest, $upfrontFeeRate + $insuranceRate up front', loan => {
    const upFront = (rate: number) =>
      ({ amount: { share: decimal(rate), of: 'principal' }, collected: 'deducted' }) as const
    const terms: LoanTerms = {
      principal: kobo(BigInt(loan.principal) * 100n),
      disbursedOn: localDate('2026-11-14'),
      tenor: loan.months,
      frequency: MONTHLY,
      interest: loan.interest,
      repayment: 'equal-instalments',
      rate: { value: decimal(loan.monthlyRate), per: 'month' },
      fees: [upFront(loan.upfrontFeeRate), upFront(loan.insuranceRate)],
    }
    const schedule = buildSchedule(terms)
    expect(schedule.payout).toBe(kobo(BigInt(Math.round(loan.netDisbursed * 100))))
    expect(schedule.instalment).toBe(kobo(BigInt(Math.round(loan.expected.instalment * 100))))
    const apr = aprOf(schedule, MONTHLY)
    expect(atPercent(apr?.nominal, 2)).toBe(loan.expected.nominalApr.toFixed(2))
    // the source compounds twelve equal months; ours counts the days, and months from November are not equal
    const effective = loan.expected.effectiveAnnual / 100
    expect(Math.abs((apr?.effective ?? 0) / effective - 1)).toBeLessThan(0.01)
    expect(apr?.nominal).toBeCloseTo(12 * ((1 + effective) ** (1 / 12) - 1), 3)
  })
})

describe('the APR in words', () => {
  test.each`
    apr                                        | text
    ${{ nominal: 0.86224, effective: 1.2994 }} | ${'86.22% (effective 129.94%)'}
    ${{ nominal: 4, effective: 41.563619 }}    | ${'400.00% (effective 4,156.36%)'}
    ${{ nominal: 0, effective: 0 }}            | ${'0.00% (effective 0.00%)'}
    ${{ nominal: 60, effective: 2.8e24 }}      | ${'6,000.00% (effective above 1,000,000.00%)'}
    ${{ nominal: 60, effective: 1e308 }}       | ${'6,000.00% (effective above 1,000,000.00%)'}
    ${undefined}                               | ${'Not applicable'}
  `('$text', ({ apr, text }) => {
    expect(formatApr(apr)).toBe(text)
  })

  const oneRow = (disbursedOn: string, fee: bigint) =>
    buildSchedule({
      principal: kobo(1_000_000n),
      disbursedOn: localDate(disbursedOn),
      firstDueOn: localDate('2027-01-25'),
      tenor: 1,
      frequency: MONTHLY,
      interest: 'flat',
      repayment: 'equal-instalments',
      rate: { value: percent('4'), per: 'month' },
      fees: [{ amount: { flat: kobo(fee) }, collected: 'deducted' }],
    })

  test.each`
    disbursedOn     | fee           | why
    ${'2027-01-25'} | ${0n}         | ${'it is due on the day it is disbursed'}
    ${'2027-01-10'} | ${1_000_000n} | ${'the fees take all of it'}
    ${'2027-01-10'} | ${1_100_000n} | ${'the fees take more than all of it'}
  `('a loan has none where $why', ({ disbursedOn, fee }) => {
    expect(formatApr(aprOf(oneRow(disbursedOn, fee), MONTHLY))).toBe('Not applicable')
  })
})

describe('the APR of dated payments', () => {
  const lent = (amount: bigint, ...payments: [string, bigint][]) => ({
    payout: kobo(amount),
    rows: payments.map(([day, total]) => ({
      periodStart: localDate('2026-01-01'),
      dueDate: localDate(day),
      total: kobo(total),
    })),
  })

  test('counts days effectively: 10% after a year of 365 days', () => {
    expect(aprOf(lent(1_000n, ['2027-01-01', 1_100n]), MONTHLY)?.effective).toBeCloseTo(0.1, 12)
  })

  test('is none where nothing is lent, and where payments never repay', () => {
    expect(aprOf(lent(0n, ['2027-01-01', 1_100n]), MONTHLY)).toBeUndefined()
    expect(aprOf(lent(1_000n), MONTHLY)).toBeUndefined()
  })

  test('of amounts beyond what a float can hold depends on their proportion alone', () => {
    const huge = 10n ** 30n
    const small = aprOf(lent(100n, ['2026-02-01', 60n], ['2026-03-01', 60n]), MONTHLY)
    expect(aprOf(lent(100n * huge, ['2026-02-01', 60n * huge], ['2026-03-01', 60n * huge]), MONTHLY)).toEqual(
      small,
    )
  })

  test.each<[Frequency, string, number]>([
    [{ every: 1, unit: 'week' }, '2026-01-08', 52],
    [{ every: 2, unit: 'week' }, '2026-01-15', 26],
    [MONTHLY, '2026-02-01', 12],
    [{ every: 1, unit: 'quarter' }, '2026-04-01', 4],
    [{ every: 6, unit: 'month' }, '2026-07-01', 2],
    [{ every: 12, unit: 'month' }, '2027-01-01', 1],
  ])('nominally is the rate of one period of %o times those of a year', (frequency, day, periods) => {
    expect(aprOf(lent(1_000n, [day, 1_010n]), frequency)?.nominal).toBeCloseTo(0.01 * periods, 12)
  })

  test('nominally counts odd days as parts of a month of 30 days', () => {
    // 1 month and 9 days: 1 + r × 9/30 before the month compounds
    const nominal = aprOf(lent(10_000n, ['2026-02-10', 10_130n]), MONTHLY)?.nominal ?? 0
    const rate = nominal / 12
    expect((1 + (rate * 9) / 30) * (1 + rate)).toBeCloseTo(1.013, 12)
  })
})
