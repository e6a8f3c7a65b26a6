import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, handOver, posted } = batchesIn(() => testApp)

const totals = { bankCredit: '0', gapNote: 'Not remitted yet' }
const shown = (id: string) => testApp.as('authorizer').ok('approvalGet', { id })

let strangers = 0
async function mixedBatch(): Promise<string> {
  const [one, two, three] = [await borrower(), await borrower(), await borrower()]
  const id = await batchOf([
    { staff: one.staff, amount: INSTALMENT }, { staff: two.staff, amount: INSTALMENT },
    { staff: three.staff, name: 'BELLO SANI', amount: '1000' }, { staff: String(990_000 + ++strangers), amount: '2500' },
    { staff: one.staff, amount: INSTALMENT },
  ]) // biome-ignore format: a file
  const place = (rowNumber: number, loanId: string, treatment: 'post' | 'suspense') =>
    testApp
      .as('admin')
      .ok('repaymentRowMatch', { id, rowNumber, part: 1, loanId, treatment, note: 'Asked the office' })
  await place(2, two.loanId, 'suspense')
  await place(3, three.loanId, 'post')
  return id
}

test('the approver of a posting reads where the money goes, not how its rows match', async () => {
  const { after, changes, refusal } = await shown(await handOver(await mixedBatch(), totals))
  expect(after).toEqual({
    effect:
      '2 repayments ₦62,666.67 to loans, 2 repayments ₦64,166.67 to suspense, 1 row ₦61,666.67 excluded, up to 2 SMS',
    nameDiffers: '1 row ₦1,000.00 to loans of customers with another name, confirmed manually',
    matchResults:
      'Exact 2 rows ₦123,333.34, Short 1 row ₦1,000.00, Duplicate 1 row ₦61,666.67, Not identified 1 row ₦2,500.00',
    file: '5 rows, ₦188,500.01',
    bankCredit: '₦0.00',
    gap: 'Not remitted yet',
  })
  expect([changes, refusal]).toEqual([[], null])
})

test('what changed since it was submitted is shown, and cannot be approved', async () => {
  const id = await mixedBatch()
  const approvalId = await handOver(id, totals)
  await testApp.pool.query(
    `update repayment_row set treatment = 'skip' where batch_id = $1 and row_number = 1`,
    [id],
  )
  expect(await shown(approvalId)).toMatchObject({
    changes: expect.arrayContaining([
      'Effect at submission: 2 repayments ₦62,666.67 to loans, 2 repayments ₦64,166.67 to suspense, 1 row ₦61,666.67 excluded, up to 2 SMS',
    ]),
    refusal: expect.stringContaining('Decline it'),
    after: { effect: expect.stringContaining('1 repayment ₦1,000.00 to loans') },
  })
  await testApp.as('authorizer').refused('approvalApprove', { id: approvalId }, 'approval.stale')
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId, note: 'Look again' })
  expect(await shown(approvalId)).toMatchObject({
    changes: [],
    refusal: null,
    after: { effect: expect.stringContaining('2 repayments ₦62,666.67 to loans') },
  })
})

test('the approver of an undo reads what leaves the loans and what leaves suspense', async () => {
  const id = await mixedBatch()
  await posted(id, totals)
  const { approvalId } = await testApp.as('admin').ok('repaymentUndo', { id, reason: 'Wrong month' })
  expect((await shown(approvalId ?? '')).after).toMatchObject({
    effect: '4 entries reversed: ₦62,666.67 taken off loans, ₦64,166.67 out of suspense',
  })
})
