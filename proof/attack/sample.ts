import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Roll } from '../../sample/random.ts'
import { adaeze } from '../../test/applicants.ts'
import type { Document, Field, Operation, Schema } from './document.ts'
import { anyId, type Kind, kindOf, type Records } from './records.ts'
import type { Shot } from './target.ts'

/** Requests as an honest program that had read the document would make them: the ground that mutations start from. */

export type Values = Record<string, unknown>
export type Sampler = {
  value(schema: Schema, name: string, path: string): unknown
  /** Every required field, and about half of the others. */
  values(operation: Operation): Values
}

/** What no schema says: an account's check digit, a working day, a term of the product. */
const KNOWN: Record<string, unknown> = {
  ...adaeze(),
  subjectType: 'customer', section: 'organisation', source: 'IPPIS', period: '2026-10', month: '2026-10', email: 'chinedu@iroko.test',
  reason: 'As agreed with the branch', note: 'Spoke with the applicant', text: 'Will call again on Friday', title: 'Letter of introduction',
  version: 1, basedOn: 1, from: '2026-09-01', to: '2026-11-15', asOf: '2026-11-15', on: '2026-11-15', valueOn: '2026-11-15', paidOn: '2026-11-15',
  code: 'AO-014', part: 0, rowNumber: 1, body: 'Dear {{firstName}}, thank you. {{company}}', reference: 'TRF-2026-0001', bankReference: 'BK-0001',
  path: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', proof: 'e30=', website: '',
  gateway: 'termii', baseUrl: 'https://api.ng.termii.com', fileName: 'october.csv', bytes: 100, password: 'mango rain bicycle', current: 'not the password',
  confirm: 'mango rain bicycle', paper: 'statement', ref: 'L0100001', accountOfficerCode: 'AO-014', loanNumber: 'L0100001', search: 'ade', account: '1000',
} // biome-ignore format: a list of words

export function sampler(document: Document, records: Records, roll: Roll): Sampler {
  const value = (given: Schema, name: string, path: string, depth = 0): unknown => {
    const schema = document.resolve(given)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return value(pickOne(roll, choices), name, path, depth)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return fits(schema.enum, KNOWN[name]) ? KNOWN[name] : pickOne(roll, schema.enum)
    if (schema.type === 'array') return itemsOf(schema, name, path, depth)
    if (schema.type === 'object' || schema.properties) return objectOf(schema, path, depth)
    if (schema.format === 'uuid') return idFor(name, path)
    return scalarOf(schema, name, roll)
  }
  const idFor = (name: string, path: string): string => {
    const kind: Kind | undefined = kindOf(path, name)
    // an id in a body names the act that begins with it
    return name === 'id' && !path.includes('{id}') ? randomUUID() : anyId(records, roll, kind)
  }
  const itemsOf = (schema: Schema, name: string, path: string, depth: number): unknown[] => {
    const count = (schema.minItems ?? 0) + (depth > 4 ? 0 : roll(2))
    return Array.from({ length: count }, () => value(schema.items ?? {}, name, path, depth + 1))
  }
  const objectOf = (schema: Schema, path: string, depth: number): Values => {
    const entries = Object.entries(schema.properties ?? {}).filter(
      ([key]) => schema.required?.includes(key) || (depth < 5 && roll(2) === 0),
    )
    return Object.fromEntries(entries.map(([key, inner]) => [key, value(inner, key, path, depth + 1)]))
  }
  const isWanted = ({ name, required }: Field): boolean => required || (name !== 'cursor' && roll(2) === 0)
  return {
    value,
    values: ({ fields, path }) =>
      Object.fromEntries(
        fields.filter(isWanted).map(({ name, schema }) => [name, value(schema, name, path)]),
      ),
  }
}

const fits = (allowed: readonly unknown[], value: unknown): boolean =>
  value !== undefined && allowed.includes(value)

export function pickOne<T>(roll: Roll, list: readonly T[]): T {
  const chosen = list[roll(list.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}

function scalarOf(schema: Schema, name: string, roll: Roll): unknown {
  const known = KNOWN[name]
  switch (schema.type) {
    case 'integer':
    case 'number': {
      if (typeof known === 'number') return known
      const least = Math.max(schema.minimum ?? 0, -1_000_000)
      return least + roll(Math.min(schema.maximum ?? 100, least + 100) - least + 1)
    }
    case 'boolean':
      return roll(2) === 0
    case 'null':
      return null
    default:
      return wordsOf(schema, name, typeof known === 'string' ? known : undefined, roll)
  }
}

function wordsOf(schema: Schema, name: string, known: string | undefined, roll: Roll): string {
  if (schema.format === 'date') return known ?? `2026-11-${String(1 + roll(15)).padStart(2, '0')}`
  if (schema.format === 'date-time') return '2026-11-15T09:00:00Z'
  if (schema.format === 'email') return 'chinedu@iroko.test'
  if (schema.pattern) {
    const pattern = new RegExp(schema.pattern, 'u')
    if (known && pattern.test(known)) return known
    if (pattern.source.includes('\\d{1,18}')) return String((1 + roll(50)) * 1_000_000)
    return matching(schema.pattern, roll)
  }
  return known ?? `${name} of a clerk`.slice(0, schema.maxLength ?? 40)
}

function matching(pattern: string, roll: Roll): string {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: roll(1_000_000) })[0] ?? ''
  } catch {
    // a pattern with a look-ahead: any word is a guess
    return 'word'
  }
}

/** The request that carries these values, each in the place the document gives it; what it does not know goes to the body or the query. */
export function shotFor(operation: Operation, values: Values, rawBody?: string | Buffer): Shot {
  const rest = { ...values }
  let url = operation.path
  for (const { name, place } of operation.fields) {
    if (place !== 'path') continue
    url = url.replace(`{${name}}`, encodeURIComponent(textOf(rest[name])))
    delete rest[name]
  }
  const isJson = operation.isWrite && !operation.isRaw
  const query = new URLSearchParams()
  if (!isJson)
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, textOf(value))
  const type = operation.isRaw ? 'application/octet-stream' : 'application/json'
  return {
    method: operation.method,
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: operation.isWrite ? { 'content-type': type } : {},
    body: operation.isWrite ? (rawBody ?? (operation.isRaw ? 'bytes' : JSON.stringify(rest))) : undefined,
  }
}

/** Half a letter cannot stand in an address. */
export const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/\p{Surrogate}/gu, '\ufffd')
