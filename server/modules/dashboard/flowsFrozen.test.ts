import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOT_STORED } from '../../../contract/dashboard.ts'
import { kobo } from '../../../engine/money.ts'
import { actorOf } from '../../../sample/staff.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { whileWaiting } from '../../../test/whileWaiting.ts'
import { act } from '../../kernel/act.ts'
import { actApproved } from '../loans/acts.ts'
import { runDaily } from '../loans/daily.ts'
import { freezeMonths } from './monthEnd.ts'
import { refreshFigures } from './refresh.ts'

/** What was disbursed, collected, received and due in a month is stored as it was at the month-end snapshot. */

let testApp: TestApp
let loanId: string

const NOVEMBER = { from: '2026-11', to: '2026-11' }
const DECEMBER = { from: '2026-12', to: '2026-12' }
const shown = (period: typeof NOVEMBER) => testApp.as('auditor').ok('dashboardPortfolio', period)
const storedRows = async () =>
  (
    await sql<{ month: string; kept_at: Date | null }>`
      select month, kept_at from dashboard_month_end_flow order by month`.execute(testApp.program.db)
  ).rows

const received = (on: string, amount: string) =>
  testApp.as('admin').ok('loanActDo', {
    loanId,
    id: randomUUID(),
    input: { act: 'receipt', amount, on, channel: 'bank transfer', reference: `CASH-${randomUUID()}` },
    reason: 'Brought to the office',
  })

/** A night as the worker has it. */
async function night(at: string): Promise<void> {
  testApp.clock.set(at)
  await freezeMonths(testApp.program)
  await runDaily(testApp.program)
  await refreshFigures(testApp.program)
}
async function addUp(): Promise<void> {
  testApp.clock.advance({ minutes: 1 })
  await refreshFigures(testApp.program, testApp.clock.now())
}

beforeAll(async () => {
  testApp = await createTestApp()
  loanId = (await approvedLoan(testApp)).id
  await disbursed(testApp, loanId)
  testApp.clock.set('2026-11-24T09:00:00Z')
  await received('2026-11-24', '100000')
  await refreshFigures(testApp.program, testApp.clock.now())
})
afterAll(() => testApp.close())

test('a running month has none, and is stored by the first refresh after its end', async () => {
  const running = await shown(NOVEMBER)
  expect(running).toMatchObject({ frozen: null, frozenFlows: null, period: { collected: 100_000n } })
  expect(await storedRows()).toEqual([])
  testApp.clock.set('2026-11-30T23:04:00Z')
  await freezeMonths(testApp.program)
  expect((await shown(NOVEMBER)).frozenFlows, 'frozen, and not added up since').toBeNull()
  // nothing else is new, and still it is not put off
  expect(await refreshFigures(testApp.program)).toBe(true)
  const { period, frozenFlows } = await shown(NOVEMBER)
  expect(frozenFlows).toEqual({ ...period, at: '2026-11-30T23:04:00.000Z' })
  expect(period).toMatchObject({ disbursedLoans: 1, collected: 100_000n, received: 100_000n })
  expect(period.disbursed > 0n).toBe(true)
})

test('a receipt with a date in it changes what the ledger says, never what was frozen', async () => {
  const { frozenFlows: before } = await shown(NOVEMBER)
  testApp.clock.set('2026-12-03T09:00:00Z')
  await received('2026-11-27', '25000')
  await addUp()
  const { period, frozenFlows } = await shown(NOVEMBER)
  expect(period).toMatchObject({ collected: 125_000n, received: 125_000n })
  expect(frozenFlows).toEqual(before)
  expect(frozenFlows).toMatchObject({ collected: 100_000n, received: 100_000n })
  for (const change of [
    'update dashboard_month_end_flow set collected = 0',
    'delete from dashboard_month_end_flow',
    'truncate dashboard_month_end_flow',
  ])
    await expect(sql.raw(change).execute(testApp.program.db)).rejects.toThrow(/append-only/)
})

test('two that add up at once write a month once, at one moment', async () => {
  testApp.clock.set('2027-01-01T00:04:00Z')
  await freezeMonths(testApp.program)
  const done = await whileWaiting(
    testApp,
    ['select from dashboard_refresh for update', []],
    () => Promise.all([refreshFigures(testApp.program), refreshFigures(testApp.program)]),
    2,
  )
  expect(done).toContain(true)
  expect(await storedRows()).toEqual([
    { month: '2026-11-01', kept_at: new Date('2026-11-30T23:04:00Z') },
    { month: '2026-12-01', kept_at: new Date('2027-01-01T00:04:00Z') },
  ])
})

