import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { act, SYSTEM } from '../server/act.ts'
import { systemClock } from '../server/clock.ts'
import { clearBrokenLoad, connect, markLoading, migrate, openDb, whileLoading } from '../server/db.ts'
import { deriveKeys } from '../server/keys.ts'
import { testDatabase } from './db.ts'

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

test('every test has a migrated database of its own', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  expect(await ask(one.url, 'select count(*) > 0 as answer from migration')).toBe(true)
  await ask(one.url, 'create table branch ()')
  expect(await ask(one.url, `select to_regclass('branch') is not null as answer`)).toBe(true)
  expect(await ask(other.url, `select to_regclass('branch') is not null as answer`)).toBe(false)
  await Promise.all([one.drop(), other.drop()])
  await expect(ask(one.url, 'select 1 as answer')).rejects.toThrow(/does not exist/)
})

test('a statement whose plan is kept goes on when a migration changes its table', async () => {
  const database = await testDatabase()
  const pool = connect(database.url, { most: 1, name: 'plans test' })
  const db = openDb(pool)
  const program = { db, clock: systemClock, keys: deriveKeys('x'.repeat(40)), dataDirectory: '' }
  await ask(database.url, 'create table branch as select 1 as id, 42 as answer')
  const read = () =>
    act(program, 'branchRead', SYSTEM, async ctx => {
      const { rows } = await sql<Record<string, unknown>>`select * from branch where id = ${1}`.execute(
        ctx.tx,
      )
      return rows[0]
    })
  for (let time = 1; time <= 6; time++) expect(await read()).toEqual({ id: 1, answer: 42 })
  const { rows } = await pool.query(`select count(*)::int as kept from pg_prepared_statements`)
  expect(rows[0].kept).toBeGreaterThan(0)
  await ask(database.url, `alter table branch add column town text default 'Kano'`)
  for (let time = 1; time <= 6; time++) expect(await read()).toEqual({ id: 1, answer: 42, town: 'Kano' })
  await pool.end()
  await database.drop()
})

test('statements that came once, as of an uploaded file, leave room for those that come again', async () => {
  const database = await testDatabase()
  const pool = connect(database.url, { most: 1, name: 'plans test' })
  await openDb(pool)
    .transaction()
    .execute(async tx => {
      for (let file = 1; file <= 320; file++)
        await sql`select ${1}::int as ${sql.ref(`file_${file}`)}`.execute(tx)
      for (let time = 1; time <= 5; time++) await sql`select ${time}::int as again`.execute(tx)
    })
  const { rows } = await pool.query(`select statement from pg_prepared_statements`)
  expect(rows.map(row => row.statement)).toEqual([expect.stringContaining('again')])
  await pool.end()
  await database.drop()
})

test('a sample lender whose loading was broken off is thrown away, and one that was finished is not', async () => {
  const database = await testDatabase()
  const pool = connect(database.url, { most: 1, name: 'loading test' })
  const db = openDb(pool)
  await ask(database.url, 'create table branch ()')
  await markLoading(db, true)
  await markLoading(db, false)
  expect(await clearBrokenLoad(database.url)).toBe(false)
  await markLoading(db, true)
  const meanwhile = await whileLoading(database.url, () => clearBrokenLoad(database.url))
  expect(meanwhile, 'a command or a worker started meanwhile leaves it alone').toBe(false)
  expect(await clearBrokenLoad(database.url)).toBe(true)
  await migrate(database.url)
  expect(await ask(database.url, `select to_regclass('branch') is null as answer`)).toBe(true)
  expect(await ask(database.url, 'select count(*)::int as answer from staff')).toBe(0)
  expect(await clearBrokenLoad(database.url)).toBe(false)
  await pool.end()
  await database.drop()
})
