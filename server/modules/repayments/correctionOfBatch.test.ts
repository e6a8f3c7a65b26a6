import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bin } from '../../../contract/repayments.ts'
import { batchesIn, type Form } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runBatch } from './run.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, binned, handOver, posted, agreed, undone, owed, proved } = batchesIn(
  () => testApp,
)

const NOT_SENT: Form = { bankCredit: '0', gapNote: 'Not remitted yet' }

async function approvedOnly(id: string): Promise<void> {
  await testApp.as('authorizer').approve(await handOver(id, NOT_SENT))
}

/** As if the loan had been cancelled between the approval and the posting. */
const standing = (loanId: string, status: 'live' | 'cancelled') =>
  testApp.pool.query(`update loan set status = $2 where id = $1`, [loanId, status])

describe('a correction of a batch that is not posted yet', () => {
  test.each(['open', 'pending approval', 'approved and not run'] as const)(
    'leaves out what that batch still brings (%s), and takes what it refused',
    async state => {
      const [one, two] = [await borrower(), await borrower()]
      const before = { one: await owed(one.loanId), two: await owed(two.loanId) }
      // the second line has no amount that can be read, and is refused
      const first = await batchOf([
        { staff: one.staff, amount: '10000' },
        { staff: two.staff, amount: 'ten' },
      ])
      const waiting = state === 'open' ? undefined : await handOver(first, NOT_SENT)
      if (state === 'approved and not run') await testApp.as('authorizer').approve(waiting)

      const better = await batchOf(
        [
          { staff: one.staff, amount: '12000' },
          { staff: two.staff, amount: '10000' },
        ],
        { correctsId: first },
      )
      expect(await binned(better)).toEqual<Bin[]>(['duplicate', 'short'])
      const [row] = await rowsOf(better)
      expect(row).toMatchObject({
        treatment: 'skip',
        problem: expect.stringMatching(/^Not posted yet in batch RB-\d+\. Post it there/),
      })
      if (state === 'open') await approvedOnly(first)
      else if (state === 'pending approval') await testApp.as('authorizer').approve(waiting)
      await runBatch(testApp.program, first)
      await posted(better, NOT_SENT)
      expect(before.one - (await owed(one.loanId))).toBe(1_000_000n)
      expect(before.two - (await owed(two.loanId))).toBe(1_000_000n)
      await proved()

      // once it is posted, the file restates the month, and only the difference is added
      const last = await batchOf([{ staff: one.staff, amount: '12000' }], { correctsId: better })
      expect((await rowsOf(last)).map(each => each.earlier)).toEqual([1_000_000n])
      await posted(last, NOT_SENT)
      expect(before.one - (await owed(one.loanId))).toBe(1_200_000n)
      await proved()
    },
  )

  test('prevents that batch from being cancelled', async () => {
    const one = await borrower()
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    const better = await batchOf([{ staff: one.staff, amount: '12000' }], { correctsId: first })
    const said = await testApp.as('admin').refused('intakeCancel', { id: first }, 'repayment.has_correction')
    expect(said).toMatchObject({ message: expect.stringContaining((await look(better)).number) })
    await testApp.as('admin').ok('intakeCancel', { id: better })
    await testApp.as('admin').ok('intakeCancel', { id: first })
  })

  test('and was undone, lets it go', async () => {
    const one = await borrower()
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    const better = await batchOf([{ staff: '313131', amount: '12000' }], { correctsId: first })
    await posted(better, NOT_SENT)
    await undone(better)
    await testApp.as('admin').ok('intakeCancel', { id: first })
    expect(await look(better)).toMatchObject({ status: 'undone', correctsId: null })
    await proved()
  })

  test('does not take a row that the ledger refused and that can still be tried again', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    await approvedOnly(first)
    await standing(one.loanId, 'cancelled')
    await runBatch(testApp.program, first)
    await standing(one.loanId, 'live')
    const better = await batchOf([{ staff: one.staff, amount: '12000' }], { correctsId: first })
    expect(await binned(better)).toEqual<Bin[]>(['duplicate'])
    await testApp.as('admin').ok('repaymentRetry', { id: first })
    await runBatch(testApp.program, first)
    await posted(better, NOT_SENT)
    expect(before - (await owed(one.loanId))).toBe(1_000_000n)
    await proved()
  })

  test('is not posted with another measure than that batch has now', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    const better = await batchOf([{ staff: one.staff, amount: '12000' }], { correctsId: first })
    // as an older release matched it: as if the first had never been
    await testApp.pool.query(
      `update repayment_row set bin = 'short', treatment = 'post', loan_id = $2, problem = null where batch_id = $1`,
      [better, one.loanId],
    )
    const approvalId = await handOver(better, NOT_SENT).catch(() => '')
    expect(approvalId, 'while the first still brings the line').toBe('')
    await posted(first, NOT_SENT)
    const { fileTotal } = await look(better)
    await testApp.as('admin').refused('repaymentSubmit', {
      id: better, valueOn: '2026-11-16', bankCredit: fileTotal.toString(), bankReference: 'BK-OLD',
      gapNote: null, holdsMessages: false, reason: 'Checked',
    }, 'repayment.measured_before') // biome-ignore format: a form
    expect(before - (await owed(one.loanId))).toBe(1_000_000n)
    await proved()
  })
})

describe('a batch that a correction was measured by', () => {
  test('is not undone before the correction is', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    await posted(first, NOT_SENT)
    const undo = { id: first, reason: 'The wrong month' }
    const { approvalId } = await testApp.as('admin').ok('repaymentUndo', undo)

    const better = await batchOf([{ staff: one.staff, amount: '12000' }], { correctsId: first })
    const { number } = await look(better)
    expect(await look(first)).toMatchObject({ correctedBy: { id: better, number } })
    // asked for before the correction came
    await testApp
      .as('authorizer')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'repayment.has_correction')
    await testApp.as('admin').ok('approvalWithdraw', { id: approvalId ?? '' })
    await posted(better, NOT_SENT)
    const said = await testApp.as('admin').refused('repaymentUndo', undo, 'repayment.has_correction')
    expect(said.message).toContain(number)
    expect(before - (await owed(one.loanId))).toBe(1_200_000n)

    await undone(better)
    expect(await look(first)).toMatchObject({ correctedBy: null })
    await agreed(testApp.as('admin').ok('repaymentUndo', undo))
    await runBatch(testApp.program, first)
    expect(await owed(one.loanId)).toBe(before)
    await proved()

    // the right file of the month comes as if nothing had been
    const again = await batchOf([{ staff: one.staff, amount: '12500' }])
    expect(await binned(again)).toEqual<Bin[]>(['short'])
  })

  test('is reversed after a correction was cancelled', async () => {
    const one = await borrower()
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    await posted(first, NOT_SENT)
    const better = await batchOf([{ staff: one.staff, amount: '12000' }], { correctsId: first })
    await testApp
      .as('admin')
      .refused('repaymentUndo', { id: first, reason: 'Wrong' }, 'repayment.has_correction')
    await testApp.as('admin').ok('intakeCancel', { id: better })
    await undone(first)
    expect(await look(first)).toMatchObject({ status: 'undone' })
    await proved()
  })
})
