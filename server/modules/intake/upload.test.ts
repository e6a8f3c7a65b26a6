import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('under one id one upload is begun: another file is refused, the same is noted as a repeat', async () => {
  const admin = testApp.as('admin')
  const begun = {
    id: randomUUID(),
    kind: 'payroll' as const,
    source: 'IPPIS',
    period: '2026-05',
    fileName: 'may.csv',
    bytes: 100,
  }
  await admin.ok('intakeOpen', begun)
  await admin.ok('intakeOpen', begun)
  await admin.refused('intakeOpen', { ...begun, fileName: 'june.csv' }, 'idempotency.other_body')
  await admin.refused('intakeOpen', { ...begun, period: '2026-06' }, 'idempotency.other_body')
  const { rows } = await testApp
    .as('auditor')
    .ok('recordHistory', { subjectType: 'intake', subjectId: begun.id })
  expect(rows.map(row => row.after)).toMatchObject([{ repeated: true }, { file: 'may.csv' }])
})
