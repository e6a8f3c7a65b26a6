/** Credit that was refunded has left: nothing entered later uses it again. */

import { describe, expect, test } from 'vitest'
import { dueOnly } from './allocation.ts'
import { localDate } from './dates.ts'
import type { LoanEvent, Refund, Settlement } from './events.ts'
import { percent } from './fraction.ts'
import { foldLoan, type LoanAgreement } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import { refusalOf } from './refusals.ts'
import { settlementQuote } from './settlement.ts'

const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))
const on = localDate

/** ₦120,000 over 12 months, flat 4% a month, pay day 25; overpayment is kept as credit. Each instalment is ₦14,800. */
const AGREEMENT: LoanAgreement = {
  terms: {
    principal: naira(120_000),
    disbursedOn: on('2026-01-05'),
    firstDueOn: on('2026-01-25'),
    anchorDay: 25,
    tenor: 12,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('4'), per: 'month' },
  },
  allocation: dueOnly(),
}
const disbursement: LoanEvent = {
  id: 'disbursement',
  type: 'disbursement',
  date: on('2026-01-05'),
  amount: naira(120_000),
  sequence: 1,
}
const receipt: LoanEvent = {
  id: 'receipt',
  type: 'receipt',
  date: on('2026-01-25'),
  amount: naira(64_800),
  sequence: 2,
}
const refund: Refund = {
  id: 'refund',
  type: 'refund',
  date: on('2026-01-27'),
  amount: naira(50_000),
  sequence: 3,
}
const REFUNDED: readonly LoanEvent[] = [disbursement, receipt, refund]

const restructure = (sequence: number): LoanEvent => ({
  id: 'restructure',
  type: 'restructure',
  date: on('2026-01-27'),
  sequence,
  capitalises: ['interest'],
  terms: {
    tenor: 18,
    frequency: { every: 1, unit: 'month' },
    firstDueOn: on('2026-02-25'),
    anchorDay: 25,
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: percent('4'), per: 'month' },
  },
})
const charge = (date: string, sequence = 4): LoanEvent => ({
  id: 'charge',
  type: 'charge',
  date: on(date),
  due: on(date),
  component: 'fee',
  amount: { flat: naira(1_000) },
  sequence,
})
const settlement = (date: string): Settlement => {
  const rule = { interest: 'to-date' } as const
  const { total } = settlementQuote(AGREEMENT, REFUNDED, on(date), rule)
  return { id: 'settlement', type: 'settlement', date: on(date), amount: total, rule, sequence: 4 }
}
const undo = (of: string, date: string, sequence = 4): LoanEvent => ({
  id: `${of}-reversed`,
  type: 'reversal',
  of,
  date: on(date),
  sequence,
})

const entered = (event: LoanEvent, today = '2026-01-27', events = REFUNDED) => {
  expect(refusalOf(AGREEMENT, events, event, on(today))).toBeUndefined()
  return foldLoan(AGREEMENT, [...events, event], on(today))
}

