import { isStorable } from '../../engine/text.ts'

/** What a jsonb column holds. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined }

/** As JSON writes what no jsonb holds: a zero sign, and a letter's half without the other. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/
/** Reads escapes one after the other, so that a typed backslash before "u0000" is not mistaken for one. */
const ESCAPE = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g

/**
 * JSON for a jsonb column. PostgreSQL refuses the whole statement for one invalid character; such characters are left
 * out here, so that no act fails for them.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!MAYBE_UNSTORABLE.test(json)) return json
  return json.replace(ESCAPE, sign => (sign.length === 2 ? sign : sign === '\\u0000' ? '' : '\ufffd'))
}

/** No form has so many levels; whatever reads a record level by level would stop at a few thousand. */
const LEVELS_MAX = 50

export const isDeep = (value: unknown, levels = LEVELS_MAX): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => isDeep(inner, levels - 1)))

/** Where in what came over the wire a text or a name stands that no database holds; undefined where none does. */
export function unstorableIn(value: unknown, place = ''): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : place
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const at = place === '' ? key : `${place}.${key}`
    if (!isStorable(key)) return place || 'request'
    const found = unstorableIn(inner, at)
    if (found !== undefined) return found
  }
  return undefined
}
