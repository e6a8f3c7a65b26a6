import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/db.ts'
import { layWire } from '../../test/faultProxy.ts'
import { hasPackages } from '../../test/packages.ts'
import { type Pooler, startPgBouncer } from '../../test/pgbouncer.ts'
import { connect, inTransaction, isAway, openDb } from './db.ts'
import { findPooler } from './pooler.ts'
import { withoutWaiting } from './transaction.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
const closers: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  database = await testDatabase()
  closers.push(() => database.drop())
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('PostgreSQL itself is no pooler, with or without a direct address', async () => {
  expect(await findPooler(database.url, undefined)).toBe(false)
  expect(await findPooler(database.url, database.url)).toBe(false)
})

describe.skipIf(!hasPackages('pgbouncer'))('PgBouncer in transaction mode', () => {
  const pooler = async (change?: (ini: string) => string): Promise<Pooler> => {
    const started = await startPgBouncer(database.url, change)
    closers.push(() => started.stop())
    return started
  }

  test('is recognised, and accepted with a direct address beside it', async () => {
    const { url } = await pooler()
    expect(await findPooler(url, database.url)).toBe(true)
  })

  test('without a direct address stops the start with a sentence', async () => {
    const { url } = await pooler()
    await expect(findPooler(url, undefined)).rejects.toThrow(/connection pooler .* DATABASE_DIRECT_URL/)
    await expect(findPooler(url, url)).rejects.toThrow(/DATABASE_DIRECT_URL leads to a connection pooler too/)
  })

  test('that lets statements run without end stops the start', async () => {
    const { url } = await pooler(ini => ini.replace(/ connect_query=.*/, ''))
    await expect(findPooler(url, database.url)).rejects.toThrow(/statement_timeout .* deploy\/pgbouncer.ini/)
  })

  test('in front of another database stops the start', async () => {
    const other = await testDatabase()
    closers.push(() => other.drop())
    const { url } = await pooler()
    await expect(findPooler(url, other.url)).rejects.toThrow(/different databases/)
  })

  test('statements that repeat, whole transactions and their failures go through it, in turn for many', async () => {
    const { url } = await pooler(ini => ini.replace('default_pool_size = 30', 'default_pool_size = 3'))
    const pool = connect(url, { most: 12, name: 'iroko web', pooled: true })
    closers.push(() => pool.end())
    const db = openDb(pool, { prepared: false })
    await sql`create table parcel (id int primary key, colour text)`.execute(db)
    const add = (id: number, colour: string) =>
      inTransaction(db, async tx => {
        await withoutWaiting(tx, sql`insert into parcel values (${id}, ${colour})`)
        const { rows } = await sql<{
          n: number
        }>`select count(*)::int as n from parcel where id = ${id}`.execute(tx)
        return rows[0]?.n
      })
    const everyone = Array.from({ length: 120 }, (_, id) => id)
    expect(await Promise.all(everyone.map(id => add(id, 'green')))).toEqual(everyone.map(() => 1))
    // every second one fails within its transaction, and none of what it said stays
    const again = await Promise.allSettled(everyone.map(id => add(id % 2 ? id : 1_000 + id, 'brown')))
    expect(again.map(each => each.status)).toEqual(everyone.map(id => (id % 2 ? 'rejected' : 'fulfilled')))
    const { rows } = await sql<{ colour: string; n: number }>`
      select colour, count(*)::int as n from parcel group by 1 order by 1`.execute(db)
    expect(rows).toEqual([
      { colour: 'brown', n: 60 },
      { colour: 'green', n: 120 },
    ])
  })

  test('whose PostgreSQL is away says so in its own words, which are taken for no fault of ours', async () => {
    const wire = layWire()
    const started = await startPgBouncer(await wire.through(database.url))
    closers.push(
      () => wire.close(),
      () => started.stop(),
    )
    const pool = connect(started.url, { most: 2, name: 'iroko web', pooled: true })
    closers.push(() => pool.end())
    await pool.query('select 1')
    await wire.cut()
    for (let time = 0; time < 4; time++) await expect(pool.query('select 1')).rejects.toSatisfy(isAway)
    await wire.restore()
    await expect
      .poll(() =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  test('a statement that takes too long is ended', async () => {
    const { url } = await pooler(ini => ini.replace("''4s''", "''1s''"))
    const pool = connect(url, { most: 1, name: 'iroko web', pooled: true })
    closers.push(() => pool.end())
    await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
  })
})
