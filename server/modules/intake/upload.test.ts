import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../../test/cast.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('under one id one upload is begun: another file is refused, the same is noted as a repeat', async () => {
  const admin = house.as('admin')
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
  const { rows } = await house
    .as('auditor')
    .ok('recordHistory', { subjectType: 'intake', subjectId: begun.id })
  expect(rows.map(row => row.after)).toMatchObject([{ repeated: true }, { file: 'may.csv' }])
})
