import { hash } from 'node:crypto'
import type { Keys } from './keys.ts'
import { refuse } from './refusal.ts'

/**
 * Where the next page begins. It is signed together with the list and its filter, so that a changed cursor, or one
 * carried to another list or filter, is refused instead of showing rows from somewhere else.
 */
export function makeCursor(keys: Keys, list: string, filter: object, position: readonly string[]): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${sign(keys, list, filter, body)}`
}

export function readCursor(
  keys: Keys,
  list: string,
  filter: object,
  cursor: string | undefined,
): string[] | undefined {
  if (cursor === undefined) return undefined
  const [body = '', signature = ''] = cursor.split('.')
  if (signature !== sign(keys, list, filter, body)) refuse('cursor.invalid')
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as string[]
}

type Unsigned<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort

/** What a list is sorted by; a minus before it puts the last first. */
export const orderOf = <Sort extends string>(sort: Sort): { sort: Unsigned<Sort>; descending: boolean } => ({
  sort: sort.replace('-', '') as Unsigned<Sort>,
  descending: sort.startsWith('-'),
})

/** The keys of that place by their names; null where a list begins. */
export const placeOf = <K extends string>(
  position: readonly string[] | undefined,
  ...names: K[]
): Record<K, string> | null =>
  position
    ? (Object.fromEntries(names.map((name, index) => [name, position[index] ?? ''])) as Record<K, string>)
    : null

function sign(keys: Keys, list: string, filter: object, body: string): string {
  const shape = hash('sha256', JSON.stringify(filter), 'base64url')
  return keys.blindIndex('cursor', `${list}\0${shape}\0${body}`).toString('base64url').slice(0, 22)
}

/** One row more than the page size shows whether there is a next page. */
export function cutPage<T>(rows: readonly T[], limit: number): { rows: T[]; last: T | undefined } {
  const shown = rows.slice(0, limit)
  return { rows: shown, last: rows.length > limit ? shown[shown.length - 1] : undefined }
}
