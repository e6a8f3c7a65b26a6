import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AwaitedFiles, type AwaitedSpan, awaitedSpans, dayAfter, type MonthFact } from './awaited.ts'
import { addDays, daysBetween, type LocalDate, localDate, type PayMonth } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { kobo } from './money.ts'
import type { PenaltyRule } from './penalty.ts'

const on = localDate
const MONTH = '2026-10' as PayMonth
/** Paid on 25 October, the file expected 14 days later, and tolerated for another 14. */
const UNTIL = on('2026-11-22')
const PLANNED = { until: UNTIL, toleranceDays: 14 }

describe('the awaited days of a month', () => {
  test.each<[string, MonthFact[], AwaitedSpan[]]>([
    ['end with the tolerance', [], [{ to: UNTIL }]],
    ['end with the file', [{ kind: 'arrived', on: on('2026-11-12') }], [{ to: on('2026-11-12') }]],
    ['are not prolonged by a late file', [{ kind: 'arrived', on: on('2026-12-01') }], [{ to: UNTIL }]],
    [
      'begin again when the file is reversed, and last for the tolerance',
      [
        { kind: 'arrived', on: on('2026-11-12') },
        { kind: 'withdrawn', on: on('2026-11-30') },
      ],
      [{ to: on('2026-11-12') }, { from: on('2026-11-30'), to: on('2026-12-14') }],
    ],
    [
      'go on without a gap when it is reversed on its day',
      [
        { kind: 'arrived', on: on('2026-11-12') },
        { kind: 'withdrawn', on: on('2026-11-12') },
      ],
      [{ to: on('2026-11-26') }],
    ],
    [
      'are prolonged by a strike',
      [{ kind: 'moved', on: on('2026-11-02'), until: on('2026-12-20') }],
      [{ to: on('2026-12-20') }],
    ],
    [
      'begin again with a strike that is known after the tolerance',
      [{ kind: 'moved', on: on('2026-11-25'), until: on('2026-12-20') }],
      [{ to: UNTIL }, { from: on('2026-11-25'), to: on('2026-12-20') }],
    ],
    [
      'end at once when an earlier day is set',
      [{ kind: 'moved', on: on('2026-11-15'), until: on('2026-11-01') }],
      [{ to: on('2026-11-15') }],
    ],
  ])('%s', (_, facts, spans) => {
    expect(awaitedSpans(PLANNED, facts)).toEqual(spans)
  })
})

// ── Penalties ──────────────────────────────────────────────────────────────────────────────────────────────────────

const DUE = on('2026-10-25')
const agreement = (penalty: PenaltyRule, awaited?: AwaitedFiles): LoanAgreement => ({
  terms: {
    principal: kobo(6_000_000n),
    disbursedOn: on('2026-09-25'),
    firstDueOn: DUE,
    anchorDay: 25,
    tenor: 1,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('5'), per: 'month' },
  },
  penalty,
  ...(awaited ? { awaited } : {}),
})
const PAID_OUT: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-09-25'),
  amount: kobo(6_000_000n),
}
const receipt = (date: LocalDate, naira: number): LoanEvent => ({
  id: `receipt-${date}-${naira}`,
  type: 'receipt',
  date,
  amount: kobo(BigInt(naira) * 100n),
})
const months = (spans: readonly AwaitedSpan[]): AwaitedFiles => ({
  since: on('2026-09-01'),
  months: new Map([[MONTH, spans]]),
})
const penaltyOf = (state: LoanState): bigint => state.due.penalty

