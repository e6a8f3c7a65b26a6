import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayNumber,
  daysBetween,
  daysInMonth,
  endOfMonth,
  formatDate,
  formatMoment,
  fromDayNumber,
  isLeapYear,
  localDate,
  parseDate,
  payMonthOf,
  toCalendar,
  weekday,
  wholeMonthsBetween,
} from './dates.ts'

const days = fc.integer({ min: -200_000, max: 200_000 }).map(fromDayNumber)

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '26-01-01',
  '2026-1-1',
  '2026-01-01T00:00',
  '',
])('%s is no day', text => {
  expect(parseDate(text)).toBeUndefined()
  expect(() => localDate(text)).toThrow(RangeError)
})

test.each([
  [2024, true],
  [2026, false],
  [2000, true],
  [1900, false],
])('%s leap: %s', (year, leap) => {
  expect(isLeapYear(year)).toBe(leap)
  expect(daysInMonth(year, 2)).toBe(leap ? 29 : 28)
})

describe('day numbers', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-03-01', 11_017],
    ['2026-11-15', 20_772],
  ])('%s is day %s', (text, number) => {
    expect(dayNumber(localDate(text))).toBe(number)
    expect(fromDayNumber(number)).toBe(text)
  })

  test('every day has one number, and the next day the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 700_000 }), number => {
        const day = fromDayNumber(number)
        expect(parseDate(day)).toBe(day)
        expect(dayNumber(day)).toBe(number)
        expect(fromDayNumber(number + 1) > day).toBe(true)
      }),
    )
  })
})

describe('months', () => {
  test.each([
    ['2026-01-31', 1, undefined, '2026-02-28'],
    ['2024-01-31', 1, undefined, '2024-02-29'],
    ['2026-02-28', 1, 31, '2026-03-31'],
    ['2026-11-15', 2, undefined, '2027-01-15'],
    ['2026-01-15', -1, undefined, '2025-12-15'],
    ['2026-03-31', -13, undefined, '2025-02-28'],
  ])('%s plus %s months (anchor %s) is %s', (from, months, anchor, expected) => {
    expect(addMonths(localDate(from), months, anchor)).toBe(expected)
  })

  test.each([
    ['2026-01-31', '2026-02-28', 1],
    ['2026-01-31', '2026-02-27', 0],
    ['2026-02-28', '2026-01-31', -1],
    ['2026-01-15', '2027-01-14', 11],
    ['2026-01-15', '2026-01-15', 0],
  ])('%s to %s: %s whole months', (from, to, months) => {
    expect(wholeMonthsBetween(localDate(from), localDate(to))).toBe(months)
  })

  test('whole months never pass the later day, and one more would', () => {
    fc.assert(
      fc.property(days, fc.nat(5000), (from, later) => {
        const to = addDays(from, later)
        const months = wholeMonthsBetween(from, to)
        expect(addMonths(from, months) <= to).toBe(true)
        expect(addMonths(from, months + 1) > to).toBe(true)
      }),
    )
  })
})

test('adding days and counting them agree', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5000, max: 5000 }), (from, count) => {
      expect(daysBetween(from, addDays(from, count))).toBe(count)
    }),
  )
})

test('a day says its parts, its weekday, its pay month and its month end', () => {
  const day = localDate('2026-11-15')
  expect(toCalendar(day)).toEqual({ year: 2026, month: 11, day: 15 })
  expect(weekday(day)).toBe('sunday')
  expect(weekday(localDate('1969-12-31'))).toBe('wednesday')
  expect(payMonthOf(day)).toBe('2026-11')
  expect(endOfMonth(day)).toBe('2026-11-30')
  expect(formatDate(day)).toBe('15 Nov 2026')
})

test.each([
  ['2026-11-14T14:24:09Z', undefined, '14 Nov 2026, 15:24'],
  ['2026-09-30T23:30:00Z', undefined, '1 Oct 2026, 00:30'],
  ['2026-09-14T07:05:00Z', undefined, '14 Sep 2026, 08:05'],
  ['2026-09-14T07:05:00Z', 0, '14 Sep 2026, 07:05'],
  ['2026-01-01T00:05:00Z', -90, '31 Dec 2025, 22:35'],
  ['9999-12-31T23:59:59Z', undefined, '1 Jan 10000, 00:59'],
])('%s, %s minutes ahead of UTC, is written %s', (moment, minutesProjection, written) => {
  expect(formatMoment(new Date(moment), minutesProjection)).toBe(written)
})
