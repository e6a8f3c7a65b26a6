import { describe, expect, test } from 'vitest'
import { COMPONENTS, dueOnly, dueThenInAdvance, type Parts, totalOf } from './allocation.ts'
import { localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { formatNaira, type Kobo, kobo } from './money.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
/** 115000 or 0.01: an amount as a table writes it. */
const shown = (amount: bigint): string =>
  formatNaira(kobo(amount), '').replaceAll(',', '').replace(/\.00$/, '')

/** Musa Bello, ₦300,000 flat at 5% a month: three rows of 100,000 and 15,000 on month ends. */
const MUSA: LoanAgreement = {
  terms: {
    principal: naira(300_000),
    disbursedOn: localDate('2026-01-12'),
    firstDueOn: localDate('2026-01-31'),
    tenor: 3,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('5'), per: 'month' },
  },
}

const on = (date: string) => localDate(date)
const paidOut: LoanEvent = {
  id: 'pay-out',
  type: 'disbursement',
  date: on('2026-01-12'),
  amount: naira(300_000),
}
const receipt = (id: string, date: string, amount: number): LoanEvent => ({
  id,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
})
const undo = (of: string, date: string): LoanEvent => ({
  id: `${of}-undone`,
  type: 'reversal',
  of,
  date: on(date),
})
const charge = (
  id: string,
  date: string,
  amount: number,
  component: 'fee' | 'penalty' = 'fee',
): LoanEvent => ({
  id,
  type: 'charge',
  date: on(date),
  due: on(date),
  component,
  amount: { flat: naira(amount) },
})

/** `penalty 500 + interest 15000`. */
const words = (parts: Parts): string =>
  COMPONENTS.filter(name => parts[name] !== 0n)
    .map(name => `${name} ${shown(parts[name])}`)
    .join(' + ')

/** One line a row: due date, due, paid, what is left. */
const rows = ({ instalments }: LoanState): string[] =>
  instalments.map(
    row =>
      `${row.n} ${row.dueDate} due ${shown(totalOf(row.due))} paid ${shown(totalOf(row.paid))} ` +
      `left ${shown(totalOf(row.outstanding))}`,
  )

const splits = ({ entries }: LoanState): string[] =>
  entries.map(({ event, parts, credit, undone }) =>
    [event, words(parts), credit === 0n ? '' : `credit ${shown(credit)}`, undone ? 'undone' : '']
      .filter(Boolean)
      .join(': '),
  )

type Expected = { status: LoanState['status']; left: number; credit?: number; late?: number; days?: number }

const asShown = ({ days, ...rest }: Expected) => ({
  ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
  ...(days === undefined ? {} : { days }),
})

/** The figures a clerk reads first, on a given day. */
const figures = (events: readonly LoanEvent[], asOf: string, agreement = MUSA) => {
  const { status, outstandingTotal, credit, arrears } = foldLoan(agreement, events, on(asOf))
  return {
    status,
    left: shown(outstandingTotal),
    ...(credit === 0n ? {} : { credit: shown(credit) }),
    ...(arrears.total === 0n ? {} : { late: shown(arrears.total), days: arrears.daysPastDue }),
  }
}

