import { type ColumnMapping, fieldsOf, type IntakeKind } from '../../../contract/intake.ts'
import type { Option } from '../../ui/Select.tsx'

/** Field → column, while a person corrects it. */

export const fieldAt = (mapping: ColumnMapping, index: number): string =>
  Object.entries(mapping).find(([, at]) => at === index)?.[0] ?? ''

/** One column a field and one field a column: what is given to a column is taken from where it was. */
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
    label: required ? `${title} (needed)` : title,
  }))

const KNOWN_FORMATS = { csv: 'CSV', xlsx: 'Excel workbook (.xlsx)' }
const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

/** "CSV in UTF-8, parted by commas": how the file was understood. */
export function formatText(layout: {
  format: keyof typeof KNOWN_FORMATS
  encoding: string | null
  delimiter: string | null
}): string {
  const { format, encoding, delimiter } = layout
  return [
    KNOWN_FORMATS[format],
    encoding && ` in ${encoding.toUpperCase()}`,
    delimiter && `, parted by ${DELIMITERS[delimiter] ?? `“${delimiter}”`}`,
  ]
    .filter(Boolean)
    .join('')
}
