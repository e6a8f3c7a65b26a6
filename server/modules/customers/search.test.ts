import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerRow } from '../../../test/customerRows.ts'
import { testDatabase } from '../../../test/db.ts'
import { connect, openDb } from '../../kernel/db.ts'
import type { Db } from '../../kernel/dbTypes.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'
import type { ListedCustomer, LoanFigures } from './listed.sql.ts'
import { countCustomers, listCustomers, pageOfCustomers, similarCustomers } from './search.sql.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof connect>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  pool = connect(database.url, { most: 2, name: 'iroko search' })
  db = openDb(pool)
  for (const [n, [surname, first, other]] of PEOPLE.entries()) await keep(n, surname, first, other)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const PEOPLE = [
  ['Abubakar', 'Okonkwo', ''],
  ['Okonkwo', 'Zainab', ''],
  ['Danjuma', 'Halima', 'Okonkwo'],
  ['Okonkwo', 'Adaeze', 'Ngozi'],
  ['Bello', 'Kunle', ''],
  ['Okonkwo-Eze', 'Ifeoma', ''],
  ['Yusuf', 'Okonkwo', ''],
] as const

const keep = (n: number, surname: string, first: string, other: string) =>
  sql`insert into customer ${valuesOf(customerRow(n, { surname, first, other }))}`.execute(db)

/** Every row of the list, a page of two after the other. */
async function pagesOf(words: string[], descending: boolean, isLong = false): Promise<ListedCustomer[]> {
  const query = { filter: {}, sought: { words }, today: '2026-11-16', canRevealNumbers: true }
  const found: ListedCustomer[] = []
  let after: { key: string; id: string } | null = null
  for (;;) {
    const rows = await listCustomers(db, query, { sort: 'name', descending, after, limit: 2, isLong })
    const last = rows.at(-1)
    if (!last) return found
    found.push(...rows)
    after = { key: last.name_key, id: last.id }
  }
}

const everyone = async (words: string[], descending: boolean, isLong = false): Promise<string[]> =>
  (await pagesOf(words, descending, isLong)).map(row => `${row.surname} ${row.first_name}`)

test('those whose surname begins with the word come first, then the others who bear it, each once', async () => {
  expect(await everyone(['okonkwo'], false)).toEqual([
    'Okonkwo Adaeze',
    'Okonkwo-Eze Ifeoma',
    'Okonkwo Zainab',
    'Abubakar Okonkwo',
    'Danjuma Halima',
    'Yusuf Okonkwo',
  ])
  expect(await everyone(['okonkwo'], true)).toEqual([
    'Okonkwo Zainab',
    'Okonkwo-Eze Ifeoma',
    'Okonkwo Adaeze',
    'Yusuf Okonkwo',
    'Danjuma Halima',
    'Abubakar Okonkwo',
  ])
  expect(await everyone(['okonkwo', 'halima'], false)).toEqual(['Danjuma Halima'])
  expect(await everyone(['okonkwo'], false, true)).toEqual(await everyone(['okonkwo'], false))
  expect(await everyone(['konk'], false)).toHaveLength(6)
})

test('a search is counted as it is listed', async () => {
  const query = { filter: {}, sought: { words: ['okonkwo'] }, today: '2026-11-16', canRevealNumbers: true }
  expect(await countCustomers(db, query)).toEqual({ total: 6, exact: true })
})

const PART = fc.constantFrom(
  'okonkwo',
  'konk',
  'nkw',
  'oni',
  'ade',
  'bell',
  'edu',
  'uju',
  'ad',
  'ola oni',
  'ade bel',
)
const NAME = fc.constantFrom(
  'Okonkwo',
  'Konkola',
  'Adebayo',
  'Ọlá-Òní',
  'Bello',
  'Ade',
  'Juju',
  'Onike',
  'Oladele',
)
const PERSON = fc.tuple(NAME, NAME, fc.constantFrom('', 'Bello', 'Ade Konkola'))

test('whoever holds every part is listed once, surnames that begin with the first part before the others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(PERSON, { maxLength: 30 }),
      PART,
      fc.boolean(),
      fc.boolean(),
      async (people, typed, descending, isLong) => {
        await sql`delete from customer`.execute(db)
        for (const [n, [surname, first, other]] of people.entries()) await keep(n, surname, first, other)
        await sql`update customer set ippis_number = 'LA/EDU/' || ippis_number where phone like '%3'`.execute(
          db,
        )
        const words = typed.split(' ')
        const { rows } = await sql<{ id: string; name_key: string; search: string }>`
          select id, name_key, search from customer`.execute(db)
        const held = rows.filter(({ search }) =>
          words.every(word => search.includes(word.length < 3 ? ` ${word}` : word)),
        )
        const inOrder = held.toSorted((one, other) => {
          const [a, b] = descending ? [other, one] : [one, other]
          return a.name_key < b.name_key || (a.name_key === b.name_key && a.id < b.id) ? -1 : 1
        })
        const isFirst = ({ name_key }: { name_key: string }) =>
          (words[0] ?? '').length >= 3 && name_key.startsWith(words[0] ?? '')
        const expected = [...inOrder.filter(isFirst), ...inOrder.filter(row => !isFirst(row))]
        expect((await pagesOf(words, descending, isLong)).map(row => row.id)).toEqual(
          expected.map(row => row.id),
        )
        const query = { filter: {}, sought: { words }, today: '2026-11-16', canRevealNumbers: true }
        expect((await countCustomers(db, query)).total).toBe(held.length)
        const order = { sort: 'name' as const, descending, after: null, limit: 8 }
        const first = await pageOfCustomers(db, query, order, NO_LOANS)
        const shown: { id: string }[] = JSON.parse(`[${first.page.text}]`)
        expect(shown.map(row => row.id)).toEqual(expected.slice(0, 7).map(row => row.id))
        expect(first.total).toBe(held.length)
      },
    ),
    { numRuns: 60 },
  )
})

const NO_LOANS = sql<LoanFigures>`select 0::bigint as outstanding, 0::bigint as arrears, '' as class_name`

test.each([
  ['letters swapped', 'blelo', ['Bello Kunle']],
  ['a letter missing', 'abubkar', ['Abubakar Okonkwo']],
  ['slips in both names, in any order', 'kunlle belo', ['Bello Kunle']],
  ['a name that nobody has beside one with a slip', 'danjmua xyzzy', ['Danjuma Halima']],
  ['nothing alike', 'xyzzy', []],
])('people are found by names with %s: %s', async (_how, typed, names) => {
  await sql`delete from customer`.execute(db)
  for (const [n, [surname, first, other]] of PEOPLE.entries()) await keep(n, surname, first, other)
  const query = {
    filter: {},
    sought: { words: typed.split(' ') },
    today: '2026-11-16',
    canRevealNumbers: true,
  }
  const { text } = await similarCustomers(db, query, 50, NO_LOANS)
  const rows: { name: string }[] = JSON.parse(`[${text}]`)
  expect(rows.map(row => row.name.split(' ').slice(0, 2).join(' ')).slice(0, 1)).toEqual(names)
})
