import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerRow } from '../../../test/customerRows.ts'
import { testDatabase } from '../../../test/db.ts'
import { connect, openDb } from '../../kernel/db.ts'
import type { Db } from '../../kernel/dbTypes.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'
import { countCustomers, listCustomers } from './search.sql.ts'

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
async function everyone(words: string[], descending: boolean, isLong = false): Promise<string[]> {
  const query = { filter: {}, sought: { words }, today: '2026-11-16', canRevealNumbers: true }
  const names: string[] = []
  let after: { key: string; id: string } | null = null
  for (;;) {
    const rows = await listCustomers(db, query, { sort: 'name', descending, after, limit: 2, isLong })
    const last = rows.at(-1)
    if (!last) return names
    names.push(...rows.map(row => `${row.surname} ${row.first_name}`))
    after = { key: last.name_key, id: last.id }
  }
}

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