describe('on the day of a refund', () => {
  test('new terms entered after it leave the refunded credit alone', () => {
    const state = entered(restructure(4))
    expect(state.credit).toBe(0n)
    expect(state.outstanding.principal).toBe(naira(110_309.68))
  })

  test('who pays the new instalments on their days is not late', () => {
    const state = entered(restructure(4))
    const events = [...REFUNDED, restructure(4)]
    for (const [index, row] of state.instalments.filter(each => each.dueDate > refund.date).entries())
      if (index < 6)
        events.push({
          id: `paid-${index}`,
          type: 'receipt',
          date: row.dueDate,
          amount: kobo(row.outstanding.principal + row.outstanding.interest),
          sequence: 5 + index,
        })
    expect(foldLoan(AGREEMENT, events, on('2026-08-01')).arrears.daysPastDue).toBe(0)
  })

  test('a write-off entered after it is a loss of everything owed', () => {
    const state = entered({ id: 'write-off', type: 'write-off', date: refund.date, sequence: 4 })
    expect(state.credit).toBe(0n)
    expect(state.writtenOff.principal).toBe(naira(110_000))
  })

  test('a settlement entered after it pays without the refunded credit', () => {
    const event = settlement('2026-01-27')
    expect(event).toMatchObject({ amount: naira(110_309.68) })
    expect(entered(event)).toMatchObject({ credit: 0n, status: 'closed' })
  })

  test('a charge entered after it stays due', () => {
    expect(entered(charge('2026-01-27'))).toMatchObject({ credit: 0n, outstanding: { fee: naira(1_000) } })
  })

  test('a charge entered before it is paid from the credit, and the refund is what is left', () => {
    const events = [disbursement, receipt, charge('2026-01-27', 3)]
    const left: LoanEvent = { ...refund, amount: naira(49_000), sequence: 4 }
    expect(entered(left, '2026-01-27', events)).toMatchObject({ credit: 0n, outstanding: { fee: 0n } })
    expect(refusalOf(AGREEMENT, events, { ...refund, sequence: 4 }, refund.date)).toMatchObject({
      name: 'above-credit',
    })
  })

  test('the surplus of a settlement entered before it can be refunded', () => {
    const events: LoanEvent[] = [
      disbursement,
      { ...settlement('2026-01-27'), amount: naira(200_000), sequence: 2 },
    ]
    const { credit } = foldLoan(AGREEMENT, events, on('2026-01-27'))
    expect(credit).toBeGreaterThan(0n)
    expect(entered({ ...refund, amount: credit, sequence: 3 }, '2026-01-27', events)).toMatchObject({
      credit: 0n,
      status: 'closed',
    })
  })

  test('a refund that was reversed orders nothing', () => {
    const events = [...REFUNDED, restructure(4), undo('refund', '2026-01-28', 5)]
    const without = foldLoan(AGREEMENT, [disbursement, receipt, restructure(4)], on('2026-01-28'))
    expect(foldLoan(AGREEMENT, events, on('2026-01-28')).outstanding).toEqual(without.outstanding)
  })
})

describe('what would use credit that a later refund took is refused and names the refund', () => {
  test.each<[string, LoanEvent]>([
    ['a charge of an earlier day', charge('2026-01-26')],
    ['a settlement of an earlier day', settlement('2026-01-26')],
    ['the reversal of the receipt it came from', undo('receipt', '2026-02-02')],
  ])('%s', (_, event) => {
    expect(refusalOf(AGREEMENT, REFUNDED, event, on('2026-02-02'))).toEqual({
      name: 'credit-already-refunded',
      refund: { on: refund.date, amount: naira(50_000) },
    })
  })

  test('also where money that came later hides it', () => {
    const later: LoanEvent = {
      id: 'later',
      type: 'receipt',
      date: on('2026-02-01'),
      amount: naira(9_000),
      sequence: 4,
    }
    const refused = refusalOf(AGREEMENT, [...REFUNDED, later], charge('2026-01-26', 5), on('2026-02-02'))
    expect(refused).toMatchObject({ name: 'credit-already-refunded' })
  })

  test('also on the days before the refund was reversed', () => {
    const events = [...REFUNDED, undo('refund', '2026-02-01')]
    const refused = refusalOf(AGREEMENT, events, charge('2026-01-26', 5), on('2026-02-02'))
    expect(refused).toMatchObject({ name: 'credit-already-refunded' })
    expect(refusalOf(AGREEMENT, events, charge('2026-01-27', 5), on('2026-02-02'))).toBeUndefined()
  })

  test('the last of several is named, so that its date is late enough', () => {
    const events: LoanEvent[] = [
      disbursement,
      receipt,
      { ...refund, amount: naira(20_000) },
      { ...refund, id: 'second', date: on('2026-01-30'), amount: naira(30_000), sequence: 4 },
    ]
    const refused = refusalOf(AGREEMENT, events, charge('2026-01-26', 5), on('2026-02-02'))
    expect(refused?.refund).toEqual({ on: on('2026-01-30'), amount: naira(30_000) })
    expect(refusalOf(AGREEMENT, events, charge('2026-01-30', 5), on('2026-02-02'))).toBeUndefined()
  })

  test('a charge that other credit pays is not', () => {
    const events = [disbursement, receipt, { ...refund, amount: naira(40_000) }]
    expect(refusalOf(AGREEMENT, events, charge('2026-01-26'), on('2026-02-02'))).toBeUndefined()
  })
})
