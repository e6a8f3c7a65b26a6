import { describe, expect, test } from 'vitest'
import { dueOnly, totalOf } from './allocation.ts'
import { localDate } from './dates.ts'
import type { LoanEvent, Restructure } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { type Kobo, kobo } from './money.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** ₦600,000 flat at 2% a month over six months, with ₦60,000 of fees over the rows: six of 122,000. */
const SPREAD: LoanAgreement = {
  terms: {
    principal: naira(600_000),
    disbursedOn: on('2026-01-05'),
    firstDueOn: on('2026-01-25'),
    tenor: 6,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('2'), per: 'month' },
    fees: [{ amount: { flat: naira(60_000) }, collected: 'spread' }],
  },
  allocation: dueOnly(),
}
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-01-05'),
  amount: naira(600_000),
}
const first: LoanEvent = { id: 'first', type: 'receipt', date: on('2026-01-25'), amount: naira(122_000) }
const restructure = (capitalises: Restructure['capitalises'], more: object = {}): LoanEvent => ({
  id: 'restructure',
  type: 'restructure',
  date: on('2026-01-25'),
  capitalises,
  terms: {
    tenor: 10,
    frequency: { every: 1, unit: 'month' },
    interest: 'reducing',
    repayment: 'equal-principal',
    rate: { value: percent('2'), per: 'month' },
    firstDueOn: on('2026-02-25'),
  },
  ...more,
})
const having = (...events: LoanEvent[]): LoanState =>
  foldLoan(SPREAD, [paidOut, first, ...events], on('2026-01-25'))

describe('new terms', () => {
  test('carry what is left of spread fees over their rows', () => {
    const { instalments, outstanding } = having(restructure([]))
    expect(outstanding.fee).toBe(naira(50_000))
    expect(instalments.slice(1).map(({ due }) => due.fee)).toEqual(new Array(10).fill(naira(5_000)))
    expect(outstanding.principal).toBe(naira(500_000))
  })

  test('take them into the principal where fees are added to it', () => {
    const { outstanding } = having(restructure(['fee']))
    expect([outstanding.fee, outstanding.principal]).toEqual([0n, naira(550_000)])
  })

  test('carry them again when they are changed again', () => {
    const again = { ...restructure([]), id: 'again', date: on('2026-01-26') } as LoanEvent
    const state = foldLoan(SPREAD, [paidOut, first, restructure([]), again], on('2026-01-26'))
    expect(state.outstanding.fee).toBe(naira(50_000))
  })

  test('use the customer’s credit first: nobody pays interest on money of theirs that we hold', () => {
    const more: LoanEvent = { id: 'more', type: 'receipt', date: on('2026-01-25'), amount: naira(100_000) }
    expect(having(more).credit).toBe(naira(100_000))
    const state = having(more, restructure([]))
    expect(state.credit).toBe(0n)
    expect(totalOf(state.outstanding) - state.outstanding.interest).toBe(naira(450_000))
  })
})

describe('a write-off', () => {
  const more: LoanEvent = { id: 'more', type: 'receipt', date: on('2026-01-25'), amount: naira(100_000) }
  const writeOff: LoanEvent = { id: 'lost', type: 'write-off', date: on('2026-01-25') }

  test('loses only what the customer’s own credit does not cover', () => {
    const state = having(more, writeOff)
    expect([state.credit, state.status]).toEqual([0n, 'written-off'])
    expect(totalOf(state.writtenOff)).toBe(naira(450_000))
  })

  test('of a loan that the credit covers loses nothing', () => {
    const enough: LoanEvent = { ...more, amount: naira(600_000) }
    const state = having(enough, writeOff)
    expect([state.credit, state.status]).toEqual([naira(50_000), 'overpaid'])
  })
})
