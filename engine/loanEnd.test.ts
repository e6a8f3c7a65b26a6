import { expect, test } from 'vitest'
import { localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { foldLoan, type LoanAgreement } from './loan.ts'
import { rowsInForce } from './loanEnd.ts'
import { kobo } from './money.ts'
import { SETTLEMENT_RULE, settlementQuote } from './settlement.ts'

/** ₦600,000 over 6 months at 5% a month, flat: ₦130,000 on the 16th of each month from December on. */
const LOAN: LoanAgreement = {
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
const on = (date: string) => ({ id: date, date: localDate(date) })
const begun: LoanEvent[] = [
  { ...on('2026-11-16'), type: 'disbursement', amount: kobo(60_000_000n) },
  { ...on('2026-12-16'), type: 'receipt', amount: kobo(13_000_000n) },
]
const settled: LoanEvent = {
  ...on('2027-01-10'),
  type: 'settlement',
  amount: settlementQuote(LOAN, begun, localDate('2027-01-10'), SETTLEMENT_RULE).total,
  rule: SETTLEMENT_RULE,
}
const dueDays = (events: readonly LoanEvent[]) => {
  const state = foldLoan(LOAN, events, localDate('2027-06-30'))
  expect(state.outstandingTotal).toBe(0n)
  return rowsInForce(state).map(({ dueDate }) => dueDate)
}

test('after a settlement nothing falls due', () => {
  expect(dueDays([...begun, settled])).toEqual(['2026-12-16'])
})

test('a settlement that turned out too small ended nothing, also once the loan is repaid otherwise', () => {
  const bounced: LoanEvent = { ...on('2027-01-20'), type: 'reversal', of: '2026-12-16' }
  const events = [...begun, settled, bounced]
  const { outstandingTotal } = foldLoan(LOAN, events, localDate('2027-05-25'))
  const rest: LoanEvent = { ...on('2027-05-25'), type: 'receipt', amount: outstandingTotal }
  expect(dueDays([...events, rest])).toEqual([
    '2026-12-16',
    '2027-01-16',
    '2027-02-16',
    '2027-03-16',
    '2027-04-16',
    '2027-05-16',
  ])
})
