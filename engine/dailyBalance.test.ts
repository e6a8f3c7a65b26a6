/** Interest on the daily balance. Expected figures are worked out by hand, with arithmetic of their own. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueThenInAdvance, totalOf } from './allocation.ts'
import { addDays, daysBetween, type LocalDate, localDate } from './dates.ts'
import type { LoanEvent, PrepaymentEffect, Receipt } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import { refusalOf } from './refusals.ts'
import { buildSchedule } from './schedule.ts'
import { settlementQuote } from './settlement.ts'
import type { LoanTerms } from './terms.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const day = localDate

/** ₦365,000 at 10% a year: the whole principal earns ₦100 a day. */
const TERMS: LoanTerms = {
  principal: naira(365_000),
  disbursedOn: day('2026-01-31'),
  tenor: 3,
  frequency: { every: 1, unit: 'month' },
  interest: 'reducing',
  repayment: 'equal-instalments',
  rate: { value: percent('10'), per: 'year' },
  accrual: 'actual/365',
  interestBasis: 'daily-balance',
  anchorDay: 31,
  instalment: naira(125_000),
}
const AGREEMENT: LoanAgreement = { terms: TERMS, allocation: dueThenInAdvance(), prepayment: 'in-advance' }

const OUT: LoanEvent = {
  id: 'out',
  type: 'disbursement',
  date: TERMS.disbursedOn,
  amount: TERMS.principal,
}
let made = 0
const receipt = (date: string, amount: number, more: Partial<Receipt> = {}): LoanEvent => ({
  id: `receipt-${++made}`,
  type: 'receipt',
  date: day(date),
  amount: naira(amount),
  ...more,
})
const on = (date: string, events: LoanEvent[], agreement = AGREEMENT) =>
  foldLoan(agreement, [OUT, ...events], day(date))
const rowsOf = (state: LoanState) =>
  state.instalments.map(({ dueDate, due }) => [dueDate, due.principal, due.interest] as const)

