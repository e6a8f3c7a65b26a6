import { SECTIONS, type SectionName } from '../../../contract/settings.ts'
import type { Json } from '../../../contract/trail.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { dayText, percentText } from '../figures.ts'
import type { FieldSpec, RowsSpec } from './fieldSpec.ts'
import { columnText } from './layoutFields.ts'
import { COLUMN_WORDS, MATCH_WORDS } from './paySourceFields.ts'
import { HOUR } from './sectionFields.ts'

/** Formats section values for display. */

export type Plain = { readonly [key: string]: Json }
export const asPlain = (value: unknown): Plain => (isPlain(value) ? value : {})
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const rowsOf = (value: unknown, rows: RowsSpec): Plain[] => {
  const list = asPlain(value)[rows.name]
  return Array.isArray(list) ? list.map(asPlain) : []
}

/** The value at a path such as `charge.kind`. */
export const valueAt = (plain: Plain, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>(
      (value, name) => (Array.isArray(value) ? value[parseInt(name, 10)] : asPlain(value)[name]),
      plain,
    )

/** A field of a section; one that older versions did not have is as a new system starts with it. */
export function fieldAt(section: SectionName, plain: Plain, name: string): Json | undefined {
  const value = valueAt(plain, name)
  return value === undefined ? valueAt(SECTIONS[section].initial as unknown as Plain, name) : value
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

const entriesOf = (value: Json | undefined): Plain[] => (Array.isArray(value) ? value.map(asPlain) : [])

function listText(kind: 'codes' | 'columns', value: Json | undefined): string {
  const entries = entriesOf(value)
  if (entries.length === 0) return kind === 'codes' ? 'None: every row is ours' : 'Standard columns'
  return entries
    .map(each =>
      kind === 'codes'
        ? `${MATCH_WORDS[each.match as keyof typeof MATCH_WORDS].toLowerCase()} ${plainText(each.value)}`
        : `${plainText(each.heading)}: ${COLUMN_WORDS[each.content as keyof typeof COLUMN_WORDS]}`,
    )
    .join(kind === 'codes' ? ', ' : '; ')
}

/** Details of a row as its kind uses them; a version before there were any has the blank ones. */
export function detailsOf(rows: RowsSpec, row: Plain): { label: string; text: string }[] {
  if (!rows.details) return []
  const storedValue = ({ name, kind }: FieldSpec): Json => {
    const value = valueAt(row, name)
    if (value !== undefined) return value
    const blank = rows.blank[name] ?? ''
    return kind === 'codes' || kind === 'columns' || kind === 'cells' ? [] : kind === 'naira' ? '0' : blank
  }
  const of = (name: string): string => plainText(valueAt(row, name) ?? rows.blank[name] ?? '')
  return (rows.used?.(of) ?? rows.details).map(spec => ({
    label: spec.label,
    text: shown(spec, storedValue(spec)),
  }))
}

/** Display text of a stored value. */
export function shown(spec: FieldSpec, value: Json | undefined): string {
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (isUnset(value)) return 'None'
  if (spec.kind === 'codes' || spec.kind === 'columns') return listText(spec.kind, value)
  if (spec.kind === 'cells') return entriesOf(value).map(columnText).join('; ') || 'None'
  if (spec.kind === 'picture') return 'Picture'
  if (spec.kind === 'naira') return formatNaira(kobo(BigInt(plainText(value))))
  if (spec.kind === 'percent') return `${percentText(Number(value))}%`
  if (spec.kind === 'day') return dayText(plainText(value))
  if (spec.kind === 'whole') return wholeText(Number(value), spec.unit)
  return spec.options?.find(option => option.value === value)?.label ?? plainText(value)
}
