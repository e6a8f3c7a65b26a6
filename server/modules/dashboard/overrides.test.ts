import { afterAll, beforeAll, expect, test } from 'vitest'
import { OVERRIDE_SORTS } from '../../../contract/dashboard.ts'
import { submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const counted = async () => {
  const { exceptions } = await testApp.as('auditor').ok('dashboardWork', {})
  return exceptions.find(each => each.name === 'overrides')
}
const why = { check: 'documents' as const, reasonCode: 'POLICY', note: 'Payslip seen in the office' }
const letPass = (id: string) => testApp.as('reviewer').ok('requestOverride', { id, version: 1, ...why })

test('overrides of the month are counted, and open exactly those requests', async () => {
  expect(await counted()).toBeUndefined()
  const incomplete = { documents: ['Work identity card'] }
  const [first, second] = [await submit(testApp, {}, incomplete), await submit(testApp, {}, incomplete)]
  await submit(testApp, {}, incomplete)
  await letPass(first.id)
  const since = testApp.clock.now().toISOString()
  testApp.clock.advance({ hours: 1 })
  await letPass(second.id)
  testApp.clock.advance({ hours: 1 })
  await letPass(first.id)
  expect(await counted()).toMatchObject({ count: 3, amount: null, since })

  const { rows, total } = await testApp.as('auditor').ok('dashboardOverrides', {})
  expect([total, rows.map(row => row.reference)]).toEqual([
    3,
    [first.reference, second.reference, first.reference],
  ])
  expect(rows[1]).toMatchObject({
    requestId: second.id,
    stage: 'reviewer',
    by: 'Halima Bello',
    reasonCode: 'POLICY',
    note: 'Required documents: Payslip seen in the office',
  })
  const page = await testApp.as('auditor').ok('dashboardOverrides', { limit: 2 })
  const rest = await testApp.as('auditor').ok('dashboardOverrides', { limit: 2, cursor: page.next ?? '' })
  expect([...page.rows, ...rest.rows]).toEqual(rows)
  for (const sort of OVERRIDE_SORTS) {
    const sorted = async (asked: typeof sort | `-${typeof sort}`) =>
      (await testApp.as('auditor').ok('dashboardOverrides', { sort: asked })).rows
    const [up, down] = [await sorted(sort), await sorted(`-${sort}`)]
    expect(up.map(row => row[sort])).toEqual(rows.map(row => row[sort]).toSorted())
    expect(down, sort).toEqual(up.toReversed())
  }
  const { bytes } = await testApp.as('auditor').ok('dashboardOverridesExport', {})
  expect(Buffer.from(bytes).toString().trim().split('\n')).toHaveLength(4)
})

test('the next month begins with none, and the one before is still to be read', async () => {
  testApp.clock.set('2026-12-01T08:00:00Z')
  expect(await counted()).toBeUndefined()
  expect((await testApp.as('auditor').ok('dashboardOverrides', {})).total).toBe(0)
  const november = { from: '2026-11', to: '2026-11' }
  expect((await testApp.as('auditor').ok('dashboardOverrides', november)).total).toBe(3)
})
