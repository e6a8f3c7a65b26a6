import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { untilWaiting, whileWaiting } from '../../../test/whileWaiting.ts'
import { runBatch } from './run.ts'

/** Money in suspense is used once: on a loan, or by the reversal of its batch. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, posted, owed, proved } = batchesIn(() => testApp)

const approve = (id: string) => testApp.as('authorizer').call('approvalApprove', { id })

/** A posted batch of ₦10,000 in suspense, ₦6,000 of it submitted for a loan, and the reversal of the batch submitted too. */
async function bothSubmitted(staff: string) {
  const { loanId } = await borrower()
  const batchId = await batchOf([{ staff, amount: '10000', name: 'UNKNOWN PERSON' }])
  await posted(batchId)
  const [item] = (await testApp.as('auditor').ok('suspenseList', { batchId })).rows
  const use = await testApp.as('admin').ok('suspenseUse', {
    id: randomUUID(), suspenseId: item?.id ?? '', amount: '600000', reason: 'Found by the office',
    use: { kind: 'loan', loanId, on: '2026-11-16' },
  }) // biome-ignore format: a form
  const undo = await testApp.as('admin').ok('repaymentUndo', { id: batchId, reason: 'The wrong month' })
  return { loanId, batchId, useId: use.approvalId ?? '', undoId: undo.approvalId ?? '' }
}

describe('suspense applied to a loan while its batch is undone', () => {
  test('keeps the batch from being undone when the loan was first', async () => {
    const { loanId, batchId, useId, undoId } = await bothSubmitted('616161')
    const before = await owed(loanId)
    const [used, undone] = await whileWaiting(
      testApp,
      ['select from loan where id = $1 for no key update', [loanId]],
      async () => {
        const using = approve(useId)
        await untilWaiting(testApp)
        const undoing = approve(undoId).then(async answer => {
          await runBatch(testApp.program, batchId)
          return answer
        })
        return Promise.all([using, undoing])
      },
      2,
    )
    expect([used.status, undone.body.code]).toEqual([200, 'repayment.suspense_used'])
    expect(await look(batchId)).toMatchObject({ status: 'posted', suspenseTotal: 1_000_000n })
    expect(await owed(loanId)).toBe(before - 600_000n)
    await proved()
  })

  test.each(['undoing', 'undone'] as const)('is refused once the batch is %s', async status => {
    const { loanId, batchId, useId, undoId } = await bothSubmitted(status === 'undone' ? '626262' : '636363')
    const before = await owed(loanId)
    expect((await approve(undoId)).status).toBe(200)
    if (status === 'undone') await runBatch(testApp.program, batchId)
    const { body } = await approve(useId)
    expect(body).toMatchObject({ code: 'repayment.status', message: expect.stringContaining(status) })
    await runBatch(testApp.program, batchId)
    expect(await look(batchId)).toMatchObject({ status: 'undone' })
    expect(await owed(loanId)).toBe(before)
    await proved()
  })
})

test('what left suspense after the reversal was submitted is asked about again when it is approved', async () => {
  const { useId, undoId, batchId } = await bothSubmitted('646464')
  expect((await approve(useId)).status).toBe(200)
  expect((await approve(undoId)).body.code).toBe('repayment.suspense_used')
  expect(await look(batchId)).toMatchObject({ status: 'posted' })
})
