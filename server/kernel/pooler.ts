import pg from 'pg'
import { ConfigError } from './config.ts'
import { oneHost } from './hosts.ts'

/** What a connection says about where it leads. */
type End = { isPooled: boolean; server: string; timeout: string; idleTimeout: string }

/**
 * Whether DATABASE_URL leads to a connection pooler in front of the PostgreSQL of DATABASE_DIRECT_URL. Refuses what would
 * lose locks, notifications or the limits of statements, which no error would tell (decision 42).
 */
export async function findPooler(url: string, directUrl: string | undefined): Promise<boolean> {
  const end = await endOf(url)
  const direct = directUrl === undefined ? undefined : await endOf(directUrl)
  if (end.isPooled && !direct)
    throw new ConfigError(
      'DATABASE_URL leads to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to PostgreSQL itself: locks, notifications, migrations and jobs need connections of their own.',
    )
  if (direct?.isPooled)
    throw new ConfigError(
      'DATABASE_DIRECT_URL leads to a connection pooler too. It must lead to PostgreSQL itself; a balancer of connections such as HAProxy may be between.',
    )
  if (direct && direct.server !== end.server)
    throw new ConfigError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
  if (end.isPooled && (end.timeout === '0' || end.idleTimeout === '0'))
    throw new ConfigError(
      `The pooler of DATABASE_URL sets no statement_timeout or no idle_in_transaction_session_timeout, so that a statement could run without end. Set both in connect_query, as deploy/pgbouncer.ini does.`,
    )
  return end.isPooled
}

async function endOf(url: string): Promise<End> {
  const client = new pg.Client({
    connectionString: await oneHost(url),
    application_name: 'iroko start',
    connectionTimeoutMillis: 5_000,
  })
  try {
    await client.connect()
    const { rows } = await client.query<End & { pid: number }>(
      `select pg_backend_pid() as pid, current_database() || ' since ' || pg_postmaster_start_time() as server,
         current_setting('statement_timeout') as timeout,
         current_setting('idle_in_transaction_session_timeout') as "idleTimeout"`,
    )
    const [row] = rows
    if (!row) throw new Error('PostgreSQL answered nothing')
    // a pooler answers in the name of many connections and gives each caller a number of its own making
    return { ...row, isPooled: row.pid !== (client as unknown as { processID: number }).processID }
  } finally {
    await client.end().catch(() => {})
  }
}
