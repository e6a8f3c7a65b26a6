import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate } from './dates.ts'
import { percent } from './fraction.ts'
import { formatNaira, type Kobo, kobo, parseNaira, type Rounding, sum } from './money.ts'
import { buildSchedule } from './schedule.ts'
import type { LoanTerms, Schedule } from './terms.ts'

const naira = (text: string): Kobo => parseNaira(text) ?? kobo(-1n)

/** Half a million naira for a year at 4% a month, paid out in Abuja on 14 November. */
const TERMS: LoanTerms = {
  principal: naira('500,000'),
  disbursedOn: localDate('2026-11-14'),
  tenor: 12,
  frequency: { every: 1, unit: 'month' },
  interest: 'reducing',
  repayment: 'equal-instalments',
  rate: { value: percent('4'), per: 'month' },
}

/** Rows as a clerk would read them: principal, interest, fees, total, balance. */
const read = (schedule: Schedule, ...rows: number[]) =>
  rows.map(n => {
    const row = schedule.rows.at(n > 0 ? n - 1 : n)
    if (!row) return 'no row'
    return [row.principal, row.interest, row.fees, row.total, row.balance]
      .map(amount => formatNaira(amount, ''))
      .join(' | ')
  })

describe('the two methods', () => {
  test('reducing balance', () => {
    const schedule = buildSchedule(TERMS)
    expect(formatNaira(schedule.instalment)).toBe('₦53,276.09')
    expect(formatNaira(schedule.totals.interest)).toBe('₦139,313.03')
    expect(read(schedule, 1, 2, -1)).toEqual([
      '33,276.09 | 20,000.00 | 0.00 | 53,276.09 | 466,723.91',
      '34,607.13 | 18,668.96 | 0.00 | 53,276.09 | 432,116.78',
      '51,226.96 | 2,049.08 | 0.00 | 53,276.04 | 0.00',
    ])
  })

  test('flat', () => {
    const schedule = buildSchedule({ ...TERMS, interest: 'flat' })
    expect(formatNaira(schedule.instalment)).toBe('₦61,666.67')
    expect(formatNaira(schedule.totals.interest)).toBe('₦240,000.00')
    expect(read(schedule, 1, -1)).toEqual([
      '41,666.67 | 20,000.00 | 0.00 | 61,666.67 | 458,333.33',
      '41,666.63 | 20,000.00 | 0.00 | 61,666.63 | 0.00',
    ])
  })

  test('equal principal', () => {
    const schedule = buildSchedule({ ...TERMS, repayment: 'equal-principal' })
    expect(read(schedule, 1, 2, -1)).toEqual([
      '41,666.67 | 20,000.00 | 0.00 | 61,666.67 | 458,333.33',
      '41,666.67 | 18,333.33 | 0.00 | 60,000.00 | 416,666.66',
      '41,666.63 | 1,666.67 | 0.00 | 43,333.30 | 0.00',
    ])
  })

  test('one payment', () => {
    const schedule = buildSchedule({ ...TERMS, tenor: 1, frequency: { every: 3, unit: 'month' } })
    expect(read(schedule, 1)).toEqual(['500,000.00 | 60,000.00 | 0.00 | 560,000.00 | 0.00'])
    expect(schedule.rows[0]?.dueDate).toBe('2027-02-14')
  })

  test('without interest', () => {
    const schedule = buildSchedule({
      ...TERMS,
      principal: naira('1,000'),
      tenor: 3,
      rate: { value: percent('0'), per: 'year' },
    })
    expect(schedule.rows.map(row => formatNaira(row.total, ''))).toEqual(['333.33', '333.33', '333.34'])
  })
})

