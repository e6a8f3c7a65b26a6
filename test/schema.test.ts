import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemaText } from './catalog.ts'
import { testDatabase } from './db.ts'

test('db/schema.sql is what the migrations make', async () => {
  const database = await testDatabase()
  const made = await schemaText(database.url)
  await database.drop()
  expect(readFileSync('db/schema.sql', 'utf8'), 'run `npm run schema`').toBe(made)
})

/** What programs of the release before would miss. A table, view or column that is renamed is one of them. */
const TAKES_AWAY =
  /\bdrop (table|view|column|function|type)\b|\brename\b|\balter column \w+ (type|set data type|set not null)\b/i
/** From here on a release is put in place while the one before still runs (decision 2). */
const FIRST_ROLLING = '0054'
/** Says why the release before does not need it any more. */
const UNUSED = /^-- unused since \d+\.\d+: .{10,}$/m

test('a migration takes nothing from the programs of the release before', () => {
  const files = readdirSync('db/migrations').filter(name => name >= FIRST_ROLLING)
  expect(files.length).toBeGreaterThan(0)
  const taking = files.filter(name => {
    const sql = readFileSync(`db/migrations/${name}`, 'utf8')
    return TAKES_AWAY.test(sql.replace(/--.*$/gm, '')) && !UNUSED.test(sql)
  })
  expect(taking, 'add in one release, stop using it in the next, take away in the one after').toEqual([])
})
