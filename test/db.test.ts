import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './db.ts'

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

test('every test has a migrated database of its own', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  expect(await ask(one.url, 'select count(*) > 0 as answer from migration')).toBe(true)
  await ask(one.url, 'create table branch ()')
  expect(await ask(one.url, `select to_regclass('branch') is not null as answer`)).toBe(true)
  expect(await ask(other.url, `select to_regclass('branch') is not null as answer`)).toBe(false)
  await Promise.all([one.drop(), other.drop()])
  await expect(ask(one.url, 'select 1 as answer')).rejects.toThrow(/does not exist/)
})
