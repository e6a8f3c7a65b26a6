import { expect, test } from 'vitest'
import { readBook } from '../../../engine/accounts.ts'
import { addDays, type LocalDate, localDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { foldLoan, type LoanAgreement } from '../../../engine/loan.ts'
import { kobo } from '../../../engine/money.ts'
import { nextChangeOf } from '../../../engine/nextChange.ts'
import type { PenaltyRule } from '../../../engine/penalty.ts'
import { figuresOf, paidOutBy } from './state.ts'

const PAID_OUT = localDate('2026-12-12')
const TERMS: LoanAgreement['terms'] = {
  principal: kobo(147_000_000n),
  disbursedOn: PAID_OUT,
  tenor: 6,
  frequency: { every: 2, unit: 'week' },
  interest: 'flat',
  repayment: 'equal-instalments',
  rate: { value: { numerator: 4n, denominator: 100n }, per: 'month' },
}
const { principal: _p, disbursedOn: _d, ...NEW_TERMS } = { ...TERMS, tenor: 10 }

const late = (each: PenaltyRule['each'], graceDays: number): PenaltyRule => ({
  share: { ppm: 2_000n },
  of: 'overdue-principal-and-interest',
  each,
  graceDays,
  cap: { ppm: 100_000n },
})
const event = (id: string, date: string, rest: object): LoanEvent =>
  ({ id, date: localDate(date), ...rest }) as LoanEvent
const HISTORY: LoanEvent[] = [
  event('pay-out', '2026-12-12', { type: 'disbursement', amount: kobo(147_000_000n) }),
  event('fee', '2027-01-02', {
    type: 'charge',
    component: 'fee',
    amount: { flat: kobo(500_000n) },
    due: '2027-01-02',
  }),
  event('receipt', '2027-01-08', { type: 'receipt', amount: kobo(23_450_000n) }),
  event('new terms', '2027-02-09', { type: 'restructure', terms: NEW_TERMS, capitalises: ['interest'] }),
  event('more', '2027-03-20', { type: 'receipt', amount: kobo(90_000_000n) }),
]

const DAILY = { interest: 'reducing', accrual: 'actual/365', interestBasis: 'daily-balance' } as const

test.each<[string, PenaltyRule | undefined, Partial<LoanAgreement['terms']>]>([
  ['no penalty', undefined, {}],
  ['once, after 5 days of grace', late('once', 5), {}],
  ['once, at once', late('once', 0), {}],
  ['by the day, after 10 days of grace', late('day', 10), {}],
  ['interest on the daily balance', undefined, DAILY],
  ['interest on the daily balance and a penalty', late('once', 5), DAILY],
])('%s: until the day it names, books and figures stand still', (_, penalty, other) => {
  const agreement: LoanAgreement = { terms: { ...TERMS, ...other }, ...(penalty ? { penalty } : {}) }
  const paidOut = paidOutBy(agreement)
  const on = (day: LocalDate, known: LocalDate) => {
    // what is entered later than the night in question is not known to it
    const state = foldLoan(
      agreement,
      HISTORY.filter(each => each.date <= known).map(each =>
        each.type === 'restructure' ? { ...each, terms: { ...each.terms, ...other } } : each,
      ),
      day,
    )
    const { booked_through: _booked, next_change_on: _next, ...figures } = figuresOf(state)
    return { state, held: { ...readBook(state, paidOut), figures } }
  }
  for (let day = PAID_OUT; day < '2027-07-01'; day = addDays(day, 1)) {
    const { state, held } = on(day, day)
    const next = nextChangeOf(state, { penalty }) ?? addDays(day, 40)
    for (let projection = addDays(day, 1); projection < next; projection = addDays(projection, 1))
      expect(on(projection, day).held, `${day} to ${projection}`).toEqual(held)
  }
})
