/** Compares exact amounts with printed ones and says, in one line, what differs. */

import { minus, parseFraction, scaled } from '../../engine/fraction.ts'
import type { Fraction } from '../../engine/money.ts'
import { exact, text } from './case.ts'

const decimalsOf = (printed: string): number => /\.(\d+)/.exec(printed)?.[1]?.length ?? 0

/** Shows a fraction with so many decimals. */
export function show(value: Fraction, decimals: number): string {
  const units = scaled(value, decimals)
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${units < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
}

/** Equal to the last kobo. */
export function differs(name: string, expected: unknown, got: Fraction): string | undefined {
  const { numerator } = minus(exact(expected, name), got)
  if (numerator === 0n) return undefined
  return `${name}: expected ${text(expected)}, got ${show(got, Math.max(2, decimalsOf(text(expected) ?? '')))}`
}

/** Equal as far as the source prints: within one unit of its last digit. */
export function differsAsPrinted(name: string, expected: unknown, got: Fraction): string | undefined {
  const decimals = decimalsOf(text(expected) ?? '')
  const { numerator, denominator } = minus(exact(expected, name), got)
  const size = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimals)
  if (size * 10n <= 6n * denominator) return undefined
  return `${name}: expected ${text(expected)}, got ${show(got, decimals + 3)}`
}

/** A float against a printed number: within the tolerance, or half a unit of the last digit that counts. */
export function differsBeyond(
  name: string,
  expected: unknown,
  got: number | undefined,
  limits: { readonly tolerance?: unknown; readonly decimals?: unknown },
): string | undefined {
  if (got === undefined || !Number.isFinite(got)) return `${name}: expected ${text(expected)}, got no rate`
  return beyond(name, expected, exact(got.toPrecision(17), name), limits)
}

export function beyond(
  name: string,
  expected: unknown,
  got: Fraction,
  { tolerance, decimals }: { readonly tolerance?: unknown; readonly decimals?: unknown },
): string | undefined {
  const printed = text(expected) ?? ''
  const places = Number(text(decimals) ?? decimalsOf(printed))
  const allowed = parseFraction(text(tolerance) ?? '') ?? {
    numerator: 5n,
    denominator: 10n ** BigInt(places + 1),
  }
  const { numerator, denominator } = minus(exact(expected, name), got)
  const size = numerator < 0n ? -numerator : numerator
  if (size * allowed.denominator <= allowed.numerator * denominator) return undefined
  return `${name}: expected ${printed}, got ${show(got, Math.max(places, decimalsOf(printed)) + 3)}`
}
