import { sql } from 'kysely'
import type { Db } from './dbTypes.ts'

/** No copy ever reaches it: the caller reads from the primary. */
export const BEYOND = 'FFFFFFFF/FFFFFFFF'

/** Where the database's log is after what was just written. */
export async function placeNow(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{ place: string }>`select pg_current_wal_flush_lsn()::text as place`.execute(
      db,
    )
    return rows[0]?.place ?? BEYOND
  } catch {
    return BEYOND
  }
}

/** Where the log of the server that leads is, on which timeline, and the timeline that it has noted for its copies. */
export const PLACE_OF_PRIMARY = `
  select pg_current_wal_flush_lsn()::text as place, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
    (select timeline from primary_timeline) as noted`

/** Waits for no copy: what is lost is noted again. */
export const NOTE_TIMELINE = `
  insert into primary_timeline (timeline) select $1 from (select set_config('synchronous_commit', 'off', true)) as waits
  on conflict (is_only) do update set timeline = excluded.timeline`

/** How far a copy is; nowhere once it leads itself. */
export const PLACE_OF_COPY = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place,
    (select timeline from primary_timeline) as timeline`
