import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Accrual } from './accrual.ts'
import { addDays, type LocalDate, localDate, toCalendar } from './dates.ts'
import type { LoanEvent, Restructure } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import type { Grace, LoanTerms } from './terms.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

const loanOf = (
  tenor: number,
  grace: Grace = {},
  interest: LoanTerms['interest'] = 'reducing',
): LoanAgreement => ({
  terms: {
    principal: naira(1_000_000),
    disbursedOn: on('2026-01-05'),
    firstDueOn: on('2026-01-25'),
    tenor,
    frequency: { every: 1, unit: 'month' },
    interest,
    repayment: 'equal-instalments',
    rate: { value: percent('4'), per: 'month' },
    grace,
  },
})
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-01-05'),
  amount: naira(1_000_000),
}
const holiday = (date: string, periods = 1, more: object = {}): LoanEvent => ({
  id: `holiday-${date}`,
  type: 'holiday',
  date: on(date),
  periods,
  interest: 'waived',
  ...more,
})
const NEW_TERMS: Restructure['terms'] = {
  tenor: 6,
  frequency: { every: 1, unit: 'month' },
  interest: 'reducing',
  repayment: 'equal-instalments',
  rate: { value: percent('4'), per: 'month' },
  firstDueOn: on('2026-02-25'),
}
const restructure: LoanEvent = {
  id: 'restructure',
  type: 'restructure',
  date: on('2026-02-01'),
  terms: NEW_TERMS,
  capitalises: ['interest'],
}
const projection: LoanEvent = { id: 'ahead', type: 'receipt', date: on('2026-01-25'), amount: naira(700_000) }

const daysOf = (agreement: LoanAgreement, events: LoanEvent[], day: string): LocalDate[] =>
  foldLoan(agreement, [paidOut, ...events], on(day)).instalments.map(({ dueDate }) => dueDate)

describe('a payroll holiday', () => {
  const EMPTY = { principal: 2, interestWaived: 2 }

  test('after empty rows of a moratorium moves the first instalment to the next month, not to a past one', () => {
    const days = daysOf(loanOf(8, EMPTY), [holiday('2026-03-10')], '2026-03-10')
    expect(days).toEqual(['2026-04-25', '2026-05-25', '2026-06-25', '2026-07-25', '2026-08-25', '2026-09-25'])
    expect(foldLoan(loanOf(8, EMPTY), [paidOut, holiday('2026-03-10')], on('2026-03-10')).arrears.total).toBe(
      0n,
    )
  })

  test('within the moratorium moves what follows it', () => {
    expect(daysOf(loanOf(4, EMPTY), [holiday('2026-01-10', 2)], '2026-01-10')).toEqual([
      '2026-05-25',
      '2026-06-25',
    ])
  })

  test('after new terms counts their rows alone, whatever was paid ahead before', () => {
    const days = daysOf(loanOf(12), [projection, restructure, holiday('2026-02-10')], '2026-02-10')
    expect(days.filter(day => day > on('2026-02-10'))).toEqual([
      '2026-03-25',
      '2026-04-25',
      '2026-05-25',
      '2026-06-25',
      '2026-07-25',
      '2026-08-25',
    ])
  })

  test('passes a charge that has a day of its own', () => {
    const charge: LoanEvent = {
      id: 'late-fee',
      type: 'charge',
      date: on('2026-02-01'),
      due: on('2026-03-10'),
      component: 'fee',
      amount: { flat: naira(500) },
    }
    const days = daysOf(loanOf(2), [charge, holiday('2026-02-10', 3)], '2026-02-10')
    expect(days).toEqual(['2026-01-25', '2026-03-10', '2026-05-25'])
  })
})

