import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { stopwatch } from './clock.ts'
import { ConfigError } from './config.ts'
import { requestQueue } from './connectionQueue.ts'
import type { Db } from './dbTypes.ts'
import { oneHost } from './hosts.ts'
import { commit, isStalePlan, preparing } from './preparedStatements.ts'
import { closeSilent, LONGER_STATEMENTS, WatchedClient } from './silence.ts'
import { transactions } from './transaction.ts'

/** The open transaction in a write; in a read, a free connection for each statement. */
export type Tx = Kysely<unknown>

// Dates stay text and amounts stay whole: a driver that made Date or Number of them would lose days and kobo.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)
/** Lists of dates and amounts, which have no name there: {2026-10-25,2026-11-25}. */
const [DATES, AMOUNTS] = [1182, 1016] as unknown as [
  typeof pg.types.builtins.DATE,
  typeof pg.types.builtins.DATE,
]
const listed = (text: string): string[] => text.slice(1, -1).split(',').filter(Boolean)
pg.types.setTypeParser(DATES, listed)
pg.types.setTypeParser(AMOUNTS, text => listed(text).map(BigInt))
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, text => text)

/**
 * The rows after an id, for work that goes through a table part by part. Two texts, never `… is null or id > …`: a prepared plan of
 * that serves both, and so begins every part at the first row again.
 */
export const beyond = (id: RawBuilder<unknown>, after: string | null): RawBuilder<unknown> =>
  after === null ? sql`true` : sql`${id} > ${after}::uuid`

/** Jobs split long work into statements of at most half a minute; a request must not wait that long. */
const STATEMENT_SECONDS = 30

const LIFETIME_SECONDS = 1_800

type PoolOptions = {
  most: number
  name: string
  /** How long a statement may run before the database ends it. */
  statementSeconds?: number
  /** Closes a connection that is silent for longer than a statement may take: it is dead, not busy. */
  closesSilent?: boolean
  /** Leaves int8 as text, for the queue, which puts its ids into JSON. */
  plainIds?: boolean
  /** Does not wait for the disk at every commit: for work that is restarted after a power failure. */
  hasty?: boolean
  /** Through a connection pooler, which shares sessions: it sets the limits of statements, not we (decision 42). */
  pooled?: boolean
  /** Sends a statement only when the one before it is answered: what COPY needs. */
  oneByOne?: boolean
}

/** A further connection with the same options, for a COPY. */
const forCopying = new WeakMap<pg.Pool, () => pg.Pool>()

export function connect(url: string, options: PoolOptions): pg.Pool {
  const statementSeconds = options.statementSeconds ?? STATEMENT_SECONDS
  const pool = new pg.Pool({
    connectionString: url,
    max: options.most,
    application_name: options.name,
    // no user waits for a bulk load, and it opens many connections at once
    connectionTimeoutMillis: options.hasty ? 60_000 : 5_000,
    ...(options.pooled
      ? {}
      : {
          statement_timeout: statementSeconds * 1000,
          // what is loaded in haste has one thread for all its transactions, and on a busy machine each waits its turn
          idle_in_transaction_session_timeout: options.hasty ? 0 : 30_000,
        }),
    // whatever a name or a balancer leads to by then is found again
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    // probes the other end of a connection that has long been silent
    keepAliveInitialDelayMillis: 10_000,
    ...(options.hasty ? { options: '-c synchronous_commit=off' } : {}),
    ...(options.plainIds ? { types: plainIds } : {}),
    Client: WatchedClient,
    pipeline: !options.oneByOne,
  })
  forCopying.set(pool, () => connect(url, { ...options, most: 1, oneByOne: true, closesSilent: false }))
  // An idle connection that the database closed must not end the program; the pool opens another.
  pool.on('error', () => {})
  pool.on('connect', client => void client.on('error', () => {}))
  // one that is given back while it ends does not serve the next request
  pool.on('release', (_, client) => {
    if (client instanceof WatchedClient && client.isReadOnly) void client.end().catch(() => {})
  })
  if (options.closesSilent) closeSilent(pool, statementSeconds + 1)
  return pool
}

/** For the few statements of a request that may take longer than others. */
export async function allowSeconds(tx: Tx, seconds: number): Promise<void> {
  await sql.raw(`${LONGER_STATEMENTS}${seconds}s'`).execute(tx)
}

