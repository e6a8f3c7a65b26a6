import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate, localDate, toCalendar } from './dates.ts'
import type { LoanEvent, Restructure } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import type { Grace, LoanTerms } from './schedule.ts'

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
const ahead: LoanEvent = { id: 'ahead', type: 'receipt', date: on('2026-01-25'), amount: naira(700_000) }

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
    const days = daysOf(loanOf(12), [ahead, restructure, holiday('2026-02-10')], '2026-02-10')
    expect(days.filter(day => day > on('2026-02-10'))).toEqual([
      '2026-03-25',
      '2026-04-25',
      '2026-05-25',
      '2026-06-25',
      '2026-07-25',
      '2026-08-25',
    ])
  })

  test('recorded by the first rules stays in the months it was given', () => {
    expect(daysOf(loanOf(8, EMPTY), [holiday('2026-03-10', 1, { rules: 1 })], '2026-03-10')[0]).toBe(
      '2026-02-25',
    )
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
