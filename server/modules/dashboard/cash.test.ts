import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { expectPortfolio } from '../../../test/portfolio.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { proveWithin } from '../../app/prove.ts'
import { runDaily } from '../loans/daily.ts'
import { freezeMonths } from './monthEnd.ts'
import { dashboardChecks } from './proof.ts'
import { refreshFigures } from './refresh.ts'

/** Deducted or paid by borrowers, and received in the bank: two figures. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, agreed, look, undone } = batchesIn(() => testApp)
const NOVEMBER = { from: '2026-11', to: '2026-11' }
const DEDUCTED = 6_166_667n

async function shown() {
  testApp.clock.advance({ seconds: 1 })
  await runDaily(testApp.program)
  await refreshFigures(testApp.program, testApp.clock.now())
  return testApp.as('auditor').ok('dashboardPortfolio', NOVEMBER)
}
const period = async () => {
  const { collected, cash } = (await shown()).period
  return { collected, cash }
}
const remit = (batchId: string, amount: bigint, reference: string) =>
  agreed(
    testApp.as('admin').ok('remittanceRecord', {
      id: randomUUID(), batchId, amount: String(amount), receivedOn: '2026-11-16', reference, reason: 'On the statement',
    }),
  ) // biome-ignore format: a form
const paid = (loanId: string, amount: string) =>
  testApp.as('admin').ok('loanActDo', {
    loanId,
    id: randomUUID(),
    input: {
      act: 'receipt',
      amount,
      on: '2026-11-16',
      channel: 'bank transfer',
      reference: `T-${randomUUID()}`,
    },
    reason: 'On the statement',
  })

let batchId: string
let loanId: string

test('a deduction that the office has not remitted is no cash', async () => {
  loanId = (await borrower()).loanId
  const other = await borrower()
  batchId = await batchOf([{ staff: other.staff, amount: INSTALMENT }], { period: '2026-11' })
  await posted(batchId, { bankCredit: '0', gapNote: 'Not remitted yet' })
  expect(await period()).toEqual({ collected: DEDUCTED, cash: 0n })
  expect((await shown()).unremitted).toBe(DEDUCTED)
})

test('a transfer is both, a remittance is cash alone, each on its own day', async () => {
  await paid(loanId, '5000')
  expect(await period()).toEqual({ collected: DEDUCTED + 5_000n, cash: 5_000n })
  await remit(batchId, 4_000_000n, 'OAGF-1')
  const { period: now, months, unremitted } = await shown()
  expect(now).toMatchObject({ collected: DEDUCTED + 5_000n, cash: 4_005_000n })
  expect(months.at(-1)).toMatchObject({ month: '2026-11', collected: DEDUCTED + 5_000n, cash: 4_005_000n })
  expect(now.collected - (now.cash ?? 0n), 'the gap is what the offices owe').toBe(unremitted)
  await expectPortfolio(testApp)
})

test('the figure opens its rows, and they leave in a sheet', async () => {
  const list = await testApp.as('auditor').ok('dashboardCash', { ...NOVEMBER, sort: 'amount' })
  expect(list).toMatchObject({ sum: 4_005_000n, total: 2, totalIsExact: true, next: null })
  expect(list.rows.map(row => [row.type, row.amount, row.loanId, row.receiptNumber])).toEqual([
    ['receipt', 5_000n, loanId, null],
    ['remittance', 4_000_000n, null, expect.stringMatching(/^OR-/)],
  ])
  for (const sort of ['amount', '-amount', 'reference', '-on'] as const) {
    const first = await testApp.as('auditor').ok('dashboardCash', { ...NOVEMBER, sort, limit: 1 })
    const second = await testApp
      .as('auditor')
      .ok('dashboardCash', { ...NOVEMBER, sort, limit: 1, cursor: first.next ?? '' })
    expect(new Set([...first.rows, ...second.rows].map(row => row.id)).size).toBe(2)
  }
  const sheet = await testApp.as('auditor').ok('dashboardCashExport', NOVEMBER)
  expect(sheet.name).toContain('received-in-the-bank')
  expect(Buffer.from(sheet.bytes).toString()).toContain('40000.00')
  const figures = await testApp.as('auditor').ok('dashboardExport', { ...NOVEMBER, format: 'csv' })
  const text = Buffer.from(figures.bytes).toString()
  expect(text).toContain('\nPeriod,Deducted or paid by borrowers,61716.67,')
  expect(text).toContain('\nPeriod,Received in the bank,40050.00,')
})

test('collection efficiency is given both ways', async () => {
  testApp.clock.set('2026-12-26T09:00:00Z')
  await runDaily(testApp.program)
  await refreshFigures(testApp.program, testApp.clock.now())
  const { period } = await testApp.as('auditor').ok('dashboardPortfolio', { from: '2026-11', to: '2026-12' })
  const share = (part: bigint) => Number((part * 1_000_000n + period.due / 2n) / period.due)
  expect(period.efficiency).toBe(share(period.collected))
  expect(period.cashEfficiency).toBe(share(period.cash ?? 0n))
})

test('a reversal takes it back out, and a month-end keeps what it was', async () => {
  await freezeMonths(testApp.program)
  await refreshFigures(testApp.program)
  const frozen = (await testApp.as('auditor').ok('dashboardPortfolio', NOVEMBER)).frozenFlows
  expect(frozen).toMatchObject({ cash: 4_005_000n })
  const { remittances } = await look(batchId)
  await agreed(
    testApp
      .as('admin')
      .ok('remittanceUndo', { id: remittances[0]?.id ?? '', batchId, reason: 'Another lender’s money' }),
  )
  expect(await period()).toEqual({ collected: DEDUCTED + 5_000n, cash: 5_000n })
  expect((await shown()).frozenFlows?.cash).toBe(4_005_000n)
  await undone(batchId)
  expect(await period()).toEqual({ collected: 5_000n, cash: 5_000n })
  const verdict = await testApp.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
  expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
})

test('a month-end saved before the figure says that it is not available', async () => {
  await testApp.program.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update dashboard_month_end_flow set cash = null`.execute(tx)
  })
  const { frozenFlows } = await shown()
  expect(frozenFlows).toMatchObject({ cash: null, cashEfficiency: null })
  const { bytes } = await testApp.as('auditor').ok('dashboardExport', { ...NOVEMBER, format: 'csv' })
  expect(Buffer.from(bytes).toString()).toContain(
    '\nPeriod (month-end snapshots),Received in the bank: Not available,',
  )
})
