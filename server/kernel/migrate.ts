import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { readMigrations, readSeed } from './files.ts'
import { oneHost } from './hosts.ts'
import { commit } from './preparedStatements.ts'

type Migration = { name: string; sql: string }

/** Time to wait for a lock: requests that queue behind us wait no longer than this. */
const LOCK_SECONDS = 3
const LOCK_TRIES = 40
const PAUSE_MS = 500

/**
 * Applies what is missing from db/migrations, each file in its own transaction, then db/seed.sql, which adds what a new lender starts with and
 * changes no row that exists, and then the queue's own tables. Programs that start together wait for one another; a file that was changed after it
 * ran is refused, because the next machine would differ.
 */
export async function migrate(address: string, files?: readonly Migration[]): Promise<void> {
  const url = await oneHost(address)
  const client = new pg.Client({ connectionString: url, application_name: 'iroko migrate' })
  await client.connect()
  try {
    // a file that is lost with the power runs again, and whatever is written later waits for all before it
    await client.query('set synchronous_commit = off')
    await waitForLock(client)
    await client.query(UNCOMPILED)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
    )
    const applied = new Map<string, string>()
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
    for (const row of rows) applied.set(row.name, row.hash)
    for (const file of files ?? (await readMigrations())) {
      const hash = createHash('sha256').update(file.sql).digest('hex')
      if (applied.get(file.name) === hash) continue
      if (applied.has(file.name)) throw new Error(`db/migrations/${file.name} was changed after it ran here.`)
      const note = () => client.query('insert into migration (name, hash) values ($1, $2)', [file.name, hash])
      if (file.sql.startsWith(BESIDE)) await buildBeside(client, file, note)
      else await applyWhole(client, file, note)
    }
    await client.query(await readSeed())
    await runMigrations({ connectionString: url })
  } finally {
    await client.end()
  }
}

/** For every later session of this user here: PostgreSQL would compile a statement for seconds that runs a millisecond (decision 64). */
const UNCOMPILED = `do $$ begin
  if current_setting('jit')::boolean then
    execute format('alter role current_user in database %I set jit = off', current_database());
  end if;
end $$`

/** Polls instead of waiting: an index built concurrently would wait for a waiting transaction. */
async function waitForLock(client: pg.Client): Promise<void> {
  const ask = `select pg_try_advisory_lock(hashtext('iroko migrate')) as mine`
  while (!(await client.query<{ mine: boolean }>(ask)).rows[0]?.mine) await sleep(PAUSE_MS / 5)
}

/** In one transaction, which lets others pass whenever it cannot have a lock at once. */
async function applyWhole(client: pg.Client, file: Migration, note: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await client.query(`begin; set local lock_timeout = '${LOCK_SECONDS}s'`)
      await client.query(file.sql)
      await note()
      await commit(client)
      return
    } catch (error) {
      await client.query('rollback')
      const isLocked = error instanceof pg.DatabaseError && error.code === '55P03'
      if (!isLocked) throw error
      if (attempt === LOCK_TRIES)
        throw new Error(
          `db/migrations/${file.name} found its tables in use ${LOCK_TRIES} times. Stop long reports or exports and start again.`,
        )
      await sleep(PAUSE_MS)
    }
}

/** The first line of a file whose indexes are built while others write, and therefore outside a transaction. */
const BESIDE = '-- outside a transaction\n'
const INDEX = /^create (?:unique )?index concurrently if not exists (\w+) on [^;]+$/

/** Nothing but indexes: one that was broken off leaves an invalid one behind, which is dropped and built again. */
async function buildBeside(client: pg.Client, file: Migration, note: () => Promise<unknown>): Promise<void> {
  const statements = file.sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map(text => text.trim())
    .filter(text => text !== '')
  for (const statement of statements) {
    const name = INDEX.exec(statement)?.[1]
    if (!name)
      throw new Error(
        `db/migrations/${file.name} may hold only "create index concurrently if not exists name on …".`,
      )
    const { rows } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [name],
    )
    if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
    await client.query(statement)
  }
  await note()
}
