import type { LoanEvent } from './events.ts'

/** Events of a loan as they are stored. */

/** Amounts travel through JSON as "123n": a number would lose the last kobo of a large one. */
export const encodeEvent = (event: LoanEvent): string =>
  JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
/** A list of them; a loan without any has none. */
export const decodeEvents = (text = '[]'): LoanEvent[] => revived(JSON.parse(text)) as LoanEvent[]

/** Our own loop: a reviver of JSON.parse takes three times as long, and years of events are read at once. */
export function revived(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
  if (Array.isArray(value)) return value.map(revived)
  if (typeof value !== 'object' || value === null) return value
  const whole: Record<string, unknown> = {}
  for (const key in value) whole[key] = revived((value as Record<string, unknown>)[key])
  return whole
}
