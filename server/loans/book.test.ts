import { expect, test } from 'vitest'
import { localDate } from '../../engine/dates.ts'
import type { LoanEvent } from '../../engine/events.ts'
import { foldLoan, type LoanAgreement } from '../../engine/loan.ts'
import { kobo } from '../../engine/money.ts'
import { readBook } from './book.ts'
import { paidOutBy } from './state.ts'

/** ₦600,000 over 6 months at 5 % a month, flat: ₦100,000 of principal and ₦30,000 of interest each month. */
const agreement: LoanAgreement = {
  terms: {
    principal: kobo(60_000_000n),
    disbursedOn: localDate('2026-11-16'),
    tenor: 6,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: { numerator: 5n, denominator: 100n }, per: 'month' },
  },
}

test('a write-off that sets free more interest paid ahead than is owed leaves the rest as credit', () => {
  const events: LoanEvent[] = [
    { id: 'pay-out', type: 'disbursement', date: localDate('2026-11-16'), amount: kobo(60_000_000n) },
    // all but ₦10,000, most of its interest long before it is earned
    { id: 'receipt', type: 'receipt', date: localDate('2026-11-17'), amount: kobo(77_000_000n) },
    { id: 'write-off', type: 'write-off', date: localDate('2026-11-18') },
  ]
  const state = foldLoan(agreement, events, localDate('2026-11-20'))
  const { accounts, cash } = readBook(state, paidOutBy(agreement))
  expect(state.credit).toBeGreaterThan(0n)
  expect(accounts).toMatchObject({ loanPrincipal: 0n, customerCredit: -state.credit, writeOffExpense: 0n })
  expect(cash).toBe(17_000_000n)
})
