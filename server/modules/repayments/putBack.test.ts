import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/**
 * A row that was matched manually and is matched back equals the original, except for who matched it: the console
 * offers an undo then.
 */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, rowsOf } = batchesIn(() => testApp)

const place = (
  id: string,
  rowNumber: number,
  loanId: string | null,
  treatment: 'post' | 'suspense' | 'skip',
) =>
  testApp
    .as('admin')
    .ok('repaymentRowMatch', { id, rowNumber, part: 1, loanId, treatment, note: 'Seen on the payslip' })

test('back to its loan, to suspense and to where it was left out', async () => {
  const [one, other] = [await borrower(), await borrower()]
  const closed = await borrower()
  await testApp.pool.query(`update loan set status = 'closed' where id = $1`, [closed.loanId])
  const id = await batchOf([
    { staff: one.staff, amount: INSTALMENT },
    { staff: '999902', amount: '12.50' },
    { loan: closed.number, amount: INSTALMENT },
  ])
  const before = await rowsOf(id)
  expect(before.map(row => [row.bin, row.loanId !== null])).toEqual([
    ['exact', true],
    ['notOurs', false],
    ['closedLoan', true],
  ])
  await place(id, 1, other.loanId, 'post')
  await place(id, 2, null, 'skip')
  await place(id, 3, other.loanId, 'post')
  for (const row of before) await place(id, row.rowNumber, row.loanId, row.treatment)
  expect(await rowsOf(id)).toEqual(before.map(row => ({ ...row, matchedBy: 'hand' })))
})