describe('what a period earns on ₦1,000,000 at 36% a year', () => {
  const million: LoanTerms = {
    ...TERMS,
    principal: naira('1,000,000'),
    rate: { value: percent('36'), per: 'year' },
  }
  const from = (disbursed: string, first: string): Partial<LoanTerms> => ({
    disbursedOn: localDate(disbursed),
    firstDueOn: localDate(first),
  })

  test.each<[string, Partial<LoanTerms>, string]>([
    ['a nominal month', {}, '30,000.00'],
    ['a nominal quarter', { frequency: { every: 1, unit: 'quarter' } }, '90,000.00'],
    ['a nominal week', { frequency: { every: 1, unit: 'week' } }, '6,904.11'],
    ['two nominal weeks', { frequency: { every: 2, unit: 'week' } }, '13,808.22'],
    ['31 days of 365', { ...from('2026-01-14', '2026-02-14'), accrual: 'actual/365' }, '30,575.34'],
    ['31 days of 360', { ...from('2026-01-14', '2026-02-14'), accrual: 'actual/360' }, '31,000.00'],
    [
      '29 days of a leap year',
      { ...from('2024-02-14', '2024-03-14'), accrual: 'actual/actual-isda' },
      '28,524.59',
    ],
    [
      '60 days from a common into a leap year',
      { ...from('2023-12-02', '2024-01-31'), accrual: 'actual/actual-isda' },
      '59,097.24',
    ],
    [
      'the same by the starting year',
      { ...from('2023-12-02', '2024-01-31'), accrual: 'actual/actual-start' },
      '59,178.08',
    ],
    ['a month of thirty days', { ...from('2026-01-31', '2026-02-28'), accrual: '30e/360' }, '28,000.00'],
  ])('%s', (_, terms, interest) => {
    expect(formatNaira(buildSchedule({ ...million, ...terms }).rows[0]?.interest ?? kobo(0n), '')).toBe(
      interest,
    )
  })
})

describe('an odd first period: 45 days before the first instalment', () => {
  const odd: LoanTerms = {
    ...TERMS,
    disbursedOn: localDate('2026-11-01'),
    firstDueOn: localDate('2026-12-16'),
  }

  test('is ignored unless told', () => {
    expect(read(buildSchedule(odd), 1)).toEqual(['33,276.09 | 20,000.00 | 0.00 | 53,276.09 | 466,723.91'])
  })

  test('is levelled over all rows', () => {
    const { rows, instalment } = buildSchedule({ ...odd, oddFirstPeriod: 'levelled' })
    expect(formatNaira(instalment)).toBe('₦54,300.63')
    expect(rows.slice(0, -1).every(row => row.total === instalment)).toBe(true)
    expect(formatNaira(rows[0]?.interest ?? kobo(0n))).toBe('₦30,000.00')
  })
})

describe('grace', () => {
  test('on principal: interest only, then level', () => {
    expect(read(buildSchedule({ ...TERMS, grace: { principal: 2 } }), 1, 2, 3, -1)).toEqual([
      '0.00 | 20,000.00 | 0.00 | 20,000.00 | 500,000.00',
      '0.00 | 20,000.00 | 0.00 | 20,000.00 | 500,000.00',
      '41,645.47 | 20,000.00 | 0.00 | 61,645.47 | 458,354.53',
      '59,274.51 | 2,370.98 | 0.00 | 61,645.49 | 0.00',
    ])
  })

  test('on interest, deferred: the row after collects it', () => {
    const schedule = buildSchedule({ ...TERMS, grace: { principal: 2, interestDeferred: 2 } })
    expect(read(schedule, 1, 3)).toEqual([
      '0.00 | 0.00 | 0.00 | 0.00 | 500,000.00',
      '41,645.47 | 60,000.00 | 0.00 | 101,645.47 | 458,354.53',
    ])
    expect(schedule.totals.interest).toBe(
      buildSchedule({ ...TERMS, grace: { principal: 2 } }).totals.interest,
    )
  })

  test('on interest, waived: nobody collects it', () => {
    const flat = buildSchedule({ ...TERMS, interest: 'flat', grace: { interestWaived: 3 } })
    expect(formatNaira(flat.totals.interest)).toBe('₦180,000.00')
    const level = buildSchedule({ ...TERMS, grace: { interestWaived: 3 } })
    expect(level.rows.slice(0, 3).every(row => row.interest === 0n)).toBe(true)
    expect(level.rows.slice(0, -1).every(row => row.total === level.instalment)).toBe(true)
  })
})