describe('interest that is added', () => {
  const DAY_COUNTS: Accrual[] = [
    'nominal',
    'actual/360',
    'actual/365',
    'actual/actual-isda',
    'actual/actual-start',
    '30/360-us',
    '30e/360',
  ]
  const counted = (accrual: Accrual, agreement = loanOf(12)): LoanAgreement => ({
    ...agreement,
    terms: { ...agreement.terms, accrual },
  })
  const skips = (
    date: LocalDate,
    periods: number,
    interest: 'waived' | 'added',
    sequence = 1,
  ): LoanEvent => ({
    id: `skips-${sequence}`,
    type: 'holiday',
    date,
    periods,
    interest,
    sequence,
  })
  /** What the holidays cost, and the rows after them. */
  function costOf(agreement: LoanAgreement, events: LoanEvent[]) {
    const day = events.at(-1)?.date ?? paidOut.date
    const state = foldLoan(agreement, [paidOut, ...events], day)
    const cost = state.entries.reduce(
      (sum, { type, amount }) => (type === 'holiday' ? sum + amount : sum),
      0n,
    )
    return { state, cost, days: state.instalments.map(({ dueDate }) => dueDate) }
  }
  const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b)
  const JANUARY = on('2026-01-10')

  test.each(DAY_COUNTS)('is the same for many holidays of one as for one of many: %s', accrual => {
    const graces = fc.constantFrom<Grace>({}, { principal: 2 }, { principal: 2, interestWaived: 2 })
    const property = fc.property(
      graces,
      fc.constantFrom('flat' as const, 'reducing' as const),
      fc.integer({ min: 2, max: 6 }),
      // the rows that move are the same: none falls due while one holiday follows the other
      fc.integer({ min: 0, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 6, maxLength: 6 }),
      (grace, interest, periods, month, pauses) => {
        const agreement = counted(accrual, loanOf(12, grace, interest))
        const first = addDays(agreement.terms.firstDueOn ?? JANUARY, month * 31 - 15)
        const at = (n: number) =>
          addDays(
            first,
            pauses.slice(0, n).reduce((sum, days) => sum + days, 0),
          )
        const one = costOf(agreement, [skips(at(0), periods, 'added')])
        const many = costOf(
          agreement,
          Array.from({ length: periods }, (_, n) => skips(at(n), 1, 'added', n + 1)),
        )
        expect(many.days).toEqual(one.days)
        expect(one.cost).toBeGreaterThan(0n)
        // each is rounded by itself
        expect(distance(many.cost, one.cost)).toBeLessThanOrEqual(BigInt(periods))
        expect(many.state.due.interest - one.state.due.interest).toBe(many.cost - one.cost)
      },
    )
    fc.assert(property, { numRuns: 60 })
  })

  test.each(DAY_COUNTS)('after periods that were waived is that of its own alone: %s', accrual => {
    const property = fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      (waived, added) => {
        const agreement = counted(accrual)
        const free = skips(JANUARY, waived, 'waived')
        const { cost } = costOf(agreement, [free, skips(JANUARY, added, 'added', 2)])
        // a month is 28 to 31 days, and the shortest year has 360
        expect(cost).toBeGreaterThanOrEqual(naira(36_700 * added))
        expect(cost).toBeLessThanOrEqual(naira(41_400 * added))
        expect(costOf(agreement, [free]).cost).toBe(0n)
      },
    )
    fc.assert(property, { numRuns: 36 })
  })

  test.each<[string, [number, 'waived' | 'added'][], number]>([
    // ₦1,000,000 at 48% a year: 25 January to 25 July are 181 days, to 25 August 31 more
    ['six periods at once', [[6, 'added']], 238_027.4],
    ['three, then three, each rounded', [[3, 'added'], [3, 'added']], 238_027.39],
    ['one after six that were waived', [[6, 'waived'], [1, 'added']], 40_767.12],
    ['six that were waived after one', [[1, 'added'], [6, 'waived']], 40_767.12],
  ])('is counted by the day: %s', (_, holidays, expected) => {
    const events = holidays.map(([periods, interest], n) => skips(JANUARY, periods, interest, n + 1))
    expect(costOf(counted('actual/365'), events).cost).toBe(naira(expected))
  }) // biome-ignore format: a table

  test('does not count an odd first period a second time', () => {
    const { terms } = counted('actual/365')
    // paid out 54 days before the first instalment, which moves by the 31 days of March
    const odd = { terms: { ...terms, firstDueOn: on('2026-02-28'), anchorDay: 31 } }
    expect(costOf(odd, [skips(JANUARY, 1, 'added')]).cost).toBe(naira(40_767.12))
  })

  test('is on what is still owed, and on the row that owes it', () => {
    const prepaid: LoanEvent = { ...projection, date: on('2026-01-06'), amount: naira(11 * 106_552.17) }
    const { state, cost } = costOf(loanOf(12), [prepaid, skips(JANUARY, 1, 'added')])
    const rows = state.instalments
    expect(state.outstanding.principal).toBe(naira(102_454.03))
    // 4% of it, and not of a million
    expect(cost).toBe(naira(4_098.16))
    expect(rows.slice(0, 11).every(({ outstanding: left }) => left.principal + left.interest === 0n)).toBe(
      true,
    )
    expect(rows[11]?.due.interest).toBe(naira(4_098.16 + 4_098.16))
    expect(state.nextDue?.date).toBe('2027-01-25')
  })

  test('is the rate of what waits, whatever was paid, waived or put on new terms before', () => {
    const amounts = fc.integer({ min: 1, max: 130_000_000 }).map(value => kobo(BigInt(value)))
    const before = fc.oneof(
      amounts.map(amount => ({ ...projection, amount })),
      amounts.map(amount => ({ ...projection, amount, effect: 'smaller-instalment' as const })),
      amounts.map(amount => ({
        ...projection,
        amount,
        type: 'waiver' as const,
        of: { component: 'interest' as const },
      })),
      fc.constant(restructure),
    )
    const property = fc.property(
      fc.array(fc.tuple(before, fc.integer({ min: 1, max: 40 })), { maxLength: 4 }),
      fc.integer({ min: 1, max: 3 }),
      (past, periods) => {
        const events: LoanEvent[] = []
        let date = paidOut.date
        for (const [event, later] of past) {
          date = addDays(date, later)
          const { firstDueOn: _, ...terms } = NEW_TERMS
          const dated = { ...event, id: `event-${events.length}`, date } as LoanEvent
          events.push(dated.type === 'restructure' ? { ...dated, terms: { ...terms, anchorDay: 25 } } : dated)
        }
        date = addDays(date, 1)
        const then = foldLoan(loanOf(12), [paidOut, ...events], date).instalments
        const waits = then.filter(row => row.dueDate >= date)
        const principal = waits.reduce((sum, row) => sum + row.outstanding.principal, 0n)
        const { state, cost } = costOf(loanOf(12), [...events, skips(date, periods, 'added', 9)])
        expect(distance(cost * 100n, principal * 4n * BigInt(periods))).toBeLessThanOrEqual(50n)
        for (const [n, row] of then.entries()) {
          const owed = row.outstanding.principal + row.outstanding.interest
          if (owed === 0n) expect(state.instalments[n]?.outstanding.interest).toBe(0n)
        }
      },
    )
    fc.assert(property, { numRuns: 150 })
  })
})

