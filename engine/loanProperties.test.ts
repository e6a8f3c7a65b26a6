/** What must hold for every loan and every history, whatever happened to it. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AllocationRule,
  COMPONENTS,
  type Component,
  dueOnly,
  dueThenInAdvance,
  instalmentByInstalment,
  totalOf,
} from './allocation.ts'
import { addDays, localDate } from './dates.ts'
import type { LoanEvent, PrepaymentEffect } from './events.ts'
import { percent } from './fraction.ts'
import { foldBeside, foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { kobo } from './money.ts'
import type { PenaltyRule } from './penalty.ts'
import type { SettlementRule } from './rebate.ts'
import { refusalOf } from './refusals.ts'
import { settlementQuote } from './settlement.ts'

const PAID_OUT = localDate('2026-01-30')
const day = (offset: number) => addDays(PAID_OUT, offset)

const orders: fc.Arbitrary<Component[]> = fc.shuffledSubarray([...COMPONENTS], { minLength: 4, maxLength: 4 })

const allocations: fc.Arbitrary<AllocationRule> = fc.oneof(
  orders.map(order => instalmentByInstalment(order)),
  orders.map(order => dueThenInAdvance(order)),
  orders.map(order => dueOnly(order)),
)

const penalties: fc.Arbitrary<PenaltyRule> = fc.record({
  share: fc.bigInt(1n, 20_000n).map(ppm => ({ ppm })),
  of: fc.constantFrom(
    'overdue-principal',
    'overdue-interest',
    'overdue-principal-and-interest',
    'overdue-total',
    'outstanding-principal',
    'original-principal',
  ),
  each: fc.constantFrom('day', 'once'),
  graceDays: fc.integer({ min: 0, max: 10 }),
  cap: fc.constant({ ppm: 200_000n }),
})

const scheduled: fc.Arbitrary<LoanAgreement> = fc
  .record({
    naira: fc.integer({ min: 5_000, max: 3_000_000 }),
    tenor: fc.integer({ min: 1, max: 24 }),
    interest: fc.constantFrom('flat' as const, 'reducing' as const),
    repayment: fc.constantFrom('equal-instalments' as const, 'equal-principal' as const),
    monthly: fc.integer({ min: 0, max: 80 }),
    isDaily: fc.boolean(),
    allocation: allocations,
    prepayment: fc.constantFrom<PrepaymentEffect>('in-advance', 'shorter-term', 'smaller-instalment'),
    penalty: fc.option(penalties, { nil: undefined }),
  })
  .map(({ naira, tenor, interest, repayment, monthly, isDaily, allocation, prepayment, penalty }) => ({
    terms: {
      principal: kobo(BigInt(naira) * 100n),
      disbursedOn: PAID_OUT,
      tenor,
      frequency: { every: 1, unit: 'month' },
      interest,
      repayment,
      rate: { value: percent(`${monthly / 10}`), per: 'month' },
      ...(isDaily && interest === 'reducing'
        ? { accrual: 'actual/365' as const, interestBasis: 'daily-balance' as const }
        : {}),
    },
    allocation,
    prepayment,
    ...(penalty ? { penalty } : {}),
  }))

const amounts = fc.integer({ min: 1, max: 60_000_000 }).map(value => kobo(BigInt(value)))
const offsets = fc.integer({ min: 0, max: 800 })

/** An event without its id and date; a charge falls due some days after it is raised. */
type Sketch = Omit<LoanEvent, 'id' | 'date'> & { readonly dueAfter?: number }

const chargeSketches = fc
  .record({
    component: fc.constantFrom('fee' as const, 'penalty' as const),
    flat: amounts.map(amount => kobo(amount / 100n + 1n)),
    dueAfter: fc.integer({ min: -40, max: 60 }),
  })
  .map(({ component, flat, dueAfter }) => ({
    type: 'charge' as const,
    component,
    amount: { flat },
    due: PAID_OUT,
    dueAfter,
  }))

const nameOf = (index: number): string => `event-${String(index).padStart(2, '0')}`