describe('fees', () => {
  const twoPercent = { share: { ppm: 20_000n }, of: 'principal' } as const

  test('deducted: the borrower receives less and owes the same', () => {
    const schedule = buildSchedule({ ...TERMS, fees: [{ amount: twoPercent, collected: 'deducted' }] })
    expect(
      [schedule.payout, schedule.upfrontFees, schedule.financed].map(amount => formatNaira(amount)),
    ).toEqual(['₦490,000.00', '₦10,000.00', '₦500,000.00'])
    expect(schedule.totals.fees).toBe(0n)
  })

  test('capitalised: the borrower receives all and owes more', () => {
    const schedule = buildSchedule({ ...TERMS, fees: [{ amount: twoPercent, collected: 'capitalised' }] })
    expect(formatNaira(schedule.payout)).toBe('₦500,000.00')
    expect(formatNaira(schedule.financed)).toBe('₦510,000.00')
    expect(sum(schedule.rows.map(row => row.principal))).toBe(schedule.financed)
  })

  test('spread: the parts sum to the fee and the last absorbs', () => {
    const schedule = buildSchedule({
      ...TERMS,
      fees: [{ amount: { flat: naira('1,000') }, collected: 'spread' }],
    })
    expect(schedule.rows.map(row => row.fees)).toEqual([...new Array(11).fill(8333n), 8337n])
  })

  test('with every instalment, of interest and of both', () => {
    const every = (of: 'interest' | 'principal-and-interest') =>
      buildSchedule({
        ...TERMS,
        interest: 'flat',
        fees: [{ amount: { share: percent('1'), of }, collected: 'every-instalment' }],
      })
    expect(formatNaira(every('interest').rows[5]?.fees ?? kobo(0n))).toBe('₦2,400.00')
    expect(formatNaira(every('principal-and-interest').totals.fees)).toBe('₦88,800.00')
  })

  test('a capitalised fee cannot depend on the interest it causes', () => {
    const amount = { share: percent('1'), of: 'interest' } as const
    expect(() => buildSchedule({ ...TERMS, fees: [{ amount, collected: 'capitalised' }] })).toThrow(
      RangeError,
    )
  })
})

describe('how the level is found', () => {
  test('in multiples of ₦100, up', () => {
    const schedule = buildSchedule({ ...TERMS, instalmentMultiple: naira('100'), rounding: 'up' })
    expect(formatNaira(schedule.instalment)).toBe('₦53,300.00')
    expect(read(schedule, -1)).toEqual(['50,904.53 | 2,036.19 | 0.00 | 52,940.72 | 0.00'])
  })

  test.each<[LoanTerms['levelling'], string, string]>([
    ['rounded', '166.67', '166.65'],
    ['smallest-covering', '166.67', '166.65'],
  ])('of six rows without interest %s: level %s, last %s', (levelling = 'rounded', level, last) => {
    const rate = { value: percent('0'), per: 'month' } as const
    const schedule = buildSchedule({ ...TERMS, principal: naira('1,000'), tenor: 6, rate, levelling })
    expect(formatNaira(schedule.instalment, '')).toBe(level)
    expect(formatNaira(schedule.rows.at(-1)?.total ?? kobo(0n), '')).toBe(last)
  })

  test.each<[LoanTerms['levelling'], string, string]>([
    ['rounded', '333.33', '333.34'],
    ['smallest-covering', '333.34', '333.32'],
  ])('of three rows without interest %s: level %s, last %s', (levelling = 'rounded', level, last) => {
    const rate = { value: percent('0'), per: 'month' } as const
    const schedule = buildSchedule({ ...TERMS, principal: naira('1,000'), tenor: 3, rate, levelling })
    expect(formatNaira(schedule.instalment, '')).toBe(level)
    expect(formatNaira(schedule.rows.at(-1)?.total ?? kobo(0n), '')).toBe(last)
  })
})