const monthOf = (day: LocalDate): number => {
  const { year, month } = toCalendar(day)
  return year * 12 + month
}

test('each row to come moves by exactly the periods of every holiday, and rows stay in order', () => {
  const graces = fc.constantFrom<Grace>(
    {},
    { principal: 2 },
    { principal: 2, interestWaived: 2 },
    { principal: 3, interestDeferred: 3 },
  )
  const amounts = fc.integer({ min: 1, max: 60_000_000 }).map(value => kobo(BigInt(value)))
  const sketches = fc.oneof(
    fc.record({
      type: fc.constant('receipt' as const),
      amount: amounts,
      effect: fc.constantFrom('in-advance' as const, 'shorter-term' as const, 'smaller-instalment' as const),
    }),
    fc.record({
      type: fc.constant('waiver' as const),
      amount: amounts,
      of: fc.constant({ component: 'interest' as const }),
    }),
    fc.record({
      type: fc.constant('holiday' as const),
      periods: fc.integer({ min: 1, max: 3 }),
      interest: fc.constantFrom('waived' as const, 'added' as const),
    }),
    fc.integer({ min: 1, max: 9 }).map(tenor => {
      const { firstDueOn: _, ...terms } = NEW_TERMS
      return { type: 'restructure' as const, capitalises: [], terms: { ...terms, tenor, anchorDay: 25 } }
    }),
  )
  const happened = fc.array(fc.tuple(sketches, fc.integer({ min: 1, max: 60 })), { maxLength: 6 })
  const loans = fc
    .tuple(fc.integer({ min: 4, max: 12 }), graces, fc.constantFrom('flat' as const, 'reducing' as const))
    .map(parts => loanOf(...parts))
  const property = fc.property(
    loans,
    happened,
    fc.integer({ min: 1, max: 3 }),
    (agreement, past, periods) => {
      const events: LoanEvent[] = [paidOut]
      let date = paidOut.date
      for (const [sketch, later] of past) {
        date = addDays(date, later)
        events.push({ ...sketch, id: `event-${events.length}`, date })
      }
      date = addDays(date, 1)
      const skips: LoanEvent = { id: 'skips', type: 'holiday', date, periods, interest: 'waived' }
      const before = foldLoan(agreement, events, date).instalments
      const after = foldLoan(agreement, [...events, skips], date).instalments
      expect(after.length).toBe(before.length)
      for (const [index, row] of before.entries()) {
        const moved = after[index]?.dueDate ?? row.dueDate
        if (row.dueDate < date) expect(moved).toBe(row.dueDate)
        else expect(monthOf(moved) - monthOf(row.dueDate)).toBe(periods)
        expect(moved >= (after[index - 1]?.dueDate ?? moved)).toBe(true)
      }
    },
  )
  fc.assert(property, { numRuns: 600 })
})
