import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('the export of staff is complete, whatever their number', async () => {
  await testApp.pool.query(
    `insert into staff (id, email, first_name, last_name, phone, password_hash, status, signed_up_at)
     select gen_random_uuid(), 'crowd' || n || '@iroko.test', 'Crowd' || n, 'Zakari', '+2348030000000', 'none', 'declined', now()
     from generate_series(1, 10050) n`,
  )
  const { bytes } = await testApp.as('superAdmin').ok('userExport', { status: 'declined', format: 'csv' })
  const lines = Buffer.from(bytes).toString('utf8').split('\n')
  expect(new Set(lines.filter(line => line.includes('Zakari'))).size).toBe(10_050)
})

test('a number that was typed into the search by mistake does not stay in the trail', async () => {
  await testApp.as('superAdmin').ok('userExport', { search: 'Ada 22345678901', format: 'csv' })
  const { rows } = await testApp.as('superAdmin').ok('auditList', { action: 'userExport', limit: 1 })
  expect(rows[0]?.after).toMatchObject({ filter: { search: 'Ada •••••••8901' } })
})
