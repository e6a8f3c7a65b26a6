import { type ColumnMapping, fieldsOf, type IntakeKind } from '../../../contract/intake.ts'
import type { Option } from '../../ui/Select.tsx'

/** Column mapping while it is edited: field → column. */

export const fieldAt = (mapping: ColumnMapping, index: number): string =>
  Object.entries(mapping).find(([, at]) => at === index)?.[0] ?? ''

/** Maps a field to a column and removes both from their previous mapping. */
export function withColumn(mapping: ColumnMapping, index: number, field: string): ColumnMapping {
  const others = Object.entries(mapping).filter(([name, at]) => name !== field && at !== index)
  return Object.fromEntries(field === '' ? others : [...others, [field, index]])
}

export const missingTitles = (kind: IntakeKind, mapping: ColumnMapping): string[] =>
  Object.entries(fieldsOf(kind))
    .filter(([name, field]) => field.required && mapping[name] === undefined)
    .map(([, field]) => field.title)

export const fieldOptions = (kind: IntakeKind): Option[] =>
  Object.entries(fieldsOf(kind)).map(([value, { title, required }]) => ({
    value,
    label: required ? `${title} (required)` : title,
  }))

const KNOWN_FORMATS = { csv: 'CSV', xlsx: 'Excel workbook (.xlsx)' }
const DELIMITERS: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** Detected format, for example "CSV in UTF-8, comma-separated". */
export function formatText(layout: {
  format: keyof typeof KNOWN_FORMATS
  encoding: string | null
  delimiter: string | null
}): string {
  const { format, encoding, delimiter } = layout
  return [
    KNOWN_FORMATS[format],
    encoding && ` in ${encoding.toUpperCase()}`,
    delimiter && `, ${DELIMITERS[delimiter] ?? `“${delimiter}”`}-separated`,
  ]
    .filter(Boolean)
    .join('')
}
