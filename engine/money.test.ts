import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divide,
  formatNaira,
  kobo,
  parseNaira,
  type Rounding,
  share,
  split,
  sum,
  toMultiple,
} from './money.ts'

describe('divide names its rounding', () => {
  test.each<[bigint, bigint, Rounding, bigint]>([
    [5n, 2n, 'half-up', 3n],
    [5n, 2n, 'half-even', 2n],
    [7n, 2n, 'half-even', 4n],
    [5n, 2n, 'up', 3n],
    [5n, 2n, 'down', 2n],
    [1n, 3n, 'half-up', 0n],
    [2n, 3n, 'half-even', 1n],
    [1n, 3n, 'up', 1n],
    [6n, 3n, 'up', 2n],
    [-5n, 2n, 'half-up', -3n],
    [-5n, 2n, 'half-even', -2n],
    [-5n, 2n, 'up', -3n],
    [-5n, 2n, 'down', -2n],
    [5n, -2n, 'half-up', -3n],
    [-5n, -2n, 'down', 2n],
    [0n, 7n, 'up', 0n],
  ])('%s / %s %s is %s', (numerator, denominator, rounding, expected) => {
    expect(divide(numerator, denominator, rounding)).toBe(expected)
  })

  test('never by zero', () => {
    expect(() => divide(1n, 0n, 'half-up')).toThrow(RangeError)
  })

  test('stays within one unit, and within half of one for the half roundings', () => {
    const denominators = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const roundings = fc.constantFrom<Rounding>('half-up', 'half-even', 'up', 'down')
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        denominators,
        roundings,
        (numerator, denominator, rounding) => {
          const error = divide(numerator, denominator, rounding) * denominator - numerator
          const size = error < 0n ? -error : error
          expect(rounding.startsWith('half') ? size * 2n <= denominator : size < denominator).toBe(true)
        },
      ),
    )
  })
})

describe('shares and parts', () => {
  test('4% of ₦500,000 is ₦20,000', () => {
    expect(share(kobo(50_000_000n), { ppm: 40_000n }, 'half-up')).toBe(2_000_000n)
  })

  test('a third of one naira', () => {
    expect(share(kobo(100n), { numerator: 1n, denominator: 3n }, 'up')).toBe(34n)
  })

  test('parts sum to the whole and only the last differs', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 1, max: 400 }), (total, parts) => {
        const split_ = split(kobo(total), parts)
        expect(split_).toHaveLength(parts)
        expect(sum(split_)).toBe(total)
        expect(new Set(split_.slice(0, -1)).size).toBeLessThanOrEqual(1)
      }),
    )
  })

  test.each([0, -1, 1.5])('no split into %s parts', parts => {
    expect(() => split(kobo(100n), parts)).toThrow(RangeError)
  })

  test.each<[bigint, bigint, Rounding, bigint]>([
    [6_166_667n, 100n, 'half-up', 6_166_700n],
    [6_166_667n, 10_000n, 'up', 6_170_000n],
    [6_166_667n, 10_000n, 'down', 6_160_000n],
  ])('%s kobo to multiples of %s, %s, is %s', (amount, multiple, rounding, expected) => {
    expect(toMultiple(kobo(amount), multiple, rounding)).toBe(expected)
  })
})

describe('naira as people write it', () => {
  test.each<[string, bigint | undefined]>([
    ['₦1,250,000.50', 125_000_050n],
    ['NGN 61666.67', 6_166_667n],
    ['n500', 50_000n],
    ['0.5', 50n],
    ['1,2500', undefined],
    ['-5', undefined],
    ['12.345', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(parseNaira(text)).toBe(expected)
  })

  test.each<[bigint, string]>([
    [125_000_050n, '₦1,250,000.50'],
    [5n, '₦0.05'],
    [-100_000n, '−₦1,000.00'],
  ])('%s kobo reads %s', (amount, expected) => {
    expect(formatNaira(kobo(amount))).toBe(expected)
  })

  test('what goes into an SMS keeps a hyphen: a real minus would make every text cost twice', () => {
    expect(formatNaira(kobo(-100_000n), 'NGN')).toBe('-NGN1,000.00')
  })

  test('what is written can be read again', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 16n), amount => {
        expect(parseNaira(formatNaira(kobo(amount)))).toBe(amount)
      }),
    )
  })
})
