import { describe, expect, test } from 'vitest'
import { totalOf } from './allocation.ts'
import { type LocalDate, localDate } from './dates.ts'
import type { LoanEvent, PrepaymentEffect, Restructure } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { formatNaira, type Kobo, kobo } from './money.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** Ngozi Okafor, ₦120,000 reducing at 4% a month over six months, deducted on month ends. */
const NGOZI: LoanAgreement = {
  terms: {
    principal: naira(120_000),
    disbursedOn: on('2026-07-31'),
    firstDueOn: on('2026-08-31'),
    anchorDay: 31,
    tenor: 6,
    frequency: { every: 1, unit: 'month' },
    interest: 'reducing',
    repayment: 'equal-instalments',
    rate: { value: percent('4'), per: 'month' },
  },
}
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-07-31'),
  amount: naira(120_000),
}
const receipt = (date: string, amount: number, more: object = {}): LoanEvent => ({
  id: `receipt-${date}`,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
  ...more,
})

/** Due date, principal, interest and balance, as a schedule prints them. */
const schedule = ({ instalments }: LoanState): string[] =>
  instalments.map(({ dueDate, due, balance }) =>
    [dueDate, ...[due.principal, due.interest, balance].map(amount => formatNaira(amount, ''))].join('  '),
  )

/** The schedule as sold: six rows of 22,891.43. */
const SOLD = [
  '2026-08-31  18,091.43  4,800.00  101,908.57',
  '2026-09-30  18,815.09  4,076.34  83,093.48',
  '2026-10-31  19,567.69  3,323.74  63,525.79',
  '2026-11-30  20,350.40  2,541.03  43,175.39',
  '2026-12-31  21,164.41  1,727.02  22,010.98',
  '2027-01-31  22,010.98  880.44  0.00',
]

describe('a prepayment', () => {
  const shapes: Record<string, [PrepaymentEffect, LoanEvent, string[]]> = {
    'pays following instalments unless agreed otherwise': [
      'in-advance',
      receipt('2026-08-31', 62_891.43),
      SOLD,
    ],
    'makes the loan shorter': [
      'shorter-term',
      receipt('2026-08-31', 62_891.43),
      [
        '2026-08-31  58,091.43  4,800.00  61,908.57',
        '2026-09-30  20,415.09  2,476.34  41,493.48',
        '2026-10-31  21,231.69  1,659.74  20,261.79',
        '2026-11-30  20,261.79  810.47  0.00',
      ],
    ],
    'makes the instalment smaller': [
      'smaller-instalment',
      receipt('2026-08-31', 62_891.43),
      [
        '2026-08-31  58,091.43  4,800.00  61,908.57',
        '2026-09-30  11,430.00  2,476.34  50,478.57',
        '2026-10-31  11,887.20  2,019.14  38,591.37',
        '2026-11-30  12,362.69  1,543.65  26,228.68',
        '2026-12-31  12,857.19  1,049.15  13,371.49',
        '2027-01-31  13,371.49  534.86  0.00',
      ],
    ],
    'in mid-month counts with the instalment it falls in': [
      'smaller-instalment',
      receipt('2026-08-14', 62_891.43),
      [
        '2026-08-31  58,091.43  4,800.00  61,908.57',
        '2026-09-30  11,430.00  2,476.34  50,478.57',
        '2026-10-31  11,887.20  2,019.14  38,591.37',
        '2026-11-30  12,362.69  1,543.65  26,228.68',
        '2026-12-31  12,857.19  1,049.15  13,371.49',
        '2027-01-31  13,371.49  534.86  0.00',
      ],
    ],
    'of everything ends the loan': [
      'shorter-term',
      receipt('2026-08-31', 124_800),
      ['2026-08-31  120,000.00  4,800.00  0.00'],
    ],
  }
  test.each(Object.entries(shapes))('%s', (_, [prepayment, event, expected]) => {
    const agreement = { ...NGOZI, prepayment }
    const before = foldLoan(agreement, [paidOut], on('2026-08-31'))
    const after = foldLoan(agreement, [paidOut, event], on('2026-08-31'))
    expect(schedule(before)).toEqual(SOLD)
    expect(schedule(after)).toEqual(expected)
    expect(after.original.map(({ dueDate }) => dueDate)).toEqual(SOLD.map(row => row.slice(0, 10)))
  })

  test('pays arrears before it shortens anything', () => {
    const agreement: LoanAgreement = { ...NGOZI, prepayment: 'shorter-term' }
    const state = foldLoan(agreement, [paidOut, receipt('2026-09-30', 45_782.86)], on('2026-09-30'))
    expect(schedule(state)).toEqual(SOLD)
    expect(state.arrears.total).toBe(0n)
  })
})

