import { randomUUID } from 'node:crypto'
import type { Roll } from '../../sample/random.ts'
import type { Document, Field, Schema } from './document.ts'
import { pickOne, type Values } from './sample.ts'

/** Hostile values in place of a name, an amount or a day. */

const HOSTILE: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 0.001, 2 ** 53, -(2 ** 63), 1e308, '', ' ', '\0', 'a\u0000b', '\ud83c', '\u202egpj.exe', '\ufeff', '﷽'.repeat(50),
  '🌳🌳', 'e\u0301'.repeat(200), 'a'.repeat(300), 'a'.repeat(50_000), "O'Brien", "'; drop table staff; --", "' or '1'='1", '") or 1=1 --', '%', '_', '\\',
  '%00', '%n%s%x', '#{7*7}', '{{constructor}}', '{{firstName}}{{', '<script>alert(1)</script>', '../../../etc/passwd', 'file:///etc/passwd', '=1+1',
  'NaN', 'Infinity', '-0', '1e309', '1,000.00', '12,5OO', '٠١٢٣٤٥٦٧٨٩', '１２３', '0x7f', '9'.repeat(18), '9'.repeat(19), '-9'.padEnd(19, '9'), '9'.repeat(400),
  '0000-00-00', '2026-02-30', '1999-02-29', '9999-12-31', '2099-01-01', '-2026-01-01', '2026-11-15T00:00:00Z', '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff', 'undefined', '[object Object]', [], [[]], [null], {}, { $ne: 1 }, { toString: 1 }, { length: 1e9 }, ['a', 'a'],
  { constructor: { prototype: { roles: ['superAdmin'] } } }, 'http://169.254.169.254/', 'http://[::1]/', 'javascript:alert(1)',
] // biome-ignore format: a heap of things

/** Turns an honest request into one that differs from it in one to three places; now and then it stays honest. */
export function mutate(document: Document, fields: readonly Field[], honest: Values, roll: Roll): Values {
  let values = structuredClone(honest)
  for (let times = roll(4); times > 0; times--) values = mutateOnce(document, fields, values, roll)
  return values
}

function mutateOnce(document: Document, fields: readonly Field[], values: Values, roll: Roll): Values {
  const names = Object.keys(values)
  const name = names.length > 0 ? pickOne(roll, names) : undefined
  switch (roll(8)) {
    case 0:
      return {
        ...values,
        [pickOne(roll, ['__proto__x', 'extra', 'ID', ' id', 'limit', 'roles', '$where'])]: 1,
      }
    case 1: {
      const { [name ?? '']: _, ...rest } = values
      return rest
    }
    case 2: {
      const field = fields.length > 0 ? pickOne(roll, fields) : undefined
      const edge = field && pickOne(roll, edges(document.resolve(field.schema)))
      return field ? { ...values, [field.name]: edge } : values
    }
    case 3:
      return name === undefined ? values : { ...values, [name]: randomUUID() }
    default:
      return name === undefined ? values : { ...values, [name]: disturbed(values[name], roll) }
  }
}

/** Something else at the place itself, or, where the place holds more, somewhere deep in it. */
function disturbed(value: unknown, roll: Roll): unknown {
  if (value !== null && typeof value === 'object' && roll(5) > 0) {
    const keys = Object.keys(value)
    if (keys.length === 0) return pickOne(roll, HOSTILE)
    const key = pickOne(roll, keys)
    const inner = disturbed((value as Values)[key], roll)
    return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
  }
  if (typeof value === 'string' && roll(4) === 0)
    return pickOne(roll, [
      value.toUpperCase(),
      ` ${value} `,
      `${value}'`,
      value.slice(1),
      value + value,
      `${value}\n`,
    ])
  return pickOne(roll, HOSTILE)
}