/** Rows of another question as one value of a statement, so that a page is read at once. Amounts in them are cast to text: JSON rounds. */
export const asRows = (question: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(asked), '[]') from (${question}) asked)`
export const asRow = (question: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select to_json(asked) from (${question}) asked)`

const plainIds: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? (text: string) => text : pg.types.getTypeParser(type, format),
}

const pools = new WeakMap<Db, pg.Pool>()
const begins = new WeakMap<Db, ReturnType<typeof transactions>>()
const queues = new WeakMap<Db, () => Db>()
const shared = new WeakMap<Db, Db>()

export function openDb(pool: pg.Pool, { prepared = true }: { prepared?: boolean | undefined } = {}): Db {
  const db: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: preparing(pool, prepared) }) })
  pools.set(db, pool)
  begins.set(db, transactions(db, pool, prepared))
  queues.set(db, requestQueue(db, pool))
  return db
}

/** The connections of a database that openDb opened. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('only a database that openDb opened has a pool')
  return pool
}

/** Runs a write in one transaction: all of it is done, or nothing. */
export function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  const begin = begins.get(db)
  if (!begin) throw new Error('a transaction begins on a database that openDb opened')
  return begin(run)
}

/** For what one request reads by itself: it keeps its place in the queue. What is read for several requests uses the pool's queue. */
export function forRequest(db: Db): Db {
  const own = queues.get(db)?.() ?? db
  shared.set(own, db)
  return own
}

/** The database itself of what one request reads by. */
export const rootOf = (tx: Tx): Db => shared.get(tx) ?? tx

/**
 * Batches reads by key that start in one tick of the event loop into one statement, sent when all have asked: no caller
 * gets a value read earlier. A single read is sent alone.
 */
export function gathered<Key, Found>(
  read: (tx: Tx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (tx: Tx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>> {
  const asked = new WeakMap<Tx, { keys: Set<Key>; found: Promise<ReadonlyMap<Key, Found>> }>()
  const begin = (tx: Tx) => {
    const keys = new Set<Key>()
    const found = endOfTurn().then(() => {
      asked.delete(tx)
      return read(tx, [...keys])
    })
    asked.set(tx, { keys, found })
    return { keys, found }
  }
  return (tx, wanted) => {
    if (tx.isTransaction) return read(tx, wanted)
    const all = rootOf(tx)
    const { keys, found } = asked.get(all) ?? begin(all)
    for (const key of wanted) keys.add(key)
    return found
  }
}

/**
 * Makes and fills a table from a stream in one transaction of its own: it is there whole or not at all. `copy` is a
 * COPY … FROM STDIN; the rows come in COPY's text format, only as fast as the database takes them.
 */
export async function copyInto(
  db: Db,
  statements: { before: string; copy: string; after: string },
  rows: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const pool = forCopying.get(pools.get(db) as pg.Pool)?.()
  if (!pool) throw new Error('rows can be copied on a database that openDb opened')
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statements.before)
    await pipeline(Readable.from(rows), client.query(copyFrom(statements.copy)))
    await client.query(statements.after)
    await commit(client)
    client.release()
  } catch (error) {
    // a connection that broke off in the middle of a COPY is of no more use
    client.release(true)
    throw error
  } finally {
    await pool.end()
  }
}

/** A slow line takes half an hour for a million rows; one that takes nothing for a minute is dead. */
const COPY_MINUTES = 30
const COPY_SILENCE_MS = 60_000

/**
 * What a COPY … TO STDOUT gives, on a connection of its own, only as fast as it is taken. Nothing is read before that, and
 * a reader who stops leaves nothing running: the database looks every second whether its client is there.
 */
export async function* copyOut(tx: Tx, copy: string): AsyncGenerator<Buffer> {
  const pool = forCopying.get(pools.get(rootOf(tx)) as pg.Pool)?.()
  if (!pool) throw new Error('rows can be copied from a database that openDb opened')
  const client = await pool.connect()
  const { socket } = client as pg.PoolClient & WatchedClient
  let silence: NodeJS.Timeout | undefined
  try {
    // for this transaction only: behind a pooler the connection is another client's after it
    await client.query(
      `begin; set local statement_timeout = '${COPY_MINUTES}min'; set local client_connection_check_interval = '1s'`,
    )
    for await (const piece of client.query(copyTo(copy))) {
      silence = setTimeout(() => socket.destroy(), COPY_SILENCE_MS)
      yield piece
      clearTimeout(silence)
    }
    await commit(client)
  } finally {
    clearTimeout(silence)
    client.release(true)
    await pool.end()
  }
}

export { migrate } from './migrate.ts'

const LOADING = 'the sample lender is being loaded'
const DEMO = 'demo data'

/**
 * The loader of the demo data marks the database: while it loads, when no user can sign in, and afterwards for good. The
 * mark is a comment of the schema, so dropping the demo data drops it too, and no lender's own database has it.
 */
export async function markDemo(db: Db, isLoading: boolean): Promise<void> {
  await sql.raw(`comment on schema public is '${isLoading ? LOADING : DEMO}'`).execute(db)
}

export async function holdsDemoData(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ note: string | null }>`
    select obj_description('public'::regnamespace, 'pg_namespace') as note`.execute(tx)
  return rows[0]?.note === DEMO
}

