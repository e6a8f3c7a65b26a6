import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/db.ts'
import { allowSeconds, connect, forRequest, gathered, isRetryable, isUnavailable, openDb } from './db.ts'
import type { Db } from './dbTypes.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof connect>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  // one connection, so that every statement meets the plans it prepared
  pool = connect(database.url, { most: 1, name: 'iroko plans' })
  db = openDb(pool)
  await sql`create table parcel (id int primary key, colour text)`.execute(db)
  await sql`insert into parcel values (1, 'green')`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const parcel = async (tx: Db): Promise<unknown> =>
  (await sql`select * from parcel where id = ${1}`.execute(tx)).rows[0]
const inTransaction = () => db.transaction().execute(parcel)

const preparedTexts = async (): Promise<string[]> =>
  (
    await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from parcel%' order by 1`.execute(
      db,
    )
  ).rows.map(row => row.statement)

test('a statement that repeats is prepared once, a search never', async () => {
  for (let time = 0; time < 8; time++) {
    expect(await parcel(db)).toEqual({ id: 1, colour: 'green' })
    expect(await inTransaction()).toEqual({ id: 1, colour: 'green' })
    await sql`select id from parcel where colour like ${'g%'}`.execute(db)
    await sql`select id from parcel where (${null}::text is null or colour = ${null}::text)`.execute(db)
  }
  expect(await preparedTexts()).toEqual(['select * from parcel where id = $1'])
})

test('no statement is prepared where that is switched off', async () => {
  const plain = connect(database.url, { most: 1, name: 'iroko plain' })
  const unprepared = openDb(plain, { prepared: false })
  for (let time = 0; time < 8; time++) await parcel(unprepared)
  expect((await plain.query('select from pg_prepared_statements')).rowCount).toBe(0)
  await plain.end()
})

test('a read whose plan is out of date gets a new one', async () => {
  for (let time = 0; time < 8; time++) await parcel(db)
  await sql`alter table parcel add column weight int default 5`.execute(db)
  expect(await parcel(db)).toEqual({ id: 1, colour: 'green', weight: 5 })
})

test('within a transaction a plan that is out of date is an error, and the retry succeeds', async () => {
  for (let time = 0; time < 8; time++) await inTransaction()
  await sql`alter table parcel drop column weight`.execute(db)
  const failed: unknown = await inTransaction().catch((error: unknown) => error)
  expect(isRetryable(failed)).toBe(true)
  expect(await inTransaction()).toEqual({ id: 1, colour: 'green' })
})

test('an idle connection is not closed as a dead one', async () => {
  // one second for a statement: a connection in use that is silent for more than two is closed
  const web = connect(database.url, { most: 1, name: 'iroko web', statementSeconds: 1, closesSilent: true })
  const line = async (): Promise<unknown> => (await web.query('select pg_backend_pid() as line')).rows[0]
  const first = await line()
  await sleep(3_500)
  expect(await line(), 'the connection was closed while it rested').toEqual(first)
  await web.end()
})

test('F12 a suspended program reads the answers that arrived while it was suspended', async () => {
  const web = connect(database.url, { most: 1, name: 'iroko web', statementSeconds: 1, closesSilent: true })
  const line = await web.connect()
  await line.query('set statement_timeout = 0')
  const asked = line.query('select 7 as answer from pg_sleep(2.6)')
  await sleep(50)
  // the event loop is blocked, as on a suspended machine; the database answers right after
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_300)
  expect((await asked).rows).toEqual([{ answer: 7 }])
  line.release()
  await web.end()
})

test('what several ask for at once is read by one statement, sent after they asked', async () => {
  const sent: (readonly number[])[] = []
  const colourOf = gathered<number, string>(async (tx, ids) => {
    sent.push(ids)
    const result = await sql<{ id: number; colour: string }>`
      select id, colour from parcel where id = any (${ids}::int[])`.execute(tx)
    return new Map(result.rows.map(row => [row.id, row.colour]))
  })
  await sql`insert into parcel values (2, 'brown')`.execute(db)
  const colours = async (...ids: number[]) => {
    const found = await colourOf(forRequest(db), ids)
    return ids.map(id => found.get(id))
  }
  const asked = [colours(1, 2), colours(1), colours(3)]
  expect(await Promise.all(asked)).toEqual([['green', 'brown'], ['green'], [undefined]])
  await sql`update parcel set colour = 'white' where id = 1`.execute(db)
  expect(await colours(1), 'nothing is kept for the next').toEqual(['white'])
  expect(sent).toEqual([[1, 2, 3], [1]])
  const failing = gathered(() => Promise.reject(new Error('away')))
  const outcomes = await Promise.allSettled([failing(db, [1]), failing(db, [2])])
  expect(outcomes.map(each => each.status)).toEqual(['rejected', 'rejected'])
})

