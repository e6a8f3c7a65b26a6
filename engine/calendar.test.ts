import { describe, expect, test } from 'vitest'
import {
  dueDates,
  type Frequency,
  firstDeductionMonth,
  firstPayDay,
  offWeekend,
  type WeekendMove,
} from './calendar.ts'
import { localDate } from './dates.ts'

const series = (
  disbursed: string,
  first: string | undefined,
  frequency: Frequency,
  tenor: number,
  anchorDay?: number,
) =>
  dueDates({
    disbursedOn: localDate(disbursed),
    firstDueOn: first === undefined ? undefined : localDate(first),
    frequency,
    tenor,
    anchorDay,
  })

describe('the rhythm of due dates', () => {
  test.each<[string, string | undefined, Frequency, number | undefined, string[]]>([
    [
      '2026-11-14',
      undefined,
      { every: 1, unit: 'week' },
      undefined,
      ['2026-11-21', '2026-11-28', '2026-12-05'],
    ],
    [
      '2026-11-14',
      undefined,
      { every: 2, unit: 'week' },
      undefined,
      ['2026-11-28', '2026-12-12', '2026-12-26'],
    ],
    [
      '2026-11-14',
      undefined,
      { every: 1, unit: 'month' },
      undefined,
      ['2026-12-14', '2027-01-14', '2027-02-14'],
    ],
    [
      '2026-11-14',
      undefined,
      { every: 1, unit: 'quarter' },
      undefined,
      ['2027-02-14', '2027-05-14', '2027-08-14'],
    ],
    // the month-end clamp comes back to the seed day
    [
      '2024-01-31',
      undefined,
      { every: 1, unit: 'month' },
      undefined,
      ['2024-02-29', '2024-03-31', '2024-04-30'],
    ],
    // a first date on 28 February is the 28th, unless the loan belongs to month ends
    [
      '2026-01-31',
      '2026-02-28',
      { every: 1, unit: 'month' },
      undefined,
      ['2026-02-28', '2026-03-28', '2026-04-28'],
    ],
    ['2026-01-31', '2026-02-28', { every: 1, unit: 'month' }, 31, ['2026-02-28', '2026-03-31', '2026-04-30']],
    ['2026-11-14', '2026-11-25', { every: 1, unit: 'month' }, 28, ['2026-11-25', '2026-12-28', '2027-01-28']],
  ])('from %s, first %s, %o, anchor %s', (disbursed, first, frequency, anchor, expected) => {
    expect(series(disbursed, first, frequency, expected.length, anchor)).toEqual(expected)
  })
})

describe('an instalment on a weekend', () => {
  test.each<[string, WeekendMove, string]>([
    ['2026-11-14', 'next', '2026-11-16'], // a Saturday
    ['2026-11-14', 'previous', '2026-11-13'],
    ['2026-11-15', 'next', '2026-11-16'], // a Sunday
    ['2026-11-15', 'previous', '2026-11-13'],
    ['2026-10-31', 'next', '2026-10-30'], // Monday is in November
    ['2026-11-01', 'previous', '2026-11-02'], // Friday is in October
    ['2026-11-16', 'next', '2026-11-16'],
    ['2026-11-13', 'previous', '2026-11-13'],
  ])('%s, moved to the %s working day: %s', (from, move, to) => {
    expect(offWeekend(localDate(from), move)).toBe(to)
  })

  test('does not move those after it', () => {
    const dates = dueDates({
      disbursedOn: localDate('2026-09-15'),
      frequency: { every: 1, unit: 'month' },
      tenor: 4,
      weekend: 'next',
    })
    expect(dates).toEqual(['2026-10-15', '2026-11-16', '2026-12-15', '2027-01-15'])
  })

  test('stays where it would fall due on the day of the disbursement or before it', () => {
    const [first] = dueDates({
      disbursedOn: localDate('2026-11-14'),
      firstDueOn: localDate('2026-11-15'),
      frequency: { every: 1, unit: 'month' },
      tenor: 2,
      weekend: 'previous',
    })
    expect(first).toBe('2026-11-15')
  })
})

describe('the payroll cut-off', () => {
  test.each([
    ['2026-11-09', 10, '2026-11'],
    ['2026-11-10', 10, '2026-11'],
    ['2026-11-11', 10, '2026-12'],
    ['2026-12-31', 10, '2027-01'],
    ['2026-01-31', 31, '2026-01'],
  ])('paid out %s with cut-off %s: first deducted %s', (paidOut, cutOff, month) => {
    expect(firstDeductionMonth(localDate(paidOut), cutOff)).toBe(month)
  })

  test.each([
    ['2026-11-09', 10, 25, '2026-11-25'],
    ['2026-11-11', 10, 25, '2026-12-25'],
    ['2027-01-31', 10, 31, '2027-02-28'],
    // the pay day of the month is already past
    ['2026-11-09', 10, 5, '2026-12-05'],
  ])('paid out %s, cut-off %s, pay day %s: first due %s', (paidOut, cutOff, payDay, due) => {
    expect(firstPayDay(localDate(paidOut), cutOff, payDay)).toBe(due)
  })
})
