import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, type Form } from '../../../test/batches.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { intakeWorks } from '../../app/uploadKinds.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { discardAbandoned } from '../intake/upload.ts'

/** An id names one act, ever; and money in suspense keeps the one it may belong to. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { batchOf, posted, agreed, proved } = batchesIn(() => testApp)
const NOT_SENT: Form = { bankCredit: '0', gapNote: 'Not remitted yet' }

const itemOf = async (batchId: string): Promise<string> =>
  (await testApp.as('auditor').ok('suspenseList', { batchId, state: 'open' })).rows[0]?.id ?? ''

test('a recorded remittance is not submitted again under its id, reversed or not', async () => {
  const batchId = await batchOf([{ staff: '292929', amount: '1000' }])
  await posted(batchId, NOT_SENT)
  const sent = {
    id: randomUUID(), batchId, amount: '40000', receivedOn: '2026-11-16', reference: `OAGF-${randomUUID().slice(0, 8)}`, reason: 'First transfer',
  } // biome-ignore format: a form
  await agreed(testApp.as('admin').ok('remittanceRecord', sent))
  const other = { ...sent, reference: `OAGF-${randomUUID().slice(0, 8)}` }
  await testApp.as('admin').refused('remittanceRecord', other, 'idempotency.other_body')
  await agreed(testApp.as('admin').ok('remittanceUndo', { id: sent.id, batchId, reason: 'Of another batch' }))
  await testApp.as('admin').refused('remittanceRecord', sent, 'idempotency.other_body')
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
    await agreed(testApp.as('admin').ok('suspenseUse', use))
    for (const amount of ['40000', '30000'])
      await testApp.as('admin').refused('suspenseUse', { ...use, amount }, 'idempotency.other_body')
    await proved()
  },
)

test('a person who may own money in suspense is not erased', async () => {
  const { id: loanId, customerId, stated } = await approvedLoan(testApp, { ippisNumber: '333333' })
  const one = { staff: stated.ippisNumber }
  await testApp
    .as('admin')
    .ok('loanActDo', { loanId, id: randomUUID(), input: { act: 'cancel' }, reason: 'Not taken up' })
  const blocked = async () =>
    (await testApp.as('auditor').ok('customerErasePreview', { id: customerId })).blocked
  expect(await blocked()).toBeNull()
  const batchId = await batchOf([{ staff: one.staff, amount: '1000' }])
  await posted(batchId, NOT_SENT)
  expect(await blocked()).toBe('they have money in the suspense account')
  const { json } = await testApp
    .as('admin')
    .ok('customerSubjectExport', { id: customerId, reason: 'Asked by letter' })
  expect(JSON.parse(json).repaymentRows, 'D3 the line is handed over to whom it is about').toMatchObject([
    { staff_number: one.staff, amount: '100000' },
  ])
  const { revision: basedOn } = await testApp.as('editor').ok('customerGet', { id: customerId })
  await testApp
    .as('editor')
    .refused('customerErase', { id: customerId, basedOn, reason: 'Asked for it' }, 'customer.erase_refused')
  const back = {
    id: randomUUID(),
    suspenseId: await itemOf(batchId),
    amount: '100000',
    use: { kind: 'returned' as const },
  }
  await agreed(testApp.as('admin').ok('suspenseUse', { ...back, reason: 'Sent back' }))
  expect(await blocked()).toBeNull()
})

test('D8 an unposted batch is not deleted: its rows record money; the bytes of its file are', async () => {
  const batchId = await batchOf([{ staff: '323232', amount: '1000' }])
  const before = testApp.clock.now()
  testApp.clock.advance({ hours: 24 * 91 })
  await act(testApp.program, 'intakeSweep', SYSTEM, ctx => discardAbandoned(intakeWorks)(ctx, ctx.now))
  const { rows } = await testApp.pool.query('select from intake_piece where intake_id = $1', [batchId])
  expect(rows).toEqual([])
  expect((await testApp.as('auditor').ok('intakeGet', { id: batchId })).status).toBe('matched')
  testApp.clock.set(before.toISOString())
  await posted(batchId, NOT_SENT)
  await proved()
})