describe('pay-out and receipts', () => {
  test.each<[string, LoanEvent[], string, Expected]>([
    ['before the pay-out', [], '2026-01-11', { status: 'awaiting-disbursement', left: 0 }],
    ['on the day of the pay-out', [paidOut], '2026-01-12', { status: 'live', left: 345_000 }],
    ['the day before the pay-out', [paidOut], '2026-01-11', { status: 'awaiting-disbursement', left: 0 }],
    [
      'a pay-out undone',
      [paidOut, undo('pay-out', '2026-01-13')],
      '2026-01-13',
      { status: 'awaiting-disbursement', left: 0 },
    ],
    ['due today is not late', [paidOut], '2026-01-31', { status: 'live', left: 345_000 }],
    ['a day late', [paidOut], '2026-02-01', { status: 'live', left: 345_000, late: 115_000, days: 1 }],
    [
      'two rows late, counted from the older',
      [paidOut],
      '2026-03-01',
      { status: 'live', left: 345_000, late: 230_000, days: 29 },
    ],
    [
      'paid on month-end',
      [paidOut, receipt('a', '2026-01-31', 115_000)],
      '2026-02-27',
      { status: 'live', left: 230_000 },
    ],
    [
      'short by a kobo is late from its due date',
      [paidOut, receipt('a', '2026-01-31', 114_999.99)],
      '2026-02-28',
      { status: 'live', left: 230_000.01, late: 0.01, days: 28 },
    ],
    [
      'late and short: days count from the row still open',
      [paidOut, receipt('a', '2026-02-05', 120_000)],
      '2026-03-02',
      { status: 'live', left: 225_000, late: 110_000, days: 2 },
    ],
    [
      'paid in full',
      [paidOut, receipt('a', '2026-02-28', 345_000)],
      '2026-03-01',
      { status: 'closed', left: 0 },
    ],
    [
      'paid too much',
      [paidOut, receipt('a', '2026-02-28', 350_000)],
      '2026-03-01',
      { status: 'overpaid', left: 0, credit: 5_000 },
    ],
    [
      'paid before the loan exists',
      [receipt('a', '2026-01-02', 15_000), paidOut],
      '2026-01-12',
      { status: 'live', left: 330_000 },
    ],
    [
      'state as of a day before the receipt',
      [paidOut, receipt('a', '2026-02-28', 345_000)],
      '2026-02-27',
      { status: 'live', left: 345_000, late: 115_000, days: 27 },
    ],
  ])('%s', (_, events, asOf, expected) => {
    expect(figures(events, asOf)).toEqual(asShown(expected))
  })

  test('rows remember when and how they were paid', () => {
    const events = [paidOut, receipt('early', '2026-01-20', 60_000), receipt('late', '2026-02-03', 60_000)]
    const [first, second] = foldLoan(MUSA, events, on('2026-02-03')).instalments
    expect([first?.paidInAdvance, first?.paidLate, first?.paidOn].map(String)).toEqual([
      '6000000',
      '5500000',
      '2026-02-03',
    ])
    expect([second?.paidInAdvance, second?.paidOn]).toEqual([naira(5_000), undefined])
  })

  test('an over-deduction kept as credit pays the next row on its due date', () => {
    const agreement = { ...MUSA, allocation: dueOnly() }
    const events = [paidOut, receipt('a', '2026-01-31', 130_000)]
    expect(figures(events, '2026-02-27', agreement)).toEqual(
      asShown({
        status: 'live',
        left: 230_000,
        credit: 15_000,
      }),
    )
    expect(figures(events, '2026-02-28', agreement)).toEqual(asShown({ status: 'live', left: 215_000 }))
    expect(splits(foldLoan(agreement, events, on('2026-02-28')))).toEqual([
      'pay-out',
      'a: interest 15000 + principal 100000: credit 15000',
      'credit-2026-02-28: interest 15000: credit -15000',
    ])
  })

  test('credit that pays the last row closes the loan on that day, whatever is reversed later', () => {
    const agreement = { ...MUSA, allocation: dueOnly() }
    const events: LoanEvent[] = [
      paidOut,
      receipt('all', '2026-01-31', 345_000),
      { id: 'freeze', type: 'freeze', date: on('2026-03-31') },
      receipt('wrong', '2026-04-10', 1_000),
      undo('wrong', '2026-04-12'),
    ]
    const { status, closedOn } = foldLoan(agreement, events, on('2026-05-01'))
    expect({ status, closedOn }).toEqual({ status: 'closed', closedOn: '2026-03-31' })
  })
})

