import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemaText } from './catalog.ts'
import { testDatabase } from './db.ts'

test('db/schema.sql is what the migrations make', async () => {
  const database = await testDatabase()
  const made = await schemaText(database.url)
  await database.drop()
  expect(readFileSync('db/schema.sql', 'utf8'), 'run `npm run schema`').toBe(made)
})
