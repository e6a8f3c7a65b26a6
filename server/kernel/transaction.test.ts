import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CountedWire, layCountedWire } from '../../test/countedWire.ts'
import { testDatabase } from '../../test/db.ts'
import { connect, inTransaction, isUniqueViolation, openDb } from './db.ts'
import type { Db } from './dbTypes.ts'
import { withoutWaiting } from './transaction.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let wire: CountedWire
let pool: pg.Pool
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  wire = layCountedWire()
  pool = connect(await wire.through(database.url), { most: 2, name: 'transaction test' })
  db = openDb(pool)
  await sql`create table thing (id integer primary key, name text not null)`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await wire.close()
  await database.drop()
})
beforeEach(() => pool.query('truncate thing'))

const insert = (id: number, name: string | null = 'thing') =>
  sql`insert into thing (id, name) values (${id}, ${name})`
const idsNow = async () => (await pool.query('select id from thing order by id')).rows.map(row => row.id)

test('what nobody waits for goes with what is waited for, in the order in which it was said', async () => {
  const { statements, roundTrips } = await wire.during(() =>
    inTransaction(db, async tx => {
      await withoutWaiting(tx, insert(1))
      await withoutWaiting(tx, insert(2))
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from thing`.execute(tx)
      expect(rows).toEqual([{ n: 2 }])
      await withoutWaiting(tx, insert(3))
    }),
  )
  expect(statements.map(text => text.split(' ')[0])).toEqual([
    'begin',
    'insert',
    'insert',
    'select',
    'insert',
    'commit',
  ])
  expect(roundTrips).toBe(2)
  expect(await idsNow()).toEqual([1, 2, 3])
})

test('what is asked before anything is waited for goes together', async () => {
  const { roundTrips } = await wire.during(() =>
    inTransaction(db, async tx => {
      const both = await Promise.all([sql`select 1 as n`.execute(tx), sql`select 2 as n`.execute(tx)])
      expect(both.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]])
    }),
  )
  expect(roundTrips).toBe(2)
})

test('a failure that nobody waited for fails the next statement or the commit, and leaves nothing', async () => {
  const atTheNext = inTransaction(db, async tx => {
    await withoutWaiting(tx, insert(1))
    await withoutWaiting(tx, insert(2, null))
    await withoutWaiting(tx, insert(3))
    await sql`select 1`.execute(tx)
  })
  await expect(atTheNext).rejects.toThrow(/null value in column "name"/)
  const atTheCommit = inTransaction(db, tx => withoutWaiting(tx, insert(1, null)))
  await expect(atTheCommit).rejects.toThrow(/null value in column "name"/)
  expect(await idsNow()).toEqual([])
})

test('a failure that was caught ends the transaction all the same, for the reason it had', async () => {
  const caught = inTransaction(db, async tx => {
    await withoutWaiting(tx, insert(1, null))
    await insert(2)
      .execute(tx)
      .catch(() => {})
    await insert(3)
      .execute(tx)
      .catch(() => {})
  })
  await expect(caught).rejects.toThrow(/null value in column "name"/)
  expect(await idsNow()).toEqual([])
})

test('a failed statement is reported by the handler of its sender', async () => {
  await insert(1).execute(db)
  const failed = (error: unknown): never => {
    throw isUniqueViolation(error, 'thing_pkey') ? new Error('taken') : error
  }
  const taken = inTransaction(db, tx => withoutWaiting(tx, insert(1), { failed }))
  await expect(taken).rejects.toThrow('taken')
  await expect(withoutWaiting(db, insert(1), { failed })).rejects.toThrow('taken')
})

test('of two that fail together the first that was sent is the reason, also where its error takes more steps', async () => {
  await insert(1).execute(db)
  const often = sql`select 'repeated often, so sent under its name'`
  for (let use = 0; use < 7; use++) await inTransaction(db, tx => often.execute(tx))
  const both = inTransaction(db, tx =>
    Promise.all([sql`insert into thing values (1, 'sent seldom')`.execute(tx), often.execute(tx), holdUp()]),
  )
  await expect(both).rejects.toMatchObject({ code: '23505' })
})

/** Keeps this process from reading until the database has answered all that was sent: both errors then arrive in one piece. */
async function holdUp(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 0))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
}

test('a failed statement that is awaited is reported by the code that awaits it', async () => {
  await insert(1).execute(db)
  const taken = inTransaction(db, async tx => {
    await insert(1)
      .execute(tx)
      .catch(() => {
        throw new Error('taken')
      })
  })
  await expect(taken).rejects.toThrow('taken')
})

test('an answer that ends the transaction is known before the commit, and before what ends it otherwise', async () => {
  await insert(1).execute(db)
  const check = ({ changed }: { changed: bigint }) => {
    if (changed === 0n) throw new Error('done before')
  }
  const again = sql`insert into thing (id, name) values (1, 'again') on conflict do nothing`
  for (const isRefused of [false, true]) {
    const acting = inTransaction(db, async tx => {
      await withoutWaiting(tx, again, { check })
      await withoutWaiting(tx, insert(2))
      if (isRefused) throw new Error('refused')
    })
    await expect(acting).rejects.toThrow('done before')
  }
  expect(await idsNow()).toEqual([1])
})

test('a transaction that is refused before its first statement asks the database nothing', async () => {
  const { statements } = await wire.during(async () => {
    const refused = inTransaction(db, async () => {
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
  })
  expect(statements).toEqual([])
})

test('nothing is said in a transaction that is over', async () => {
  const tx = await inTransaction(db, async open => {
    await sql`select 1`.execute(open)
    return open
  })
  await expect(insert(1).execute(tx)).rejects.toThrow('the transaction is over')
  await expect(withoutWaiting(tx, insert(1))).rejects.toThrow('the transaction is over')
})
