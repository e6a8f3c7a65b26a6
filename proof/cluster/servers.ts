import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What a PostgreSQL server of the cluster says, asked as its superuser. */

/** Patroni calls a replica that cannot follow running too. */
export async function followers(url: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    url,
    `select count(*)::int as n from pg_stat_replication
     where state = 'streaming' and pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) < 1000000`,
  )
  return row?.n ?? 0
}

const ARCHIVED_MAX_MS = 60_000

/** What is wrong with the archive of this leader: all it has written up to now is to be in the second place within a minute. */
export async function missingInArchive(url: string): Promise<string[]> {
  const [written] = await rowsOf<{ name: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as name')
  if (!written) return ['the leader did not answer']
  const isThere = `select 1 from pg_stat_archiver where last_archived_wal >= '${written.name}'`
  for (let waited = 0; waited < ARCHIVED_MAX_MS; waited += 500) {
    if ((await rowsOf(url, isThere)).length > 0) return []
    await sleep(500)
  }
  return [`${written.name} is not archived`]
}

/** None if the server does not answer. */
async function rowsOf<T extends pg.QueryResultRow>(url: string, question: string): Promise<T[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<T>(question)).rows
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}
