import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { PUBLIC_SERVANT_LOAN, recommended, submit } from '../../../test/applicants.ts'
import { offerIn } from '../../../test/rhythms.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** Loans that are not monthly, held against pay that is. */

let testApp: TestApp
let weekly: string
beforeAll(async () => {
  testApp = await createTestApp()
  weekly = await offerIn(testApp, 'weekly')
})
afterAll(() => testApp.close())

const pageOf = (id: string) => testApp.as('reviewer').ok('requestGet', { id })
const fits = async (id: string) => (await pageOf(id)).checklist.find(each => each.name === 'affordable')

/** ₦300,000 over 12 weeks: about ₦27,800 a week, four of which fall into December. */
const WEEKLY = { amount: '30000000', tenor: 12 }

test('four weeks’ instalments are held against a month’s pay, in the queue as in the checklist', async () => {
  const { id } = await submit(testApp, { ...WEEKLY, productId: weekly, netPay: '10000000' })
  const { row, requested } = await pageOf(id)
  const four = kobo(requested.instalment * 4n)
  const item = await fits(id)
  expect(item).toMatchObject({ result: 'red' })
  // the month's sum to the kobo, as each week is rounded
  const [month] = item?.evidence.match(/^₦[\d,]+\.\d\d/) ?? []
  expect(month?.slice(0, -3)).toBe(formatNaira(four).slice(0, -3))
  expect(item?.evidence).toContain(' a month is 11')
  expect(item?.evidence).toContain('of net pay (stated by the applicant). Limit 33.33%')
  expect(row.shareOfPayPpm, 'over the whole pay').toBeGreaterThan(1_000_000)
  expect(requested.shareOfPayPpm).toBe(row.shareOfPayPpm)
  expect(row).toMatchObject({ tenor: 12, rhythm: 'weekly' })
})

test('a weekly loan that is open takes four instalments of the pay that a new one asks for', async () => {
  const pay = { netPay: '60000000' }
  const first = await recommended(testApp, { ...WEEKLY, ...pay, productId: weekly })
  await testApp.as('authorizer').ok('requestAuthorize', { id: first.id, version: 1 })
  const { requested } = await pageOf(first.id)
  const again = { ...first.stated, amount: '5000000', tenor: 3, productId: PUBLIC_SERVANT_LOAN }
  const { id } = await submit(testApp, again)
  const [, taken] = (await fits(id))?.evidence.match(/with (₦[\d,]+\.\d\d) for current loans/) ?? []
  expect(taken?.slice(0, -3)).toBe(formatNaira(kobo(requested.instalment * 4n)).slice(0, -3))
})

test('one of anything is said as one', async () => {
  const changed: [section: string, value: object][] = [
    ['affordability', { shareOfPayPpm: 333_300, payrollMonths: 1, nameScorePass: 85, nameScoreWarn: 65 }],
    ['requiredDocuments', { documents: [{ title: 'Latest payslip', status: 'active' }] }],
  ]
  for (const [section, value] of changed)
    await testApp.pool.query(
      `insert into setting_version (section, version, value, effective_on, changed_at) values ($1, 1, $2, '2026-01-01', now())`,
      [section, JSON.stringify(value)],
    )
  const { checklist } = await pageOf((await submit(testApp)).id)
  const said = (name: string) => checklist.find(each => each.name === name)
  expect(said('payrollFound')?.title).toBe('On the payroll in the last month')
  expect(said('documents')?.evidence).toBe('The required document is attached.')
})
