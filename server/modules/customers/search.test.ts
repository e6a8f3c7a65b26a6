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
  await keepAll(PEOPLE)
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

async function keepAll(people: readonly (readonly [string, string, string])[]): Promise<void> {
  const rows = people.map(([surname, first, other], n) => customerRow(n, { surname, first, other }))
  await sql`insert into customer ${valuesOf(rows)}`.execute(db)
}

/** Every row of the list, a page of two after the other. */
async function pagesOf(
  words: string[],
  descending: boolean,
  isLong = false,
  limit = 2,
): Promise<ListedCustomer[]> {
  const query = { filter: {}, sought: { words }, today: '2026-11-16', canRevealNumbers: true }
  const found: ListedCustomer[] = []
  let after: { key: string; id: string } | null = null
  for (;;) {
    const rows = await listCustomers(db, query, { sort: 'name', descending, after, limit, isLong })
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
      fc.array(PERSON, { minLength: 1, maxLength: 20 }),
      PART,
      fc.boolean(),
      fc.boolean(),
      async (people, typed, descending, isLong) => {
        await sql`delete from customer`.execute(db)
        await keepAll(people)
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
    { numRuns: 40 },
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
  await keepAll(PEOPLE)
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

test.each(['name', '-name'])(
  'a search with more matches than are counted is paged whole, by %s',
  async sort => {
    await sql`delete from customer`.execute(db)
    const people = Array.from({ length: 1_300 }, (_, n) => {
      const surname = n % 2 === 0 ? `Bello ${n % 7}` : n % 3 === 0 ? `Konkola ${n % 5}` : `Okonkwo`
      return customerRow(n, { surname, first: n % 2 === 0 ? 'Akonki' : 'Bello' })
    })
    for (let from = 0; from < people.length; from += 100)
      await sql`insert into customer ${valuesOf(people.slice(from, from + 100))}`.execute(db)
    const query = { filter: {}, sought: { words: ['konk'] }, today: '2026-11-16', canRevealNumbers: true }
    const descending = sort === '-name'
    const shown: { id: string }[] = []
    let after: { key: string; id: string } | null = null
    do {
      const order = { sort: 'name' as const, descending, after, limit: 101 }
      const { page, total, exact } = await pageOfCustomers(db, query, order, NO_LOANS)
      expect([total, exact]).toEqual([1_000, false])
      shown.push(...JSON.parse(`[${page.text}]`))
      after = page.found > 100 ? (page.last ?? null) : null
    } while (after)
    const listed = await pagesOf(['konk'], descending, true, 70)
    expect(shown.map(row => row.id)).toEqual(listed.map(row => row.id))
    expect(new Set(shown.map(row => row.id)).size).toBe(people.length)
  },
)