const rules: fc.Arbitrary<PenaltyRule> = fc.record({
  share: fc.bigInt(1n, 20_000n).map(ppm => ({ ppm })),
  of: fc.constantFrom('overdue-principal', 'overdue-principal-and-interest', 'outstanding-principal'),
  each: fc.constantFrom('day', 'once'),
  graceDays: fc.integer({ min: 0, max: 20 }),
  cap: fc.constant({ ppm: 200_000n }),
})
const facts: fc.Arbitrary<MonthFact[]> = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 20 }),
      kind: fc.constantFrom('arrived' as const, 'withdrawn' as const, 'moved' as const),
      until: fc.integer({ min: 0, max: 80 }),
    }),
    { maxLength: 6 },
  )
  .map(list => {
    let day = DUE
    return list.map(({ gap, kind, until }): MonthFact => {
      day = addDays(day, gap)
      return kind === 'moved' ? { kind, on: day, until: addDays(DUE, until) } : { kind, on: day }
    })
  })
const receipts = fc
  .array(fc.record({ day: fc.integer({ min: 1, max: 90 }), naira: fc.integer({ min: 1, max: 40_000 }) }), {
    maxLength: 3,
  })
  .map(list => list.map(({ day, naira }) => receipt(addDays(DUE, day), naira)))

describe('a penalty', () => {
  test('is not charged while the file of its month is awaited, and its days of grace begin after that', () => {
    const rule: PenaltyRule = {
      share: { ppm: 10_000n },
      of: 'overdue-principal',
      each: 'once',
      graceDays: 14,
    }
    const awaited = months([{ to: on('2026-11-12') }])
    const at = (day: string, known?: AwaitedFiles) =>
      penaltyOf(foldLoan(agreement(rule, known), [PAID_OUT], on(day)))
    expect(at('2026-11-09')).toBe(60_000n)
    expect(at('2026-11-26', awaited)).toBe(0n)
    expect(at('2026-11-27', awaited)).toBe(60_000n)
  })

  test('is what it would be if the instalment were due when the file arrives', () => {
    fc.assert(
      fc.property(
        rules,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 60 }),
        (rule, days, after) => {
          const arrives = addDays(DUE, days)
          const awaited = months([{ to: arrives }])
          const held = penaltyOf(foldLoan(agreement(rule, awaited), [PAID_OUT], addDays(arrives, after)))
          const plain = penaltyOf(foldLoan(agreement(rule), [PAID_OUT], addDays(DUE, after)))
          expect(held).toBe(plain)
        },
      ),
    )
  })

  test('is never higher for a month that was awaited', () => {
    fc.assert(
      fc.property(rules, facts, receipts, fc.integer({ min: 0, max: 120 }), (rule, known, paid, days) => {
        const awaited = months(awaitedSpans(PLANNED, known))
        const day = addDays(DUE, days)
        const [held, plain] = [agreement(rule, awaited), agreement(rule)].map(each =>
          foldLoan(each, [PAID_OUT, ...paid], day),
        )
        expect(held && plain && penaltyOf(held) <= penaltyOf(plain)).toBe(true)
      }),
    )
  })

  test('of a day does not depend on facts that were recorded on that day or later', () => {
    fc.assert(
      fc.property(rules, facts, receipts, fc.nat(6), fc.nat(40), (rule, known, paid, first, back) => {
        const recorded = known[Math.min(first, known.length - 1)]
        if (!recorded) return
        const day = addDays(recorded.on, -back)
        const fold = (list: readonly MonthFact[]) =>
          foldLoan(agreement(rule, months(awaitedSpans(PLANNED, list))), [PAID_OUT, ...paid], day)
        expect(fold(known)).toEqual(fold(known.filter(fact => fact.on < day)))
      }),
    )
  })

  test('comes no earlier than the day that is foreseen for it', () => {
    fc.assert(
      fc.property(rules, facts, fc.integer({ min: 0, max: 80 }), (rule, known, days) => {
        const awaited = months(awaitedSpans(PLANNED, known))
        const day = addDays(DUE, days)
        const fold = (to: LocalDate) => penaltyOf(foldLoan(agreement(rule, awaited), [PAID_OUT], to))
        const next = dayAfter(awaited, DUE, (rule.graceDays ?? 0) + 1, addDays(day, 1))
        for (let each = day; daysBetween(each, next) > 1; each = addDays(each, 1))
          expect(fold(addDays(each, 1))).toBe(fold(day))
      }),
    )
  })
})