const happenings: fc.Arbitrary<Sketch> = fc.oneof(
  { weight: 6, arbitrary: amounts.map(amount => ({ type: 'receipt' as const, amount })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(amounts, fc.constantFrom<PrepaymentEffect>('shorter-term', 'smaller-instalment'))
      .map(([amount, effect]) => ({
        type: 'receipt' as const,
        amount,
        effect,
      })),
  },
  { weight: 3, arbitrary: chargeSketches },
  {
    weight: 1,
    arbitrary: fc.tuple(amounts, fc.constantFrom(...COMPONENTS)).map(([amount, component]) => ({
      type: 'waiver' as const,
      amount: kobo(amount / 10n + 1n),
      of: { component },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('waived' as const, 'added' as const))
      .map(([periods, interest]) => ({ type: 'holiday' as const, periods, interest })),
  },
  {
    weight: 1,
    arbitrary: amounts.map(amount => ({
      type: 'settlement' as const,
      amount,
      rule: { interest: 'to-date' as const },
    })),
  },
  {
    weight: 1,
    arbitrary: amounts.map(amount => ({ type: 'refund' as const, amount: kobo(amount / 20n + 1n) })),
  },
  { weight: 1, arbitrary: amounts.map(amount => ({ type: 'recovery' as const, amount })) },
  { weight: 1, arbitrary: fc.constantFrom({ type: 'freeze' as const }, { type: 'unfreeze' as const }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 18 }), fc.boolean()).map(([tenor, all]) => ({
      type: 'restructure' as const,
      capitalises: all ? (['interest', 'fee', 'penalty'] as const) : [],
      terms: {
        tenor,
        frequency: { every: 1, unit: 'month' as const },
        interest: 'reducing' as const,
        repayment: 'equal-instalments' as const,
        rate: { value: percent('3'), per: 'month' as const },
      },
    })),
  },
)

function happening(sketch: Sketch, id: string, offset: number): LoanEvent {
  const { dueAfter, ...event } = sketch
  const due = event.type === 'charge' && dueAfter !== undefined ? { due: day(offset + dueAfter) } : {}
  return { ...event, ...due, id, date: day(offset) } as LoanEvent
}

/** A pay-out, then up to a dozen happenings on any days, some of them reversed. */
const histories: fc.Arbitrary<{ readonly agreement: LoanAgreement; readonly events: LoanEvent[] }> = fc
  .record({
    agreement: scheduled,
    sketches: fc.array(fc.tuple(happenings, offsets, fc.integer({ min: 0, max: 9 })), { maxLength: 12 }),
    writeOff: fc.option(offsets, { nil: undefined, freq: 5 }),
    rules: fc.constantFrom(undefined, undefined, 1),
  })
  .map(({ agreement, sketches, writeOff, rules }) => {
    const events: LoanEvent[] = [
      { id: 'pay-out', type: 'disbursement', date: PAID_OUT, amount: agreement.terms.principal },
    ]
    for (const [index, [sketch, offset, fate]] of sketches.entries()) {
      const id = nameOf(index)
      events.push(happening(sketch, id, offset))
      if (fate === 0) events.push({ id: `${id}-undone`, type: 'reversal', of: id, date: day(offset + 20) })
    }
    if (writeOff !== undefined) events.push({ id: 'write-off', type: 'write-off', date: day(writeOff) })
    return { agreement, events: rules ? events.map(event => ({ ...event, rules })) : events }
  })

const END = day(900)
const withoutEntries = ({ entries: _, ...rest }: LoanState) => rest
const moneyIn = (events: readonly LoanEvent[], state: LoanState): bigint => {
  const undone = new Set(state.entries.filter(entry => entry.undone).map(entry => entry.event))
  return events.reduce((sum, event) => {
    if (undone.has(event.id)) return sum
    if (event.type === 'refund') return sum - event.amount
    return event.type === 'receipt' || event.type === 'settlement' || event.type === 'recovery'
      ? sum + event.amount
      : sum
  }, 0n)
}

describe('every loan', () => {
  test('loses and creates no kobo', () => {
    fc.assert(
      fc.property(histories, offsets, ({ agreement, events }, at) => {
        for (const asOf of [day(at), END]) {
          const state = foldLoan(agreement, events, asOf)
          const known = events.filter(event => event.date <= asOf)
          expect(totalOf(state.paid) + state.credit + state.recovered).toBe(moneyIn(known, state))
          for (const part of COMPONENTS) {
            const { due, paid, waived, writtenOff, outstanding } = state
            expect(due[part]).toBe(paid[part] + waived[part] + writtenOff[part] + outstanding[part])
            expect(outstanding[part]).toBeGreaterThanOrEqual(0n)
          }
        }
      }),
      { numRuns: 600 },
    )
  })

  test('splits every receipt to the kobo', () => {
    fc.assert(
      fc.property(histories, ({ agreement, events }) => {
        for (const entry of foldLoan(agreement, events, END).entries) {
          if (!['receipt', 'settlement', 'recovery'].includes(entry.type) || entry.undone) continue
          expect(totalOf(entry.parts) + entry.credit + entry.recovered).toBe(entry.amount)
          expect(entry.slices.reduce((sum, { amount }) => sum + amount, 0n)).toBe(totalOf(entry.parts))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('repays exactly what was paid out, unless terms were changed on the way', () => {
    fc.assert(
      fc.property(histories, ({ agreement, events }) => {
        const plain = events.filter(({ type }) => type !== 'restructure')
        const state = foldLoan(agreement, plain, END)
        expect(state.due.principal).toBe(agreement.terms.principal)
        for (const row of state.instalments) {
          expect(row.balance).toBeGreaterThanOrEqual(0n)
          for (const part of COMPONENTS) expect(row.due[part]).toBeGreaterThanOrEqual(0n)
        }
      }),
      { numRuns: 600 },
    )
  })

  test('is the same however its events were entered', () => {
    const shuffled = histories.chain(({ agreement, events }) =>
      fc.record({
        agreement: fc.constant(agreement),
        events: fc.constant(events),
        reordered: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ agreement, events, reordered }) => {
        expect(foldLoan(agreement, reordered, END)).toEqual(foldLoan(agreement, events, END))
      }),
      { numRuns: 300 },
    )
  })

  test('forgets an event that was reversed', () => {
    fc.assert(
      fc.property(histories, happenings, offsets, ({ agreement, events }, sketch, offset) => {
        const x = happening(sketch, 'x', offset)
        const reversal: LoanEvent = { id: 'x-undone', type: 'reversal', of: 'x', date: day(offset) }
        const before = foldLoan(agreement, events, END)
        const after = foldLoan(agreement, [...events, x, reversal], END)
        expect(withoutEntries(after)).toEqual(withoutEntries(before))
        const restored: LoanEvent = { id: 'x-back', type: 'reversal', of: 'x-undone', date: day(offset) }
        expect(withoutEntries(foldLoan(agreement, [...events, x, reversal, restored], END))).toEqual(
          withoutEntries(foldLoan(agreement, [...events, x], END)),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('beside an event is what it is with it, whether or not it is the last', () => {
    fc.assert(
      fc.property(
        histories,
        happenings,
        offsets,
        fc.boolean(),
        ({ agreement, events }, sketch, at, isToday) => {
          const asOf = day(at)
          const event = happening(sketch, 'next', isToday ? at : Math.max(0, at - 9))
          const numbered = events.map((each, n) => ({ ...each, sequence: n + 1 }))
          const next = { ...event, sequence: numbered.length + 1 }
          const { before, after } = foldBeside(agreement, numbered, next, asOf)
          expect(before).toEqual(foldLoan(agreement, numbered, asOf))
          expect(after()).toEqual(foldLoan(agreement, [...numbered, next], asOf))
          expect(before).toEqual(foldLoan(agreement, numbered, asOf))
        },
      ),
    )
  })

  test('on a day knows nothing of later days', () => {
    fc.assert(
      fc.property(histories, offsets, ({ agreement, events }, at) => {
        const known = events.filter(event => event.date <= day(at))
        expect(foldLoan(agreement, events, day(at))).toEqual(foldLoan(agreement, known, day(at)))
      }),
      { numRuns: 300 },
    )
  })

  test('owes more by a charge and no more, and by none once it is closed', () => {
    fc.assert(
      fc.property(histories, offsets, amounts, ({ agreement, events }, at, flat) => {
        const { penalty: _, ...plain } = agreement
        // money for the charge is not money for the balance, on which days, new terms and an added month earn
        const { interestBasis: _b, ...terms } = plain.terms
        const loan: LoanAgreement = { ...plain, terms, prepayment: 'in-advance' }
        const past = events.filter(
          event =>
            event.type !== 'restructure' &&
            event.type !== 'write-off' &&
            !(event.type === 'holiday' && event.interest === 'added'),
        )
        const known = past.map(event => ('effect' in event ? { ...event, effect: 'in-advance' } : event))
        const charge: LoanEvent = {
          id: 'zz',
          type: 'charge',
          date: day(at),
          due: day(at),
          component: 'fee',
          amount: { flat },
        }
        const before = foldLoan(loan, known as LoanEvent[], END)
        const refused = refusalOf(loan, known as LoanEvent[], charge, END)
        if (before.outstandingTotal === 0n) expect(refused).toBeDefined()
        if (refused) return
        const after = foldLoan(loan, [...(known as LoanEvent[]), charge], END)
        const owes = ({ outstandingTotal, credit, waived }: LoanState) =>
          outstandingTotal + totalOf(waived) - credit
        expect(owes(after) - owes(before)).toBe(flat)
      }),
      { numRuns: 300 },
    )
  })

  test('is closed to zero by its quote, paid on its day', () => {
    const rules = fc.record({
      fee: fc.option(fc.constant({ ppm: 10_000n }), { nil: undefined }),
    })
    fc.assert(
      fc.property(histories, offsets, rules, ({ agreement, events }, at, { fee }) => {
        const date = day(at)
        const skipped = ['write-off', 'recovery']
        const known = events.filter(event => event.date <= date && !skipped.includes(event.type))
        const rule: SettlementRule = {
          interest: 'to-date',
          ...(fee ? { fee } : {}),
        }
        const quote = settlementQuote(agreement, known, date, rule)
        if (quote.total === 0n) return
        const { total: amount, settlementFee } = quote
        const payment: LoanEvent = { id: 'zz', type: 'settlement', date, amount, fee: settlementFee, rule }
        const settled = foldLoan(agreement, [...known, payment], date)
        expect(settled.outstandingTotal).toBe(0n)
        expect(settled.credit).toBe(0n)
        expect(settled.status).toBe('closed')
        expect(foldLoan(agreement, [...known, payment], END).outstandingTotal).toBe(0n)
      }),
      { numRuns: 600 },
    )
  })
})
