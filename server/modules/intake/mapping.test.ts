import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { run, send } from '../../../test/uploads.ts'
import { handlers } from '../../app/api.ts'
import { act, SYSTEM } from '../../kernel/act.ts'

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

test('uploads of one source whose columns are confirmed at once do not wait for each other', async () => {
  const caller = testApp.as('admin')
  const received = async (period: string) => {
    const id = await send(caller, 'STAFF_ID,FULL_NAME,NETPAY\n1,ADA,100\n', { period, source: 'GIFMIS' })
    await run(testApp, id)
    return { id, mapping: (await caller.ok('intakeGet', { id })).layout?.mapping ?? {} }
  }
  const [first, second, third] = [
    await received('2026-05'),
    await received('2026-06'),
    await received('2026-07'),
  ]
  await caller.ok('intakeMap', first)
  await act(testApp.program, 'intakeMap', SYSTEM, async ctx => {
    await handlers.intakeMap(ctx, second)
    expect((await caller.ok('intakeMap', third)).status).toBe('mapped')
  })
})
