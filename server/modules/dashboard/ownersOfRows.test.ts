import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'
import { refreshFigures } from './refresh.ts'

/** Figures that count customers open loans: the rows say whose they are. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ lender: true })
  await runDaily(testApp.program)
  await refreshFigures(testApp.program)
})
afterAll(() => testApp.close())

test('an officer’s loans in arrears say how many customers they are of, unless they are searched', async () => {
  const admin = testApp.as('admin')
  const { arrears } = await admin.ok('dashboardWork', {})
  const officerCode = arrears?.officerCode ?? ''
  const list = await admin.ok('loanList', { tab: 'arrears', officerCode, limit: 200 })
  expect(list.total).toBe(arrears?.loans)
  expect(list.customers).toBe(arrears?.customers)
  expect(list.customers).toBe(new Set(list.rows.map(row => row.customerId)).size)
  for (const other of [{ tab: 'arrears' }, { tab: 'live', officerCode }] as const)
    expect((await admin.ok('loanList', other)).customers).toBeUndefined()
})

test('an officer’s loans say whose they are, by the name that the table has', async () => {
  const admin = testApp.as('admin')
  const { officers } = await admin.ok('dashboardPortfolio', {})
  const known = officers.filter(({ key, title }) => key !== '' && title !== key)
  expect(known.length).toBeGreaterThan(0)
  for (const { key, title } of known) {
    const { officerName } = await admin.ok('dashboardLoans', { cut: 'officer', key })
    expect(`${officerName} (${key})`).toBe(title)
  }
  for (const other of [{ cut: 'officer', key: 'AO-999' }, { cut: 'credit' }] as const)
    expect((await admin.ok('dashboardLoans', other)).officerName).toBeUndefined()
})

test('people who retire soon are counted as customers where their loans are listed', async () => {
  const admin = testApp.as('admin')
  const { retiring } = await admin.ok('dashboardPortfolio', {})
  for (const { months, customers, loans } of retiring ?? []) {
    const list = await admin.ok('dashboardLoans', { cut: 'retiring', key: String(months), limit: 200 })
    expect([list.loans, list.customers]).toEqual([loans, customers])
    expect(new Set(list.rows.map(row => row.customerId)).size).toBe(customers)
  }
  expect((await admin.ok('dashboardLoans', { cut: 'credit' })).customers).toBeUndefined()
})
