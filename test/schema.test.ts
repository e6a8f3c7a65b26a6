import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { schemaText } from './catalog.ts'
import { testDatabase } from './db.ts'

/** `npm run schema` writes what the compiler believes of the database; this is what keeps anybody from forgetting it. */

/** “loan.officer_code”, or “loan.disbursed_on, may be null”. */
const described = (table: string, column: string, isNullable: boolean): string =>
  `${table}.${column}${isNullable ? ', may be null' : ''}`

function columnsBelieved(): string[] {
  const source = readFileSync('server/kernel/schema.ts', 'utf8')
  const shapes = new Map(
    [...source.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, key = '', type = '']) => ({ key, type })),
    ]),
  )
  return (shapes.get('DB') ?? []).flatMap(({ key: table, type: shape }) =>
    (shapes.get(shape) ?? []).map(({ key, type }) => described(table, key, /\| null\b/.test(type))),
  )
}

async function columnsThere(): Promise<string[]> {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ table: string; column: string; nullable: boolean }>(
      `select table_name as table, column_name as column, is_nullable = 'YES' as nullable
       from information_schema.columns where table_schema = 'public'`,
    )
    return rows.map(({ table, column, nullable }) => described(table, column, nullable))
  } finally {
    await client.end()
    await database.drop()
  }
}

test('server/kernel/schema.ts knows every table and column of a migrated database, and no other', async () => {
  const [believed, there] = [columnsBelieved(), await columnsThere()]
  expect(believed.length).toBeGreaterThan(500)
  expect(
    {
      forgotten: there.filter(each => !believed.includes(each)),
      gone: believed.filter(each => !there.includes(each)),
    },
    'run `npm run schema`',
  ).toEqual({ forgotten: [], gone: [] })
})

test('db/schema.sql is what the migrations make', async () => {
  const database = await testDatabase()
  const made = await schemaText(database.url)
  await database.drop()
  expect(readFileSync('db/schema.sql', 'utf8'), 'run `npm run schema`').toBe(made)
})
