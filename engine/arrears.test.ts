import { describe, expect, test } from 'vitest'
import { CBN_MICROFINANCE, classify, daysLate, type LoanClass } from './arrears.ts'
import { localDate } from './dates.ts'

describe('days past due', () => {
  test.each<[string, string | undefined, string, number]>([
    // oldest unpaid due date, as of, days
    ['nothing unpaid', undefined, '2026-03-01', 0],
    ['due today is not late', '2026-02-28', '2026-02-28', 0],
    ['due tomorrow is not late', '2026-03-01', '2026-02-28', 0],
    ['one day after a month-end', '2026-02-28', '2026-03-01', 1],
    ['over a leap day', '2028-02-28', '2028-03-01', 2],
    ['over a year-end', '2026-12-31', '2027-01-30', 30],
    ['a whole year', '2026-01-31', '2027-01-31', 365],
  ])('%s', (_, oldest, asOf, days) => {
    expect(daysLate(oldest === undefined ? undefined : localDate(oldest), localDate(asOf))).toBe(days)
  })
})

describe('the classes of a microfinance bank', () => {
  test.each<[number, string]>([
    [0, 'Performing'],
    [1, 'Pass and watch'],
    [30, 'Pass and watch'],
    [31, 'Substandard'],
    [60, 'Substandard'],
    [61, 'Doubtful'],
    [90, 'Doubtful'],
    [91, 'Lost'],
    [4000, 'Lost'],
  ])('%i days late is %s', (days, name) => {
    expect(classify(days).name).toBe(name)
  })
})

test('classes may be given in any order', () => {
  expect(classify(45, CBN_MICROFINANCE.toReversed()).name).toBe('Substandard')
})

test('a table without a class for loans in time is refused', () => {
  const late: LoanClass[] = [{ name: 'Late', fromDays: 1, provision: { ppm: 1n } }]
  expect(() => classify(0, late)).toThrow('no loan class begins at or before 0 days past due')
})