describe('a loan on the daily balance', () => {
  test('follows the signed schedule when every instalment is paid on its day', () => {
    const { rows } = buildSchedule(TERMS)
    const events = rows.map(row => receipt(row.dueDate, Number(row.total) / 100))
    for (const asOf of ['2026-01-31', '2026-02-10', '2026-02-28', '2026-03-31', '2026-04-30']) {
      const paid = events.filter(event => event.date <= day(asOf))
      expect(rowsOf(on(asOf, paid))).toEqual(rows.map(row => [row.dueDate, row.principal, row.interest]))
    }
    expect(on('2026-04-30', events).status).toBe('closed')
    // 28 days of ₦365,000; 31 of ₦242,800; 30 of ₦119,862.14
    expect(rows.map(row => row.interest)).toEqual([naira(2_800), naira(2_062.14), naira(985.17)])
  })

  test('paid late, costs interest on the principal for each day', () => {
    // ₦122,200 of principal comes 10 days late, which is 10 × 122,200 × 10% ÷ 365 = ₦334.79 more
    const state = on('2026-03-30', [receipt('2026-03-10', 125_000)])
    expect(rowsOf(state).slice(0, 2)).toEqual([
      ['2026-02-28', naira(122_200), naira(2_800)],
      // 10 × 365,000 + 21 × 242,800 = 8,748,800 naira-days × 10% ÷ 365 = 2,396.93; the instalment stays ₦125,000
      ['2026-03-31', naira(122_603.07), naira(2_396.93)],
    ])
    // 242,800 − 122,603.07 = 120,196.93 for 30 days = 987.92
    expect(rowsOf(state)[2]).toEqual(['2026-04-30', naira(120_196.93), naira(987.92)])
  })

  test('counts unpaid principal until the next due date, also before that day', () => {
    const later = rowsOf(on('2026-03-31', []))
    // the whole ₦365,000 for 31 days
    expect(later[1]).toEqual(['2026-03-31', naira(121_900), naira(3_100)])
    for (const asOf of ['2026-02-28', '2026-03-01', '2026-03-17'])
      expect(rowsOf(on(asOf, []))[1], asOf).toEqual(later[1])
  })

  test('stops at the last due date, where the last instalment takes all that is left', () => {
    const [last] = rowsOf(on('2026-04-30', [])).slice(-1)
    // 365,000 − 122,200 − 121,900, and 30 days of the whole
    expect(last).toEqual(['2026-04-30', naira(120_900), naira(3_000)])
    expect(on('2026-12-31', []).outstanding.interest).toBe(naira(8_900))
    expect(on('2026-12-31', []).interestEarned).toBe(naira(8_900))
  })

  test('paid early in part, saves interest from that day', () => {
    // 18 days earn ₦1,800, so ₦58,700 of ₦60,500 is principal; 10 days of ₦306,300 earn ₦839.18
    const early = receipt('2026-02-18', 60_500)
    const state = on('2026-02-18', [early])
    expect(state.entries.at(-1)?.parts).toMatchObject({ interest: naira(1_800), principal: naira(58_700) })
    expect(rowsOf(state)[0]).toEqual(['2026-02-28', naira(122_360.82), naira(2_639.18)])
    expect(state.nextDue).toEqual({ date: '2026-02-28', amount: naira(64_500) })
  })

  test('an instalment paid in full before its day asks for nothing more on it', () => {
    const early = receipt('2026-02-18', 125_000)
    const state = on('2026-03-01', [early])
    // ₦1,800 earned, ₦123,200 principal
    expect(rowsOf(state)[0]).toEqual(['2026-02-28', naira(123_200), naira(1_800)])
    expect(state.arrears.total).toBe(0n)
    // 241,800 from 18 February to 31 March: 41 days = 2,716.11
    expect(rowsOf(state)[1]).toEqual(['2026-03-31', naira(122_283.89), naira(2_716.11)])
    expect(state.interestEarned).toBe(naira(1_800 + 728.71)) // 11 days of 241,800
  })

  test('paid early, in full and in part, never costs more than the schedule', () => {
    const { totals } = buildSchedule(TERMS)
    const paid = on('2026-04-30', [
      receipt('2026-02-18', 125_000),
      receipt('2026-03-15', 70_000),
      receipt('2026-03-31', 55_000),
      receipt('2026-04-30', 200_000),
    ])
    expect(paid.status).toBe('overpaid')
    expect(paid.due.interest).toBeLessThan(totals.interest)
  })

  test.each([
    ['shorter-term', naira(125_000), naira(17_892.88 + 147.06)],
    // 141,000 in two equal instalments from that day on, of 49 and 30 days
    ['smaller-instalment', naira(71_738.85), naira(71_154.03 + 584.83)],
  ] as const)('prepaid with %s, the rest follows what is left', (prepayment, level, rest) => {
    const agreement = { ...AGREEMENT, prepayment }
    const state = on('2026-02-10', [receipt('2026-02-10', 225_000)], agreement)
    expect(state.entries.at(-1)?.parts).toMatchObject({ interest: naira(1_000), principal: naira(224_000) })
    expect(state.outstanding.principal).toBe(naira(141_000))
    // 141,000 from 10 February to 31 March: 49 days = 1,892.88
    expect(rowsOf(state)[1]?.[2]).toBe(naira(1_892.88))
    const [, second, last] = state.instalments
    expect(second && totalOf(second.due)).toBe(level)
    expect(last && totalOf(last.due)).toBe(rest)
    expect(last?.dueDate).toBe('2026-04-30')
  })

  test('a settlement asks for principal and the interest of the days until then', () => {
    const quote = settlementQuote(AGREEMENT, [OUT], day('2026-02-18'), { interest: 'to-date' })
    expect(quote).toMatchObject({ principal: naira(365_000), interest: naira(1_800), perDay: naira(100) })
    const settle: LoanEvent = {
      id: 's',
      type: 'settlement',
      date: day('2026-02-18'),
      amount: quote.total,
      rule: { interest: 'to-date' },
    }
    const state = on('2026-12-31', [settle])
    expect(state).toMatchObject({ status: 'closed', closedOn: '2026-02-18', credit: 0n })
    expect(state.paid.interest).toBe(naira(1_800))
  })

  test('a backdated receipt and its reversal replay to what they would have been', () => {
    const [late, early] = [receipt('2026-03-10', 125_000), receipt('2026-02-28', 125_000)]
    expect(on('2026-03-31', [{ ...early, enteredOn: day('2026-03-20') }]).instalments).toEqual(
      on('2026-03-31', [early]).instalments,
    )
    const undo: LoanEvent = { id: 'undo', type: 'reversal', date: day('2026-03-20'), of: late.id }
    expect(on('2026-03-31', [late, undo]).instalments).toEqual(on('2026-03-31', []).instalments)
  })

  test('a repayment holiday earns on every day it adds, or on none of them', () => {
    const holiday = (interest: 'added' | 'waived'): LoanEvent => ({
      id: interest,
      type: 'holiday',
      date: day('2026-02-10'),
      periods: 1,
      interest,
    })
    // due on 31 March: 59 days of ₦100, or the 28 until the day it had
    expect(rowsOf(on('2026-02-10', [holiday('added')]))[0]?.[2]).toBe(naira(5_900))
    expect(rowsOf(on('2026-03-31', [holiday('added')]))[0]?.[2]).toBe(naira(5_900))
    expect(rowsOf(on('2026-02-10', [holiday('waived')]))[0]?.[2]).toBe(naira(2_800))
    expect(rowsOf(on('2026-03-31', [holiday('waived')]))[0]?.[2]).toBe(naira(2_800))
  })

  test('a restructure moves what is earned to the day, and the new rows earn by the day again', () => {
    const { principal: _p, disbursedOn: _d, instalment: _i, ...terms } = TERMS
    const state = on('2026-03-15', [
      {
        id: 'new',
        type: 'restructure',
        date: day('2026-03-10'),
        terms: { ...terms, tenor: 2 },
        capitalises: ['interest'],
      },
    ])
    // 28 days due and 10 days since: ₦3,800
    expect(state.outstanding.principal).toBe(naira(368_800))
    // five days of 368,800 × 10% ÷ 365
    expect(state.interestEarned).toBe(naira(505.21))
  })

  test('a write-off takes principal and what is earned, and nothing is earned after it', () => {
    const off: LoanEvent = { id: 'off', type: 'write-off', date: day('2026-03-10') }
    const state = on('2026-12-31', [off])
    expect(state.writtenOff).toMatchObject({ principal: naira(365_000), interest: naira(3_800) })
    expect(state.outstandingTotal).toBe(0n)
  })

  test('interest is waived as far as it is earned', () => {
    const waiver = (amount: number): LoanEvent => ({
      id: 'waiver',
      type: 'waiver',
      date: day('2026-02-10'),
      of: { component: 'interest' },
      amount: naira(amount),
    })
    expect(refusalOf(AGREEMENT, [OUT], waiver(1_000.01), day('2026-02-10'))).toEqual({
      name: 'above-outstanding',
      limit: naira(1_000),
    })
    expect(refusalOf(AGREEMENT, [OUT], waiver(1_000), day('2026-02-10'))).toBeUndefined()
    // the instalment keeps its amount: what is waived of it is not asked for again
    expect(rowsOf(on('2026-02-28', [waiver(1_000)]))[0]).toEqual(['2026-02-28', naira(122_200), naira(2_800)])
  })

  test('a freeze leaves interest as it is', () => {
    const freeze: LoanEvent = { id: 'freeze', type: 'freeze', date: day('2026-02-10') }
    expect(rowsOf(on('2026-04-30', [freeze]))).toEqual(rowsOf(on('2026-04-30', [])))
  })

  test('equal principal keeps its principal, and interest follows the days', () => {
    const { instalment: _, ...terms } = TERMS
    const agreement = {
      ...AGREEMENT,
      terms: { ...terms, principal: naira(365_000), repayment: 'equal-principal' },
    } as const
    const state = on('2026-03-30', [receipt('2026-03-10', 124_466.67)], agreement)
    expect(rowsOf(state)).toEqual([
      ['2026-02-28', naira(121_666.67), naira(2_800)],
      // 10 × 365,000 + 21 × 243,333.33
      ['2026-03-31', naira(121_666.67), naira(2_400)],
      ['2026-04-30', naira(121_666.66), naira(1_000)],
    ])
  })

  test('interest-only rows: paid early in full they are done, and a part of them closes nothing', () => {
    const { instalment: _, ...terms } = TERMS
    const agreement: LoanAgreement = { ...AGREEMENT, terms: { ...terms, grace: { principal: 1 } } }
    expect(rowsOf(on('2026-02-10', [], agreement))[0]).toEqual(['2026-02-28', 0n, naira(2_800)])
    // ₦1,000 earned by then and ₦1,800 of principal; the next row has 18 days of ₦363,200 more
    const whole = on('2026-03-01', [receipt('2026-02-10', 2_800)], agreement)
    expect(rowsOf(whole)[0]).toEqual(['2026-02-28', naira(1_800), naira(1_000)])
    expect(whole.arrears.total).toBe(0n)
    expect(rowsOf(whole)[1]?.[2]).toBe(naira(4_875.84)) // 49 days of 363,200
    // the interest earned and no more: 18 days are still to come
    const part = on('2026-03-01', [receipt('2026-02-10', 1_000)], agreement)
    expect(rowsOf(part)[0]).toEqual(['2026-02-28', 0n, naira(2_800)])
    expect(part.arrears.total).toBe(naira(1_800))
  })

  test('a fee with every instalment comes with each row until principal is repaid', () => {
    const { instalment: _, ...terms } = TERMS
    const withFee = (more: Partial<LoanTerms>): LoanAgreement => ({
      ...AGREEMENT,
      terms: {
        ...terms,
        ...more,
        fees: [{ amount: { flat: naira(500) }, collected: 'every-instalment' }],
      },
    })
    const feesOn = (agreement: LoanAgreement, events: LoanEvent[]) =>
      on('2026-02-20', events, agreement).instalments.map(({ due }) => due.fee)
    const fee = naira(500)
    expect(feesOn(withFee({}), [])).toEqual([fee, fee, fee])
    // nothing but the fee is due in a row without principal at a rate of zero
    const free = { grace: { principal: 1 }, rate: { value: percent('0'), per: 'year' } } as const
    expect(feesOn(withFee(free), [])).toEqual([fee, fee, fee])
    // a step that leaves the last row without principal: the schedule asks for its fee
    const inSteps = { instalmentMultiple: naira(200_000) }
    expect(feesOn(withFee(inSteps), [])).toEqual([fee, fee, fee])
    // the last row ends with its principal
    const early = receipt('2026-02-10', 300_000, { effect: 'shorter-term' })
    expect(feesOn(withFee({}), [early])).toEqual([fee, fee])
  })

  test('needs a day count and a reducing balance', () => {
    expect(() => buildSchedule({ ...TERMS, accrual: 'nominal' })).toThrow('day count')
    expect(() => buildSchedule({ ...TERMS, interest: 'flat' })).toThrow('reducing')
    expect(() => buildSchedule({ ...TERMS, grace: { interestWaived: 1 } })).toThrow('every row')
  })
})

