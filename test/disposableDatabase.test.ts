import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { administer } from './administer.ts'
import { testDatabase } from './db.ts'
import { builtBook, disposableDatabase } from './disposableDatabase.ts'

let database: { url: string; drop(): Promise<void> }
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0]?.answer
  } finally {
    await client.end()
  }
}

const hire = () =>
  ask(
    database.url,
    `insert into staff (id, email, first_name, last_name, phone, password_hash, status, roles, signed_up_at)
     values (gen_random_uuid(), 'ngozi@lender.ng', 'Ngozi', 'Eze', '+2348030000001', 'x', 'active', '{superAdmin}', now())`,
  )

test('an empty database that was named is taken, brought up to date, and left when the run is over', async () => {
  await administer(database.url, 'drop schema public cascade; create schema public')
  const opened = await disposableDatabase({ given: database.url })
  expect(opened.url).toBe(database.url)
  expect(await ask(database.url, 'select count(*) > 0 as answer from migration')).toBe(true)
  await opened.close()
  expect(await ask(database.url, 'select count(*) > 0 as answer from migration')).toBe(true)
})

test('a database with staff is refused, and its schema is not migrated', async () => {
  await hire()
  const last = (await ask(database.url, 'select max(name) as answer from migration')) as string
  await ask(database.url, `delete from migration where name = '${last}'`)
  for (const mayBeBuilt of [false, true])
    await expect(disposableDatabase({ given: database.url, mayBeBuilt })).rejects.toThrow(
      /holds a lender with staff.*name an empty one/,
    )
  await expect(builtBook(database.url)).rejects.toThrow(/none that `npm run bench:lists` has filled/)
  expect(await ask(database.url, 'select max(name) as answer from migration')).not.toBe(last)
})

test('a book that a bench has built serves those who measure it, and nobody else', async () => {
  await hire()
  await ask(database.url, 'create table bench_person ()')
  await expect(disposableDatabase({ given: database.url })).rejects.toThrow(/holds a built book/)
  await (await disposableDatabase({ given: database.url, mayBeBuilt: true })).close()
  await (await builtBook(database.url)).close()
})

test('DATABASE_URL is never read', async () => {
  await hire()
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('IROKO_DISPOSABLE_DATABASE_URL', '')
  const opened = await disposableDatabase({ throwaway: true })
  expect(opened.url).not.toBe(database.url)
  expect(await ask(opened.url, 'select count(*)::int as answer from staff')).toBe(0)
  await opened.close()
  await expect(builtBook()).rejects.toThrow(/IROKO_DISPOSABLE_DATABASE_URL names/)
})

/** They act on the lender that is started here, as `npm run demo` does, and change none but an unfinished sample lender. */
const FILLS_ITS_OWN = ['proof/bench/fill.ts', 'scripts/clearSample.ts']

test('no benchmark and no walk takes a database but through the guard', () => {
  const files = ['proof/bench', 'scripts'].flatMap(folder =>
    readdirSync(folder).map(name => `${folder}/${name}`),
  )
  const takers = files
    .filter(path => /\.(ts|mjs)$/.test(path) && !FILLS_ITS_OWN.includes(path))
    .filter(path => /env\.DATABASE_URL|readConfig\(/.test(readFileSync(path, 'utf8')))
  expect(takers).toEqual([])
  for (const name of ['daily', 'ledger', 'lists', 'repayments', 'sending', 'plans', 'browser'])
    expect(readFileSync(`proof/bench/${name}.ts`, 'utf8'), name).toMatch(
      /await (disposableDatabase|builtBook)\(/,
    )
  expect(readFileSync('proof/walk/run.ts', 'utf8')).toMatch(/await disposableDatabase\(/)
})
