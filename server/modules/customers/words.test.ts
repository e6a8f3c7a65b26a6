import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerRow } from '../../../test/customerRows.ts'
import { testDatabase } from '../../../test/db.ts'
import { connect, openDb, type Tx } from '../../kernel/db.ts'
import type { Db } from '../../kernel/dbTypes.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'
import { customerChecks } from './proof.sql.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof connect>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  pool = connect(database.url, { most: 4, name: 'iroko words' })
  db = openDb(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await sql`delete from customer`.execute(db)
})

let opened = 0
async function open(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = names.map(name => {
    const [surname = '', first = '', ...others] = name.split(' ')
    opened += 1
    return customerRow(opened, { surname, first, other: others.join(' ') })
  })
  await sql`insert into customer ${valuesOf(rows)}`.execute(tx)
  return rows.map(row => row.id)
}

const rename = (tx: Tx, id: string | undefined, name: string) =>
  sql`update customer set surname = ${name} where id = ${id}`.execute(tx)

const distinctWords = async (): Promise<string[]> =>
  (
    await sql<{ word: string }>`select distinct word from customer_vocabulary order by word`.execute(db)
  ).rows.map(row => row.word)

const problems = async () => (await customerChecks[0]?.run(db))?.problems

test('words are three letters or more, as names are folded, and no digits', async () => {
  const [id] = await open(db, ['Ọlá-Òní Jo Abdul-Rahman'])
  await sql`update customer set ippis_number = 'KN/EDU/17' where id = ${id}`.execute(db)
  expect(await distinctWords()).toEqual(['abdul', 'kn/edu/', 'ola', 'oni', 'rahman'])
})

const NAMES = ['Okonkwo Adaeze', 'Okonkwo Ngozi', 'Bello Bello', 'Ade Bo', 'Yusuf Ade Okonkwo', 'Ó-Ní Ọlá']
const step = fc.record({
  how: fc.constantFrom('open', 'open several', 'rename', 'merge', 'take apart', 'block', 'erase', 'delete'),
  who: fc.nat(50),
  name: fc.constantFrom(...NAMES),
})

async function take({ how, who, name }: { how: string; who: number; name: string }): Promise<unknown> {
  if (how === 'open') return open(db, [name])
  if (how === 'open several') return open(db, [name, ...NAMES])
  const { rows } = await sql<{ id: string }>`select id from customer order by number`.execute(db)
  const id = rows[who % rows.length]?.id
  const other = rows[(who + 1) % rows.length]?.id
  if (id === undefined || other === id) return
  const changes = {
    rename: sql`surname = ${name}`,
    merge: sql`status = 'merged', merged_into = ${other}`,
    'take apart': sql`status = 'active', merged_into = null`,
    block: sql`status = 'dormant', merged_into = null, phone = '', revision = revision + 1`,
    erase: sql`surname = 'Erased', first_name = 'customer ' || number, other_names = '', ippis_number = 'erased ' || number`,
  }
  const change = changes[how as keyof typeof changes]
  return change
    ? sql`update customer set ${change} where id = ${id}`.execute(db)
    : sql`delete from customer c where id = ${id} and not exists (select from customer o where o.merged_into = c.id)`.execute(
        db,
      )
}

test('whatever happens to customers, their words are what a fresh look gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
      await sql`delete from customer`.execute(db)
      for (const each of steps) await take(each)
      expect(await problems()).toEqual([])
      const { rows } = await sql<{ word: string }>`
        select distinct w.word from customer c cross join lateral customer_words(c.search) w (word)
        where c.status <> 'merged' order by 1`.execute(db)
      expect(await distinctWords()).toEqual(rows.map(row => row.word))
    }),
    { numRuns: 40 },
  )
})

test('nobody who opens a customer waits for another, nor for who gives a name up', async () => {
  const [last] = await open(db, ['Zubairu Musa'])
  const [first, second] = [await db.startTransaction().execute(), await db.startTransaction().execute()]
  await open(first, ['Zubairu Ene', 'Quadri Ene'])
  await open(second, ['Quadri Ene', 'Zubairu Ene'])
  await rename(db, last, 'Bello')
  await first.rollback().execute()
  await second.commit().execute()
  expect(await problems()).toEqual([])
  expect(await distinctWords()).toEqual(['bello', 'ene', 'musa', 'quadri', 'zubairu'])
})

test('who opens a customer by a name that is just given up brings it again', async () => {
  const [last] = await open(db, ['Zubairu Musa'])
  const giving = await db.startTransaction().execute()
  await rename(giving, last, 'Bello')
  const opening = open(db, ['Zubairu Ene'])
  await sql`select pg_sleep(0.1)`.execute(giving)
  await giving.commit().execute()
  await opening
  expect(await problems()).toEqual([])
  expect(await distinctWords()).toEqual(['bello', 'ene', 'musa', 'zubairu'])
})

test('a word that is lost, and one that nobody bears, are found by the proof', async () => {
  await open(db, ['Okonkwo Adaeze', 'Bello Halima'])
  await sql`delete from customer_word where word = 'okonkwo'`.execute(db)
  expect(await problems()).toHaveLength(1)
  await sql`select index_all_customers()`.execute(db)
  expect(await problems()).toEqual([])
  await sql`insert into customer_word select word, name_key, gen_random_uuid() from customer_word`.execute(db)
  expect(await problems()).toEqual(['4 words lead to customers who do not bear them'])
  await sql`select index_all_customers()`.execute(db)
  await sql`delete from customer_vocabulary where word = 'halima'`.execute(db)
  expect(await problems()).toHaveLength(1)
})
