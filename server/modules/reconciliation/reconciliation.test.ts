import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Verdict } from '../../../contract/reconciliation.ts'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { proveWithin } from '../../app/prove.ts'
import { refreshFigures } from '../dashboard/refresh.ts'
import { calculateMonth, calculateStale } from './calculate.ts'
import { reconciliationChecks } from './proof.ts'

/** A month of December with few people, from the file to the closing of its exceptions. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, agreed, undone, balance } = batchesIn(() => testApp)
const DECEMBER = { source: 'IPPIS', month: '2026-12' }
const NAIRA = 100n

async function calculated(month = DECEMBER.month) {
  testApp.clock.advance({ seconds: 1 })
  await refreshFigures(testApp.program, testApp.clock.now())
  await calculateMonth(testApp.program, { source: 'IPPIS', month: `${month}-01` })
  await testApp.pool.query('delete from graphile_worker._private_jobs')
}
const lines = async (filter = {}) =>
  (await testApp.as('auditor').ok('reconciliationLines', { ...DECEMBER, limit: 200, ...filter })).rows
const month = async () =>
  (await testApp.as('auditor').ok('reconciliationMonths', DECEMBER)).rows[0] ?? expect.fail('no month')
async function verdicts(): Promise<Record<string, Verdict | null>> {
  return Object.fromEntries((await lines()).map(row => [row.staffNumber, row.verdict]))
}
const proved = async () => {
  const verdict = await testApp.program.db.transaction().execute(tx => proveWithin(tx, reconciliationChecks))
  expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
  return verdict.checks
}

let people: Record<'same' | 'less' | 'more' | 'silent', Awaited<ReturnType<typeof borrower>>>
let batchId: string

test('before its file a month has no verdict', async () => {
  people = {
    same: await borrower(),
    less: await borrower(),
    more: await borrower(),
    silent: await borrower(),
  }
  testApp.clock.set('2026-12-28T09:00:00Z')
  await calculated()
  expect(await month()).toMatchObject({
    fileIn: false,
    expected: people.same.instalment * 4n,
    instructed: null,
  })
  expect(new Set(Object.values(await verdicts()))).toEqual(new Set([null]))
})

test('each person has one verdict, and the columns are the file, the bank and the ledger', async () => {
  const due = people.same.instalment
  const text = (amount: bigint): string => `${amount / NAIRA}.${String(amount % NAIRA).padStart(2, '0')}`
  batchId = await batchOf(
    [
      { staff: people.same.staff, amount: text(due) },
      { staff: people.less.staff, amount: text(due - 1_000n) },
      { staff: people.more.staff, amount: text(due + 1_000n) },
      { staff: '999111', amount: '500', name: 'SOMEONE ELSE' },
    ],
    { period: '2026-12' },
  )
  const total = due * 3n + 50_000n
  await posted(batchId, { bankCredit: '0', gapNote: 'Not remitted yet', valueOn: '2026-12-28' })
  await calculated()
  const [same, less, more, silent] = [people.same, people.less, people.more, people.silent].map(
    each => each.staff,
  )
  expect(await verdicts()).toEqual({
    [same ?? '']: 'deductedNotRemitted',
    [less ?? '']: 'short',
    [more ?? '']: 'over',
    [silent ?? '']: 'notInstructed',
    999111: 'deductedNotInstructed',
  })
  expect(await month()).toMatchObject({
    fileIn: true,
    deducted: total,
    remitted: 0n,
    posted: due * 3n,
    open: 5,
    persons: 5,
  })
  await agreed(
    testApp.as('admin').ok('remittanceRecord', {
      id: randomUUID(), batchId, amount: String(total - 1n), receivedOn: '2026-12-28', reference: 'OAGF-12', reason: 'On the statement',
    }),
  ) // biome-ignore format: a form
  await calculated()
  const [first] = await lines({ search: same })
  const remitted = (await lines()).reduce((sum, row) => sum + row.remitted, 0n)
  expect(remitted, 'to the kobo').toBe(total - 1n)
  expect(first?.difference === 0n || first?.difference === 1n).toBe(true)
  const checks = await proved()
  expect(checks[0]?.figure).toBe('1 months')
})

test('what left suspense for a loan belongs to its customer', async () => {
  const [item] = (await testApp.as('auditor').ok('suspenseList', { batchId, state: 'open' })).rows
  const use = { kind: 'loan', loanId: people.silent.loanId, on: '2026-12-28' } as const
  const asked = { id: randomUUID(), suspenseId: item?.id ?? '', amount: '20000', use, reason: 'Found' }
  await agreed(testApp.as('admin').ok('suspenseUse', asked))
  await calculated()
  const [silent] = await lines({ search: people.silent.staff })
  expect(silent).toMatchObject({ deducted: 20_000n, posted: 20_000n, verdict: 'short' })
  expect((await lines({ search: '999111' }))[0]).toMatchObject({ deducted: 30_000n, posted: 0n })
  const { rows } = await testApp.as('auditor').ok('reconciliationLine', { id: silent?.id ?? '' })
  expect(rows).toMatchObject([{ batchId, deducted: 20_000n, loanId: people.silent.loanId }])
  await proved()
})

test('owner, note and closing survive a calculation; another verdict opens the exception again', async () => {
  const [line] = await lines({ search: people.less.staff })
  const id = line?.id ?? ''
  const { id: me } = await testApp.as('admin').ok('me', {})
  await testApp.as('admin').ok('reconciliationAssign', { ids: [id], ownerId: me })
  await testApp.as('admin').ok('reconciliationNote', { id, note: 'The office was told' })
  await testApp
    .as('auditor')
    .refused('reconciliationClose', { ids: [id], reason: 'Agreed' }, 'permission.missing')
  const close = { ids: [id], reason: 'Deducted in January' }
  const both = await Promise.all([
    testApp.as('admin').call('reconciliationClose', close),
    testApp.as('admin').call('reconciliationClose', close),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await calculated()
  const [closed] = await lines({ search: people.less.staff })
  expect(closed).toMatchObject({
    id, isOpen: false, verdict: 'short', note: 'The office was told', ownerId: me, closedReason: 'Deducted in January',
  }) // biome-ignore format: a form
  expect(await lines({ state: 'closed' })).toHaveLength(1)
  expect(await lines({ ownerId: me })).toHaveLength(1)
  const more = await batchOf([{ staff: people.less.staff, amount: '10' }], {
    period: '2026-12',
    correctsId: batchId,
  }).catch(() => null)
  expect(more === null || typeof more === 'string').toBe(true)
  await testApp.as('admin').ok('reconciliationReopen', { id, reason: 'It was not' })
  expect((await lines({ search: people.less.staff }))[0]?.isOpen).toBe(true)
})

test('an undone batch leaves no amounts, and its exceptions keep their notes', async () => {
  await testApp.pool.query(`update repayment_batch set corrects_id = null where corrects_id is not null`)
  expect(await balance('suspense')).toBe(-30_000n)
  await calculateStale(testApp.program)
  const loan = await testApp.as('auditor').ok('reconciliationLoan', { loanId: people.less.loanId })
  expect(loan.months).toMatchObject([{ month: '2026-12', instructed: null, verdict: 'short' }])
  const sheet = await testApp.as('auditor').ok('reconciliationLinesExport', DECEMBER)
  expect(Buffer.from(sheet.bytes).toString()).toContain('Short')
  const employers = await testApp.as('auditor').ok('reconciliationEmployers', DECEMBER)
  expect(employers.rows.reduce((sum, row) => sum + row.persons, 0)).toBe(5)
  void undone
})

test('where no list was sent, a loan is expected in the month of its disbursement', async () => {
  testApp.clock.set('2027-01-04T09:00:00Z')
  const { staff, instalment } = await borrower({}, '2027-01-04')
  await calculated('2027-01')
  const [line] = await lines({ month: '2027-01', search: staff })
  expect(line).toMatchObject({ expected: instalment, verdict: null })
})
