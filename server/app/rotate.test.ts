import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../test/applicants.ts'
import { type Caller, createTestApp, type TestApp } from '../../test/testApp.ts'
import { TEST_SECRET } from '../../test/testSecret.ts'
import { projectRoot } from '../kernel/files.ts'
import { checkKeys, openKeys } from '../kernel/keyCheck.ts'
import { deriveKeys } from '../kernel/keys.ts'
import { rotateSecret } from './rotate.ts'

const NEW_SECRET = 'a new secret of more than thirty-two letters'
const before = deriveKeys(TEST_SECRET)
const both = deriveKeys(NEW_SECRET, { before })

let old: TestApp
/** The same database, served by a process with both secrets. */
let during: TestApp
let known: { id: string; bvn: string; nin: string; phone: string; account: string }
let sealedBefore: Set<string>
let indexesBefore: Set<string>

const database = () => ({ url: old.url, drop: async () => {} })

/** Every sealed value in the database, wherever it is. */
async function allSealed(): Promise<Set<string>> {
  const { rows } = await old.pool.query<{ name: string; column: string }>(
    `select c.table_name as name, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')`,
  )
  const found = new Set<string>()
  for (const { name, column } of rows) {
    const { rows: held } = await old.pool.query<{ sealed: string }>(
      `select m[1] as sealed from ${name}, regexp_matches(${column}::text, 'v1\\.[A-Za-z0-9_-]{38,}', 'g') m`,
    )
    for (const { sealed } of held) found.add(sealed)
  }
  return found
}

async function allIndexes(): Promise<Set<string>> {
  const { rows } = await old.pool.query<{ index: string }>(
    `select encode(bvn_index, 'hex') as index from customer where status <> 'erased' union select encode(nin_index, 'hex') from customer where status <> 'erased'
     union select encode(bvn_index, 'hex') from loan_request where erased_at is null union select encode(nin_index, 'hex') from loan_request where erased_at is null
     union select encode(bvn_index, 'hex') from staff where bvn_index is not null`,
  )
  return new Set(rows.map(row => row.index))
}

async function isFound(caller: Caller): Promise<void> {
  for (const search of [known.bvn, known.nin, known.phone, known.account]) {
    const { rows } = await caller.ok('customerList', { search })
    expect(rows.map(row => row.id)).toContain(known.id)
  }
}

beforeAll(async () => {
  old = await createTestApp({ lender: true })
  await checkKeys(old.program.db, before)
  const { rows } = await old.pool.query(
    `select id, bvn_sealed, nin_sealed, phone, account_number from customer where status = 'active' order by number limit 1`,
  )
  const [row] = rows
  known = {
    id: row.id,
    bvn: before.open(row.bvn_sealed, ['customer.bvn', row.id]),
    nin: before.open(row.nin_sealed, ['customer.nin', row.id]),
    phone: row.phone,
    account: row.account_number,
  }
  await isFound(old.as('superAdmin'))
  // a change that is pending approval holds the sealed number, too
  const { revision } = await old.as('admin').ok('customerGet', { id: known.id })
  await old.as('admin').ok('customerChange', {
    id: known.id,
    basedOn: revision,
    bvn: '22299887766',
    reason: 'As the BVN slip has it',
  })
  sealedBefore = await allSealed()
  indexesBefore = await allIndexes()
  during = await createTestApp({ database: database(), keys: both })
})
afterAll(async () => {
  await during?.close()
  await old?.close()
})

test('the customers of the demo are sealed before', () => {
  expect(sealedBefore.size).toBeGreaterThan(50)
})

test('a process that has one of the two secrets alone is refused while the other is on its way', async () => {
  await checkKeys(old.program.db, both)
  const { db, dataDirectory } = old.program
  await expect(openKeys(db, { secret: TEST_SECRET, dataDirectory })).rejects.toThrow('is being replaced')
  await expect(openKeys(db, { secret: NEW_SECRET, dataDirectory })).rejects.toThrow('not the one')
  const third = { secret: `${NEW_SECRET} 2`, secretBefore: TEST_SECRET, dataDirectory }
  await expect(openKeys(db, third)).rejects.toThrow('by another one')
})

test('cut off at several points, every person is found by every number, and sessions go on', async () => {
  const caller = during.as('superAdmin')
  await isFound(caller)
  for (const batches of [1, 2, 3, 5]) {
    let done = 0
    const cut = rotateSecret({ db: during.program.db, keys: both }, () => {
      if (++done === batches) throw new Error('killed')
    })
    await expect(cut).rejects.toThrow('killed')
    await isFound(caller)
    // who applies meanwhile is known, under whichever secret their numbers are
    await submit(during, { bvn: known.bvn, phone: `0803000000${batches}` }).catch(() => {})
    const added = await during.pool.query(
      `select count(distinct bvn_index)::int as n from (
         select bvn_index from loan_request where bvn_index in ($1, $2) union select bvn_index from customer where id = $3) x`,
      [before.blindIndex('bvn', known.bvn), both.blindIndex('bvn', known.bvn), known.id],
    )
    expect(added.rows[0].n).toBe(1)
  }
})

test('killed with -9 and run again it finishes; nothing is left under the secret before', async () => {
  const run = (killAfterMs?: number) => {
    const program = spawn(
      process.execPath,
      ['--import', 'tsx', 'server/main.ts', '--command', 'rotate-secret'],
      {
        cwd: projectRoot,
        env: {
          ...process.env,
          DATABASE_URL: old.url,
          IROKO_DATA: old.program.dataDirectory,
          IROKO_SECRET: NEW_SECRET,
          IROKO_SECRET_OLD: TEST_SECRET,
        },
        stdio: 'ignore',
      },
    )
    if (killAfterMs) setTimeout(() => program.kill('SIGKILL'), killAfterMs)
    return once(program, 'exit')
  }
  // a version of the future is sealed again, so that there is something left to do
  expect((await run(3_000))[1]).toBe('SIGKILL')
  expect((await run())[0]).toBe(0)

  const left = [...(await allSealed())].filter(sealed => sealedBefore.has(sealed))
  expect(left).toEqual([])
  expect([...(await allIndexes())].filter(index => indexesBefore.has(index))).toEqual([])
  const { db, dataDirectory } = old.program
  const { keys } = await openKeys(db, { secret: NEW_SECRET, dataDirectory })
  // codes on paper stay genuine
  expect(keys.everIndex('clearance', 'L0100001')).toContainEqual(before.blindIndex('clearance', 'L0100001'))
  await expect(openKeys(db, { secret: TEST_SECRET, dataDirectory })).rejects.toThrow('not the one')

  const after = await createTestApp({ database: database(), keys })
  await isFound(after.as('superAdmin'))
  await isFound(during.as('superAdmin'))
  await after.close()
})