describe('backdated and reversed', () => {
  const first = receipt('first', '2026-01-31', 115_000)
  test.each<[string, LoanEvent[], string, Expected]>([
    [
      'a receipt found later closes the loan on replay',
      [paidOut, receipt('b', '2026-03-05', 230_000), first],
      '2026-03-05',
      { status: 'closed', left: 0 },
    ],
    [
      'a reversal reopens a closed loan',
      [paidOut, first, receipt('b', '2026-02-28', 230_000), undo('first', '2026-03-09')],
      '2026-03-09',
      { status: 'live', left: 115_000 },
    ],
    [
      'before the reversal it is still closed',
      [paidOut, first, receipt('b', '2026-02-28', 230_000), undo('first', '2026-03-09')],
      '2026-03-08',
      { status: 'closed', left: 0 },
    ],
    [
      'a reversal of an overpayment takes the credit away',
      [paidOut, first, receipt('b', '2026-02-28', 240_000), undo('first', '2026-03-09')],
      '2026-03-09',
      { status: 'live', left: 105_000 },
    ],
  ])('%s', (_, events, asOf, expected) => {
    expect(figures(events, asOf)).toEqual(asShown(expected))
  })

  test('later receipts move up into what the reversed one had paid', () => {
    const events = [paidOut, first, receipt('second', '2026-02-28', 115_000), undo('first', '2026-03-02')]
    const state = foldLoan(MUSA, events, on('2026-03-02'))
    expect(rows(state)).toEqual([
      '1 2026-01-31 due 115000 paid 115000 left 0',
      '2 2026-02-28 due 115000 paid 0 left 115000',
      '3 2026-03-31 due 115000 paid 0 left 115000',
    ])
    expect(splits(state)).toEqual([
      'pay-out',
      'first: undone',
      'second: interest 15000 + principal 100000',
      'first-undone',
    ])
  })

  test('makes the loan as late as it was without it', () => {
    const events = [paidOut, first]
    const before = foldLoan(MUSA, events, on('2026-02-10'))
    const after = foldLoan(MUSA, [...events, undo('first', '2026-02-10')], on('2026-02-10'))
    expect([before.arrears.daysPastDue, after.arrears.daysPastDue]).toEqual([0, 10])
  })
})

describe('charges, waivers', () => {
  const feeOf1000 = charge('fee', '2026-02-10', 1_000)
  const waiver = (
    id: string,
    date: string,
    amount: number,
    of: { component: 'fee' | 'interest' },
  ): LoanEvent => ({
    id,
    type: 'waiver',
    date: on(date),
    amount: naira(amount),
    of,
  })
  test.each<[string, LoanEvent[], string, Expected]>([
    [
      'a fee joins the row its day falls in',
      [paidOut, feeOf1000],
      '2026-02-10',
      { status: 'live', left: 346_000, late: 115_000, days: 10 },
    ],
    [
      'a fee after the last row opens a row of its own',
      [paidOut, receipt('a', '2026-03-31', 345_000), charge('fee', '2026-04-15', 500)],
      '2026-04-15',
      { status: 'live', left: 500 },
    ],
    [
      'credit meets a new fee by itself',
      [paidOut, receipt('a', '2026-03-31', 345_400), charge('fee', '2026-04-15', 500)],
      '2026-04-16',
      { status: 'live', left: 100, late: 100, days: 1 },
    ],
    [
      'a waived fee is not owed',
      [paidOut, feeOf1000, waiver('w', '2026-02-12', 1_000, { component: 'fee' })],
      '2026-02-12',
      { status: 'live', left: 345_000, late: 115_000, days: 12 },
    ],
    [
      'the day before the waiver it is owed',
      [paidOut, feeOf1000, waiver('w', '2026-02-12', 1_000, { component: 'fee' })],
      '2026-02-11',
      { status: 'live', left: 346_000, late: 116_000, days: 11 },
    ],
    [
      'waived interest comes off the oldest row',
      [paidOut, waiver('w', '2026-02-12', 20_000, { component: 'interest' })],
      '2026-02-12',
      { status: 'live', left: 325_000, late: 100_000, days: 12 },
    ],
    [
      'a waiver undone is owed again',
      [paidOut, feeOf1000, waiver('w', '2026-02-12', 1_000, { component: 'fee' }), undo('w', '2026-02-13')],
      '2026-02-13',
      { status: 'live', left: 346_000, late: 116_000, days: 13 },
    ],
  ])('%s', (_, events, asOf, expected) => {
    expect(figures(events, asOf)).toEqual(asShown(expected))
  })

  test('a charge due before its row is due goes first where dues come first', () => {
    const agreement = {
      ...MUSA,
      allocation: dueThenInAdvance(['principal', 'interest', 'fee', 'penalty']),
    }
    const events = [
      paidOut,
      charge('late-form', '2026-01-20', 500, 'penalty'),
      receipt('a', '2026-01-20', 700),
    ]
    expect(splits(foldLoan(agreement, events, on('2026-01-20'))).at(-1)).toBe(
      'a: penalty 500 + principal 200',
    )
  })
})

