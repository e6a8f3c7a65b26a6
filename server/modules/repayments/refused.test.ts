import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'

/** What the ledger refused, of every batch: one list, whole and page by page, and the same as a sheet. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, posted } = batchesIn(() => testApp)

async function refusedIn(period: string, people: number): Promise<{ id: string; staff: string[] }> {
  const all = await Promise.all(Array.from({ length: people }, () => borrower()))
  const one = await borrower()
  const id = await batchOf(
    [...all, one].map(({ staff }) => ({ staff, amount: INSTALMENT })),
    { period },
  )
  await testApp.pool.query(`update loan set status = 'cancelled' where id = any ($1)`, [
    all.map(each => each.loanId),
  ])
  await posted(id)
  return { id, staff: all.map(each => each.staff) }
}

test('rows that the ledger refused are listed and exported over all batches, and no others', async () => {
  const first = await refusedIn('2026-09', 2)
  const second = await refusedIn('2026-10', 1)
  const batches = await testApp.as('auditor').ok('repaymentList', { refused: 'true' })
  const inOrder = batches.rows.flatMap(({ id }) => (id === first.id ? first.staff : second.staff))
  const whole = await testApp.as('auditor').ok('repaymentRefused', {})
  expect(whole).toMatchObject({ total: 3, totalIsExact: true, next: null })
  expect(whole.rows.map(row => row.staffNumber)).toEqual(inOrder)
  expect(whole.amount).toBe(whole.rows.reduce((sum, row) => sum + row.amount - row.earlier, 0n))
  expect(whole.amount).toBeGreaterThan(0n)
  expect((await testApp.as('auditor').ok('repaymentCounts', {})).refused).toBe(3)
  const { number } = await look(second.id)
  expect(whole.rows.find(row => row.batchId === second.id)).toMatchObject({
    batchNumber: number,
    sourceName: 'IPPIS (federal)',
    period: '2026-10',
    status: 'refused',
    problem: expect.stringContaining('cancelled'),
  })

  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await testApp.as('auditor').ok('repaymentRefused', { limit: 1, cursor })
    expect(page.amount, 'of all pages, not of this one').toBe(whole.amount)
    paged.push(...page.rows.map(row => row.staffNumber))
    cursor = page.next
  }
  expect(paged).toEqual(inOrder)

  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const { body } = await testApp.app.inject(requestFor('repaymentRefusedExport', {}, { token, binding }))
  const sheet = parse(body, { bom: true, columns: true }) as Record<string, string>[]
  expect(sheet.map(row => row['IPPIS / staff number'])).toEqual(inOrder)
  expect(sheet.find(row => row.Batch === number)).toMatchObject({
    Source: 'IPPIS (federal)',
    Month: '2026-10',
    Status: 'refused',
    Remark: expect.stringContaining('cancelled'),
  })
  const { rows: trail } = await testApp
    .as('auditor')
    .ok('auditList', { action: 'repaymentRefusedExport', limit: 1 })
  expect(trail[0]).toMatchObject({ subjectType: 'export', after: { format: 'csv', rows: 3 } })
})

test('a row finds the loans that fit it, and not those of the row that stands at its line in another file', async () => {
  const { rows } = await testApp.as('auditor').ok('repaymentRefused', {})
  const twins = rows.filter(row => row.rowNumber === 1)
  expect(twins).toHaveLength(2)
  await testApp.pool.query(`update loan set status = 'live' where id = $1`, [twins[0]?.loanId])
  const now = await testApp.as('auditor').ok('repaymentRefused', {})
  expect(
    now.rows.filter(row => row.rowNumber === 1).map(row => row.candidates.map(each => each.loanId)),
  ).toEqual([[twins[0]?.loanId], []])
})
