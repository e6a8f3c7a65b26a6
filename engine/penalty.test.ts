import { describe, expect, test } from 'vitest'
import { localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement } from './loan.ts'
import { formatNaira, type Kobo, kobo } from './money.ts'
import type { PenaltyRule } from './penalty.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** Aisha Lawal, ₦60,000 flat at 5% a month: three rows of 20,000 and 3,000. */
const AISHA: LoanAgreement = {
  terms: {
    principal: naira(60_000),
    disbursedOn: on('2026-01-31'),
    firstDueOn: on('2026-02-28'),
    anchorDay: 31,
    tenor: 3,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('5'), per: 'month' },
  },
}
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-01-31'),
  amount: naira(60_000),
}
const receipt = (date: string, amount: number): LoanEvent => ({
  id: `receipt-${date}`,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
})

/** 0.1% a day of overdue principal and interest: ₦23 a day for each late row. */
const DAILY: PenaltyRule = { share: { ppm: 1_000n }, of: 'overdue-principal-and-interest', each: 'day' }
const ONCE: PenaltyRule = { share: { ppm: 50_000n }, of: 'overdue-principal', each: 'once' }

const penalties = (rule: PenaltyRule, asOf: string, ...events: LoanEvent[]): string[] =>
  foldLoan({ ...AISHA, penalty: rule }, [paidOut, ...events], on(asOf)).instalments.map(row =>
    formatNaira(row.due.penalty, ''),
  )

describe('a late row', () => {
  test.each<[string, PenaltyRule, string, LoanEvent[], [string, string, string]]>([
    ['costs nothing on its due date', DAILY, '2026-02-28', [], ['0.00', '0.00', '0.00']],
    ['costs a day on the day after a month-end', DAILY, '2026-03-01', [], ['23.00', '0.00', '0.00']],
    ['costs each day, each row from its own due date', DAILY, '2026-04-10', [], ['943.00', '230.00', '0.00']],
    [
      'costs less once part is paid',
      DAILY,
      '2026-03-11',
      [receipt('2026-03-06', 11_500)],
      ['196.19', '0.00', '0.00'],
    ],
    [
      'costs nothing within the days of grace',
      { ...DAILY, graceDays: 5 },
      '2026-03-05',
      [],
      ['0.00', '0.00', '0.00'],
    ],
    [
      'costs all days once grace has passed',
      { ...DAILY, graceDays: 5 },
      '2026-03-06',
      [],
      ['138.00', '0.00', '0.00'],
    ],
    [
      'paid within grace never costs anything',
      { ...DAILY, graceDays: 5 },
      '2026-03-30',
      [receipt('2026-03-05', 23_000)],
      ['0.00', '0.00', '0.00'],
    ],
    ['stops at the cap', { ...DAILY, cap: { ppm: 20_000n } }, '2026-03-31', [], ['460.00', '0.00', '0.00']],
    ['costs once, by its overdue principal', ONCE, '2026-04-10', [], ['1,000.00', '1,000.00', '0.00']],
    [
      'costs once, on what was overdue that day',
      ONCE,
      '2026-04-10',
      [receipt('2026-02-20', 13_000)],
      ['500.00', '1,000.00', '0.00'],
    ],
    [
      'costs by overdue interest alone',
      { ...DAILY, of: 'overdue-interest' },
      '2026-03-10',
      [],
      ['30.00', '0.00', '0.00'],
    ],
    [
      'costs by the whole principal, once for the loan',
      { ...DAILY, of: 'original-principal' },
      '2026-04-10',
      [],
      ['2,460.00', '0.00', '0.00'],
    ],
    [
      'costs by the principal still out',
      { ...DAILY, of: 'outstanding-principal' },
      '2026-03-10',
      [receipt('2026-02-20', 13_000)],
      ['500.00', '0.00', '0.00'],
    ],
  ])('%s', (_, rule, asOf, events, expected) => {
    expect(penalties(rule, asOf, ...events)).toEqual(expected)
  })

  test('never earns penalties on penalties', () => {
    // Day by day or at once: the same.
    const atOnce = penalties(DAILY, '2026-03-30')
    const looked = ['2026-03-05', '2026-03-12', '2026-03-20'].map(day => receipt(day, 0.01))
    expect(penalties(DAILY, '2026-03-30', ...looked)).toEqual(atOnce)
  })

  test('is paid with its penalty, and a backdated receipt takes the penalty away', () => {
    const late = receipt('2026-03-10', 23_230)
    const state = foldLoan({ ...AISHA, penalty: DAILY }, [paidOut, late], on('2026-03-10'))
    expect(state.entries.at(-1)?.parts).toEqual({
      penalty: naira(230),
      fee: 0n,
      interest: naira(3_000),
      principal: naira(20_000),
    })
    expect(state.charges.map(({ id, outstanding }) => [id, outstanding])).toEqual([['late-1', 0n]])
    const found = receipt('2026-02-27', 23_000)
    expect(penalties(DAILY, '2026-03-10', late, found)).toEqual(['0.00', '0.00', '0.00'])
  })
})

describe('a frozen loan', () => {
  const freeze = (date: string): LoanEvent => ({ id: `freeze-${date}`, type: 'freeze', date: on(date) })
  const unfreeze = (date: string): LoanEvent => ({ id: `unfreeze-${date}`, type: 'unfreeze', date: on(date) })

  test.each<[string, PenaltyRule, string, LoanEvent[], [string, string, string]]>([
    ['costs nothing more', DAILY, '2026-04-10', [freeze('2026-03-10')], ['230.00', '0.00', '0.00']],
    [
      'goes on once it is unfrozen, without the days between',
      DAILY,
      '2026-04-10',
      [freeze('2026-03-10'), unfreeze('2026-04-05')],
      ['345.00', '115.00', '0.00'],
    ],
    [
      'has the rest of its grace left',
      { ...ONCE, graceDays: 14 },
      '2026-04-15',
      [freeze('2026-03-10'), unfreeze('2026-04-11')],
      ['0.00', '0.00', '0.00'],
    ],
    [
      'is charged once that is over',
      { ...ONCE, graceDays: 14 },
      '2026-04-16',
      [freeze('2026-03-10'), unfreeze('2026-04-11')],
      ['1,000.00', '0.00', '0.00'],
    ],
    [
      'that was frozen by mistake goes on the same day',
      DAILY,
      '2026-03-20',
      [
        { ...freeze('2026-03-10'), sequence: 2 },
        { ...unfreeze('2026-03-10'), sequence: 3 },
      ],
      ['460.00', '0.00', '0.00'],
    ],
    [
      'was frozen before its pay-out and is paid out unfrozen',
      DAILY,
      '2026-03-10',
      [freeze('2026-01-10'), unfreeze('2026-01-20')],
      ['230.00', '0.00', '0.00'],
    ],
  ])('%s', (_, rule, asOf, events, expected) => {
    expect(penalties(rule, asOf, ...events)).toEqual(expected)
  })

  test('is the same on the day it is frozen, and takes receipts as ever', () => {
    const state = (...events: LoanEvent[]) =>
      foldLoan({ ...AISHA, penalty: DAILY }, [paidOut, ...events], on('2026-03-10'))
    expect(state(freeze('2026-03-10'))).toEqual(state())
    expect(state(freeze('2026-03-01'), receipt('2026-03-10', 23_023)).arrears.total).toBe(0n)
  })
})
