import { createHash } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { readMigrations } from './files.ts'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>
/** The open transaction in a write; the plain connection in a read, which is one statement anyway. */
export type Tx = Kysely<DB>

// Dates stay text and amounts stay whole: a driver that made Date or Number of them would lose days and kobo.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, text => text)

/** How long a statement may run before the database ends it; long work is cut into short statements by jobs. */
const STATEMENT_LIMIT_MS = 30_000

export function connect(url: string, options: { most: number; name: string }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.most,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  })
  // An idle connection that the database closed must not end the program; the pool opens another.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

export const openDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

/**
 * Applies what is missing from db/migrations, each file in its own transaction, and then the queue's own tables. Programs that start together wait
 * for one another; a file that was changed after it ran is refused, because the next machine would differ.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'iroko migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('iroko migrate'))`)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
    )
    const applied = new Map<string, string>()
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
    for (const row of rows) applied.set(row.name, row.hash)
    for (const file of await readMigrations()) {
      const hash = createHash('sha256').update(file.sql).digest('hex')
      if (applied.get(file.name) === hash) continue
      if (applied.has(file.name)) throw new Error(`db/migrations/${file.name} was changed after it ran here.`)
      await client.query('begin')
      await client.query(file.sql)
      await client.query('insert into migration (name, hash) values ($1, $2)', [file.name, hash])
      await client.query('commit')
    }
    await runMigrations({ connectionString: url })
  } finally {
    await client.end()
  }
}

const UNAVAILABLE = new Set([
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up
  '57014', // statement timeout
  '08000',
  '08003',
  '08006',
  '53300', // too many connections
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether a failure means "the database is away", which a caller may simply try again. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    UNAVAILABLE.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(error.message)
  )
}

/** 40001 and 40P01: two people at once; the transaction is simply run again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === constraint
