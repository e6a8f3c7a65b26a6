import { describe, expect, test } from 'vitest'
import type { PayMonth } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { monthText, nairaText, parsePercent, percentText, rateText } from './figures.ts'

describe('a percentage is parts per million, without a float on the way', () => {
  test.each([
    ['4', 40_000],
    ['33.33', 333_300],
    ['33.33 %', 333_300],
    [' 0.0001 ', 1],
    ['0', 0],
    ['100', 1_000_000],
    ['2.50', 25_000],
    ['0.29', 2_900],
  ])('%s is %i', (typed, ppm) => {
    expect(parsePercent(typed)).toBe(ppm)
    expect(parsePercent(percentText(ppm))).toBe(ppm)
  })

  test.each(['', 'four', '-1', '1,5', '1.23456', '1e2', '.5', '12345'])('"%s" is none', typed => {
    expect(parsePercent(typed)).toBeUndefined()
  })

  test.each([
    [0, '0'],
    [1, '0.0001'],
    [25_000, '2.5'],
    [333_300, '33.33'],
    [1_000_000, '100'],
  ])('%i is written %s', (ppm, text) => {
    expect(percentText(ppm)).toBe(text)
  })
})

test('amounts, rates and months as people read them', () => {
  expect(nairaText(kobo(5_000_000n))).toBe('50,000')
  expect(nairaText(kobo(5_000_050n))).toBe('50,000.50')
  expect(rateText(0.862228)).toBe('86.22 %')
  expect(monthText('2026-11' as PayMonth)).toBe('November 2026')
})
