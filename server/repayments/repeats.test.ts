import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, type Form } from '../../test/batches.ts'
import { type House, openHouse } from '../../test/cast.ts'

/** An id names one act, ever. */

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const { batchOf, posted, agreed, proved } = batchesIn(() => house)
const NOT_SENT: Form = { bankCredit: '0', gapNote: 'Not remitted yet' }

const itemOf = async (batchId: string): Promise<string> =>
  (await house.as('auditor').ok('suspenseList', { batchId, state: 'open' })).rows[0]?.id ?? ''

test('a remittance that was recorded is not asked for again under its id, taken back or not', async () => {
  const batchId = await batchOf([{ staff: '292929', amount: '1000' }])
  await posted(batchId, NOT_SENT)
  const sent = {
    id: randomUUID(), batchId, amount: '40000', receivedOn: '2026-11-16', reference: `OAGF-${randomUUID().slice(0, 8)}`, reason: 'First transfer',
  } // biome-ignore format: a form
  await agreed(house.as('admin').ok('remittanceRecord', sent))
  const other = { ...sent, reference: `OAGF-${randomUUID().slice(0, 8)}` }
  await house.as('admin').refused('remittanceRecord', other, 'idempotency.other_body')
  await agreed(house.as('admin').ok('remittanceUndo', { id: sent.id, batchId, reason: 'Of another batch' }))
  await house.as('admin').refused('remittanceRecord', sent, 'idempotency.other_body')
  await proved()
})

test.each(['notDeducted', 'returned'] as const)(
  'money that left suspense (%s) does not leave it again under the same id',
  async kind => {
    const staff = kind === 'returned' ? '303030' : '313131'
    const batchId = await batchOf([{ staff, amount: '1000' }])
    await posted(batchId, NOT_SENT)
    const use = {
      id: randomUUID(), suspenseId: await itemOf(batchId), amount: '40000', use: { kind }, reason: 'Letter of the office',
    } // biome-ignore format: a form
    await agreed(house.as('admin').ok('suspenseUse', use))
    for (const amount of ['40000', '30000'])
      await house.as('admin').refused('suspenseUse', { ...use, amount }, 'idempotency.other_body')
    await proved()
  },
)
