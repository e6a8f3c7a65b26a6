import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/db.ts'
import { assertDriver } from './db.line.ts'
import {
  allowSeconds,
  connect,
  gathered,
  inTurn,
  isRetryable,
  isUnavailable,
  KEPT,
  openDb,
  UNASKED,
} from './db.ts'
import type { Db } from './dbTypes.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof connect>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  // one line, so that every statement meets the plans it kept
  pool = connect(database.url, { most: 1, name: 'iroko plans' })
  db = openDb(pool)
  await sql`create table parcel (id int primary key, colour text)`.execute(db)
  await sql`insert into parcel values (1, 'green')`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

afterEach(() => vi.restoreAllMocks())

test('a driver that is made otherwise is refused at the start, before a line is opened', () => {
  expect(() => assertDriver()).not.toThrow()
  vi.spyOn(pg, 'Client').mockImplementation(function other() {
    return { connection: { stream: {} } } as never
  })
  expect(() => connect(database.url, { most: 1, name: 'iroko other' })).toThrow(/docs\/decisions\/0016/)
})

const parcel = async (tx: Db): Promise<unknown> =>
  (await sql`${KEPT} select * from parcel where id = ${1}`.execute(tx)).rows[0]

const namesKept = async (): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from pg_prepared_statements where statement like '%from parcel%'`.execute(db)
  ).rows[0]?.n ?? 0

test('a read that is asked again and again keeps its plan, and gets a new one when the table changes', async () => {
  for (let time = 0; time < 6; time++) expect(await parcel(db)).toEqual({ id: 1, colour: 'green' })
  expect(await namesKept()).toBe(1)
  await sql`alter table parcel add column weight int default 5`.execute(db)
  expect(await parcel(db)).toEqual({ id: 1, colour: 'green', weight: 5 })
})

test('within a transaction a plan that is out of date is an error that passes, and the next try goes through', async () => {
  const inTransaction = () => db.transaction().execute(parcel)
  for (let time = 0; time < 6; time++) await inTransaction()
  await sql`alter table parcel drop column weight`.execute(db)
  const failed: unknown = await inTransaction().catch((error: unknown) => error)
  expect(isRetryable(failed)).toBe(true)
  expect(await inTransaction()).toEqual({ id: 1, colour: 'green' })
})

test('a line that rests between two people is not taken for a dead one', async () => {
  // one second for a statement: a line that says nothing for two is hung up on
  const web = connect(database.url, { most: 1, name: 'iroko web', statementSeconds: 1, hangsUp: true })
  const line = async (): Promise<unknown> => (await web.query('select pg_backend_pid() as line')).rows[0]
  const first = await line()
  await sleep(2_500)
  expect(await line(), 'whoever came at that very moment got an error').toEqual(first)
  await web.end()
})

test('F12 a program that was asleep itself listens a moment before it hangs up', async () => {
  const web = connect(database.url, { most: 1, name: 'iroko web', statementSeconds: 1, hangsUp: true })
  const line = await web.connect()
  await line.query('set statement_timeout = 0')
  const asked = line.query('select 7 as answer from pg_sleep(2.6)')
  await sleep(50)
  // nothing of ours runs meanwhile, as on a machine that stands still; the database answers right after
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
    const found = await colourOf(inTurn(db), ids)
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

test.each([
  ['with values', sql`insert into parcel values (${7}, 'grey')`],
  ['without', sql`insert into parcel values (7, 'grey')`],
])(
  'begin goes with the first statement, %s, and all of it is undone when a later one fails',
  async (_, first) => {
    // often enough that the statement gets a name, whose plan is new to the line at first
    for (let time = 0; time < 6; time++) {
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
  },
)

test('a transaction whose first statement fails, or that asks nothing, leaves the line as it was', async () => {
  const isOpen = async () =>
    (await sql<{ since: boolean }>`select now() <> statement_timestamp() as since`.execute(db)).rows[0]?.since
  for (let time = 0; time < 6; time++) {
    const begun = db.transaction().execute(tx => sql`insert into parcel values (${1}, 'twice')`.execute(tx))
    await expect(begun).rejects.toMatchObject({ code: '23505' })
    expect(await isOpen()).toBe(false)
  }
  expect(await db.transaction().execute(async () => 'nothing')).toBe('nothing')
  await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await isOpen()).toBe(false)
})

/** An entry in another table, as an act leaves one behind in the audit trail. */
const noteParcel = (tx: Db, id: number) =>
  sql`${UNASKED} insert into parcel values (${id}, ${'noted'})`.execute(tx)
const noted = async (): Promise<unknown[]> =>
  (await sql<{ id: number }>`select id from parcel where colour = 'noted' order by id`.execute(db)).rows.map(
    row => row.id,
  )
/** How often the database was waited for meanwhile. */
async function answersDuring(act: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect()
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  client.release()
  let answers = 0
  const count = (): void => {
    answers += 1
  }
  connection.on('readyForQuery', count)
  await act()
  connection.off('readyForQuery', count)
  return answers
}

test('writes whose answer nobody looks at travel with the next statement, or with the commit', async () => {
  // often enough that the line knows them by name
  for (let id = 100; id < 106; id++) await db.transaction().execute(tx => noteParcel(tx, id))
  const answers = await answersDuring(() =>
    db.transaction().execute(async tx => {
      await noteParcel(tx, 106)
      await noteParcel(tx, 107)
      expect((await sql`select 1 from parcel where id = ${107}`.execute(tx)).rows).toHaveLength(1)
      await noteParcel(tx, 108)
    }),
  )
  expect(answers).toBe(2)
  expect(await answersDuring(() => db.transaction().execute(tx => noteParcel(tx, 109)))).toBe(1)
  expect(await noted()).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109])
})

test('one of them that the database refuses undoes its transaction, and none is sent after a rollback', async () => {
  const before = await noted()
  const failsAtCommit = db.transaction().execute(async tx => {
    await noteParcel(tx, 120)
    await noteParcel(tx, 100)
    await noteParcel(tx, 121)
  })
  await expect(failsAtCommit).rejects.toMatchObject({ code: '23505' })
  const failsBefore = db.transaction().execute(async tx => {
    await noteParcel(tx, 100)
    await sql`select 1 from parcel where id = ${1}`.execute(tx)
  })
  await expect(failsBefore).rejects.toMatchObject({ code: '23505' })
  const thinksBetter = db.transaction().execute(async tx => {
    await sql`select 1 from parcel where id = ${1}`.execute(tx)
    await noteParcel(tx, 122)
    throw new Error('no')
  })
  await expect(thinksBetter).rejects.toThrow('no')
  expect(await noted()).toEqual(before)
  // outside a transaction nothing waits
  await noteParcel(db, 123)
  expect(await noted()).toEqual([...before, 123])
})

test('a commit that the database answers with a rollback is an error, not an answer', async () => {
  const swallowed = (tx: Db): Promise<unknown> => sql`select 1 / 0`.execute(tx).catch(() => 'passed over')
  const add = (tx: Db, id: number) => sql`${UNASKED} insert into parcel values (${id}, 'lost')`.execute(tx)
  const undone = /undid this transaction/
  // once so, and often enough that the write has a name and travels with its commit
  for (let id = 70; id < 76; id++) {
    await expect(
      db.transaction().execute(async tx => {
        await sql`insert into parcel values (${id}, 'lost')`.execute(tx)
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

test('a transaction that asks for longer is waited for, on a line that would be hung up on', async () => {
  const quick = connect(database.url, { most: 1, name: 'iroko quick', statementSeconds: 1, hangsUp: true })
  const house = openDb(quick)
  try {
    const slow = (tx: Db) => sql`select pg_sleep(${3.5})`.execute(tx)
    await expect(slow(house)).rejects.toMatchObject({ code: '57014' })
    await house.transaction().execute(async tx => {
      await allowSeconds(tx, 20)
      await slow(tx)
    })
    // and the next who has the line is not
    const [line] = (await sql`select current_setting('statement_timeout') as most`.execute(house)).rows
    expect(line).toEqual({ most: '1s' })
  } finally {
    await quick.end()
  }
})

test('a plan that is out of date at the commit is an error that passes', async () => {
  const look = () =>
    db.transaction().execute(tx => sql`${UNASKED} select * from parcel where id = ${1}`.execute(tx))
  for (let time = 0; time < 6; time++) await look()
  await sql`alter table parcel add column height int`.execute(db)
  const failed: unknown = await look().catch((error: unknown) => error)
  expect(isRetryable(failed)).toBe(true)
  await look()
})

test('one that cannot be written down ends its transaction instead of staying behind', async () => {
  const before = await noted()
  const label = (value: unknown) =>
    db.transaction().execute(async tx => {
      await sql`${UNASKED} insert into parcel values (140, ${value}::jsonb ->> 'a')`.execute(tx)
      await sql`insert into parcel values (${141}, 'noted')`.execute(tx)
    })
  // often enough that the line knows them by name
  for (let time = 0; time < 6; time++) {
    await label({ a: 'labelled' })
    await sql`delete from parcel where id in (140, 141)`.execute(db)
  }
  await expect(label({ a: 1n })).rejects.toThrow()
  expect(await noted()).toEqual(before)
})

test('whoever came first is through first, however many questions they have', async () => {
  const order: string[] = []
  const ask = async (who: string, questions: number): Promise<void> => {
    const own = inTurn(db)
    for (let asked = 0; asked < questions; asked++) await sql`select 1`.execute(own)
    order.push(who)
  }
  await Promise.all([
    ask('a page of ten', 10),
    ...Array.from({ length: 30 }, (_, at) => ask(`list ${at}`, 1)),
  ])
  // the lists that had a line while the page made up its next question
  expect(order.indexOf('a page of ten')).toBeLessThan(12)
  expect(order.filter(who => who.startsWith('list'))).toEqual(
    Array.from({ length: 30 }, (_, at) => `list ${at}`),
  )
})

test('a file that is written for long stands before nobody who came after it', async () => {
  const order: string[] = []
  const file = inTurn(db)
  for (let page = 0; page < 40; page++) await sql`select 1`.execute(file)
  const ask = async (who: string, tx: Db): Promise<void> => {
    await sql`select pg_sleep(0.01)`.execute(tx)
    order.push(who)
  }
  // the first two have the line and the next turn; the file asks last
  await Promise.all([...['one', 'two', 'three'].map(who => ask(who, inTurn(db))), ask('file', file)])
  expect(order).toEqual(['one', 'two', 'three', 'file'])
})

test('whoever has waited too long for a line is told so, and leaves the row', async () => {
  const narrow = connect(database.url, { most: 1, name: 'iroko narrow' })
  await narrow.query('select 1')
  narrow.options.connectionTimeoutMillis = 200
  const only = openDb(narrow)
  const holder = sql`select pg_sleep(1)`.execute(inTurn(only))
  await expect(sql`select 1`.execute(inTurn(only))).rejects.toSatisfy(isUnavailable)
  await holder
  expect((await sql<{ one: number }>`select 1 as one`.execute(inTurn(only))).rows).toEqual([{ one: 1 }])
  await narrow.end()
})
