import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { expectPortfolio } from '../../../test/portfolio.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { proveWithin } from '../../app/prove.ts'
import { runDaily } from '../loans/daily.ts'
import { dashboardChecks } from './proof.ts'
import { refreshFigures } from './refresh.ts'

/** What arrived for a payroll month, whenever the payroll office submitted it. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, agreed, undone } = batchesIn(() => testApp)
const OCTOBER = { from: '2026-10', to: '2026-10' }
const NOVEMBER = { from: '2026-11', to: '2026-11' }

/** Collected and received in October and November, after an adding up. */
async function flows() {
  testApp.clock.advance({ seconds: 1 })
  await runDaily(testApp.program)
  await refreshFigures(testApp.program, testApp.clock.now())
  const { months } = await testApp.as('auditor').ok('dashboardPortfolio', {})
  const of = (month: string) => {
    const { collected, received } = months.find(each => each.month === month) ?? {}
    return { collected, received }
  }
  return { october: of('2026-10'), november: of('2026-11') }
}

const rows = async (period: typeof OCTOBER, by: 'valueDate' | 'payrollMonth') => {
  const list = await testApp.as('auditor').ok('dashboardReceipts', { ...period, by })
  return {
    sum: list.sum,
    total: list.total,
    rows: list.rows.map(row => [row.on, row.payMonth, row.amount]),
  }
}

async function expectProved(): Promise<void> {
  const verdict = await testApp.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
  expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
}

test('October’s deductions submitted in November count as received for October', async () => {
  const one = await borrower()
  const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }], { period: '2026-10' })
  await posted(id)
  await testApp.as('admin').ok('loanActDo', {
    loanId: one.loanId,
    id: randomUUID(),
    input: {
      act: 'receipt',
      amount: '5000',
      on: '2026-11-16',
      channel: 'bank transfer',
      reference: 'CASH-1',
    },
    reason: 'Brought to the office',
  })
  expect(await flows()).toEqual({
    october: { collected: 0n, received: 6_166_667n },
    november: { collected: 6_171_667n, received: 5_000n },
  })
  expect(await rows(OCTOBER, 'payrollMonth')).toEqual({
    sum: 6_166_667n,
    total: 1,
    rows: [['2026-11-16', '2026-10', 6_166_667n]],
  })
  expect(await rows(NOVEMBER, 'payrollMonth')).toEqual({
    sum: 5_000n,
    total: 1,
    rows: [['2026-11-16', '2026-11', 5_000n]],
  })
  expect(await rows(NOVEMBER, 'valueDate')).toMatchObject({ sum: 6_171_667n, total: 2 })
  const sheet = await testApp.as('auditor').ok('dashboardReceiptsExport', { ...OCTOBER, by: 'payrollMonth' })
  expect(sheet.name).toContain('dashboard-deducted-by-payroll-month')
  expect(Buffer.from(sheet.bytes).toString()).toContain('2026-11-16,2026-10,61666.67')
  await expectPortfolio(testApp)
  await expectProved()

  await undone(id)
  expect((await flows()).october).toEqual({ collected: 0n, received: 0n })
  expect(await rows(OCTOBER, 'payrollMonth')).toEqual({ sum: 0n, total: 0, rows: [] })
  await expectPortfolio(testApp)
})

test('what was placed out of suspense was received for the month it was deducted for', async () => {
  const one = await borrower()
  const id = await batchOf([{ staff: '999999', amount: '1000' }], { period: '2026-10' })
  await posted(id)
  const before = await flows()
  const [item] = (await testApp.as('auditor').ok('suspenseList', { batchId: id, state: 'open' })).rows
  const use = { kind: 'loan', loanId: one.loanId, on: '2026-11-16' } as const
  const asked = { id: randomUUID(), suspenseId: item?.id ?? '', amount: '100000', use, reason: 'Found' }
  await agreed(testApp.as('admin').ok('suspenseUse', asked))
  const { october, november } = await flows()
  expect([october.received, november.received]).toEqual([100_000n, before.november.received])
  expect(await rows(OCTOBER, 'payrollMonth')).toMatchObject({ sum: 100_000n, total: 1 })
  expect(await rows({ from: '2026-10', to: '2026-11' }, 'payrollMonth')).toMatchObject({
    sum: 105_000n,
    total: 2,
  })
  await expectPortfolio(testApp)
  await expectProved()
})
