import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/** Keeps one more and gives how many different ones it makes within the hour. */
export async function countSearch(tx: Tx, staffId: string, numberIndex: Buffer, now: Date): Promise<number> {
  const result = await sql<{ numbers: number }>`
    with hour as (select date_trunc('hour', ${now}::timestamptz) as begins),
    added as (
      insert into number_search (staff_id, hour, number_index) select ${staffId}, begins, ${numberIndex} from hour
      on conflict do nothing returning 1)
    select (select count(*) from added)::int + (
      select count(*) from number_search, hour where staff_id = ${staffId} and hour = begins)::int as numbers`.execute(
    tx,
  )
  return result.rows[0]?.numbers ?? 1
}

export async function forgetSearches(tx: Tx, before: Date): Promise<void> {
  await sql`delete from number_search where hour < ${before}`.execute(tx)
}
