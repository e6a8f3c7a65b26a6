import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  approximate,
  dividedBy,
  fraction,
  minus,
  ONE,
  parseFraction,
  percent,
  plus,
  scaled,
  timesFraction,
  toPower,
} from './fraction.ts'

describe('reading', () => {
  test.each<[string, bigint, bigint]>([
    ['0.0425', 17n, 400n],
    ['4', 4n, 1n],
    ['-.5', -1n, 2n],
    ['1e-9', 1n, 1_000_000_000n],
    ['2e3', 2000n, 1n],
    ['0.1/12', 1n, 120n],
    ['-157119/12', -52_373n, 4n],
  ])('%s', (text, numerator, denominator) => {
    expect(parseFraction(text)).toEqual({ numerator, denominator })
  })

  test.each(['', '.', 'x', '1/0', '1/2/3', '1,5', 'e5'])('%s is no number', text => {
    expect(parseFraction(text)).toBeUndefined()
  })

  test('4.5% is 9/200', () => {
    expect(percent('4.5')).toEqual({ numerator: 9n, denominator: 200n })
    expect(() => percent('4.5%')).toThrow(RangeError)
  })
})

const fractions = fc
  .tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 12n))
  .map(([numerator, denominator]) => fraction(numerator, denominator))

test('arithmetic is exact', () => {
  fc.assert(
    fc.property(fractions, fractions, (a, b) => {
      expect(minus(plus(a, b), b)).toEqual(a)
      if (b.numerator !== 0n) expect(timesFraction(dividedBy(a, b), b)).toEqual(a)
    }),
  )
})

test('powers, also negative', () => {
  expect(toPower(fraction(26n, 25n), 2)).toEqual({ numerator: 676n, denominator: 625n })
  expect(toPower(fraction(2n), -3)).toEqual({ numerator: 1n, denominator: 8n })
  expect(toPower(fraction(7n), 0)).toEqual(ONE)
})

test('a denominator of zero is refused', () => {
  expect(() => fraction(1n, 0n)).toThrow(RangeError)
})

test('scaled and approximate keep the digits they promise', () => {
  expect(scaled(fraction(1n, 3n), 4)).toBe(3333n)
  expect(scaled(fraction(2n, 3n), 2)).toBe(67n)
  expect(approximate(fraction(1n, 3n))).toBe(1 / 3)
  expect(approximate(fraction(1n, 3_000_000_000_000n))).toBeCloseTo(1 / 3e12, 25)
  expect(approximate(fraction(-5n, 2n))).toBe(-2.5)
})
