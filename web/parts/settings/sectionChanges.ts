import { type SectionName, STORED_ROWS } from '../../../contract/settings.ts'
import type { Json } from '../../../contract/trail.ts'
import type { FieldSpec, RowsSpec } from './fieldSpec.ts'
import { SECTION_SPECS, type SectionSpec } from './sectionFields.ts'
import { asPlain, detailsOf, fieldAt, type Plain, rowsOf, shown } from './sectionWords.ts'

/** One changed value. Undefined if it was added or removed. */
export type Difference = { what: string; before: string | undefined; after: string | undefined }

/** Changes between two versions of a section; rows are matched by name. */
export function sectionChanges(
  section: SectionName,
  before: Json,
  after: Json,
  spec: SectionSpec = SECTION_SPECS[section],
): Difference[] {
  return differences(reported(section, before, spec), reported(section, after, spec))
}

export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map(what => ({ what, before: before.get(what), after: after.get(what) }))
    .filter(change => change.before !== change.after)
}

function reported(section: SectionName, value: Json, { fields, rows }: SectionSpec): Map<string, string> {
  const plain = asPlain(value)
  return new Map([
    ...fields.map(spec => [spec.label, shown(spec, fieldAt(section, plain, spec.name))] as const),
    ...(rows
      ? rowsOf(value, rows).flatMap(row => {
          const name = rowName(section, rows, row)
          const details = detailsOf(rows, row).map(({ label, text }) => [`${name}: ${label}`, text] as const)
          return [[name, rowText(section, rows, row)] as const, ...details]
        })
      : []),
  ])
}

const namedBy = (section: SectionName, rows: RowsSpec): readonly FieldSpec[] => {
  const names: readonly string[] = STORED_ROWS[section]?.fields ?? [rows.columns[0]?.name ?? '']
  return rows.columns.filter(column => names.includes(column.name))
}

const rowName = (section: SectionName, rows: RowsSpec, row: Plain): string =>
  namedBy(section, rows)
    .map(spec => shown(spec, row[spec.name]))
    .join(', ')

/** The row without its name. */
function rowText(section: SectionName, rows: RowsSpec, row: Plain): string {
  const names = namedBy(section, rows)
  const reported = rows.columns
    .filter(spec => !names.includes(spec))
    .map(spec => (spec.kind === 'text' ? '' : `${spec.label} `) + shown(spec, row[spec.name]))
  if (rows.hasStatus) reported.push(row.status === 'retired' ? 'inactive' : 'active')
  return reported.join(' · ')
}
