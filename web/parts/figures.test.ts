import { describe, expect, test } from 'vitest'
import type { PayMonth } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { monthText, nairaText, parsePercent, percentText, shortNaira, unlikeTheFirst } from './figures.ts'

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

test('amounts and months as people read them', () => {
  expect(nairaText(kobo(5_000_000n))).toBe('50,000')
  expect(nairaText(kobo(5_000_050n))).toBe('50,000.50')
  expect(monthText('2026-11' as PayMonth)).toBe('November 2026')
})

test.each<[what: string, totals: bigint[], says: string[]]>([
  ['level', [61_667n, 61_667n, 61_667n], []],
  ['one payment', [120_000n], []],
  ['the last dearer by a kobo', [833_333n, 833_333n, 833_334n], ['the last ₦8,333.34']],
  ['the last cheaper', [833_334n, 833_334n, 833_332n], ['the last ₦8,333.32']],
  ['less from one to the next', [90_000n, 80_000n, 70_000n], ['the last ₦700.00']],
  ['interest alone at first', [50_000n, 90_000n, 80_000n], ['the largest ₦900.00', 'the last ₦800.00']],
])('instalments unlike the first: %s', (_, totals, says) => {
  expect(unlikeTheFirst(totals.map(total => kobo(total)))).toEqual(says)
})

test.each([
  [50n, '₦0.5'],
  [500_00n, '₦500'],
  [1_500_00n, '₦1.5k'],
  [77_000_000_00n, '₦77m'],
  [2_500_000_000_00n, '₦2.5bn'],
  [100_000_00n, '₦100k'],
])('%s kobo is %s on an axis', (amount, text) => expect(shortNaira(amount)).toBe(text))
