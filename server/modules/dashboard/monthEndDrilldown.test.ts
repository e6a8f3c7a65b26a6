import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NOT_STORED } from '../../../contract/dashboard.ts'
import { CHART } from '../../../contract/ledger.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import { localDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { behind } from '../../../test/portfolio.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { type Line, post } from '../ledger/posting.ts'
import { freezeMonths } from './monthEnd.ts'

/** What was open at the end of a month stays as it was then: requests, suspense, what was not remitted, and who retires. */

/** What was put on the paper, in words: drawn letters are numbers of signs in a font. */
const written = vi.hoisted(() => ({ lines: [] as string[] }))
vi.mock('../../kernel/letterPdf.ts', () => ({
  openPaper: () => ({
    heading: () => undefined,
    table: (_columns: unknown, rows: string[][]) =>
      written.lines.push(...rows.map(cells => cells.join(' | '))),
    bullets: () => undefined,
    finish: async () => new Uint8Array([37]),
  }),
}))

let testApp: TestApp
let loanNumber: string

const book = (effectiveOn: string, lines: Line[]) =>
  act(testApp.program, 'test', SYSTEM, ctx =>
    post(ctx, { reason: 'correction', ref: randomUUID(), effectiveOn: localDate(effectiveOn), lines }),
  )
const deducted = (on: string, amount: bigint) =>
  book(on, [
    { account: 'payrollOfficeReceivable', amount: kobo(amount) },
    { account: 'suspense', amount: kobo(-amount) },
  ])
const remitted = (on: string, amount: bigint) =>
  book(on, [
    { account: 'bank', amount: kobo(amount) },
    { account: 'payrollOfficeReceivable', amount: kobo(-amount) },
  ])

const shownIn = (month: string) => testApp.as('auditor').ok('dashboardPortfolio', { from: month, to: month })
const stagesIn = async (month: string): Promise<Partial<Record<Stage, number>>> =>
  Object.fromEntries(
    ((await shownIn(month)).requests ?? [])
      .filter(({ requests }) => requests > 0)
      .map(({ stage, requests }) => [stage, requests]),
  )

beforeAll(async () => {
  testApp = await createTestApp()
  const { id: loanId, number, customerId } = await approvedLoan(testApp)
  loanNumber = number
  await disbursed(testApp, loanId)
  // three months after the last of November, to the day
  await sql`update customer set retires_on = '2027-02-28' where id = ${customerId}`.execute(
    testApp.program.db,
  )

  // a minute before midnight in Lagos, and midnight
  testApp.clock.set('2026-11-30T22:59:00Z')
  const first = await submit(testApp)
  await submit(testApp)
  testApp.clock.set('2026-11-30T23:00:00Z')
  await submit(testApp)
  await testApp
    .as('reviewer')
    .ok('requestReject', { id: first.id, version: 1, reasonCode: 'LIVE-LOAN', note: 'Has one already' })

  testApp.clock.set('2026-12-02T09:00:00Z')
  await deducted('2026-11-30', 500_000n)
  await remitted('2026-11-30', 120_000n)
  await deducted('2026-12-01', 70_000n)

  testApp.clock.set('2027-01-04T09:00:00Z')
  await freezeMonths(testApp.program)
})
afterAll(() => testApp.close())

test('requests are in the stage that they were in at midnight in Lagos', async () => {
  expect(await stagesIn('2026-11')).toEqual({ reviewer: 2 })
  expect(await stagesIn('2026-12')).toEqual({ reviewer: 2, rejected: 1 })
})

