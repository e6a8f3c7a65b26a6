import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { run, send } from '../../../test/uploads.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('only fields of the file are mapped', async () => {
  const caller = testApp.as('admin')
  const id = await send(caller, 'STAFF_ID,FULL_NAME,NETPAY,NOTE\n1,ADA,100,x\n', { period: '2026-07' })
  await run(testApp, id)
  const { layout } = await caller.ok('intakeGet', { id })
  for (const field of ['anything', 'x\0', 'constructor'])
    await caller.refused('intakeMap', { id, mapping: { ...layout?.mapping, [field]: 3 } }, 'input.invalid')
  const stored = await testApp.pool.query(`select from intake_mapping where mapping ? 'anything'`)
  expect(stored.rows).toEqual([])
})
