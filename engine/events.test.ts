import { describe, expect, test } from 'vitest'
import { localDate } from './dates.ts'
import { history, type LoanEvent } from './events.ts'
import { kobo } from './money.ts'

const receipt = (id: string, date: string, sequence?: number): LoanEvent => ({
  id,
  type: 'receipt',
  date: localDate(date),
  amount: kobo(100n),
  ...(sequence === undefined ? {} : { sequence }),
})
const reversal = (id: string, of: string, date: string): LoanEvent => ({
  id,
  type: 'reversal',
  of,
  date: localDate(date),
})

describe('events take effect', () => {
  test.each<[string, LoanEvent[], string[]]>([
    [
      'by date, however they were entered',
      [receipt('b', '2026-03-01'), receipt('a', '2026-02-28')],
      ['a', 'b'],
    ],
    ['by sequence on one day', [receipt('a', '2026-02-28', 2), receipt('b', '2026-02-28', 1)], ['b', 'a']],
    [
      'by id where nothing else decides',
      [receipt('b', '2026-02-28'), receipt('a', '2026-02-28')],
      ['a', 'b'],
    ],
    [
      'charges before receipts on one day',
      [
        receipt('a', '2026-02-28'),
        {
          id: 'z',
          type: 'charge',
          date: localDate('2026-02-28'),
          due: localDate('2026-02-28'),
          component: 'fee',
          amount: { flat: kobo(1n) },
        },
      ],
      ['z', 'a'],
    ],
    ['not before their day', [receipt('a', '2026-02-28'), receipt('b', '2026-04-01')], ['a']],
  ])('%s', (_, events, order) => {
    expect(history(events, localDate('2026-03-31')).events.map(({ id }) => id)).toEqual(order)
  })
})

describe('an event is undone', () => {
  const paid = receipt('paid', '2026-01-25')
  test.each<[string, LoanEvent[], string, string[]]>([
    ['by its reversal', [paid, reversal('r1', 'paid', '2026-02-02')], '2026-02-02', ['paid']],
    ['not before the reversal', [paid, reversal('r1', 'paid', '2026-02-02')], '2026-02-01', []],
    [
      'no longer, once the reversal is reversed',
      [paid, reversal('r1', 'paid', '2026-02-02'), reversal('r2', 'r1', '2026-02-03')],
      '2026-02-28',
      ['r1'],
    ],
    [
      'again by a second reversal',
      [
        paid,
        reversal('r1', 'paid', '2026-02-02'),
        reversal('r2', 'r1', '2026-02-03'),
        reversal('r3', 'paid', '2026-02-04'),
      ],
      '2026-02-28',
      ['paid', 'r1'],
    ],
    [
      'not by reversals that only point at each other',
      [reversal('r1', 'r2', '2026-02-02'), reversal('r2', 'r1', '2026-02-02')],
      '2026-02-28',
      [],
    ],
  ])('%s', (_, events, asOf, undone) => {
    expect([...history(events, localDate(asOf)).undone].sort()).toEqual(undone.sort())
  })
})
