import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../proof/vectors/loan-vectors.json' with { type: 'json' }
import type { Frequency } from './calendar.ts'
import { localDate } from './dates.ts'
import { approximate, fraction, percent } from './fraction.ts'
import { kobo } from './money.ts'
import {
  actuarialApr,
  aprOf,
  directiveYears,
  effectiveAnnual,
  effectiveRate,
  formatApr,
  irr,
  nominalAnnual,
  periodicRate,
  periodsPerYear,
  unitPeriods,
  xirr,
} from './rates.ts'
import { buildSchedule } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

const MONTHLY: Frequency = { every: 1, unit: 'month' }
const flows = (...amounts: number[]) => amounts.map(amount => kobo(BigInt(amount)))
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
    expect(apr?.nominal).toBeCloseTo(nominalAnnual(effective, 12), 3)
  })
})

describe('the APR in words', () => {
  test.each`
    apr                                        | text
    ${{ nominal: 0.86224, effective: 1.2994 }} | ${'86.22 % (effective 129.94 %)'}
    ${{ nominal: 4, effective: 41.563619 }}    | ${'400.00 % (effective 4,156.36 %)'}
    ${{ nominal: 0, effective: 0 }}            | ${'0.00 % (effective 0.00 %)'}
    ${{ nominal: 60, effective: 2.8e24 }}      | ${'6,000.00 % (effective above 1,000,000.00 %)'}
    ${{ nominal: 60, effective: 1e308 }}       | ${'6,000.00 % (effective above 1,000,000.00 %)'}
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

describe('rates of return', () => {
  test.each<[string, number[], string]>([
    ['twice back in two periods', [-100, 0, 400], '100.0000'],
    ['money back, no more', [-100, 50, 50], '0.0000'],
    ['less than lent', [-100, 0, 81], '-10.0000'],
    ['a borrower sees the same rate', [100, -60, -60], '13.0662'],
    ['two roots: the one near zero', [-1000, 2500, -1540], '10.0000'],
  ])('%s', (_, amounts, expected) => {
    expect(atPercent(irr(flows(...amounts)), 4)).toBe(expected)
  })

  test('none where flows never turn', () => {
    expect(irr(flows(100, 50))).toBeUndefined()
    expect(irr([])).toBe(0)
    expect(xirr([])).toBeUndefined()
  })

  test('by dates', () => {
    const dated = [
      { amount: kobo(-10_000n), on: localDate('2025-01-01') },
      { amount: kobo(11_000n), on: localDate('2026-01-01') },
    ]
    expect(xirr(dated)).toBeCloseTo(0.1, 12)
    expect(xirr(dated, 365.25)).toBeCloseTo(1.1 ** (365.25 / 365) - 1, 12)
  })

  test('a payday loan of nine days', () => {
    const nineDays = [
      { amount: kobo(-15_000n), years: 0 },
      { amount: kobo(19_199n), years: 9 / 365.25 },
    ]
    expect(atPercent(effectiveRate(nineDays), 1)).toBe('2238723.9')
  })

  test('amounts beyond what a float can hold do not matter, only their proportion', () => {
    const huge = 10n ** 30n
    expect(irr([kobo(-100n * huge), kobo(60n * huge), kobo(60n * huge)])).toBe(irr(flows(-100, 60, 60)))
  })

  test('the rate of a schedule is the rate it was built with', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2000n), fc.integer({ min: 1, max: 60 }), (basisPoints, tenor) => {
        const rate = fraction(basisPoints, 10_000n)
        const schedule = buildSchedule({
          principal: kobo(10n ** 11n),
          disbursedOn: localDate('2026-11-14'),
          tenor,
          frequency: MONTHLY,
          interest: 'reducing',
          repayment: 'equal-instalments',
          rate: { value: rate, per: 'month' },
        })
        expect((aprOf(schedule, MONTHLY)?.nominal ?? 0) / 12).toBeCloseTo(approximate(rate), 8)
      }),
      { numRuns: 50 },
    )
  })
})

describe('level payments', () => {
  test('the rate of 48 payments of 200 on 8,000', () => {
    expect(periodicRate(48, kobo(-200n), kobo(8000n))).toBeCloseTo(0.007701472, 9)
  })

  test('payments in advance, and a sum left at the end', () => {
    const advance = periodicRate(12, kobo(-100n), kobo(1000n), kobo(0n), 'begin')
    expect(advance).toBeGreaterThan(periodicRate(12, kobo(-100n), kobo(1000n)) ?? 0)
    expect(periodicRate(10, kobo(-10n), kobo(100n), kobo(-100n))).toBeCloseTo(0.1, 12)
  })
})

describe('compounding', () => {
  test('48 % a year, monthly, is 60.10 % effective; and back', () => {
    const effective = approximate(effectiveAnnual(percent('48'), 12))
    expect(atPercent(effective, 2)).toBe('60.10')
    expect(nominalAnnual(effective, 12)).toBeCloseTo(0.48, 12)
  })

  test.each<[Frequency, number]>([
    [{ every: 1, unit: 'day' }, 365],
    [{ every: 2, unit: 'week' }, 26],
    [{ every: 1, unit: 'semimonth' }, 24],
    [{ every: 1, unit: 'month' }, 12],
    [{ every: 1, unit: 'quarter' }, 4],
    [{ every: 1, unit: 'year' }, 1],
  ])('%o: %s a year', (frequency, count) => {
    expect(periodsPerYear(frequency)).toBe(count)
  })
})

describe('EU years, whole periods first', () => {
  test.each<[string, string, 'week' | 'month' | 'year', number]>([
    ['2026-01-12', '2026-04-15', 'month', 3 / 12 + 3 / 365],
    ['2026-01-31', '2026-02-28', 'month', 28 / 365],
    ['2026-01-12', '2026-02-15', 'week', 4 / 52 + 6 / 365],
    ['2024-01-12', '2024-04-15', 'year', 94 / 366],
    ['2025-01-12', '2027-01-12', 'year', 2],
  ])('%s to %s by %s', (from, to, unit, years) => {
    expect(directiveYears(localDate(from), localDate(to), unit)).toBeCloseTo(years, 12)
  })
})

describe('US unit periods, counted back from the later day', () => {
  test.each<[string, string, Frequency, number, number]>([
    ['1978-02-10', '1978-04-01', MONTHLY, 1, 19 / 30],
    ['1978-05-23', '1978-10-01', { every: 1, unit: 'quarter' }, 1, 39 / 90],
    ['1978-02-23', '1978-03-01', { every: 1, unit: 'semimonth' }, 0, 6 / 15],
    ['1978-02-23', '1978-03-16', { every: 1, unit: 'semimonth' }, 1, 6 / 15],
    ['1978-03-20', '1978-04-21', { every: 1, unit: 'week' }, 4, 4 / 7],
    ['2026-01-31', '2026-02-28', MONTHLY, 0, 28 / 30],
    ['2026-01-28', '2026-02-28', MONTHLY, 1, 0],
    ['2025-12-06', '2027-01-17', { every: 1, unit: 'year' }, 1, 42 / 365],
  ])('%s to %s by %o: %s and %s', (from, to, unit, whole, part) => {
    const found = unitPeriods(localDate(from), localDate(to), unit)
    expect(found.whole).toBe(whole)
    expect(found.part).toBeCloseTo(part, 12)
  })

  test('one payment after 42 days bears simple interest', () => {
    const lent = [{ amount: kobo(1_000_000n), on: localDate('2025-12-06') }]
    const paid = [{ amount: kobo(1_017_000n), on: localDate('2026-01-17') }]
    expect(actuarialApr(lent, paid, { every: 1, unit: 'year' })).toBeCloseTo((0.017 * 365) / 42, 12)
    expect(actuarialApr([], [], MONTHLY)).toBeUndefined()
  })
})