describe('what no loan can be', () => {
  test.each<[string, Partial<LoanTerms>]>([
    ['nothing lent', { principal: kobo(0n) }],
    ['no row', { tenor: 0 }],
    ['half a row', { tenor: 1.5 }],
    ['a hundred years of months and one', { tenor: 1201 }],
    ['grace over every row', { grace: { principal: 12 } }],
    ['every zero months', { frequency: { every: 0, unit: 'month' } }],
    ['a negative rate', { rate: { value: { numerator: -1n, denominator: 100n }, per: 'month' } }],
    ['due before it is paid out', { firstDueOn: localDate('2026-11-13') }],
  ])('%s', (_, terms) => {
    expect(() => buildSchedule({ ...TERMS, ...terms })).toThrow(RangeError)
  })
})

const anyTerms: fc.Arbitrary<LoanTerms> = fc
  .record({
    principal: fc.bigInt(10_000n, 10n ** 11n).map(kobo),
    tenor: fc.integer({ min: 1, max: 60 }),
    interest: fc.constantFrom('flat' as const, 'reducing' as const),
    repayment: fc.constantFrom('equal-instalments' as const, 'equal-principal' as const),
    unit: fc.constantFrom('week' as const, 'month' as const, 'quarter' as const),
    basisPoints: fc.bigInt(0n, 3000n),
    accrual: fc.constantFrom(
      'nominal' as const,
      'actual/365' as const,
      'actual/actual-isda' as const,
      '30e/360' as const,
    ),
    rounding: fc.constantFrom<Rounding>('half-up', 'half-even', 'up', 'down'),
    graceShare: fc.double({ min: 0, max: 1, noNaN: true }),
    fee: fc.bigInt(0n, 100_000n).map(kobo),
    collected: fc.constantFrom(
      'deducted' as const,
      'capitalised' as const,
      'spread' as const,
      'every-instalment' as const,
    ),
  })
  .map(({ unit, basisPoints, graceShare, fee, collected, ...rest }) => ({
    ...rest,
    disbursedOn: localDate('2026-11-14'),
    frequency: { every: 1, unit },
    rate: { value: { numerator: basisPoints, denominator: 10_000n }, per: 'month' },
    grace: { principal: Math.floor(graceShare * (rest.tenor - 1)) },
    fees: [{ amount: { flat: fee }, collected }],
  }))

describe('of any loan', () => {
  test('principal sums exactly, rows are the tenor, no row is negative, columns sum to the totals', () => {
    fc.assert(
      fc.property(anyTerms, terms => {
        const { rows, totals, financed } = buildSchedule(terms)
        expect(rows).toHaveLength(terms.tenor)
        expect(sum(rows.map(row => row.principal))).toBe(financed)
        expect(rows.at(-1)?.balance).toBe(0n)
        for (const key of ['principal', 'interest', 'fees', 'total'] as const) {
          expect(sum(rows.map(row => row[key]))).toBe(totals[key])
          expect(rows.every(row => row[key] >= 0n)).toBe(true)
        }
        expect(rows.every(row => row.total === row.principal + row.interest + row.fees)).toBe(true)
        expect(rows.every((row, i) => i === 0 || row.periodStart === rows[i - 1]?.dueDate)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('every instalment but the last is the level; the last absorbs the rounding', () => {
    fc.assert(
      fc.property(anyTerms, terms => {
        fc.pre(terms.tenor > 1)
        const level: LoanTerms = {
          ...terms,
          repayment: 'equal-instalments',
          grace: {},
          fees: [],
        }
        const { rows, instalment } = buildSchedule(level)
        // a long period may earn more than the level: then the row is interest alone
        const strays = rows
          .slice(0, -1)
          .filter(row => row.total !== instalment && row.balance > 0n && row.principal > 0n)
        expect(terms.interest === 'flat' && terms.accrual !== 'nominal' ? [] : strays).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('the smallest level that covers the last instalment leaves none above it', () => {
    fc.assert(
      fc.property(anyTerms, terms => {
        const level: LoanTerms = {
          ...terms,
          interest: 'reducing',
          repayment: 'equal-instalments',
          levelling: 'smallest-covering',
          grace: {},
          fees: [],
        }
        const { rows, instalment } = buildSchedule(level)
        expect(rows.at(-1)?.total).toBeLessThanOrEqual(instalment)
      }),
      { numRuns: 300 },
    )
  })
})
