/**
 * Money is whole kobo in a branded bigint, so a naira amount, a count or a float cannot slip in:
 * `principal * 0.04` and `principal + tenor` do not compile.
 */

declare const unit: unique symbol
export type Kobo = bigint & { readonly [unit]: 'kobo' }

/** How a division is brought back to whole kobo. Half-way cases differ; UP and DOWN are away from and toward zero. */
export type Rounding = 'half-up' | 'half-even' | 'up' | 'down'

/** An exact ratio; the denominator is positive. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

/** A share of an amount: parts per million (4% = 40,000 ppm), or any exact fraction. */
export type Share = { readonly ppm: bigint } | Fraction

export const kobo = (amount: bigint): Kobo => amount as Kobo
export const ZERO: Kobo = kobo(0n)

export const negate = (amount: Kobo): Kobo => kobo(-amount)
export const times = (amount: Kobo, count: bigint): Kobo => kobo(amount * count)
export const smaller = (a: Kobo, b: Kobo): Kobo => (a < b ? a : b)
export const larger = (a: Kobo, b: Kobo): Kobo => (a > b ? a : b)

export function sum(amounts: Iterable<Kobo>): Kobo {
  let total = 0n
  for (const amount of amounts) total += amount
  return kobo(total)
}

/** Integer division with a named rounding; the only one an amount meets but for the equal parts of `split`. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) {
    if (denominator === 0n) throw new RangeError('division by zero')
    return divide(-numerator, -denominator, rounding)
  }
  if (numerator < 0n) return -divide(-numerator, denominator, rounding)
  const quotient = numerator / denominator
  if (rounding === 'down') return quotient
  const remainder = numerator - quotient * denominator
  if (remainder === 0n) return quotient
  if (rounding === 'up') return quotient + 1n
  const twice = remainder + remainder
  if (twice < denominator) return quotient
  if (twice > denominator || rounding === 'half-up') return quotient + 1n
  return quotient % 2n === 0n ? quotient : quotient + 1n
}

/** A share of an amount: `share(principal, { ppm: 40_000n }, 'half-up')` is 4%. */
export function share(amount: Kobo, part: Share, rounding: Rounding): Kobo {
  return 'ppm' in part
    ? kobo(divide(amount * part.ppm, 1_000_000n, rounding))
    : kobo(divide(amount * part.numerator, part.denominator, rounding))
}

/** Equal parts that sum exactly to the whole; the last part absorbs what does not divide. */
export function split(total: Kobo, parts: number): Kobo[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError(`cannot split into ${parts} parts`)
  const each = kobo(total / BigInt(parts))
  const result = Array.from({ length: parts }, () => each)
  result[parts - 1] = kobo(total - each * BigInt(parts - 1))
  return result
}

/** The amount that comes most often; of several that come equally often, the first. */
export function mostFrequent(amounts: readonly bigint[]): bigint {
  const counts = new Map<bigint, number>()
  let [found, most] = [0n, 0]
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1)
  for (const [amount, count] of counts) if (count > most) [found, most] = [amount, count]
  return found
}

/** Rounds to a multiple (₦1 = 100n, ₦100 = 10,000n), for instalments quoted in whole naira. */
export const toMultiple = (amount: Kobo, multiple: bigint, rounding: Rounding): Kobo =>
  kobo(divide(amount, multiple, rounding) * multiple)

/**
 * ₦1,250,000.00, always in full: staff compare figures digit by digit. Below zero it carries a minus; without the naira
 * sign it goes where only a hyphen is read as one, into spreadsheets and SMS.
 */
export function formatNaira(amount: Kobo, sign: '₦' | 'NGN' | 'N' | '' = '₦'): string {
  const absolute = amount < 0n ? -amount : amount
  const naira = (absolute / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = (absolute % 100n).toString().padStart(2, '0')
  const minus = sign === '₦' ? '−' : '-'
  return `${amount < 0n ? minus : ''}${sign}${naira}.${rest}`
}

/** As a customer reads it on the telephone: a single ₦ would leave an SMS room for less than half. */
export const inSms = (amount: bigint): string => formatNaira(kobo(amount), 'NGN')

const NAIRA = /^(?:₦|NGN|N)?\s*(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/i

/** Reads what a person types or a file holds ("₦1,250,000.50", "1250000"); undefined when it is not an amount. */
export function parseNaira(text: string): Kobo | undefined {
  const match = NAIRA.exec(text.trim())
  if (!match?.[1]) return undefined
  return kobo(BigInt(match[1].replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padEnd(2, '0')))
}