test('suspense and what is not remitted are the ledger’s of that day, whatever is booked since', async () => {
  const money = async (month: string) => {
    const { suspense, unremitted } = await shownIn(month)
    return [suspense, unremitted]
  }
  const november = [{ items: null, amount: 500_000n, oldestAt: null }, 380_000n]
  expect(await money('2026-11')).toEqual(november)
  expect(await money('2026-12')).toEqual([{ items: null, amount: 570_000n, oldestAt: null }, 450_000n])
  const { rows } = await testApp.as('auditor').ok('ledgerTrialBalance', { asOf: '2026-11-30' })
  expect(rows.find(row => row.code === CHART.suspense.code)?.balance).toBe(-500_000n)
  expect(rows.find(row => row.code === CHART.payrollOfficeReceivable.code)?.balance).toBe(380_000n)
  await deducted('2026-11-30', 1_000n)
  expect(await money('2026-11')).toEqual(november)
  for (const change of [
    'update dashboard_month_end_open set amount = 0',
    'delete from dashboard_month_end_open',
  ])
    await expect(sql.raw(change).execute(testApp.program.db)).rejects.toThrow(/append-only/)
})

test('who was to retire opens the loans of that day, also when the day was changed since', async () => {
  const { retiring } = await shownIn('2026-11')
  const one = { customers: 1, loans: 1, principal: retiring?.[0]?.principal }
  expect(retiring).toEqual([
    { months: 3, ...one },
    { months: 6, ...one },
    { months: 12, ...one },
  ])
  await sql`update customer set retires_on = '2050-01-01'`.execute(testApp.program.db)
  const found = await behind(testApp, 'retiring', '3', '2026-11')
  expect(found.rows.map(row => row.number)).toEqual([loanNumber])
  expect(found).toMatchObject({
    sum: one.principal,
    loans: 1,
    customers: 1,
    rowsKept: true,
    asOf: { frozen: { on: '2026-11-30' } },
  })
})

test('they leave with the day they are of, in a sheet and on paper', async () => {
  const period = { from: '2026-11', to: '2026-11' }
  const { bytes } = await testApp.as('auditor').ok('dashboardExport', { ...period, format: 'csv' })
  const lines = Buffer.from(bytes).toString().split('\n')
  for (const begins of [
    'Requests,Pending Reviewer,,2,"30 Nov 2026, month-end snapshot"',
    'Open,Suspense,5000.00,,"30 Nov 2026, month-end snapshot"',
    'Open,"Deducted, not remitted",3800.00,,"30 Nov 2026, month-end snapshot"',
    'Retirement,Within 3 months: loans,,1,"30 Nov 2026, month-end snapshot"',
  ])
    expect(lines.filter(line => line.startsWith(begins))).toHaveLength(1)
  const { bytes: workbook } = await testApp.as('auditor').ok('dashboardExport', { ...period, format: 'xlsx' })
  expect(workbook.length).toBeGreaterThan(1_000)
  await testApp.as('auditor').ok('dashboardExport', { ...period, format: 'pdf' })
  expect(written.lines).toContain('Pending Reviewer | 2 |  | 30 Nov 2026, month-end snapshot')
  expect(written.lines).toContain('Suspense |  | ₦5,000.00 | 30 Nov 2026, month-end snapshot')
  expect(written.lines).toContain('Deducted, not remitted |  | ₦3,800.00 | 30 Nov 2026, month-end snapshot')
})

test('a month-end older than these figures says so, and gives no zeros', async () => {
  await testApp.program.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from dashboard_month_end_open where month = '2026-11-01'`.execute(tx)
  })
  const auditor = testApp.as('auditor')
  const shown = await shownIn('2026-11')
  expect(shown).toMatchObject({ requests: null, suspense: null, unremitted: null, retiring: null })
  expect(shown.outstanding?.loans).toBe(1)
  expect(await auditor.ok('dashboardLoans', { cut: 'retiring', key: '3', asOf: '2026-11' })).toMatchObject({
    sum: null,
    loans: null,
    rowsKept: false,
  })
  await auditor.refused(
    'dashboardLoansExport',
    { cut: 'retiring', key: '3', asOf: '2026-11' },
    'record.unknown',
  )
  const { bytes } = await auditor.ok('dashboardExport', { from: '2026-11', to: '2026-11', format: 'csv' })
  const sheet = Buffer.from(bytes).toString()
  for (const begins of [`Requests,${NOT_STORED}`, `Open,Suspense: ${NOT_STORED}`, `Retirement,${NOT_STORED}`])
    expect(sheet).toContain(`\n${begins}`)
  expect((await shownIn('2026-12')).suspense?.amount).toBe(570_000n)
})