/** The last values inside and the first outside of what the document allows. */
function edges(schema: Schema): unknown[] {
  const { minimum, maximum, maxLength, minLength, maxItems } = schema
  const all: unknown[] = [null, '', [], {}]
  if (minimum !== undefined) all.push(minimum, minimum - 1)
  if (maximum !== undefined) all.push(maximum, maximum + 1)
  if (minLength !== undefined) all.push('a'.repeat(Math.max(0, minLength - 1)))
  if (maxLength !== undefined)
    all.push('a'.repeat(Math.min(maxLength, 70_000)), 'é'.repeat(Math.min(maxLength + 1, 70_000)))
  if (maxItems !== undefined) all.push(Array.from({ length: maxItems + 1 }, () => 'a'))
  if (schema.format === 'date') all.push('1900-01-01', '2199-12-31', '2200-01-01')
  if (schema.pattern?.includes('\\d{1,18}')) all.push('0', '-1', '9'.repeat(18), '-'.padEnd(19, '9'))
  return all
}

// ── Certainly wrong ────────────────────────────────────────────────────────────────────────────────────────────────

export type Wrong = { what: string; value: unknown }

/** Values of a field that the document itself forbids, each for one reason. */
export function wrongValues(document: Document, field: Field): Wrong[] {
  const schema = document.resolve(field.schema)
  const isText = field.place !== 'body'
  const wrong: Wrong[] = []
  if (schema.enum) wrong.push({ what: 'not one of the words', value: 'NO-SUCH-WORD' })
  if (schema.format === 'uuid')
    wrong.push({ what: 'no id', value: '12345' }, { what: 'SQL for an id', value: "1' or '1'='1" })
  if (schema.format === 'date')
    wrong.push(
      { what: 'a day that never was', value: '2026-02-30' },
      { what: 'a day beyond time', value: '9999-12-31' },
    )
  if (schema.format === 'email') wrong.push({ what: 'no e-mail', value: 'nobody' })
  if (schema.pattern?.includes('\\d{1,18}')) wrong.push(...AMOUNTS)
  else if (schema.pattern && !schema.format)
    wrong.push({ what: 'another pattern', value: '\u0001'.repeat(3) })
  if (schema.type === 'string' && schema.maxLength !== undefined && schema.maxLength < 30_000)
    wrong.push({ what: 'too long', value: 'a'.repeat(schema.maxLength + 1) })
  if (schema.type === 'integer' && schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER)
    wrong.push({ what: 'too small', value: schema.minimum - 1 })
  if (schema.type === 'integer' && schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER)
    wrong.push({ what: 'too large', value: schema.maximum + 1 })
  if (schema.type === 'integer')
    wrong.push({ what: 'half of one', value: 1.5 }, { what: 'a word for a number', value: 'abc' })
  if (schema.maxItems !== undefined)
    wrong.push({ what: 'too many', value: Array.from({ length: schema.maxItems + 1 }, randomUUID) })
  if (schema.type === 'string' && !isText)
    wrong.push({ what: 'a number for text', value: 5 }, { what: 'an object for text', value: { $ne: '' } })
  if (['array', 'object'].includes(schema.type ?? '')) wrong.push({ what: 'text for more', value: 'text' })
  if (schema.type === 'boolean' && !isText) wrong.push({ what: 'a word for yes', value: 'yes' })
  return wrong
}

/** B21–B25 for whatever is an amount; zero and less are for each act to refuse. */
const AMOUNTS: readonly Wrong[] = [
  ['B23 a part of a kobo', '0.001'], ['B24 1e309', '1e309'], ['B24 NaN', 'NaN'], ['B24 Infinity', 'Infinity'], ['B24 commas', '1,000.00'],
  ['B24 letters', '12,5OO'], ['B24 Arabic digits', '٥٠٠٠٠'], ['B24 a space', '50 000'], ['B25 a number with 19 digits', '9'.repeat(19)],
  ['B24 hexadecimal', '0x1F'], ['B24 nothing', ''],
].map(([what = '', value]) => ({ what, value })) // biome-ignore format: a table
