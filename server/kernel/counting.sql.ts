import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'

/** Counting stops here: a filter that fits more rows says "10,000+" instead of reading them all. */
export const COUNTED_MAX = 10_000

export type Counted = { total: number; exact: boolean }

/** How many rows a query gives; past the limit none is read. */
export async function countWithin(tx: Tx, limit: number, rows: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${limit}) limited`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function countList(tx: Tx, rows: RawBuilder<unknown>): Promise<Counted> {
  const count = await countWithin(tx, COUNTED_MAX + 1, rows)
  return { total: Math.min(count, COUNTED_MAX), exact: count <= COUNTED_MAX }
}

/** Lists found to exceed the counting limit, and until when that is assumed. */
const long = new Map<string, number>()
const KNOWN_FOR_MS = 60_000
const KNOWN_MAX = 1_000

/**
 * Counts a list up to a limit, past which a page shows "10,000+". A list found that long stays so for a minute, because
 * counting takes longer than the page. `list` names the list and its filter.
 */
export async function countUpTo(
  most: number,
  list: string,
  count: (limit: number) => Promise<number>,
): Promise<Counted> {
  const known = long.get(list)
  if (known !== undefined && known > performance.now()) return { total: most, exact: false }
  const counted = await count(most + 1)
  long.delete(list)
  if (counted <= most) return { total: counted, exact: true }
  if (long.size >= KNOWN_MAX) long.clear()
  long.set(list, performance.now() + KNOWN_FOR_MS)
  return { total: most, exact: false }
}
