import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { localDate } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { testDatabase } from '../../test/db.ts'
import { receiptOf } from '../../test/entries.ts'
import { act, type Program, SYSTEM } from '../kernel/act.ts'
import { connect, migrate, openDb } from '../kernel/db.ts'
import type { Db } from '../kernel/dbTypes.ts'
import { deriveKeys } from '../kernel/keys.ts'
import * as ledgerPosting from '../modules/ledger/posting.ts'
import * as ledgerSeal from '../modules/ledger/seal.ts'
import { readsNothingSealed, runCommand } from './commands.ts'
import { prove, proveWithin } from './prove.ts'

let db: Db
let program: Program
let finish: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  db = openDb(connect(database.url, { most: 4, name: 'prove test' }))
  const now = new Date('2026-11-16T09:30:00Z')
  program = { db, clock: { now: () => now }, keys: deriveKeys('x'.repeat(40)), dataDirectory: '' }
  finish = async () => {
    await db.destroy()
    await database.drop()
  }
  await sql`
    with content as (
      insert into document_content (sha256, type, content, at) values (sha256('a payslip'), 'png', 'a payslip', now()) returning sha256)
    insert into document (id, subject_type, subject_id, title, type, bytes, sha256, source, added_by_name, added_at)
    select gen_random_uuid(), 'request', gen_random_uuid(), 'Payslip', 'png', 9, sha256, 'staff', 'Chinedu Eze', now() from content`.execute(
    db,
  )
  for (let entry = 1; entry <= 30; entry++) {
    await act(program, 'test', SYSTEM, ctx =>
      ledgerPosting.post(ctx, {
        reason: 'receipt',
        ref: `receipt ${entry}`,
        effectiveOn: localDate('2026-11-10'),
        lines: receiptOf(randomUUID(), kobo(BigInt(entry) * 1_000n), { interest: kobo(250n) }),
      }),
    )
    if (entry % 10 !== 0) continue
    while (!(await canBeSealed())) await sleep(20)
    await act(program, 'ledgerSeal', SYSTEM, ledgerSeal.sealLedger)
  }
})

/** An entry is sealed once no older transaction is open on the server, which other tests use too. */
async function canBeSealed(): Promise<boolean> {
  const result = await sql<{ is: boolean }>`
    select not exists (select from ledger_entry where written_by >= pg_snapshot_xmin(pg_current_snapshot())) as is`.execute(
    db,
  )
  return result.rows[0]?.is ?? false
}

afterAll(() => finish())
afterEach(() => vi.restoreAllMocks())

/** Damage as someone with the keys of the database would do it: guards off, change, guards on. Undone afterwards. */
async function findingsAfter(statement: string): Promise<string[]> {
  const undo = new Error('undone')
  let found: string[] = []
  await db
    .transaction()
    .execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      await sql`set local session_replication_role = origin`.execute(tx)
      const verdict = await proveWithin(tx)
      found = verdict.checks.filter(check => check.problems.length > 0).map(check => check.name)
      throw undo
    })
    .catch(error => {
      if (error !== undo) throw error
    })
  return found
}

test('an untouched ledger holds, in figures', async () => {
  const verdict = await prove(db)
  expect(verdict.holds).toBe(true)
  const figures = Object.fromEntries(verdict.checks.map(check => [check.name, check.figure]))
  expect(figures).toMatchObject({
    'Entries balance': '30 entries, 90 lines, debits ₦4,725.00 = credits ₦4,725.00',
    'Balances equal their lines': '61 accounts',
    'No entry was changed': '3 seals over 30 of 30 entries',
    'Suspense is never negative': '₦0.00 held as unidentified payments',
    'Documents are whole': '1 documents, 1 contents',
  })
})

