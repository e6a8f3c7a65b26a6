import { describe, expect, test } from 'vitest'
import {
  dueDates,
  type Frequency,
  firstDeductionMonth,
  firstPayDay,
  isWorkingDay,
  moveToWorkingDay,
  type WorkingDays,
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
      { every: 1, unit: 'day' },
      undefined,
      ['2026-11-15', '2026-11-16', '2026-11-17'],
    ],
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
    [
      '2026-11-14',
      undefined,
      { every: 1, unit: 'year' },
      undefined,
      ['2027-11-14', '2028-11-14', '2029-11-14'],
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
    [
      '2026-02-20',
      '2026-03-01',
      { every: 1, unit: 'semimonth' },
      undefined,
      ['2026-03-01', '2026-03-16', '2026-04-01'],
    ],
    [
      '2026-01-10',
      '2026-01-30',
      { every: 1, unit: 'semimonth' },
      undefined,
      ['2026-01-30', '2026-02-15', '2026-02-28'],
    ],
  ])('from %s, first %s, %o, anchor %s', (disbursed, first, frequency, anchor, expected) => {
    expect(series(disbursed, first, frequency, expected.length, anchor)).toEqual(expected)
  })
})

describe('days nobody works', () => {
  const lagos = (move: WorkingDays['move']): WorkingDays => ({
    weekend: ['saturday', 'sunday'],
    holidays: [localDate('2026-10-01'), localDate('2026-12-25')],
    move,
  })

  test.each<[string, WorkingDays['move'], string]>([
    ['2026-10-01', 'next', '2026-10-02'], // Independence Day, a Thursday
    ['2026-10-01', 'previous', '2026-09-30'],
    ['2026-10-01', 'previous-in-month', '2026-10-02'],
    ['2026-10-31', 'next', '2026-11-02'], // a Saturday
    ['2026-10-31', 'next-in-month', '2026-10-30'],
    ['2026-12-25', 'next', '2026-12-28'], // a Friday before the weekend
    ['2026-11-14', 'nearest', '2026-11-13'],
    ['2026-11-15', 'nearest', '2026-11-16'],
    ['2026-11-16', 'next', '2026-11-16'],
  ])('%s moves %s to %s', (from, move, to) => {
    expect(moveToWorkingDay(localDate(from), lagos(move))).toBe(to)
    expect(isWorkingDay(localDate(to), lagos(move))).toBe(true)
  })

  test('a moved date does not move those after it', () => {
    const dates = dueDates({
      disbursedOn: localDate('2026-09-15'),
      frequency: { every: 1, unit: 'month' },
      tenor: 4,
      workingDays: lagos('next'),
    })
    expect(dates).toEqual(['2026-10-15', '2026-11-16', '2026-12-15', '2027-01-15'])
  })

  test('a calendar without a working day is refused', () => {
    const never: WorkingDays = {
      weekend: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      holidays: [],
      move: 'next',
    }
    expect(() => moveToWorkingDay(localDate('2026-11-14'), never)).toThrow(RangeError)
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