test('eight that add up at once come one after the other, and none gives up', async () => {
  const asked = testApp.clock.now()
  const done = await whileWaiting(
    testApp,
    ['select from dashboard_refresh for update', []],
    () => Promise.all(Array.from({ length: 8 }, () => refreshFigures(testApp.program, asked))),
    8,
  )
  expect(done).toEqual(Array.from({ length: 8 }, () => true))
})

test('a loan that is new in the figures is added up while a repayment of it is being taken', async () => {
  const { id } = await approvedLoan(testApp, {
    bvn: '22123456999',
    phone: '08031230999',
    ippisNumber: '712399',
  })
  await disbursed(testApp, id)
  const admin = await actorOf(testApp.program, 'admin@iroko.test')
  const reason = 'At the counter'
  const asked = { makerId: admin.id, makerName: admin.name, reason, before: null }
  const done = await act(testApp.program, 'loanActDo', admin, async ctx => {
    const input = { act: 'receipt', amount: kobo(100n), on: ctx.today, channel: 'cash' } as const
    const receipt = { ...input, reference: randomUUID() }
    await actApproved(ctx, { loanId: id, id: randomUUID(), input: receipt, reason }, asked)
    return refreshFigures(testApp.program)
  })
  expect(done).toBe(true)
  await addUp()
})

test('months that are all frozen are added up, and with the running one there is nothing to add', async () => {
  const [november, december] = [await shown(NOVEMBER), await shown(DECEMBER)]
  const both = await shown({ from: '2026-11', to: '2026-12' })
  const sum = (of: 'disbursed' | 'collected' | 'due' | 'received') =>
    (november.frozenFlows?.[of] ?? 0n) + (december.frozenFlows?.[of] ?? 0n)
  expect(both.frozenFlows).toMatchObject({
    disbursedLoans: 1,
    disbursed: sum('disbursed'),
    collected: sum('collected'),
    due: sum('due'),
    received: sum('received'),
    at: '2027-01-01T00:04:00.000Z',
  })
  expect(both.frozenFlows?.collected).toBe(100_000n)
  expect(both.period.collected).toBe(125_000n)
  expect((december.frozenFlows?.due ?? 0n) > 0n).toBe(true)
  expect((await shown({ from: '2026-11', to: '2027-01' })).frozenFlows).toBeNull()
  expect((await shown({ from: '2026-10', to: '2026-12' })).frozenFlows, 'October was never frozen').toBeNull()
})

const sheetOf = async (period: typeof NOVEMBER): Promise<string> => {
  const { bytes } = await testApp.as('auditor').ok('dashboardExport', { ...period, format: 'csv' })
  return Buffer.from(bytes).toString()
}

test('both leave in a sheet, each with the moment it is of', async () => {
  const sheet = await sheetOf(NOVEMBER)
  expect(sheet).toContain('\nPeriod,Deducted or paid by borrowers,1250.00,')
  expect(sheet).toContain(
    '\nPeriod (month-end snapshots),Deducted or paid by borrowers,1000.00,,"1 Dec 2026, 00:04, month-end snapshot"',
  )
  expect(sheet).toContain(
    '\nPeriod (month-end snapshots),Deducted or paid by payroll month,1000.00,,"1 Dec 2026, 00:04, month-end snapshot"',
  )
  expect(await sheetOf({ from: '2026-11', to: '2026-12' })).toContain(
    '\nPeriod (month-end snapshots),Deducted or paid by borrowers,1000.00,,"Month by month, the last 1 Jan 2027, 01:04, month-end snapshot"',
  )
  expect(await sheetOf({ from: '2027-01', to: '2027-01' })).not.toContain('Period (month-end snapshots)')
})

test('an older snapshot says that it was not stored, and is not estimated later', async () => {
  await testApp.program.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    // an empty row: the sums of that month were not stored
    await sql`delete from dashboard_month_end_flow`.execute(tx)
    await sql`insert into dashboard_month_end_flow (month) select distinct month from dashboard_month_end`.execute(
      tx,
    )
  })
  await addUp()
  const november = await shown(NOVEMBER)
  expect(november).toMatchObject({ frozen: { on: '2026-11-30' }, frozenFlows: null })
  expect(november.period.collected).toBe(125_000n)
  expect(await sheetOf(NOVEMBER)).toContain(`Disbursed, deducted or paid, received, due: ${NOT_STORED}`)
  await night('2027-02-01T00:04:00Z')
  expect((await shown({ from: '2027-01', to: '2027-01' })).frozenFlows?.at).toBe('2027-02-01T00:04:00.000Z')
  expect((await shown({ from: '2026-12', to: '2027-01' })).frozenFlows).toBeNull()
  expect((await storedRows()).map(({ kept_at: storedat }) => storedat !== null)).toEqual([false, false, true])
})