test('after a restore from a dump, where transaction numbers are lower, new entries are sealed and proved', async () => {
  const database = await testDatabase()
  const restored = openDb(connect(database.url, { most: 2, name: 'prove test' }))
  const there = { ...program, db: restored }
  const post = (name: string) =>
    act(there, 'test', SYSTEM, ctx =>
      ledgerPosting.post(ctx, {
        reason: 'receipt',
        ref: name,
        effectiveOn: localDate('2026-11-10'),
        lines: receiptOf(randomUUID(), kobo(1_000n), { interest: kobo(250n) }),
      }),
    )
  const figure = async () => {
    const { holds, checks } = await prove(restored)
    expect(holds).toBe(true)
    return checks.find(check => check.name === 'No entry was changed')?.figure
  }
  const seal = () => act(there, 'ledgerSeal', SYSTEM, ledgerSeal.sealLedger)
  await post('old one')
  await post('old two')
  // as they come out of a cluster that has lived longer
  await restored.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update ledger_entry set written_by = (written_by::text::bigint + 1000000)::text::xid8`.execute(
      tx,
    )
  })
  await migrate(database.url)
  // one seal covers one era
  for (let each = 1; each <= 2; each++) await post(`new ${each}`)
  while (!(await figure())?.startsWith('2 seals over 4 of 4')) if (!(await seal())) await sleep(20)
  await migrate(database.url)
  expect(await sql`select from ledger_era`.execute(restored)).toMatchObject({ rows: { length: 2 } })
  await restored.destroy()
  await database.drop()
})

const LINE = `(select entry_id from ledger_line order by entry_id limit 1)`
test.each<[damage: string, statement: string, finding: string]>([
  [
    'I1 an amount',
    `update ledger_line set amount = amount + 1 where entry_id = ${LINE} and position = 1`,
    'Entries balance',
  ],
  [
    'two amounts alike',
    `update ledger_line set amount = amount * 2 where entry_id = ${LINE}`,
    'Balances equal their lines',
  ],
  ['a date', `update ledger_entry set effective_on = '2026-11-09' where id = ${LINE}`, 'Entries balance'],
  ['a note', `update ledger_entry set note = 'nothing to see' where id = ${LINE}`, 'No entry was changed'],
  [
    'the hand that posted it',
    `update ledger_entry set posted_by = gen_random_uuid() where id = 7`,
    'No entry was changed',
  ],
  [
    'I2 a balance',
    `update ledger_balance set balance = balance - 1 where loan_no = 3`,
    'Balances equal their lines',
  ],
  [
    'I4 a whole entry, with its balances',
    `with gone as (delete from ledger_line where entry_id = ${LINE} returning *),
       entry as (delete from ledger_entry where id = ${LINE})
     update ledger_balance b set balance = b.balance - g.amount from gone g
     where g.loan_no = b.loan_no and g.code = b.code`,
    'No entry was changed',
  ],
  ['a seal', `delete from ledger_seal where position = 2`, 'No entry was changed'],
  ['the last seal', `delete from ledger_seal where position = 3`, 'No entry was changed'],
  [
    'a seal made anew',
    `update ledger_seal set hash = sha256('x') where position = 3`,
    'No entry was changed',
  ],
  [
    'an entry slipped in behind the seals',
    `with made as (
       insert into ledger_entry (written_by, effective_on, line_count, reason, ref)
       select written_by, effective_on, 2, 'receipt', 'late' from ledger_entry where id = 5 returning id, effective_on
     )
     insert into ledger_line select id, 0, v.amount, effective_on, v.code, v.position
     from made, (values (1::smallint, 1010::smallint, 5), (2, 5030, -5)) as v (position, code, amount)`,
    'No entry was changed',
  ],
  [
    'money out of nowhere',
    `delete from ledger_line where entry_id = ${LINE} and position = 2`,
    'Entries balance',
  ],
  [
    'principal without a loan',
    `update ledger_line set loan_no = 0 where code = 1100 and entry_id = ${LINE}`,
    'Lines fit the chart',
  ],
  ['I17 the bytes of a document', `update document_content set content = 'another'`, 'Documents are whole'],
  ['I17 the size of a document', `update document set bytes = 10`, 'Documents are whole'],
  ['I17 the place of a document’s bytes', `delete from document_content`, 'Documents are whole'],
])('finds that %s was changed', async (_, statement, finding) => {
  expect(await findingsAfter(statement)).toContain(finding)
})

test.each(['ledger-verify', 'prove'])('the command %s prints every check and returns 0', async command => {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation(line => void printed.push(line))
  expect(await runCommand(command, program, { url: '', isEmbedded: false, to: undefined })).toBe(0)
  expect(readsNothingSealed(command)).toBe(true)
  expect(printed.at(-1)).toBe('Ledger verified.')
  expect(printed).toContain('holds   Reversals are exact and single: 0 reversals')
})
