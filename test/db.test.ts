import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { clearHalfLoaded } from '../sample/clear.ts'
import { act, SYSTEM } from '../server/kernel/act.ts'
import { systemClock } from '../server/kernel/clock.ts'
import {
  connect,
  holdsDemoData,
  markDemo,
  migrate,
  openDb,
  refuseHalfLoaded,
  whileLoading,
} from '../server/kernel/db.ts'
import { deriveKeys } from '../server/kernel/keys.ts'
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
      for (let time = 1; time <= 6; time++) await sql`select ${time}::int as again`.execute(tx)
    })
  const { rows } = await pool.query(`select statement from pg_prepared_statements`)
  expect(rows.map(row => row.statement)).toEqual([expect.stringContaining('again')])
  await pool.end()
  await database.drop()
})

test('a start on half a sample lender is refused and removes nothing; the clearing command removes it', async () => {
  const database = await testDatabase()
  const pool = connect(database.url, { most: 1, name: 'loading test' })
  const db = openDb(pool)
  const hasBranch = () => ask(database.url, `select to_regclass('branch') is not null as answer`)
  await ask(database.url, 'create table branch ()')
  expect(await holdsDemoData(db), 'a new system').toBe(false)
  await markDemo(db, true)
  await markDemo(db, false)
  expect(await holdsDemoData(db)).toBe(true)
  await refuseHalfLoaded(database.url)
  expect(await clearHalfLoaded(database.url), 'one that was finished').toBe(false)
  await markDemo(db, true)
  const whileWaiting = await whileLoading(database.url, async () => {
    await refuseHalfLoaded(database.url)
    return clearHalfLoaded(database.url)
  })
  expect(whileWaiting, 'a command or a worker started meanwhile leaves it alone').toBe(false)
  await expect(refuseHalfLoaded(database.url)).rejects.toThrow('npm run demo:clear')
  expect(await hasBranch()).toBe(true)
  expect(await clearHalfLoaded(database.url)).toBe(true)
  await migrate(database.url)
  expect(await hasBranch()).toBe(false)
  expect(await holdsDemoData(db), 'after clearing').toBe(false)
  expect(await ask(database.url, 'select count(*)::int as answer from staff')).toBe(0)
  await refuseHalfLoaded(database.url)
  expect(await clearHalfLoaded(database.url)).toBe(false)
  await pool.end()
  await database.drop()
})

test('the program has no statement compiled, whatever the server does by itself', async () => {
  const database = await testDatabase()
  const compiles = () => ask(database.url, `select current_setting('jit') as answer`)
  await ask(database.url, `alter database ${new URL(database.url).pathname.slice(1)} set jit = on`)
  expect(await compiles()).toBe('on')
  for (let start = 1; start <= 2; start++) {
    await migrate(database.url)
    expect(await compiles()).toBe('off')
  }
  await database.drop()
})

test('the seed runs at every start, adds what is missing and leaves what a lender changed', async () => {
  const database = await testDatabase()
  const count = () =>
    ask(
      database.url,
      `select (select count(*) from ledger_chart) || ' ' || (select count(*) from product_version) || ' '
         || (select count(*) from message_template_version) as answer`,
    )
  const seeded = await count()
  for (const change of [
    `update frequency set name = 'On the 25th' where code = 'monthly'`,
    `update product set code = 'CIVIL' where code = 'PSL'`,
    `insert into product_version select product_id, 2, 'Own name', description, terms, effective_on, null, changed_at
     from product_version where name = 'Public Servant Loan'`,
    `update message_gateway set base_url = 'https://own.example' where gateway = 'termii'`,
    `update message_template set retired_at = now() where event = 'loanDisbursed'`,
    `update sign_in_rule set totp_required_for = '{Admin}'`,
    `update request_count set rows = 7 where stage = 'reviewer'`,
    `delete from request_count where stage = 'withdrawn'`,
  ])
    await ask(database.url, change)
  const before = await count()
  expect(before).not.toBe(seeded)
  await migrate(database.url)
  expect(await count()).toBe(before)
  const now = await ask(
    database.url,
    `select concat_ws(', ', (select name from frequency where code = 'monthly'), (select string_agg(code, ' ' order by code) from product),
       (select base_url from message_gateway where gateway = 'termii'),
       (select count(*) from message_template where event = 'loanDisbursed' and retired_at is null),
       (select totp_required_for from sign_in_rule),
       (select string_agg(stage || ' ' || rows, ' ' order by stage) from request_count where stage in ('reviewer', 'withdrawn'))) as answer`,
  )
  expect(now).toBe('On the 25th, CIVIL SAL-ADV, https://own.example, 0, {Admin}, reviewer 7 withdrawn 0')
  await database.drop()
})

describe('a migration', () => {
  const lock = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`begin; ${statement}`)
    return { end: () => client.end() }
  }

  test('lets others pass while it cannot have its lock, and goes on when it can', async () => {
    const database = await testDatabase()
    await ask(database.url, 'create table branch as select 1 as answer')
    const report = await lock(database.url, 'select * from branch')
    const upgraded = migrate(database.url, [
      { name: '9001_town.sql', sql: 'alter table branch add column town text' },
    ])
    await until(() =>
      ask(
        database.url,
        `select count(*) > 0 as answer from pg_locks l join pg_class c on c.oid = l.relation
         where c.relname = 'branch' and not l.granted`,
      ),
    )
    // queued behind it, and through as soon as it steps back
    expect(await ask(database.url, 'select answer from branch')).toBe(1)
    await report.end()
    await upgraded
    expect(await ask(database.url, `select town is null as answer from branch`)).toBe(true)
    await database.drop()
  })

  test('marked so builds its index while others write, also after it was broken off, beside another start', async () => {
    const database = await testDatabase()
    await ask(database.url, 'create table branch as select n as answer from generate_series(1, 2) n')
    const files = [
      {
        name: '9002_branch.sql',
        sql: '-- outside a transaction\n-- why\ncreate index concurrently if not exists branch_answer on branch (answer);\n',
      },
    ]
    // broken off: an invalid index is left behind
    await ask(database.url, 'update branch set answer = 1')
    await ask(database.url, 'create unique index concurrently branch_answer on branch (answer)').catch(
      () => {},
    )
    const valid = () =>
      ask(
        database.url,
        `select indisvalid as answer from pg_index where indexrelid = to_regclass('branch_answer')`,
      )
    expect(await valid()).toBe(false)
    await Promise.all([migrate(database.url, files), migrate(database.url, files)])
    expect(await valid()).toBe(true)
    await expect(
      migrate(database.url, [{ name: '9003.sql', sql: '-- outside a transaction\ndrop table branch;' }]),
    ).rejects.toThrow('may hold only')
    await database.drop()
  })
})

async function until(isSo: () => Promise<unknown>): Promise<void> {
  await expect.poll(isSo).toBe(true)
}
