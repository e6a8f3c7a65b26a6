import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueOnly, dueThenInAdvance } from './allocation.ts'
import { addDays, type LocalDate, localDate } from './dates.ts'
import type { LoanEvent, PrepaymentEffect } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { formatNaira, type Kobo, kobo } from './money.ts'
import type { Grace } from './terms.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** ₦1,000,000 flat at 4% a month over a year, deducted on the 25th: eleven rows of 123,333.33 and one of 123,333.37. */
const FLAT: LoanAgreement = {
  terms: {
    principal: naira(1_000_000),
    disbursedOn: on('2026-01-05'),
    firstDueOn: on('2026-01-25'),
    tenor: 12,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('4'), per: 'month' },
  },
  allocation: dueThenInAdvance(),
}
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-01-05'),
  amount: naira(1_000_000),
}
const receipt = (date: string, amount: number, more: object = {}): LoanEvent => ({
  id: `receipt-${date}`,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
  ...more,
})
const SIX_PAID = [paidOut, ...[1, 2, 3, 4, 5, 6].map(month => receipt(`2026-0${month}-25`, 123_333.33))]
const SEVENTH = on('2026-07-25')

/** What rows 8 to 12 ask for. */
const toCome = ({ instalments }: LoanState): string[] =>
  instalments
    .filter(({ dueDate }) => dueDate > SEVENTH)
    .map(({ due }) => `${formatNaira(due.principal, '')} + ${formatNaira(due.interest, '')}`)

const seventh = (amount: number, effect: PrepaymentEffect, more: object = {}): LoanState =>
  foldLoan(FLAT, [...SIX_PAID, receipt('2026-07-25', amount, { effect, ...more })], SEVENTH)

describe('a prepayment of a flat loan', () => {
  test.each<PrepaymentEffect>(['smaller-instalment', 'shorter-term'])(
    'of a naira takes a naira and its share of the interest off (%s)',
    effect => {
      const before = foldLoan(FLAT, SIX_PAID, SEVENTH).outstandingTotal
      const after = seventh(123_334.33, effect).outstandingTotal
      const rebate = before - after - naira(123_334.33)
      expect(rebate).toBeGreaterThanOrEqual(0n)
      expect(rebate).toBeLessThanOrEqual(naira(0.6))
    },
  )

  test('makes principal and interest of the rows to come smaller by one share', () => {
    // rows 8 to 12 repay 416,666.69: half of it leaves half
    const state = seventh(123_333.33 + 208_333.34, 'smaller-instalment')
    expect(toCome(state)).toEqual([
      '41,666.67 + 20,000.00',
      '41,666.67 + 20,000.00',
      '41,666.67 + 20,000.00',
      '41,666.67 + 20,000.00',
      '41,666.67 + 20,000.00',
    ])
    expect(state.instalment).toBe(naira(61_666.67))
  })

  test('makes it shorter: rows that end bear no interest, the others keep what was agreed', () => {
    expect(toCome(seventh(123_333.33 + 100_000, 'shorter-term'))).toEqual([
      '83,333.33 + 40,000.00',
      '83,333.33 + 40,000.00',
      '83,333.33 + 40,000.00',
      '66,666.70 + 40,000.00',
    ])
  })

  test('of everything ends it', () => {
    for (const effect of ['shorter-term', 'smaller-instalment'] as const) {
      const state = seventh(123_333.33 + 416_666.69, effect)
      expect([state.status, state.credit]).toEqual(['closed', 0n])
    }
  })

  test('keeps the instalment a multiple of what was agreed', () => {
    const terms = { ...FLAT.terms, instalmentMultiple: naira(100) }
    const events = [paidOut, receipt('2026-01-25', 323_400, { effect: 'smaller-instalment' })]
    const { instalments, due } = foldLoan({ ...FLAT, terms }, events, on('2026-01-25'))
    const [, ...rows] = instalments.map(row => row.due.principal + row.due.interest)
    expect(rows.slice(0, -1).map(total => total % naira(100))).toEqual(rows.slice(0, -1).map(() => 0n))
    expect(due.principal).toBe(naira(1_000_000))
  })

  test('lowers what is owed by no more than was paid and the share of the interest it takes along', () => {
    const amounts = fc.integer({ min: 1, max: 90_000_000 }).map(value => kobo(BigInt(value)))
    const effects = fc.constantFrom<PrepaymentEffect>('shorter-term', 'smaller-instalment')
    const past = fc.array(fc.tuple(fc.integer({ min: 0, max: 330 }), amounts, effects), { maxLength: 4 })
    const property = fc.property(
      past,
      fc.integer({ min: 0, max: 340 }),
      amounts,
      effects,
      (earlier, at, amount, effect) => {
        const before: LoanEvent[] = [
          paidOut,
          ...earlier.map(([offset, sum, how], n): LoanEvent => {
            const date = addDays(on('2026-01-05'), offset < at ? offset : at)
            return { id: `earlier-${n}`, type: 'receipt', date, amount: sum, effect: how }
          }),
        ]
        const date = addDays(on('2026-01-05'), at)
        const owed = foldLoan(FLAT, before, date)
        const state = foldLoan(
          FLAT,
          [...before, { id: 'now', type: 'receipt', date, amount, effect, sequence: 9 }],
          date,
        )
        const running = owed.instalments.find(row => row.dueDate >= date)?.dueDate ?? date
        const open = owed.instalments.filter(row => row.dueDate > running)
        const principal = open.reduce((sum, row) => sum + row.outstanding.principal, 0n)
        const now = state.instalments.filter(row => row.dueDate > running)
        const extra = principal - now.reduce((sum, row) => sum + row.outstanding.principal, 0n)
        const interest = open.reduce((sum, row) => sum + row.due.interest, 0n)
        const ended = BigInt(open.length - now.filter(row => row.outstanding.principal > 0n).length)
        const share = principal === 0n ? 0n : (interest * extra) / principal
        const granted = effect === 'shorter-term' ? ended * naira(40_000) : share + BigInt(open.length)
        expect(owed.outstandingTotal - state.outstandingTotal).toBeLessThanOrEqual(
          amount - state.credit + owed.credit + granted,
        )
        expect(state.outstandingTotal).toBeLessThanOrEqual(owed.outstandingTotal)
        expect(state.due.principal).toBe(naira(1_000_000))
      },
    )
    fc.assert(property, { numRuns: 300 })
  })
})

