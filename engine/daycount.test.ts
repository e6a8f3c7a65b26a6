import { describe, expect, test } from 'vitest'
import { localDate } from './dates.ts'
import { type DayCount, yearFraction } from './daycount.ts'
import { fraction } from './fraction.ts'

const between = (from: string, to: string, convention: DayCount) => {
  const { numerator, denominator } = yearFraction(localDate(from), localDate(to), convention)
  return fraction(numerator, denominator)
}

describe('thirty days a month', () => {
  test.each<[string, string, DayCount, bigint]>([
    ['2026-01-15', '2026-02-15', '30e/360', 30n],
    ['2026-01-30', '2026-02-28', '30e/360', 28n],
    ['2026-01-31', '2026-03-31', '30e/360', 60n],
    ['2026-01-15', '2026-01-31', '30e/360', 15n],
    ['2026-01-15', '2026-01-31', '30/360-us', 16n],
    ['2026-01-30', '2026-03-31', '30/360-us', 60n],
    ['2026-01-31', '2026-03-31', '30/360-us', 60n],
    ['2026-02-28', '2026-03-31', '30/360-us', 33n],
    ['2026-01-31', '2026-02-28', '30/360-us', 28n],
    ['2026-02-28', '2027-02-28', '30/360-us', 360n],
    ['2024-02-28', '2024-03-28', '30/360-us', 30n],
  ])('%s to %s by %s: %s days', (from, to, convention, days) => {
    expect(between(from, to, convention)).toEqual(fraction(days, 360n))
  })
})

describe('actual days', () => {
  test.each<[string, string, DayCount, bigint, bigint]>([
    ['2026-01-31', '2026-02-28', 'actual/360', 28n, 360n],
    ['2026-01-31', '2026-02-28', 'actual/365', 28n, 365n],
    ['2024-02-01', '2024-03-01', 'actual/365', 29n, 365n],
    ['2024-02-01', '2024-03-01', 'actual/actual-isda', 29n, 366n],
    ['2024-02-01', '2024-03-01', 'actual/actual-start', 29n, 366n],
    ['2023-12-01', '2024-02-01', 'actual/actual-start', 62n, 365n],
    ['2026-05-01', '2026-05-01', 'actual/365', 0n, 365n],
    ['2026-02-28', '2026-01-31', 'actual/365', -28n, 365n],
  ])('%s to %s by %s: %s/%s', (from, to, convention, days, year) => {
    expect(between(from, to, convention)).toEqual(fraction(days, year))
  })

  test('each year of a period counts with its own length', () => {
    // 31 days of 2023, 31 of 2024
    expect(between('2023-12-01', '2024-02-01', 'actual/actual-isda')).toEqual(
      fraction(31n * 366n + 31n * 365n, 365n * 366n),
    )
    expect(between('2019-06-30', '2021-06-30', 'actual/actual-isda')).toEqual(fraction(730n, 365n))
  })
})
