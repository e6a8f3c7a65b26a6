import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

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
  await sql`delete from reveal_count where hour < ${before}`.execute(tx)
}

/**
 * Counts one more access, and returns how many different subjects it makes within the hour; two statements, so that
 * concurrent accesses see each other.
 */
export async function countReveal(tx: Tx, staffId: string, subject: string, now: Date): Promise<number> {
  await sql`
    insert into reveal_count (staff_id, hour, subject)
    values (${staffId}, date_trunc('hour', ${now}::timestamptz), ${subject})
    on conflict (staff_id, hour, subject) do update set times = reveal_count.times + 1`.execute(tx)
  const result = await sql<{ subjects: number }>`
    select count(*)::int as subjects from reveal_count
    where staff_id = ${staffId} and hour = date_trunc('hour', ${now}::timestamptz)`.execute(tx)
  return result.rows[0]?.subjects ?? 1
}

export async function revealsSince(tx: Tx, since: Date): Promise<{ reveals: number; users: number }> {
  const result = await sql<{ reveals: number; users: number }>`
    select coalesce(sum(times), 0)::int as reveals, count(distinct staff_id)::int as users from reveal_count
    where hour >= ${since}`.execute(tx)
  return result.rows[0] ?? { reveals: 0, users: 0 }
}
