/**
 * Exact arithmetic on ratios: rates and factors must not lose a digit before the one rounding that
 * turns them into kobo.
 */

import { divide, type Fraction, type Rounding } from './money.ts'

export const ONE: Fraction = { numerator: 1n, denominator: 1n }

function gcd(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a
  let y = b
  while (y !== 0n) {
    const rest = x % y
    x = y
    y = rest
  }
  return x
}

/** In lowest terms with a positive denominator, so that powers stay small. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError('division by zero')
  const common = gcd(numerator, denominator < 0n ? -denominator : denominator)
  const divisor = denominator < 0n ? -common : common
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

const DECIMAL = /^([+-])?(\d+)?(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

function decimal(text: string): Fraction | undefined {
  const [, sign, whole = '', decimals = '', exponent = '0'] = DECIMAL.exec(text.trim()) ?? []
  if (whole + decimals === '') return undefined
  const magnitude = BigInt(whole + decimals) * (sign === '-' ? -1n : 1n)
  const places = decimals.length - Number(exponent)
  return places >= 0
    ? fraction(magnitude, 10n ** BigInt(places))
    : fraction(magnitude * 10n ** BigInt(-places))
}

/** Reads `0.0425`, `1e-9` or `0.1/12` exactly; undefined when it is not a number. */
export function parseFraction(text: string): Fraction | undefined {
  const [top = '', bottom = '1', ...rest] = text.split('/')
  const [over, under] = [decimal(top), decimal(bottom)]
  if (!over || !under || under.numerator === 0n || rest.length > 0) return undefined
  return dividedBy(over, under)
}

/** 4.5% is `percent('4.5')`. */
export function percent(text: string): Fraction {
  const value = parseFraction(text)
  if (!value) throw new RangeError(`not a percentage: ${text}`)
  return fraction(value.numerator, value.denominator * 100n)
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)

export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, negative(b))

export const negative = (a: Fraction): Fraction => ({ numerator: -a.numerator, denominator: a.denominator })

export const timesFraction = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator)

export const dividedBy = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator, a.denominator * b.numerator)

export function toPower(base: Fraction, exponent: number): Fraction {
  const power = BigInt(Math.abs(exponent))
  const [top, bottom] = [base.numerator ** power, base.denominator ** power]
  return exponent < 0 ? fraction(bottom, top) : { numerator: top, denominator: bottom }
}

/** The value in units of 10^-places: `scaled(1/3, 2)` is 33. */
export const scaled = (a: Fraction, places: number, rounding: Rounding = 'half-up'): bigint =>
  divide(a.numerator * 10n ** BigInt(places), a.denominator, rounding)

/**
 * The one way from an exact ratio to a float, for rates that only a numeric search can find.
 * Seventeen digits survive; never call it on an amount, only on an amount divided by another.
 */
export function approximate(ratio: Fraction): number {
  const places = 17 + Math.max(0, ratio.denominator.toString().length - ratio.numerator.toString().length)
  return Number(`${scaled(ratio, places)}e-${places}`)
}

/** What a part is of a whole, in parts per million: 4% is 40,000. */
export const ppmOf = (part: bigint, whole: bigint, rounding: Rounding): number =>
  Number(divide(part * 1_000_000n, whole, rounding))