describe('write-off, recovery, refund', () => {
  const writeOff: LoanEvent = { id: 'write-off', type: 'write-off', date: on('2026-03-15') }
  const recovery: LoanEvent = {
    id: 'recovery',
    type: 'recovery',
    date: on('2026-06-01'),
    amount: naira(50_000),
  }
  const refund = (date: string, amount: number): LoanEvent => ({
    id: 'refund',
    type: 'refund',
    date: on(date),
    amount: naira(amount),
  })
  test.each<[string, LoanEvent[], string, Expected]>([
    [
      'a write-off leaves nothing owed',
      [paidOut, writeOff],
      '2026-03-15',
      { status: 'written-off', left: 0 },
    ],
    [
      'a write-off undone is owed again',
      [paidOut, writeOff, undo('write-off', '2026-03-16')],
      '2026-03-16',
      { status: 'live', left: 345_000, late: 230_000, days: 44 },
    ],
    [
      'a refund clears the credit',
      [paidOut, receipt('a', '2026-02-28', 350_000), refund('2026-03-02', 5_000)],
      '2026-03-02',
      { status: 'closed', left: 0 },
    ],
    [
      'a refund of part leaves the rest',
      [paidOut, receipt('a', '2026-02-28', 350_000), refund('2026-03-02', 2_000)],
      '2026-03-02',
      { status: 'overpaid', left: 0, credit: 3_000 },
    ],
    [
      'a receipt reversed after the refund is owed back',
      [
        paidOut,
        receipt('a', '2026-02-28', 345_000),
        receipt('b', '2026-03-01', 5_000),
        refund('2026-03-02', 5_000),
        undo('b', '2026-03-03'),
      ],
      '2026-03-03',
      { status: 'live', left: 0, credit: -5_000 },
    ],
  ])('%s', (_, events, asOf, expected) => {
    expect(figures(events, asOf)).toEqual(asShown(expected))
  })

  test('interest not yet earned is let go, not lost', () => {
    const state = foldLoan(MUSA, [paidOut, writeOff], on('2026-03-15'))
    // 15 of 31 days of March: 15,000 × 15/31
    expect(words(state.writtenOff)).toBe('interest 37258.06 + principal 300000')
    expect(state.entries.at(-1)?.rebate).toBe(naira(7_741.94))
  })

  test('money on a written-off loan is recovered, whoever books it', () => {
    const state = foldLoan(
      MUSA,
      [paidOut, writeOff, recovery, receipt('payroll', '2026-07-25', 400_000)],
      on('2026-08-01'),
    )
    expect(state.entries.slice(-2).map(({ recovered, credit }) => [shown(recovered), shown(credit)])).toEqual(
      [
        ['50000', '0'],
        ['287258.06', '112741.94'],
      ],
    )
    expect(state.status).toBe('written-off')
  })
})

test('interest is earned by the day and sums to the row', () => {
  const earned = (asOf: string) => shown(foldLoan(MUSA, [paidOut], on(asOf)).interestEarned)
  expect(
    ['2026-01-12', '2026-01-13', '2026-01-30', '2026-01-31', '2026-02-14', '2026-04-30'].map(earned),
  ).toEqual(['0', '789.47', '14210.53', '15000', '22500', '45000'])
})

test('what comes next is known', () => {
  expect(foldLoan(MUSA, [paidOut, receipt('a', '2026-01-31', 115_000)], on('2026-02-01')).nextDue).toEqual({
    date: on('2026-02-28'),
    amount: naira(115_000),
  })
})

test.each<[string, LoanAgreement, LoanEvent[], string, string | undefined]>([
  ['while anything is owed', MUSA, [paidOut], '2026-03-31', undefined],
  [
    'on the day of the last receipt',
    MUSA,
    [paidOut, receipt('a', '2026-02-28', 345_000)],
    '2026-04-30',
    '2026-02-28',
  ],
  [
    'on the due date that credit met',
    { ...MUSA, allocation: dueOnly() },
    [paidOut, receipt('a', '2026-01-31', 345_000)],
    '2026-04-30',
    '2026-03-31',
  ],
  ['not before the pay-out', MUSA, [], '2026-04-30', undefined],
])('a loan is closed %s', (_, agreement, events, asOf, expected) => {
  expect(foldLoan(agreement, events, on(asOf)).closedOn).toBe(expected)
})
