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