test('a transaction is undone as a whole when a later statement fails', async () => {
  const first = sql`insert into parcel values (${7}, 'grey')`
  // often enough that the statement gets a name
  for (let time = 0; time < 8; time++) {
    const failed: unknown = await db
      .transaction()
      .execute(async tx => {
        expect((await first.execute(tx)).numAffectedRows).toBe(1n)
        expect((await sql`select 1 from parcel where id = 7`.execute(tx)).rows).toHaveLength(1)
        await first.execute(tx)
      })
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: '23505' })
    expect((await sql`select 1 from parcel where id = 7`.execute(db)).rows).toEqual([])
  }
})

test('a transaction whose first statement fails, or that has none, leaves the connection usable', async () => {
  // behind a comment it gets no name; under one the two times differ in a transaction of its own too
  const isOpen = async () =>
    (await sql<{ since: boolean }>`/* probe */ select now() <> statement_timestamp() as since`.execute(db))
      .rows[0]?.since
  for (let time = 0; time < 8; time++) {
    const begun = db.transaction().execute(tx => sql`insert into parcel values (${1}, 'twice')`.execute(tx))
    await expect(begun).rejects.toMatchObject({ code: '23505' })
    expect(await isOpen()).toBe(false)
  }
  expect(await db.transaction().execute(async () => 'nothing')).toBe('nothing')
  await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await isOpen()).toBe(false)
})

test('a commit that the database answers with a rollback is an error, not an answer', async () => {
  const swallowed = (tx: Db): Promise<unknown> => sql`select 1 / 0`.execute(tx).catch(() => 'passed over')
  const add = (tx: Db, id: number) => sql`insert into parcel values (${id}, 'lost')`.execute(tx)
  const undone = /rolled this transaction back/
  // often enough that the write has a name
  for (let id = 70; id < 78; id++) {
    await expect(
      db.transaction().execute(async tx => {
        await add(tx, id)
        await swallowed(tx)
      }),
    ).rejects.toThrow(undone)
    await expect(
      db.transaction().execute(async tx => {
        await swallowed(tx)
        await add(tx, id).catch(() => {})
      }),
    ).rejects.toThrow()
  }
  const rows = await sql`select id from parcel where colour = 'lost'`.execute(db)
  expect(rows.rows).toEqual([])
  await db.transaction().execute(tx => sql`insert into parcel values (80, 'kept')`.execute(tx))
  expect((await sql`delete from parcel where id = 80 returning id`.execute(db)).rows).toHaveLength(1)
})

test('a transaction that asks for more time gets it, on a connection that would be closed', async () => {
  const quick = connect(database.url, {
    most: 1,
    name: 'iroko quick',
    statementSeconds: 1,
    closesSilent: true,
  })
  const house = openDb(quick)
  try {
    const slow = (tx: Db) => sql`select pg_sleep(${3.5})`.execute(tx)
    await expect(slow(house)).rejects.toMatchObject({ code: '57014' })
    await house.transaction().execute(async tx => {
      await allowSeconds(tx, 20)
      await slow(tx)
    })
    // and the next transaction on the connection does not
    const [line] = (await sql`select current_setting('statement_timeout') as most`.execute(house)).rows
    expect(line).toEqual({ most: '1s' })
  } finally {
    await quick.end()
  }
})

test('the request that came first finishes first, however many statements it has', async () => {
  const order: string[] = []
  const ask = async (who: string, questions: number): Promise<void> => {
    const own = forRequest(db)
    for (let asked = 0; asked < questions; asked++) await sql`select 1`.execute(own)
    order.push(who)
  }
  await Promise.all([
    ask('a page of ten', 10),
    ...Array.from({ length: 30 }, (_, at) => ask(`list ${at}`, 1)),
  ])
  // the lists that had a connection while the page prepared its next statement
  expect(order.indexOf('a page of ten')).toBeLessThan(12)
  expect(order.filter(who => who.startsWith('list'))).toEqual(
    Array.from({ length: 30 }, (_, at) => `list ${at}`),
  )
})

test('an export of many statements does not delay requests that came after it', async () => {
  const order: string[] = []
  const file = forRequest(db)
  for (let page = 0; page < 40; page++) await sql`select 1`.execute(file)
  const ask = async (who: string, tx: Db): Promise<void> => {
    await sql`select pg_sleep(0.01)`.execute(tx)
    order.push(who)
  }
  // the first two have the connection and the next place; the export asks last
  await Promise.all([...['one', 'two', 'three'].map(who => ask(who, forRequest(db))), ask('file', file)])
  expect(order).toEqual(['one', 'two', 'three', 'file'])
})

test('a request that has waited too long for a connection is refused, and leaves the queue', async () => {
  const narrow = connect(database.url, { most: 1, name: 'iroko narrow' })
  await narrow.query('select 1')
  narrow.options.connectionTimeoutMillis = 200
  const only = openDb(narrow)
  const holder = sql`select pg_sleep(1)`.execute(forRequest(only))
  await expect(sql`select 1`.execute(forRequest(only))).rejects.toSatisfy(isUnavailable)
  await holder
  expect((await sql<{ one: number }>`select 1 as one`.execute(forRequest(only))).rows).toEqual([{ one: 1 }])
  await narrow.end()
})
