import { z } from 'zod/mini'
import { SECTIONS, type SectionName, storedRows, writingProblems } from '../../../contract/settings.ts'
import type { Json } from '../../../contract/trail.ts'
import { kobo, parseNaira } from '../../../engine/money.ts'
import { nairaText, parsePercent, percentText } from '../../parts/figures.ts'
import type { FieldSpec, RowsSpec } from '../../parts/settings/fieldSpec.ts'
import { SECTION_SPECS } from '../../parts/settings/sectionFields.ts'
import {
  asPlain,
  fieldAt,
  type Plain,
  plainText,
  rowsOf,
  valueAt,
} from '../../parts/settings/sectionWords.ts'

/** A section while it is edited: all values as text, so that invalid input is kept. */
export type DraftRow = { key: number; isStored: boolean; values: Readonly<Record<string, string>> }
export type Draft = {
  fields: Readonly<Record<string, string | boolean>>
  rows: readonly DraftRow[]
}

/** Schema of a saved draft: the same fields and columns. */
export function draftSchema(section: SectionName): z.ZodMiniType<Draft> {
  const { fields, rows } = SECTION_SPECS[section]
  const text = z.string()
  const shape = Object.fromEntries(
    fields.map(({ name, kind }) => [name, kind === 'switch' ? z.boolean() : text]),
  )
  const columns = Object.fromEntries(Object.keys(rows?.blank ?? {}).map(name => [name, text]))
  return z.object({
    fields: z.object(shape),
    rows: z.array(z.object({ key: z.number(), isStored: z.boolean(), values: z.object(columns) })),
  })
}

/** Lists inside a row are edited as JSON text. */
const isList = ({ kind }: Pick<FieldSpec, 'kind'>): boolean =>
  kind === 'codes' || kind === 'columns' || kind === 'cells'

/** Formats a stored value for its field. */
function typed(spec: Pick<FieldSpec, 'kind'>, value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (spec.kind === 'naira') return nairaText(kobo(BigInt(plainText(value))))
  if (isList(spec)) return JSON.stringify(value)
  return spec.kind === 'percent' ? percentText(Number(value)) : plainText(value)
}

export function draftOf(section: SectionName, value: Json): Draft {
  const { fields, rows } = SECTION_SPECS[section]
  const plain = asPlain(value)
  const isStored = storedRows(section, value).length > 0
  return {
    fields: Object.fromEntries(
      fields.map(spec => [
        spec.name,
        spec.kind === 'switch' ? plain[spec.name] === true : typed(spec, fieldAt(section, plain, spec.name)),
      ]),
    ),
    rows: rows
      ? rowsOf(value, rows).map((row, key) => ({ key, isStored: isStored, values: rowDraft(rows, row) }))
      : [],
  }
}

const fieldsOfRow = ({ columns, details = [] }: RowsSpec): readonly FieldSpec[] => [...columns, ...details]

const rowDraft = (rows: RowsSpec, row: Plain): Record<string, string> =>
  Object.fromEntries(
    Object.keys(rows.blank).map(name => {
      const spec = fieldsOfRow(rows).find(field => field.name === name) ?? { kind: 'text' as const }
      const value = valueAt(row, name)
      return [name, value === undefined ? (rows.blank[name] ?? '') : typed(spec, value)]
    }),
  )

export type Problems = Record<string, string>

/** The value to send, and its errors by field, checked by the contract. */
export function wireOf(section: SectionName, draft: Draft): { value: Json; problems: Problems } {
  const { fields, rows } = SECTION_SPECS[section]
  const problems: Problems = {}
  const take = (spec: FieldSpec, path: string, given: string | boolean | undefined): Json => {
    const { value, problem } = untyped(spec, given ?? '')
    if (problem) problems[path] = problem
    return value
  }
  const value: { [key: string]: Json } = {}
  for (const spec of fields) putAt(value, spec.name, take(spec, spec.name, draft.fields[spec.name]))
  if (rows) {
    value[rows.name] = draft.rows.map((row, index) => {
      const wire: { [key: string]: Json } = rows.hasStatus ? { status: row.values.status ?? 'active' } : {}
      for (const spec of fieldsOfRow(rows))
        putAt(wire, spec.name, take(spec, `${rows.name}.${index}.${spec.name}`, row.values[spec.name]))
      return wire
    })
  }
  for (const issue of SECTIONS[section].schema.safeParse(value).error?.issues ?? [])
    problems[issue.path.join('.')] ??= issue.message
  return { value, problems: { ...writingProblems(section, value), ...problems } }
}

/** Writes a value at a path such as `charge.kind` or `officeProvision.0`. */
function putAt(into: { [key: string]: Json }, path: string, value: Json): void {
  const [name = '', next, ...rest] = path.split('.')
  const held = into[name]
  if (next === undefined) into[name] = value
  else if (/^\d+$/.test(next)) {
    const list = Array.isArray(held) ? [...held] : []
    list[parseInt(next, 10)] = value
    into[name] = list
  } else {
    const inner = { ...asPlain(held) }
    putAt(inner, [next, ...rest].join('.'), value)
    into[name] = inner
  }
}

type Untyped = { value: Json; problem?: string }

function untyped(spec: FieldSpec, given: string | boolean): Untyped {
  if (typeof given === 'boolean') return { value: given }
  const text = given.trim()
  if (isList(spec)) return { value: JSON.parse(text || '[]') as Json }
  if (spec.kind === 'day') return { value: text === '' ? null : text, ...missing(spec, text) }
  if (spec.kind === 'whole')
    return /^\d{1,9}$/.test(text)
      ? { value: Number.parseInt(text, 10) }
      : { value: null, problem: text === '' ? EMPTY : 'Enter a whole number' }
  if (spec.kind === 'percent') {
    const ppm = parsePercent(text)
    return ppm === undefined
      ? { value: null, problem: text === '' ? EMPTY : 'Enter a percentage, for example 2.5' }
      : { value: ppm }
  }
  if (spec.kind === 'naira') {
    const amount = parseNaira(text)
    return amount === undefined
      ? { value: '', problem: text === '' ? EMPTY : 'Enter an amount, for example 50,000' }
      : { value: amount.toString() }
  }
  return { value: given }
}

const EMPTY = 'Please fill this in'
const missing = (spec: FieldSpec, text: string): { problem?: string } =>
  text === '' && !spec.optional ? { problem: EMPTY } : {}
