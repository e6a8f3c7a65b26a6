import { describe, expect, test } from 'vitest'
import { localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { percent } from './fraction.ts'
import type { LoanAgreement } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import { type RefusalName, refusalOf } from './refusals.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate
const TODAY = on('2026-03-15')

/** ₦100,000 flat at 5% a month: two rows of 55,000, the first late, the second due on 31 March. */
const AGREEMENT: LoanAgreement = {
  terms: {
    principal: naira(100_000),
    disbursedOn: on('2026-01-31'),
    firstDueOn: on('2026-02-28'),
    anchorDay: 31,
    tenor: 2,
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
  amount: naira(100_000),
}
const receipt = (id: string, date: string, amount: number): LoanEvent => ({
  id,
  type: 'receipt',
  date: on(date),
  amount: naira(amount),
})
const refund = (amount: number): LoanEvent => ({
  id: 'refund',
  type: 'refund',
  date: TODAY,
  amount: naira(amount),
})
const undo = (of: string, id = 'undo', date = '2026-03-15'): LoanEvent => ({
  id,
  type: 'reversal',
  of,
  date: on(date),
})
const writeOff: LoanEvent = { id: 'write-off', type: 'write-off', date: TODAY }
const fee: LoanEvent = {
  id: 'fee',
  type: 'charge',
  date: on('2026-03-01'),
  due: on('2026-03-01'),
  component: 'fee',
  amount: { flat: naira(500) },
}
const waiver = (amount: number): LoanEvent => ({
  id: 'waiver',
  type: 'waiver',
  date: TODAY,
  amount: naira(amount),
  of: { component: 'fee' },
})
const holiday = (periods: number): LoanEvent => ({
  id: 'holiday',
  type: 'holiday',
  date: TODAY,
  periods,
  interest: 'waived',
})
const restructure: LoanEvent = {
  id: 'restructure',
  type: 'restructure',
  date: TODAY,
  capitalises: [],
  terms: {
    tenor: 6,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('3'), per: 'month' },
  },
}
const settlement = (amount: number): LoanEvent => ({
  id: 'settlement',
  type: 'settlement',
  date: TODAY,
  amount: naira(amount),
  rule: { interest: 'to-date' },
})
const recovery: LoanEvent = { id: 'recovery', type: 'recovery', date: TODAY, amount: naira(1_000) }
const closed = [paidOut, receipt('all', '2026-03-01', 110_000)]
const overpaid = [paidOut, receipt('all', '2026-03-01', 112_000)]

describe('is refused', () => {
  test.each<[string, LoanEvent[], LoanEvent, RefusalName, number?]>([
    ['the same id twice', [paidOut], { ...receipt('pay-out', '2026-03-01', 5), id: 'pay-out' }, 'id-taken'],
    ['a receipt of nothing', [paidOut], receipt('r', '2026-03-01', 0), 'amount-not-positive'],
    ['a receipt of less than nothing', [paidOut], receipt('r', '2026-03-01', -5), 'amount-not-positive'],
    ['a receipt of tomorrow', [paidOut], receipt('r', '2026-03-16', 5), 'in-the-future'],
    ['a receipt before the loan is paid out', [], receipt('r', '2026-03-01', 5), 'not-disbursed'],
    ['a receipt dated before the pay-out', [paidOut], receipt('r', '2026-01-30', 5), 'before-disbursement'],
    ['a second pay-out', [paidOut], { ...paidOut, id: 'again' }, 'already-disbursed'],
    [
      'a pay-out above what was approved',
      [],
      { ...paidOut, amount: naira(100_000.01) },
      'above-approved-principal',
      100_000,
    ],
    ['a refund without credit', [paidOut], refund(1), 'above-credit', 0],
    ['a refund above the credit', overpaid, refund(2_000.01), 'above-credit', 2_000],
    ['a waiver above what is open', [paidOut, fee], waiver(500.01), 'above-outstanding', 500],
    [
      'a waiver of a charge already waived',
      [paidOut, fee, { ...waiver(500), id: 'first' }],
      waiver(1),
      'above-outstanding',
      0,
    ],
    ['writing off a closed loan', closed, writeOff, 'nothing-outstanding'],
    ['writing off twice', [paidOut, { ...writeOff, id: 'first' }], writeOff, 'written-off'],
    ['charging a written-off loan', [paidOut, writeOff], { ...fee, date: TODAY }, 'written-off'],
    ['charging a closed loan, which would open it again', closed, fee, 'nothing-outstanding'],
    ['charging an overpaid loan, which would take its credit', overpaid, fee, 'nothing-outstanding'],
    [
      'charging a settled loan before its settlement',
      [paidOut, settlement(110_000)],
      fee,
      'nothing-outstanding',
    ],
    [
      'making a settlement too small after the fact',
      [
        paidOut,
        receipt('first', '2026-02-28', 55_000),
        { ...settlement(55_000), date: on('2026-03-10') },
        undo('first', 'bounced'),
      ],
      fee,
      'before-settlement',
    ],
    [
      'reversing that it was frozen',
      [paidOut, { id: 'frozen', type: 'freeze', date: TODAY }],
      undo('frozen'),
      'event-unknown',
    ],
    ['recovering what was never written off', [paidOut], recovery, 'not-written-off'],
    ['a holiday of no months', [paidOut], holiday(0), 'no-periods'],
    ['a holiday on a closed loan', closed, holiday(1), 'nothing-to-move'],
    ['restructuring a closed loan', closed, restructure, 'nothing-to-move'],
    ['restructuring a written-off loan', [paidOut, writeOff], restructure, 'written-off'],
    ['settling a closed loan', closed, settlement(1), 'nothing-outstanding'],
    ['settling below the quote', [paidOut], settlement(107_419.34), 'below-quote', 107_419.35],
    ['reversing what never was', [paidOut], undo('nothing'), 'event-unknown'],
    ['reversing before it happened', closed, undo('all', 'undo', '2026-02-28'), 'event-unknown'],
    ['reversing twice', [...closed, undo('all', 'first', '2026-03-02')], undo('all'), 'already-reversed'],
    [
      'reversing a reversal, which would bring a pay-out back',
      [paidOut, undo('pay-out', 'first', '2026-02-01')],
      undo('first'),
      'reversal-reversed',
    ],
    ['undoing a pay-out that was repaid', closed, undo('pay-out'), 'already-repaid'],
    ['undoing a pay-out that was settled', [paidOut, settlement(110_000)], undo('pay-out'), 'already-repaid'],
    [
      'undoing a pay-out of which some was recovered',
      [paidOut, { ...writeOff, id: 'first' }, recovery, undo('first', 'second')],
      undo('pay-out'),
      'already-repaid',
    ],
    ...[fee, holiday(1), restructure, writeOff].map(
      event =>
        [
          `undoing a pay-out that a ${event.type} stands on`,
          [paidOut, event],
          undo('pay-out'),
          'built-upon',
        ] as [string, LoanEvent[], LoanEvent, RefusalName],
    ),
    [
      'reversing a receipt whose surplus was refunded',
      [
        paidOut,
        receipt('all', '2026-03-01', 110_000),
        receipt('more', '2026-03-02', 2_000),
        { ...refund(2_000), date: on('2026-03-03') },
      ],
      undo('more'),
      'credit-already-refunded',
    ],
  ])('%s', (_, events, event, name, limit) => {
    const refused = refusalOf(AGREEMENT, events, event, TODAY)
    expect(refused).toMatchObject({ name })
    expect(refused?.limit).toBe(limit === undefined ? undefined : naira(limit))
  })
})

describe('is allowed', () => {
  test.each<[string, LoanEvent[], LoanEvent]>([
    ['the pay-out', [], paidOut],
    ['a receipt of today', [paidOut], receipt('r', '2026-03-15', 5)],
    ['a receipt on the day of the pay-out', [paidOut], receipt('r', '2026-01-31', 5)],
    ['a receipt on a closed loan, as credit', closed, receipt('r', '2026-03-15', 5)],
    ['a receipt on a written-off loan, as recovery', [paidOut, writeOff], receipt('r', '2026-03-15', 5)],
    ['a refund of all the credit', overpaid, refund(2_000)],
    ['a waiver of all that is open', [paidOut, fee], waiver(500)],
    ['a charge on an open loan', [paidOut], fee],
    ['a holiday', [paidOut], holiday(2)],
    ['freezing a loan before its pay-out', [], { id: 'frozen', type: 'freeze', date: TODAY }],
    ['a restructure', [paidOut], restructure],
    ['a settlement of the quote', [paidOut], settlement(110_000)],
    ['a reversal of a receipt', closed, undo('all')],
    ['a reversal of the pay-out while nothing was repaid', [paidOut], undo('pay-out')],
    [
      'a reversal of the pay-out once receipts are reversed',
      [...closed, undo('all', 'first', '2026-03-02')],
      undo('pay-out'),
    ],
    [
      'a reversal of the pay-out once what stood on it is reversed',
      [paidOut, fee, undo('fee', 'first', '2026-03-02')],
      undo('pay-out'),
    ],
    [
      'a reversal of the pay-out of a loan that was frozen meanwhile',
      [paidOut, { id: 'frozen', type: 'freeze', date: on('2026-03-02') }],
      undo('pay-out'),
    ],
    [
      'a pay-out after one that was undone',
      [paidOut, undo('pay-out')],
      { ...paidOut, id: 'again', date: TODAY },
    ],
  ])('%s', (_, events, event) => {
    expect(refusalOf(AGREEMENT, events, event, TODAY)).toBeUndefined()
  })
})
