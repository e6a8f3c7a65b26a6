import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './db.ts'
import { columnsOf, type Found, statementsIn } from './statements.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** They read a temporary table that the statement before them makes. */
const OF_TEMPORARY_TABLES = /relation "dashboard_(folded|changed)" does not exist/

async function check(found: readonly Found[]) {
  const problems: string[] = []
  let [prepared, compared] = [0, 0]
  for (const { at, text, row } of found) {
    if (text === undefined) continue
    try {
      const columns = await columnsOf(client, text)
      prepared++
      if (row) compared++
      // what a cursor gives was said where it was opened
      if (/^\s*fetch\b/.test(text)) continue
      const missing = (row ?? []).filter(name => !columns.includes(name))
      if (missing.length > 0) problems.push(`${at} declares ${missing.join(', ')}, which it does not give`)
    } catch (error) {
      if (!OF_TEMPORARY_TABLES.test(String(error))) problems.push(`${at} ${String(error)}`)
    }
  }
  return { problems, prepared, compared }
}

test('every statement that its source shows fits the schema and gives the columns of its row type', async () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(path => ({ path: join('server', path), source: readFileSync(join('server', path), 'utf8') }))
  const found = statementsIn(sources)
  const { problems, prepared, compared } = await check(found)
  expect(problems).toEqual([])
  // the share that docs/decisions/0022 states: a change that hides statements from the check shows here
  expect(prepared / found.length).toBeGreaterThan(0.86)
  expect(compared).toBeGreaterThan(295)
})

test.each([
  ['an unknown column', 'sql`select nmae from staff`.execute(tx)', /column "nmae" does not exist/],
  [
    'an unknown table',
    `sql\`delete from staf where id = \${id}\`.execute(tx)`,
    /relation "staf" does not exist/,
  ],
  [
    'a fragment',
    `const ALL = sql\`from staf\`\nsql\`select 1 \${ALL}\`.execute(tx)`,
    /relation "staf" does not exist/,
  ],
  [
    'a fragment that a function makes',
    `const of = (id: string) => sql\`from staf where id = \${id}\`\nsql\`select 1 \${of(id)}\`.execute(tx)`,
    /relation "staf" does not exist/,
  ],
  [
    'the columns of a new row',
    `function add(tx: Tx, row: { id: string; nmae: string }) {\n  sql\`insert into staff \${valuesOf(row)}\`.execute(tx)`,
    /column "nmae" of relation "staff" does not exist/,
  ],
  [
    'the columns of a change',
    `function set(tx: Tx, change: Partial<{ nmae: string }>) {\n  sql\`update staff set \${changesOf(change)}\`.execute(tx)`,
    /column "nmae" of relation "staff" does not exist/,
  ],
  [
    'a row type',
    'type Row = { id: string; name: string; old?: string }\nsql<Row>`select id from staff`.execute(tx)',
    /declares name, which it does not give/,
  ],
  [
    'a row type made of others',
    `type A = { id: string }\nsql<A & Pick<B, 'phone'>>\`select id from staff\`.execute(tx)`,
    /declares phone, which/,
  ],
])('the check complains about %s', async (_, source, complaint) => {
  const { problems } = await check(statementsIn([{ path: 'server/x.sql.ts', source }]))
  expect(problems).toEqual([expect.stringMatching(complaint)])
})