describe('whatever is paid and when', () => {
  const plan = fc.record({
    amount: fc.integer({ min: 10_000, max: 2_000_000 }),
    tenor: fc.integer({ min: 1, max: 12 }),
    yearly: fc.integer({ min: 0, max: 3_000 }),
    repayment: fc.constantFrom('equal-instalments' as const, 'equal-principal' as const),
    accrual: fc.constantFrom(
      'actual/360' as const,
      'actual/365' as const,
      'actual/actual-isda' as const,
      'actual/actual-start' as const,
      '30/360-us' as const,
      '30e/360' as const,
    ),
    prepayment: fc.constantFrom<PrepaymentEffect>('in-advance', 'shorter-term', 'smaller-instalment'),
    grace: fc.constantFrom(0, 0, 1),
  })
  const agreementOf = (drawn: typeof plan extends fc.Arbitrary<infer T> ? T : never): LoanAgreement => ({
    terms: {
      principal: naira(drawn.amount),
      disbursedOn: day('2027-10-15'),
      tenor: drawn.tenor,
      frequency: { every: 1, unit: 'month' },
      interest: 'reducing',
      repayment: drawn.repayment,
      rate: { value: percent(`${drawn.yearly / 10}`), per: 'year' },
      accrual: drawn.accrual,
      interestBasis: 'daily-balance',
      grace: { principal: Math.min(drawn.grace, drawn.tenor - 1) },
    },
    allocation: dueThenInAdvance(),
    prepayment: drawn.prepayment,
  })
  const receipts = fc.array(
    fc.record({ after: fc.integer({ min: 1, max: 400 }), amount: fc.integer({ min: 100, max: 900_000 }) }),
    { maxLength: 8 },
  )
  const start = day('2027-10-15')
  const eventsOf = (agreement: LoanAgreement, drawn: { after: number; amount: number }[]): LoanEvent[] => [
    { id: 'out', type: 'disbursement', date: start, amount: agreement.terms.principal },
    ...drawn.map(
      ({ after, amount }, n): LoanEvent => ({
        id: `r${n}`,
        type: 'receipt',
        date: addDays(start, after),
        amount: naira(amount),
      }),
    ),
  ]
  const end = addDays(start, 800)

  test('the interest of the loan is the sum of its days', () => {
    fc.assert(
      fc.property(plan, receipts, (drawn, paid) => {
        const agreement = agreementOf({ ...drawn, accrual: 'actual/365' })
        const events = eventsOf(agreement, paid)
        const state = foldLoan(agreement, events, end)
        const last = buildSchedule(agreement.terms).rows.at(-1)?.dueDate ?? start
        // principal at the end of each day, from the entries alone; 1/10 of a percent a year over 365 days
        let sum = 0n
        let principal: bigint = agreement.terms.principal
        for (let at: LocalDate = start; at < last; at = addDays(at, 1)) {
          const moved = state.entries.filter(entry => entry.date === at && entry.type !== 'disbursement')
          for (const entry of moved) principal -= entry.parts.principal
          sum += principal * BigInt(drawn.yearly)
        }
        const exact = Number(sum / 365_00n) / 10
        // each row is rounded once
        expect(Math.abs(Number(state.due.interest) - exact)).toBeLessThanOrEqual(drawn.tenor)
      }),
      { numRuns: 150 },
    )
  })

  test('rows add up, and time alone changes them on due dates only', () => {
    fc.assert(
      fc.property(plan, receipts, (drawn, paid) => {
        const agreement = agreementOf(drawn)
        const events = eventsOf(agreement, paid)
        const special = new Set([
          ...events.map(event => event.date),
          ...buildSchedule(agreement.terms).rows.map(row => row.dueDate),
        ])
        let before: LoanState | undefined
        for (let at = start; at < addDays(start, 430); at = addDays(at, 1)) {
          const state = foldLoan(agreement, events, at)
          expect(state.due.principal).toBe(agreement.terms.principal)
          expect(state.outstanding.interest).toBeGreaterThanOrEqual(0n)
          expect(state.interestEarned).toBeLessThanOrEqual(state.due.interest)
          if (before && !special.has(at))
            expect(rowsOf(state), `${at} ${daysBetween(start, at)}`).toEqual(rowsOf(before))
          before = state
        }
      }),
      { numRuns: 4 },
    )
  })

  test('paying every instalment on its day or before costs at most the interest of the schedule', () => {
    fc.assert(
      fc.property(
        plan,
        fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 12, maxLength: 12 }),
        (drawn, early) => {
          const agreement = agreementOf({ ...drawn, prepayment: 'in-advance' })
          const { rows, totals } = buildSchedule(agreement.terms)
          const events: LoanEvent[] = [
            { id: 'out', type: 'disbursement', date: start, amount: agreement.terms.principal },
            ...rows.map((row, n): LoanEvent => {
              const wanted = addDays(row.dueDate, -(early[n] ?? 0))
              const date = wanted > start ? wanted : row.dueDate
              return { id: `r${n}`, type: 'receipt', date, amount: row.total }
            }),
          ]
          const state = foldLoan(agreement, events, end)
          expect(state.due.interest).toBeLessThanOrEqual(totals.interest + BigInt(rows.length))
          expect(state.arrears.total).toBeLessThanOrEqual(BigInt(rows.length))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('a settlement on any day closes the loan for its quote', () => {
    fc.assert(
      fc.property(plan, receipts, fc.integer({ min: 1, max: 420 }), (drawn, paid, after) => {
        const agreement = agreementOf(drawn)
        const on = addDays(start, after)
        const events = eventsOf(agreement, paid).filter(event => event.date <= on)
        const quote = settlementQuote(agreement, events, on, { interest: 'to-date' })
        if (quote.total === 0n) return
        const settle = { id: 's', type: 'settlement', date: on, rule: { interest: 'to-date' } } as const
        const state = foldLoan(agreement, [...events, { ...settle, amount: quote.total }], end)
        expect(state).toMatchObject({ status: 'closed', credit: 0n, outstandingTotal: 0n })
        const short = { ...settle, amount: kobo(quote.total - 1n) }
        if (quote.total > 1n)
          expect(foldLoan(agreement, [...events, short], on).outstandingTotal).toBeGreaterThan(0n)
      }),
      { numRuns: 150 },
    )
  })
})
