import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  sql`insert into customer ${valuesOf({
    id: randomUUID(),
    number: `C000000${n}`,
    title: 'MRS',
    surname,
    first_name: first,
    other_names: other,
    gender: 'FEMALE',
    date_of_birth: '1985-03-09',
    phone: `+23480300000${n}0`,
    bvn_sealed: '',
    nin_sealed: '',
    bvn_index: Buffer.from(`bvn ${n}`),
    nin_index: Buffer.from(`nin ${n}`),
    address: '12 Ahmadu Bello Way',
    state: 'Lagos',
    lga: 'Ikeja',
    payroll_source: 'IPPIS',
    ippis_number: `10000${n}`,
    mda: 'Ministry of Health',
    first_appointment_on: '2012-05-01',
    net_pay: 25_000_000n,
    bank_code: '058',
    account_number: `012345678${n}`,
    kin_name: 'Chidi Okonkwo',
    kin_relationship: 'Husband',
    kin_phone: '+2348021234567',
    opened_at: new Date('2026-11-16T09:00:00Z'),
  })}`.execute(db)

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