describe('an instalment paid some days early', () => {
  test.each<[LoanAgreement['terms']['interest'], PrepaymentEffect]>([
    ['flat', 'shorter-term'],
    ['flat', 'smaller-instalment'],
    ['reducing', 'shorter-term'],
    ['reducing', 'smaller-instalment'],
  ])(
    'is that instalment and no prepayment, where the rest is kept as credit (%s, %s)',
    (interest, prepayment) => {
      const agreement = { ...FLAT, terms: { ...FLAT.terms, interest }, allocation: dueOnly(), prepayment }
      const { instalment } = foldLoan(agreement, [paidOut], on('2026-01-05'))
      const early: LoanEvent = { id: 'early', type: 'receipt', date: on('2026-01-10'), amount: instalment }
      const seen = (day: LocalDate) => foldLoan(agreement, [paidOut, early], day)
      expect(seen(on('2026-01-26')).arrears.total).toBe(0n)
      expect(seen(on('2026-01-10')).instalments.length).toBe(12)
      expect(seen(on('2026-01-10')).instalments[0]?.outstanding.principal).toBe(0n)
    },
  )
})

describe('a prepayment within a moratorium', () => {
  /** ₦100,000 over 6 months at 60% a year on the balance, each row by its days: 31, 28, 31, 30, 31, 30. */
  const agreed = (grace: Grace, effect: PrepaymentEffect): LoanAgreement => ({
    terms: {
      principal: naira(100_000),
      disbursedOn: on('2026-01-01'),
      firstDueOn: on('2026-01-31'),
      tenor: 6,
      frequency: { every: 1, unit: 'month' },
      interest: 'reducing',
      repayment: effect === 'shorter-term' ? 'equal-instalments' : 'equal-principal',
      rate: { value: percent('60'), per: 'year' },
      accrual: 'actual/365',
      grace,
    },
    allocation: dueThenInAdvance(),
  })
  const lent: LoanEvent = {
    id: 'lent',
    type: 'disbursement',
    date: on('2026-01-01'),
    amount: naira(100_000),
  }
  const rowsAfter = (
    grace: Grace,
    effect: PrepaymentEffect,
    ...projection: [date: string, amount: number][]
  ) =>
    foldLoan(
      agreed(grace, effect),
      [lent, ...projection.map(([date, amount]) => receipt(date, amount, { effect }))],
      on('2026-02-25'),
    ).instalments.map(
      ({ n, due }) => `${n}: ${formatNaira(due.principal, '')} + ${formatNaira(due.interest, '')}`,
    )

  test('leaves the rows of the moratorium without principal and without interest', () => {
    const grace = { principal: 3, interestWaived: 2 }
    const once: [string, number] = ['2026-01-10', 10_000]
    expect(rowsAfter(grace, 'smaller-instalment')).toMatchInlineSnapshot(`
      [
        "3: 0.00 + 5,095.89",
        "4: 33,333.33 + 4,931.51",
        "5: 33,333.33 + 3,397.26",
        "6: 33,333.34 + 1,643.84",
      ]
    `)
    expect(rowsAfter(grace, 'smaller-instalment', once)).toMatchInlineSnapshot(`
      [
        "1: 10,000.00 + 0.00",
        "3: 0.00 + 4,586.30",
        "4: 30,000.00 + 4,438.36",
        "5: 30,000.00 + 3,057.53",
        "6: 30,000.00 + 1,479.45",
      ]
    `)
    expect(rowsAfter(grace, 'smaller-instalment', once, ['2026-02-10', 30_000])).toMatchInlineSnapshot(`
      [
        "1: 10,000.00 + 0.00",
        "2: 30,000.00 + 0.00",
        "3: 0.00 + 3,057.53",
        "4: 20,000.00 + 2,958.90",
        "5: 20,000.00 + 2,038.36",
        "6: 20,000.00 + 986.30",
      ]
    `)
    expect(rowsAfter(grace, 'shorter-term', ['2026-01-10', 40_000])).toMatchInlineSnapshot(`
      [
        "1: 40,000.00 + 0.00",
        "3: 0.00 + 3,057.53",
        "4: 33,752.19 + 2,958.90",
        "5: 26,247.81 + 1,337.56",
      ]
    `)
  })

  test('loses no interest that waits for the end of the moratorium', () => {
    const grace = { principal: 3, interestDeferred: 2 }
    expect(rowsAfter(grace, 'smaller-instalment')).toMatchInlineSnapshot(`
      [
        "3: 0.00 + 14,630.14",
        "4: 33,333.33 + 4,931.51",
        "5: 33,333.33 + 3,397.26",
        "6: 33,333.34 + 1,643.84",
      ]
    `)
    expect(rowsAfter(grace, 'smaller-instalment', ['2026-01-10', 10_000])).toMatchInlineSnapshot(`
      [
        "1: 10,000.00 + 0.00",
        "3: 0.00 + 13,660.28",
        "4: 30,000.00 + 4,438.36",
        "5: 30,000.00 + 3,057.53",
        "6: 30,000.00 + 1,479.45",
      ]
    `)
    expect(rowsAfter(grace, 'smaller-instalment', ['2026-02-10', 10_000])).toMatchInlineSnapshot(`
      [
        "2: 10,000.00 + 0.00",
        "3: 0.00 + 14,120.55",
        "4: 30,000.00 + 4,438.36",
        "5: 30,000.00 + 3,057.53",
        "6: 30,000.00 + 1,479.45",
      ]
    `)
    expect(rowsAfter(grace, 'shorter-term', ['2026-01-10', 70_000])).toMatchInlineSnapshot(`
      [
        "1: 70,000.00 + 0.00",
        "3: 0.00 + 7,841.10",
        "4: 30,000.00 + 1,479.45",
      ]
    `)
  })

  test('that leaves only rows without interest adds none', () => {
    const rows = rowsAfter({ interestWaived: 3 }, 'shorter-term', ['2026-01-10', 99_000])
    expect(rows).toEqual(['1: 99,000.00 + 0.00', '2: 1,000.00 + 0.00'])
  })
})