describe('a payroll holiday', () => {
  const holiday = (date: string, periods: number, interest: 'waived' | 'added'): LoanEvent => ({
    id: `holiday-${date}`,
    type: 'holiday',
    date: on(date),
    periods,
    interest,
  })
  test.each<[string, LoanEvent[], string[]]>([
    [
      'moves every row not yet due and keeps month ends',
      [holiday('2026-09-05', 2, 'waived')],
      ['2026-08-31', '2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'],
    ],
    [
      'from a due date moves that row too',
      [holiday('2026-08-31', 1, 'waived')],
      ['2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'],
    ],
    [
      'may follow another',
      [holiday('2026-09-05', 1, 'waived'), holiday('2026-11-05', 1, 'waived')],
      ['2026-08-31', '2026-10-31', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'],
    ],
    [
      'after the last row moves nothing',
      [holiday('2027-02-01', 3, 'waived')],
      SOLD.map(row => row.slice(0, 10)),
    ],
  ])('%s', (_, events, expected) => {
    const state = foldLoan(NGOZI, [paidOut, ...events], on('2027-02-01'))
    expect(state.instalments.map(({ dueDate }) => dueDate)).toEqual(expected)
    expect(state.due.principal).toBe(naira(120_000))
  })

  test('leaves a fee with a day of its own where it is', () => {
    const fee = (id: string, due: LocalDate): LoanEvent => ({
      id,
      type: 'charge',
      date: on('2026-08-01'),
      component: 'fee',
      amount: { flat: naira(500) },
      due,
    })
    const skips = holiday('2026-09-05', 1, 'waived')
    const late = (charge: LoanEvent, paid: number) =>
      foldLoan(NGOZI, [paidOut, charge, receipt('2026-08-31', paid), skips], on('2026-10-01')).arrears.total
    expect(late(fee('search', on('2026-09-30')), 22_891.43)).toBe(naira(500))
  })

  test('costs the interest of the skipped months where it is added', () => {
    const free = foldLoan(NGOZI, [paidOut, holiday('2026-09-05', 2, 'waived')], on('2026-09-05'))
    const added = foldLoan(NGOZI, [paidOut, holiday('2026-09-05', 2, 'added')], on('2026-09-05'))
    // 101,908.57 × 4% × 2
    expect(added.due.interest - free.due.interest).toBe(naira(8_152.69))
    expect(added.instalments[1]?.due.interest).toBe(naira(12_229.03))
  })
})

describe('a restructure', () => {
  const twelveMonths: Restructure['terms'] = {
    tenor: 12,
    frequency: { every: 1, unit: 'month' },
    interest: 'reducing',
    repayment: 'equal-instalments',
    rate: { value: percent('3'), per: 'month' },
    firstDueOn: on('2026-10-31'),
    anchorDay: 31,
  }
  const restructure = (capitalises: Restructure['capitalises']): LoanEvent => ({
    id: 'restructure',
    type: 'restructure',
    date: on('2026-09-30'),
    terms: twelveMonths,
    capitalises,
  })
  const restructured = (capitalises: Restructure['capitalises'], ...events: LoanEvent[]) =>
    foldLoan(NGOZI, [paidOut, ...events, restructure(capitalises)], on('2026-09-30'))

  test('has exactly the rows of its new tenor after what was paid before', () => {
    const state = restructured([], receipt('2026-08-31', 22_891.43), receipt('2026-09-30', 22_891.43))
    expect(state.instalments.length).toBe(14)
    expect(schedule(state).slice(0, 3)).toEqual([
      '2026-08-31  18,091.43  4,800.00  101,908.57',
      '2026-09-30  18,815.09  4,076.34  83,093.48',
      '2026-10-31  5,854.94  2,492.80  77,238.54',
    ])
  })

  test.each<[string, Restructure['capitalises'], string, string]>([
    // what joins the principal, new principal, still due at once
    ['moves unpaid principal alone', [], '120,000.00', '8,876.34'],
    ['moves unpaid interest with it', ['interest'], '128,876.34', '0.00'],
  ])('%s', (_, capitalises, principal, stillDue) => {
    const state = restructured(capitalises)
    const fresh = state.instalments.filter(({ dueDate }) => dueDate > on('2026-09-30'))
    expect(fresh.length).toBe(12)
    expect(formatNaira(kobo(fresh.reduce((sum, row) => sum + row.due.principal, 0n)), '')).toBe(principal)
    const old = state.instalments.filter(({ dueDate }) => dueDate <= on('2026-09-30'))
    expect(formatNaira(kobo(old.reduce((sum, row) => sum + totalOf(row.outstanding), 0n)), '')).toBe(stillDue)
  })

  test('in mid-month counts interest to its day and lets the rest go', () => {
    const state = foldLoan(
      NGOZI,
      [paidOut, { ...restructure(['interest']), date: on('2026-08-15') }],
      on('2026-08-15'),
    )
    // 15 of 31 days of 4,800
    expect(state.entries.at(-1)?.parts.interest).toBe(naira(2_322.58))
    expect(state.outstanding.principal).toBe(naira(122_322.58))
  })

  test('leaves no arrears when all of them were moved', () => {
    const late: LoanEvent = {
      id: 'late',
      type: 'charge',
      date: on('2026-09-10'),
      due: on('2026-09-10'),
      component: 'penalty',
      amount: { flat: naira(1_500) },
    }
    const state = foldLoan(
      NGOZI,
      [paidOut, late, restructure(['interest', 'fee', 'penalty'])],
      on('2026-10-01'),
    )
    expect(state.arrears.total).toBe(0n)
    expect(state.outstanding.penalty).toBe(0n)
    expect(state.outstanding.principal).toBe(naira(130_376.34))
  })

  test('undone brings the old schedule back', () => {
    const undo: LoanEvent = { id: 'undo', type: 'reversal', of: 'restructure', date: on('2026-10-02') }
    const state = foldLoan(NGOZI, [paidOut, restructure(['interest']), undo], on('2026-10-02'))
    expect(schedule(state)).toEqual(SOLD)
  })
})
