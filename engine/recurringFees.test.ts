import { describe, expect, test } from 'vitest'
import { totalOf } from './allocation.ts'
import { type LocalDate, localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { foldLoan } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import { agreementFor, type ProductFee, type ProductTerms, quote, termsFor } from './product.ts'
import { settlementQuote } from './settlement.ts'

const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const on = (day: string): LocalDate => localDate(day)

const SERVICE: ProductFee = {
  name: 'Service fee',
  collected: 'every-instalment',
  flat: naira(500),
  sharePpm: 0,
}
const SPREAD: ProductFee = { name: 'Insurance', collected: 'spread', flat: naira(1_200), sharePpm: 0 }

/** ₦120,000 over 12 months without interest, so that only fees tell rows apart. */
const product = (fees: readonly ProductFee[]): ProductTerms => ({
  interest: 'flat',
  repayment: 'equal-instalments',
  ratePpm: 0,
  ratePer: 'month',
  accrual: 'nominal',
  frequency: { code: 'm', name: 'Monthly', rhythm: 'monthly', anchorDay: null, firstDue: 'one-period' },
  leastAmount: naira(1_000),
  mostAmount: naira(1_000_000),
  leastTenor: 1,
  mostTenor: 24,
  fees,
  penalty: null,
  moratorium: { principalRows: 0, interestRows: 0, interestIs: 'deferred' },
  allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'keep-as-credit' },
  roundingUnit: kobo(1n),
  rounding: 'half-up',
  prepayment: 'shorter-term',
  shareOfPayPpm: 333_300,
  cutOffDay: 31,
})
const wish = { amount: naira(120_000), tenor: 12, payOutOn: on('2026-01-10') }
const paidOut: LoanEvent = { id: 'out', type: 'disbursement', date: wish.payOutOn, amount: wish.amount }
const having = (fees: readonly ProductFee[], events: readonly LoanEvent[], day: string) =>
  foldLoan(agreementFor(product(fees), wish), [paidOut, ...events], on(day))

describe('a fee with every instalment', () => {
  test('is part of every row, of the total and of the usual instalment', () => {
    const quoted = quote(product([SERVICE]), wish)
    expect(new Set(quoted.schedule.rows.map(({ fees }) => fees))).toEqual(new Set([naira(500)]))
    expect([quoted.usual, quoted.total, quoted.netPayOut]).toEqual([
      naira(10_500),
      naira(126_000),
      naira(120_000),
    ])
    expect(quoted.fees).toEqual([{ name: 'Service fee', collected: 'every-instalment', amount: naira(500) }])
  })

  test('as a share is one of the amount borrowed', () => {
    const quoted = quote(product([{ ...SERVICE, flat: null, sharePpm: 5_000 }]), wish)
    expect(quoted.schedule.rows[0]?.fees).toBe(naira(600))
  })

  test('ends with the rows that a prepayment ends, while a spread fee stays', () => {
    const projection: LoanEvent = { id: 'r', type: 'receipt', date: on('2026-02-10'), amount: naira(60_000) }
    const only = having([SERVICE], [projection], '2026-02-10')
    const rows = only.instalments.filter(({ due }) => due.principal > 0n).length
    expect(rows).toBeLessThan(12)
    expect(only.due.fee).toBe(kobo(BigInt(rows) * naira(500)))
    const both = having([SERVICE, SPREAD], [projection], '2026-02-10')
    const repaying = both.instalments.filter(({ due }) => due.principal > 0n).length
    expect(both.due.fee).toBe(kobo(BigInt(repaying) * naira(500) + naira(1_200)))
  })

  test('is not asked by a settlement for instalments that are not due, a spread fee is', () => {
    for (const [fees, owed] of [
      [[SERVICE], 500],
      [[SERVICE, SPREAD], 1_700],
    ] as const) {
      const agreement = agreementFor(product(fees), wish)
      const day = on('2026-02-10')
      const quoted = settlementQuote(agreement, [paidOut], day, { interest: 'to-date' })
      expect([quoted.fees, quoted.total]).toEqual([naira(owed), naira(120_000 + owed)])
      const settled: LoanEvent = {
        id: 's',
        type: 'settlement',
        date: day,
        amount: quoted.total,
        rule: { interest: 'to-date' },
      }
      const state = having(fees, [settled], '2026-12-31')
      expect([state.status, state.credit, state.due.fee]).toEqual(['closed', 0n, naira(owed)])
    }
  })

  test('is not lost by a write-off for instalments that are not due', () => {
    const lost: LoanEvent = { id: 'w', type: 'write-off', date: on('2026-02-10') }
    expect(totalOf(having([SERVICE], [lost], '2026-02-10').writtenOff)).toBe(naira(120_500))
  })

  test('goes on with every instalment of new terms, beside what is left of a spread fee', () => {
    const { principal: _, disbursedOn: __, ...terms } = termsFor(product([SERVICE]), { ...wish, tenor: 6 })
    const { firstDueOn: ___, ...open } = terms
    const changed: LoanEvent = {
      id: 'n',
      type: 'restructure',
      date: on('2026-02-10'),
      terms: open,
      capitalises: ['interest', 'fee', 'penalty'],
    }
    const first: LoanEvent = { id: 'r', type: 'receipt', date: on('2026-02-10'), amount: naira(10_600) }
    const state = having([SERVICE, SPREAD], [first, changed], '2026-02-10')
    expect(state.outstanding.principal).toBe(naira(110_000 + 1_100))
    expect(state.outstanding.fee).toBe(naira(6 * 500))
  })
})
