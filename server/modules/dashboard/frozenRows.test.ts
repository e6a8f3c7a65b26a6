import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CutPart, LoanCut } from '../../../contract/dashboard.ts'
import { addMonths, endOfMonth, localDate } from '../../../engine/dates.ts'
import { behind, expectRows, frozenMonths, today } from '../../../test/portfolio.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { proveWithin } from '../../app/prove.ts'
import { runDaily } from '../loans/daily.ts'
import { freezeMonths } from './monthEnd.ts'
import { dashboardChecks } from './proof.ts'
import { refreshFigures } from './refresh.ts'

/** Every figure opens exactly the rows it was added up from: those of today, and of a month-end those of that day. */

/** Each row against its loan, folded to that day. */
async function expectStood(testApp: TestApp, asOf: string): Promise<void> {
  const { rows } = await behind(testApp, 'owed', '', asOf)
  expect(rows.length).toBeGreaterThan(0)
  for (const line of rows) {
    const day = endOfMonth(localDate(`${asOf}-01`))
    const { row } = await testApp.as('auditor').ok('loanGet', { id: line.id, asOf: day })
    expect([
      line.number,
      line.status,
      line.owedPrincipal,
      line.arrears,
      line.daysPastDue,
      line.share,
    ]).toEqual([
      row.number,
      row.status,
      row.outstanding.principal,
      row.arrears,
      row.daysPastDue,
      row.outstandingTotal,
    ])
  }
}

const bringUpToDate = async (testApp: TestApp): Promise<void> => {
  await freezeMonths(testApp.program)
  await runDaily(testApp.program)
  await refreshFigures(testApp.program)
}

/** What the ledger check finds after a change made directly in the database; undone afterwards. */
async function findingsAfter(testApp: TestApp, statement: string): Promise<string[]> {
  const undo = new Error('undone')
  let found: string[] = []
  await testApp.program.db
    .transaction()
    .execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      found = (await proveWithin(tx, dashboardChecks)).checks.flatMap(check => check.problems)
      throw undo
    })
    .catch(error => {
      if (error !== undo) throw error
    })
  return found
}

