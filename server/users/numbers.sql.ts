import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/** Counts one more and gives how many it makes within the hour. */
export async function countSearch(tx: Tx, staffId: string, now: Date): Promise<number> {
  const result = await sql<{ searches: number }>`
    insert into number_search (staff_id, hour, searches) values (${staffId}, date_trunc('hour', ${now}::timestamptz), 1)
    on conflict (staff_id, hour) do update set searches = number_search.searches + 1
    returning searches`.execute(tx)
  return result.rows[0]?.searches ?? 1
}

export async function forgetSearches(tx: Tx, before: Date): Promise<void> {
  await sql`delete from number_search where hour < ${before}`.execute(tx)
}
