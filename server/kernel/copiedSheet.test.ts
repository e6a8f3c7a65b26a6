import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/db.ts'
import { copiedSheet, nairaText } from './copiedSheet.sql.ts'
import { connect, openDb } from './db.ts'
import type { Db } from './dbTypes.ts'
import { pagedSheet, type SheetColumns, sheetNaira } from './sheet.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof connect>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  pool = connect(database.url, { most: 2, name: 'iroko copies' })
  db = openDb(pool)
  await sql`create table parcel (no int primary key, name text, note text, price bigint)`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

type Parcel = { name: string; note: string | null; price: bigint | null }
const COLUMNS: SheetColumns<Parcel> = [
  ['Name', row => row.name],
  ['Note, if any', row => row.note],
  ['Price (NGN)', row => sheetNaira(row.price ?? 0n)],
]
const copied = () =>
  copiedSheet(
    db,
    [
      ['Name', 'p.name'],
      ['Note, if any', 'p.note'],
      ['Price (NGN)', nairaText('p.price')],
    ],
    sql`from parcel p where p.name <> ${"o'$1\\"} order by p.no`,
  )

async function allOf<Each>(pieces: AsyncIterable<Each>): Promise<Each[]> {
  const all: Each[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  return Buffer.concat((await allOf(pieces)).map(piece => Buffer.from(piece))).toString()
}

async function fill(rows: readonly Parcel[]): Promise<void> {
  await sql`truncate parcel`.execute(db)
  const filled = rows.map(({ name, note, price }, no) => ({
    no,
    name,
    note,
    price: price?.toString() ?? null,
  }))
  await sql`insert into parcel select * from json_populate_recordset(null::parcel, ${JSON.stringify(filled)}::json)`.execute(
    db,
  )
}

/** Signs that mean something in a CSV, to Excel or to COPY are likely; white space of every kind. */
const SIGNS = [...'=+-@\t\r\n\v\f",; \'\\.{}zZ09aAé•＝＋－＠\u00a0\u1680\u2003\u2028\u3000\ufeff😀']
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 6 }),
  fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\0')),
  fc.constantFrom('Okonkwo Adaeze', '•••• 4321', '\\.', '\\N', '-0.10', '=cmd|calc!A0', ''),
)
const parcel = fc.record({
  name: cell,
  note: fc.option(cell),
  price: fc.option(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })),
})

test('B73 PostgreSQL writes byte for byte what the library writes, whatever stands in the cells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(parcel, { minLength: 1, maxLength: 60 }), async rows => {
      await fill(rows)
      const written = pagedSheet(COLUMNS, async () => rows)
      expect(await textOf(copied().lines())).toBe(await textOf(written.lines()))
      expect(await allOf(copied().cells())).toEqual(await allOf(written.cells()))
    }),
    { numRuns: 60 },
  )
})

const copies = async (): Promise<number> =>
  (
    await pool.query(
      `select 1 from pg_stat_activity where query like 'copy %' and datname = current_database()`,
    )
  ).rows.length
const noneIsLeft = async () => {
  await expect.poll(copies, { timeout: 5_000 }).toBe(0)
}

test('a reader who stops leaves nothing running', async () => {
  const endless = () =>
    copiedSheet(
      db,
      [['No', 'a::text']],
      sql`from generate_series(1, 99999) a, generate_series(1, 99999) b`,
    ).lines()
  const rows = endless()[Symbol.asyncIterator]()
  await rows.next()
  expect(await copies()).toBe(1)
  await rows.return?.()
  await noneIsLeft()
  // the list is read as it is taken: nothing begins before the first piece is asked for
  endless()
  await sleep(100)
  expect(await copies()).toBe(0)
})
