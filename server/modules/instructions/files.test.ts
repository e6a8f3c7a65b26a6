import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { testDatabase } from '../../../test/db.ts'
import { approvedList, computed, linesOf } from '../../../test/instructions.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { loadDump, writeDump } from '../../../test/upgrade/releaseDump.ts'
import { runDaily } from '../loans/daily.ts'
import { computeList } from './compute.ts'

/** The file of a list, in our layout: what it says and what it comes to. */

let testApp: TestApp
const { borrower } = batchesIn(() => testApp)
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('the file lists each person once, adds up to the list, and is the same whenever it is taken', async () => {
  const admin = testApp.as('admin')
  const [one, two] = [await borrower(), await borrower()]
  const id = await computed(testApp, '2026-12')
  await approvedList(testApp, id)
  const list = await admin.ok('instructionGet', { id })
  const take = async (scope: 'delta' | 'full', format: 'csv' | 'xlsx', reason?: string) => {
    const fileId = randomUUID()
    const file = await admin.ok('instructionSend', {
      id,
      fileId,
      scope,
      format,
      ...(reason ? { reason } : {}),
    })
    return { file, bytes: (await admin.ok('instructionFile', { id, fileId })).bytes }
  }
  const { file, bytes } = await take('delta', 'csv')
  const amounts = [one, two].map(
    each => `${each.instalment / 100n}.${String(each.instalment % 100n).padStart(2, '0')}`,
  )
  expect(Buffer.from(bytes).toString().replace('\ufeff', '').trim().split('\n')).toEqual([
    'IPPIS / staff number,Name,Employer (MDA),Element,Change,Previous amount (NGN),Amount (NGN),Start month,End month,Loan number',
    ...[one, two].map(
      (each, at) =>
        expect.stringMatching(
          new RegExp(`^${each.staff},[^,]+,[^,]+,,NEW,0\\.00,${amounts[at]},2026-12,2027-11,${each.number}$`),
        ) as string,
    ),
  ])
  const lines = await linesOf(testApp, id)
  const sum = lines.reduce((total, each) => total + each.amount, 0n)
  expect([file.total, list.total, file.lines]).toEqual([sum, sum, lines.length])
  const copy = await take('delta', 'csv', 'The office lost it')
  expect([copy.file.copy, copy.file.sha256]).toEqual([2, file.sha256])
  const [sheet, again] = [
    await take('full', 'xlsx', 'As a workbook'),
    await take('full', 'xlsx', 'As a workbook again'),
  ]
  expect(again.file.sha256).toBe(sheet.file.sha256)
  expect((await admin.ok('instructionLetter', { id })).bytes.length).toBeGreaterThan(1_000)
  await testApp.as('auditor').refused('instructionFile', { id, fileId: file.id }, 'permission.missing')
})

// ── The same books, the same bytes ─────────────────────────────────────────────────────────────────────────────────

const AFTER_CUT_OFF = '2026-12-12'
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const rowsOf = async (app: TestApp, id: string) =>
  JSON.stringify(await linesOf(app, id), (_, value) => (typeof value === 'bigint' ? value.toString() : value))

/** Everything that a list consists of, computed twice and sent after its cut-off. */
async function everythingOf(app: TestApp) {
  const admin = app.as('admin')
  const id = await computed(app, '2026-12')
  const rows = await rowsOf(app, id)
  await admin.ok('instructionRecompute', { id })
  await computeList(app.program, id)
  expect(await rowsOf(app, id)).toBe(rows)
  await approvedList(app, id)
  const files: Record<string, string> = {}
  for (const [scope, format] of [
    ['delta', 'csv'],
    ['full', 'csv'],
    ['delta', 'xlsx'],
    ['full', 'xlsx'],
  ] as const) {
    const fileId = randomUUID()
    await admin.ok('instructionSend', { id, fileId, scope, format, reason: 'In every form' })
    files[`${scope} ${format}`] = sha256((await admin.ok('instructionFile', { id, fileId })).bytes)
  }
  const letter = sha256((await admin.ok('instructionLetter', { id })).bytes)
  const { sha256: content } = await admin.ok('instructionGet', { id })
  return { rows, files, letter, content }
}

test('two databases of one dump give the same bytes, also after a later posting on another source', async () => {
  const first = await createTestApp()
  const people = batchesIn(() => first)
  for (let n = 0; n < 3; n++) await people.borrower()
  const stranger = await people.borrower()
  await first.pool.query(
    `update customer set payroll_source = 'LASG' where id = (select customer_id from loan where id = $1)`,
    [stranger.loanId],
  )
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  const dump = await writeDump(client)
  await client.end()
  const database = await testDatabase()
  const into = new pg.Client({ connectionString: database.url })
  await into.connect()
  await loadDump(into, dump)
  await into.end()
  const second = await createTestApp({ database })
  try {
    for (const app of [first, second]) {
      app.clock.set(`${AFTER_CUT_OFF}T09:00:00Z`)
      await runDaily(app.program)
    }
    const input = {
      act: 'receipt',
      amount: '100000',
      on: AFTER_CUT_OFF,
      channel: 'bank transfer',
      reference: 'NIP-1',
    } as const
    const act = { loanId: stranger.loanId, id: randomUUID(), reason: 'At the counter', input }
    const { approvalId } = await second.as('admin').ok('loanActDo', act)
    if (approvalId) await second.as('authorizer').approve(approvalId)
    const [one, two] = [await everythingOf(first), await everythingOf(second)]
    expect(JSON.parse(one.rows)).toHaveLength(3)
    expect(two).toEqual(one)
  } finally {
    await first.close()
    await second.close()
  }
})