const LOADERS_LOCK = `hashtext('iroko sample')`

/** The loader holds a lock until the end, released by its death: a mark without the lock was left behind. */
export async function whileLoading<T>(url: string, load: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'iroko sample' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${LOADERS_LOCK})`)
    return await load()
  } finally {
    await client.end()
  }
}

/** Whether loading was interrupted. The connection then holds the loader's lock, so that no other load starts. */
export async function isLeftHalfLoaded(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ note: string | null; isLeft: boolean }>(
    `select obj_description(oid, 'pg_namespace') as note, pg_try_advisory_lock(${LOADERS_LOCK}) as "isLeft"
     from pg_namespace where nspname = 'public'`,
  )
  return rows[0]?.note === LOADING && rows[0].isLeft
}

/** A start on half a sample lender is refused; what to do is said to a person, and nothing is removed by itself. */
export async function refuseHalfLoaded(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: await oneHost(url), application_name: 'iroko migrate' })
  await client.connect()
  try {
    if (await isLeftHalfLoaded(client))
      throw new ConfigError(
        'Loading the sample lender was interrupted, so this database holds only part of it. Run "npm run demo:clear", then start again.',
      )
  } finally {
    await client.end()
  }
}

const LOST_LINE = new Set([
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up
  '57P05', // idle too long
  '08000',
  '08003',
  '08006',
  '08P01', // what PgBouncer calls a server that is away
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])
const AWAY = new Set([
  '25006', // the server became a replica
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
])
const TOO_LONG = new Set([
  '57014', // statement timeout
  '25P03', // idle in transaction too long
])

/** Whether the line to the database broke, or none could be had: nothing is said about what was asked over it. */
const isLostLine = (error: unknown): boolean =>
  error instanceof Error &&
  (LOST_LINE.has(codeOf(error)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed/.test(
      error.message,
    ))

/** Whether the database is away or serves nobody just now, whatever was asked of it. */
export const isAway = (error: unknown): boolean =>
  isLostLine(error) || (error instanceof Error && AWAY.has(codeOf(error)))

/** Whether a failure means "not now", which a caller may simply try again. */
export const isUnavailable = (error: unknown): boolean =>
  isAway(error) || (error instanceof Error && TOO_LONG.has(codeOf(error)))

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** It goes through the second time: two people at once (40001, 40P01), or a plan that a migration outdated. */
export const isRetryable = (error: unknown): boolean => hasCode(error, '40001', '40P01') || isStalePlan(error)

/** Two people who meet on one record are apart within a try or two; at the fifth something else is wrong. */
const TRIES = 5

/** Runs a transaction again when it met another writer. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || attempt === TRIES) throw error
    }
  }
}

/** A failure that took longer is no single connection's: the caller comes back when it suits. */
export const AT_ONCE_MS = 1_000
const ONCE_MORE_MS = 250

/**
 * Asks once more where a connection was lost at once, as in a switch-over: another often works. Safe for what only reads, and for
 * what is written under a key, whose record says whether a commit without an answer was done.
 */
export async function onceMore<T>(isSafe: boolean, run: () => Promise<T>): Promise<T> {
  const elapsed = stopwatch()
  try {
    return await run()
  } catch (error) {
    if (!isSafe || !isAway(error) || elapsed() > AT_ONCE_MS) throw error
    await sleep(ONCE_MORE_MS)
    return run()
  }
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === constraint
