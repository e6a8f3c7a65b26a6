import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueThenInAdvance } from '../../../engine/allocation.ts'
import { addDays, addMonths, localDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { percent } from '../../../engine/fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from '../../../engine/loan.ts'
import { kobo } from '../../../engine/money.ts'
import { type EventRule, planFor } from './plan.ts'

/** What an event does to a loan, whatever the loan is like. */

const PAID_OUT = localDate('2026-01-10')
const FIRST = localDate('2026-02-25')

const agreements: fc.Arbitrary<LoanAgreement> = fc
  .record({
    naira: fc.integer({ min: 5_000, max: 3_000_000 }),
    tenor: fc.integer({ min: 1, max: 18 }),
    interest: fc.constantFrom('flat' as const, 'reducing' as const),
    monthly: fc.integer({ min: 0, max: 80 }),
    isDaily: fc.boolean(),
    grace: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  })
  .map(({ naira, tenor, interest, monthly, isDaily, grace }) => ({
    terms: {
      principal: kobo(BigInt(naira) * 100n),
      disbursedOn: PAID_OUT,
      firstDueOn: FIRST,
      tenor,
      frequency: { every: 1, unit: 'month' },
      interest,
      repayment: 'equal-instalments',
      rate: { value: percent(`${monthly / 10}`), per: 'month' },
      ...(isDaily && interest === 'reducing'
        ? { accrual: 'actual/365' as const, interestBasis: 'daily-balance' as const }
        : {}),
    },
    allocation: dueThenInAdvance(['penalty', 'fee', 'interest', 'principal']),
    prepayment: 'in-advance',
    ...(grace === undefined
      ? {}
      : { penalty: { share: { ppm: 1_000n }, of: 'overdue-total' as const, each: 'day' as const, graceDays: grace } }),
  })) // biome-ignore format: a form

const cases = fc.record({
  agreement: agreements,
  receipts: fc.array(
    fc.record({ after: fc.integer({ min: 1, max: 400 }), naira: fc.integer({ min: 1, max: 400_000 }) }),
    { maxLength: 8 },
  ),
  // an event of months that are over, of this one, or of months to come
  day: fc.integer({ min: 30, max: 400 }),
  firstMonth: fc.integer({ min: -6, max: 12 }),
  months: fc.integer({ min: 1, max: 6 }),
  treatment: fc.constantFrom('excuse' as const, 'move' as const),
  isAdded: fc.boolean(),
  undoneAfter: fc.integer({ min: 0, max: 90 }),
})

const figures = ({ entries: _, ...rest }: LoanState) => rest

test('an event that is reversed leaves every loan as if it had never been, and no earlier day changes', () => {
  let moved = 0
  const property = fc.property(cases, picked => {
    const today = addDays(PAID_OUT, picked.day)
    const here = localDate(`${today.slice(0, 7)}-01`)
    const from = addMonths(here, picked.firstMonth)
    const isMove = picked.treatment === 'move'
    const rule: EventRule = {
      from,
      to: addMonths(from, picked.months - 1),
      treatment: picked.treatment,
      interest: isMove ? (picked.isAdded ? 'added' : 'waived') : null,
    }
    const { agreement } = picked
    const later = picked.receipts.toSorted((one, other) => one.after - other.after)
    const past = later.filter(({ after }) => after <= picked.day)
    const events: LoanEvent[] = [
      { id: 'pay-out', type: 'disbursement', date: PAID_OUT, amount: agreement.terms.principal },
      ...past.map(
        ({ after, naira }, n): LoanEvent => ({
          id: `receipt-${n}`,
          type: 'receipt',
          date: addDays(PAID_OUT, after),
          amount: kobo(BigInt(naira) * 100n),
        }),
      ),
    ]
    const before = foldLoan(agreement, events, today)
    const next = { id: 'event', enteredOn: today, sequence: events.length + 1 }
    const plan = planFor(rule, before, { agreement, events, isFrozen: false }, next, today)
    if ('reason' in plan) return
    expect(plan.amount).toBeGreaterThan(0n)
    expect(plan.amount).toBeLessThanOrEqual(before.outstandingTotal)
    expect(plan.excuses.reduce((sum, { amount }) => sum + amount, 0n)).toBe(isMove ? 0n : plan.amount)
    const { holiday } = plan
    if (!holiday) return
    moved += 1
    const held = [...events, holiday]
    const yesterday = addDays(today, -1)
    expect(figures(foldLoan(agreement, held, yesterday))).toEqual(
      figures(foldLoan(agreement, events, yesterday)),
    )
    const during = foldLoan(agreement, held, today)
    expect(during.outstanding.principal).toBe(before.outstanding.principal)
    if (rule.interest === 'waived' && picked.agreement.terms.interestBasis !== 'daily-balance')
      expect(during.outstanding.interest).toBe(before.outstanding.interest)
    // nothing of these months is due in them any more
    const left = during.instalments.filter(
      ({ dueDate, outstanding }) =>
        dueDate >= (holiday.from ?? from) && dueDate < addMonths(rule.to, 1) && outstanding.principal > 0n,
    )
    expect(left).toEqual([])
    const undoneOn = addDays(today, picked.undoneAfter)
    const undone: LoanEvent[] = [
      ...held,
      { id: 'undone', type: 'reversal', of: 'event', date: undoneOn, enteredOn: undoneOn },
    ]
    expect(figures(foldLoan(agreement, undone, undoneOn))).toEqual(
      figures(foldLoan(agreement, events, undoneOn)),
    )
    const end = addDays(undoneOn, 400)
    expect(figures(foldLoan(agreement, undone, end))).toEqual(figures(foldLoan(agreement, events, end)))
  })
  fc.assert(property, { numRuns: 400 })
  expect(moved).toBeGreaterThan(50)
})
