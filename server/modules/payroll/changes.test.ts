import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { knownCustomer } from '../../../test/applicants.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster } from '../../../test/uploads.ts'

/** Who changed between two months, for a spreadsheet. */

let testApp: TestApp
let id = ''
beforeAll(async () => {
  testApp = await createTestApp({ staff: true })
  await knownCustomer(testApp, { ippisNumber: '2' })
  const september = [{ id: '1', name: '=OKEKE ADA', pay: '100000.00' }, { id: '2' }, { id: '3' }]
  const october = [
    { id: '1', name: '=OKEKE ADA', pay: '125000.50' },
    { id: '2', status: 'Retired' },
    { id: '4' },
  ]
  await accepted(testApp, roster(september.map(each => ({ ...each, period: '2026-09' }))), {
    period: '2026-09',
  })
  id = await accepted(testApp, roster(october))
})
afterAll(() => testApp.close())

async function taken(who: string, filter: object) {
  const { token, binding } = await testApp.signIn(`${who}@iroko.test`)
  const file = await testApp.app.inject(
    requestFor('payrollChangeExport', { id, ...filter } as never, { token, binding }),
  )
  expect(file.statusCode, file.body).toBe(200)
  return file
}
const rowsOf = (csv: string) => parse(csv, { bom: true, columns: true }) as Record<string, string>[]
const newest = async () =>
  (await testApp.as('auditor').ok('auditList', { action: 'payrollChangeExport', limit: 1 })).rows[0]

test.each([
  ['new', [{ [IPPIS_NUMBER]: '4', Change: 'New' }]],
  ['gone', [{ [IPPIS_NUMBER]: '3', Change: 'Missing' }]],
  ['status', [{ [IPPIS_NUMBER]: '2', Before: 'Active', After: 'Retired', 'Our customer': 'yes' }]],
  ['moved', []],
])('%s: the people behind the figure and no others', async (kind, expected) => {
  const rows = rowsOf((await taken('editor', { kind })).body)
  expect(rows).toMatchObject(expected)
  expect(rows).toHaveLength(expected.length)
  expect(await newest()).toMatchObject({
    subjectType: 'intake',
    subjectId: id,
    after: { export: 'changes', filter: { kind }, format: 'csv', rows: expected.length },
  })
})

test('D1 pay is exported only with permission to reveal it, and the trail records it', async () => {
  const up = { kind: 'payUp' }
  expect(rowsOf((await taken('editor', up)).body)).toMatchObject([{ 'Before (NGN)': '', 'After (NGN)': '' }])
  expect(JSON.stringify(await newest())).not.toContain('revealed')
  expect(rowsOf((await taken('reviewer', up)).body)).toMatchObject([
    { Name: "'=OKEKE ADA", 'Before (NGN)': '100000.00', 'After (NGN)': '125000.50' },
  ])
  expect(await newest()).toMatchObject({ after: { revealed: ['netPay'] } })
})

test('our customers alone, and as a workbook', async () => {
  expect(rowsOf((await taken('auditor', { kind: 'new', customersOnly: 'true' })).body)).toEqual([])
  expect(await newest()).toMatchObject({ after: { rows: 'at most 1' } })
  const { rawPayload } = await taken('auditor', { kind: 'new', format: 'xlsx' })
  expect(rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('counts our customers alone, and every remaining person as changed or unchanged', async () => {
  const auditor = testApp.as('auditor')
  const people = async (kind: 'status' | 'new', customersOnly: 'true' | 'false') => {
    const { total, totalIsExact } = await auditor.ok('payrollChanges', { id, kind, customersOnly, limit: 1 })
    return totalIsExact && total
  }
  expect([await people('status', 'false'), await people('status', 'true')]).toEqual([1, 1])
  expect([await people('new', 'false'), await people('new', 'true')]).toEqual([1, 0])
  expect(await auditor.ok('payrollDiff', { id })).toMatchObject({ rows: 3, changed: 2, unchanged: 0 })
})
