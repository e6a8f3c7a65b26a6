import type { Json } from '../../../contract/trail.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { dayText, percentText } from '../figures.ts'
import { type FieldSpec, HOUR, type RowsSpec } from './sectionFields.ts'

/** Formats section values for display. */

export type Plain = { readonly [key: string]: Json }
export const asPlain = (value: unknown): Plain => (isPlain(value) ? value : {})
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const rowsOf = (value: unknown, rows: RowsSpec): Plain[] => {
  const list = asPlain(value)[rows.name]
  return Array.isArray(list) ? list.map(asPlain) : []
}

/** Text of a plain value. */
export const plainText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** No value is set. */
export const isUnset = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === ''

/** Singular of counted units. */
const ONE_OF: Readonly<Record<string, string>> = {
  days: 'day',
  hours: 'hour',
  'messages per second': 'message per second',
  months: 'month',
  recipients: 'recipient',
  years: 'year',
}

function wholeText(number: number, unit = ''): string {
  if (unit === HOUR) return `${String(number).padStart(2, '0')}:00`
  if (unit.startsWith('%')) return `${countText(number)}${unit}`
  return unit === '' ? countText(number) : countOf(number, ONE_OF[unit] ?? unit, unit)
}

/** Display text of a stored value. */
export function shown(spec: FieldSpec, value: Json | undefined): string {
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (isUnset(value)) return 'None'
  if (spec.kind === 'picture') return 'Picture'
  if (spec.kind === 'naira') return formatNaira(kobo(BigInt(plainText(value))))
  if (spec.kind === 'percent') return `${percentText(Number(value))}%`
  if (spec.kind === 'day') return dayText(plainText(value))
  if (spec.kind === 'whole') return wholeText(Number(value), spec.unit)
  return spec.options?.find(option => option.value === value)?.label ?? plainText(value)
}