describe('the sample lender', () => {
  let testApp: TestApp
  let months: string[]
  beforeAll(async () => {
    testApp = await createTestApp({ lender: true })
    await bringUpToDate(testApp)
    months = await frozenMonths(testApp)
  })
  afterAll(() => testApp.close())

  test('every figure of today opens rows that add up to it', () => expectRows(testApp), 60_000)

  test('every figure of every month-end opens rows that add up to it, as they stood', async () => {
    expect(months.length).toBeGreaterThanOrEqual(3)
    for (const month of months) await expectRows(testApp, month)
    await expectStood(testApp, months.at(-1) ?? '')
  })

  test('what is booked since, and a customer who moved, change no row of a month-end; an erased name goes', async () => {
    const month = months.at(-1) ?? ''
    const before = (await behind(testApp, 'owed', '', month)).rows
    const late = before.find(row => row.arrears > 0n) ?? before[0]
    await testApp.as('admin').ok('loanActDo', {
      loanId: late?.id ?? '',
      id: randomUUID(),
      input: {
        act: 'receipt',
        amount: '1000000',
        on: endOfMonth(addMonths(today(testApp), -1)),
        channel: 'bank transfer',
        reference: `CASH-${randomUUID()}`,
      },
      reason: 'Brought to the office',
    })
    await sql`update customer set state = 'Yobe', mda = 'Elsewhere', surname = 'Erased', first_name = 'customer'
      where id = ${late?.customerId}`.execute(testApp.program.db)
    await bringUpToDate(testApp)
    const after = (await behind(testApp, 'owed', '', month)).rows
    const expected = before.map(row =>
      row.customerId === late?.customerId ? { ...row, customerName: 'Erased customer' } : row,
    )
    expect(after).toEqual(expected)
    await expectRows(testApp, month)
    for (const change of [
      'update dashboard_month_end_loan set arrears = 0',
      'delete from dashboard_month_end_loan',
    ])
      await expect(sql.raw(change).execute(testApp.program.db)).rejects.toThrow(/append-only/)
  })

  test('they are taken away as they stood, and the trail says as of when', async () => {
    const asOf = months.at(-1) ?? ''
    const auditor = testApp.as('auditor')
    const { total } = await auditor.ok('dashboardLoans', { cut: 'owed', asOf })
    const { bytes, name } = await auditor.ok('dashboardLoansExport', { cut: 'owed', asOf })
    const lines = Buffer.from(bytes).toString().trim().split('\n')
    expect([lines.length, lines[0]]).toEqual([total + 1, expect.stringContaining('In the figure (NGN)')])
    expect(name).toContain(`dashboard-owed-frozen-${asOf}`)
    const { rows } = await auditor.ok('auditList', { action: 'dashboardLoansExport', limit: 1 })
    expect(rows[0]?.after).toMatchObject({ filter: { cut: 'owed', asOf } })
  })

  test.each<[LoanCut, string, string | undefined, CutPart?]>([
    ['late', '30', undefined, 'par30'],
    ['owed', '', '2026-08', 'arrears'],
    ['late', '7', undefined],
    ['age', 'nonsense', undefined],
    ['zone', 'Atlantis', undefined],
    ['vintage', '2026-13', undefined],
    ['retiring', '5', undefined],
    ['owed', 'everything', undefined],
    ['due', '', '2026-08'],
    ['owed', '', '2099-01'],
  ])('%s %s as of %s is no figure', async (cut, key, asOf, part) => {
    const input = { cut, key, ...(asOf ? { asOf } : {}), ...(part ? { part } : {}) }
    await testApp.as('auditor').refused('dashboardLoans', input, 'record.unknown')
    await testApp.as('auditor').refused('dashboardLoansExport', input, 'record.unknown')
  })

  test('what was disbursed, collected and due says its sum', async () => {
    const to = today(testApp).slice(0, 7)
    const period = { from: addMonths(localDate(`${to}-01`), -5).slice(0, 7), to }
    const auditor = testApp.as('auditor')
    const shown = (await auditor.ok('dashboardPortfolio', period)).period
    const paidOut = await auditor.ok('dashboardLoans', { cut: 'paidOut', ...period })
    expect([paidOut.sum, paidOut.loans, paidOut.total]).toEqual([
      shown.disbursed,
      shown.disbursedLoans,
      shown.disbursedLoans,
    ])
    expect((await auditor.ok('dashboardReceipts', period)).sum).toBe(shown.collected)
    expect((await auditor.ok('dashboardLoans', { cut: 'due', ...period })).sum).toBe(shown.due)
    const { retiring } = await auditor.ok('dashboardPortfolio', {})
    for (const { months: within, loans, principal } of retiring ?? []) {
      const found = await behind(testApp, 'retiring', String(within))
      const added = found.rows.reduce((sum, row) => sum + row.owedPrincipal, 0n)
      expect([found.sum, found.loans, added, found.rows.length]).toEqual([principal, loans, principal, loans])
    }
  })

  test('the proof holds, and finds a month-end that is not what its loans come to', async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from dashboard_month_end_loan`.execute(
      testApp.program.db,
    )
    const verdict = await testApp.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
    expect(verdict.checks[0]).toMatchObject({
      figure: `${months.length} month-ends, ${rows[0]?.count.toLocaleString('en-NG')} loans in them`,
      problems: [],
    })
    const last = `month = '${months.at(-1)}-01'`
    expect(
      await findingsAfter(
        testApp,
        `update dashboard_month_end_loan set owed_fee = owed_fee + 1 where ${last}`,
      ),
    ).toContain(`${months.at(-1)}, all: not what its loans come to`)
    expect(
      await findingsAfter(
        testApp,
        `update dashboard_month_end set troubled_loans = troubled_loans + 1 where ${last} and dimension = 'vintage'`,
      ),
    ).not.toEqual([])
    expect(await findingsAfter(testApp, `delete from dashboard_month_end_loan where ${last}`)).not.toEqual([])
    expect(
      await findingsAfter(
        testApp,
        `update dashboard_month_end_open set amount = amount + 1 where ${last} and figure = 'retiring'`,
      ),
    ).toContain(`${months.at(-1)}, retiring within 3 months: not what its loans come to`)
  })

  test('month-ends older than stored rows say so, have their sum, and give no empty file', async () => {
    const [first = '', second = ''] = months
    await testApp.program.db.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from dashboard_month_end_loan where month = ${`${first}-01`}::date`.execute(tx)
    })
    const auditor = testApp.as('auditor')
    const { outstanding, rowsSince } = await auditor.ok('dashboardPortfolio', { from: first, to: first })
    expect(rowsSince).toBe(second)
    expect(await auditor.ok('dashboardLoans', { cut: 'owed', asOf: first })).toMatchObject({
      rows: [],
      sum: outstanding?.total,
      rowsKept: false,
    })
    await auditor.refused('dashboardLoansExport', { cut: 'owed', asOf: first }, 'record.unknown')
    expect((await auditor.ok('dashboardLoans', { cut: 'owed', asOf: '2019-03' })).rowsKept).toBe(false)
    const verdict = await testApp.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
    expect(verdict.holds).toBe(true)
  })
})
