import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bin } from '../../../contract/repayments.ts'
import { recommended } from '../../../test/applicants.ts'
import { batchesIn, type Form } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { takeBack as reverse } from '../loans/acts.ts'
import { runBatch } from './run.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, binned, handOver, posted, agreed, undone, owed, proved } = batchesIn(
  () => testApp,
)

/** Gives one row another place, as the screen does. */
const place = (
  id: string,
  rowNumber: number,
  treatment: 'post' | 'suspense' | 'skip',
  loanId: string | null = null,
) => ({ id, rowNumber, part: 1, loanId, treatment, note: 'By the covering letter' })

/** As if the loan had been cancelled between the approval and the posting. */
const standing = (loanId: string, status: 'live' | 'cancelled') =>
  testApp.pool.query(`update loan set status = $2 where id = $1`, [loanId, status])

async function approvedOnly(id: string, form: Form = {}): Promise<void> {
  await testApp.as('authorizer').approve(await handOver(id, form))
}

const NOT_SENT = { bankCredit: '0', gapNote: 'Not remitted yet' }

describe('no money counts twice', () => {
  test('a row is not split again once a part of it is posted', async () => {
    const [a, b] = [await borrower(), await borrower()]
    const id = await batchOf([{ staff: '141414', amount: '50000' }])
    const halves = (first: string, second: string) => ({
      id, rowNumber: 1, note: 'One line for both', parts: [{ loanId: b.loanId, amount: first }, { loanId: a.loanId, amount: second }],
    }) // biome-ignore format: a form
    await testApp.as('admin').ok('repaymentRowSplit', halves('1000000', '4000000'))
    await approvedOnly(id)
    await standing(b.loanId, 'cancelled')
    await runBatch(testApp.program, id)
    await standing(b.loanId, 'live')
    expect((await rowsOf(id)).map(row => row.status)).toEqual(['refused', 'posted'])
    const before = await owed(a.loanId)
    await testApp
      .as('admin')
      .refused('repaymentRowSplit', halves('2500000', '2500000'), 'repayment.part_posted')
    expect(await owed(a.loanId)).toBe(before)
    expect((await rowsOf(id)).map(row => row.amount)).toEqual([1_000_000n, 4_000_000n])
    await proved()
  })

  test.each(['post', 'suspense'] as const)(
    'a second deduction of the month, matched manually to %s, is posted beside the first',
    async treatment => {
      const one = await borrower()
      const line = { staff: one.staff, amount: '20000' }
      await posted(await batchOf([line]))
      const id = await batchOf([{ ...line, amount: '15000' }])
      expect(await binned(id)).toEqual<Bin[]>(['duplicate'])
      await testApp
        .as('admin')
        .ok('repaymentRowMatch', place(id, 1, treatment, treatment === 'post' ? one.loanId : null))
      await posted(id)
      expect(await look(id)).toMatchObject({
        status: 'posted',
        rowsDone: 1,
        postedTotal: treatment === 'post' ? 1_500_000n : 0n,
      })
      await proved()
      // a correction of the second knows what the second brought, and nothing of the first
      const correction = await batchOf([{ ...line, amount: '15500' }], { correctsId: id })
      expect((await rowsOf(correction)).map(row => [row.bin, row.earlier])).toEqual([
        ['duplicate', 1_500_000n],
      ])
    },
  )

  test('a row that another file posts first is refused alone, and the batch completes', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const first = await batchOf([{ staff: one.staff, amount: '20000' }])
    const id = await batchOf([
      { staff: two.staff, amount: '15000' },
      { staff: '151515', amount: '10' },
    ])
    // as if both had been matched at the same moment, and neither had seen the other
    await testApp.pool.query(
      `update repayment_row r set row_key = o.row_key from repayment_row o where r.batch_id = $1 and r.row_number = 1 and o.batch_id = $2`,
      [id, first],
    )
    await posted(first)
    await posted(id)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 1, rowsRefused: 1 })
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ bin: 'duplicate', problem: expect.stringContaining('Another file') })
    await proved()
  })

  test('a correction without a difference is excluded, not posted to suspense', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const lines = [
      { staff: one.staff, amount: '20000' },
      { staff: two.staff, amount: '20000' },
    ]
    const first = await batchOf(lines)
    await posted(first)
    const id = await batchOf(
      [...lines.slice(0, 1), { staff: two.staff, amount: '15000' }, { staff: '161616', amount: '10' }],
      { correctsId: first },
    )
    for (const row of [1, 2])
      await testApp
        .as('admin')
        .refused('repaymentRowMatch', place(id, row, 'suspense'), 'repayment.nothing_new')
    await testApp.as('admin').ok('repaymentRowMatch', place(id, 1, 'skip'))
    // asked for before this was refused
    await testApp.pool.query(
      `update repayment_row set treatment = 'suspense', matched_by = 'hand' where batch_id = $1`,
      [id],
    )
    await posted(id, NOT_SENT)
    expect((await rowsOf(id)).map(row => row.status)).toEqual(['refused', 'refused', 'suspense'])
    expect(await look(id)).toMatchObject({ status: 'posted' })
    await proved()
  })
})

const give = (suspenseId: string, loanId: string, amount: string) => {
  const id = randomUUID()
  const use = { kind: 'loan', loanId, on: '2026-11-16' } as const
  return {
    id,
    done: agreed(testApp.as('admin').ok('suspenseUse', { id, suspenseId, amount, use, reason: 'Found' })),
  }
}

const itemsOf = async (batchId: string, state: 'open' | 'closed' = 'open') =>
  (await testApp.as('auditor').ok('suspenseList', { batchId, state })).rows

describe('one receipt of a batch went to the wrong loan', () => {
  const reversed = (loanId: string, of: string) => ({
    loanId, id: randomUUID(), input: { act: 'reversal', of } as const, reason: 'The wrong person',
  }) // biome-ignore format: a form

  test('it is not reversed on the loan, but with approval into suspense, and applied to the right loan', async () => {
    const [wrong, right] = [await borrower(), await borrower()]
    const before = { wrong: await owed(wrong.loanId), right: await owed(right.loanId) }
    const id = await batchOf([
      { staff: wrong.staff, amount: '40000' },
      { staff: '171717', amount: '10' },
    ])
    await posted(id)
    const [row] = await rowsOf(id)
    const receiptId = row?.receiptId ?? ''
    const said = await testApp
      .as('admin')
      .refused('loanActDo', reversed(wrong.loanId, receiptId), 'loan.refused')
    expect(said).toMatchObject({ message: expect.stringContaining('reverse it on its row') })
    await testApp
      .as('admin')
      .refused(
        'loanActPreview',
        { loanId: wrong.loanId, input: { act: 'reversal', of: receiptId } },
        'loan.refused',
      )
    const { happenings } = await testApp.as('auditor').ok('loanGet', { id: wrong.loanId })
    expect(happenings.find(each => each.id === receiptId)?.cannotReverse).toContain('Repayment Tracker')

    const takeBack = { id, receiptId, reason: 'It is the other Okonkwo' }
    const { approvalId } = await testApp.as('admin').ok('repaymentTakeBack', takeBack)
    expect(await owed(wrong.loanId), 'nothing moves before the second person').toBe(before.wrong - 4_000_000n)
    const reported = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(reported.before, 'the effect is shown first').not.toEqual(reported.after)
    expect(
      JSON.stringify(reported, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      'what is kept here outlives an erased person',
    ).not.toContain('Okonkwo A')
    await testApp.as('admin').refused('repaymentTakeBack', takeBack, 'repayment.status')
    await testApp.as('authorizer').approve(approvalId)
    expect(await owed(wrong.loanId)).toBe(before.wrong)
    expect(await look(id)).toMatchObject({ status: 'posted', postedTotal: 0n, suspenseTotal: 4_001_000n })
    await proved()
    await testApp.as('admin').refused('repaymentTakeBack', takeBack, 'repayment.not_taken_back')

    const item = (await itemsOf(id)).find(each => each.amount === 4_000_000n)
    const { id: useId, done } = give(item?.id ?? '', right.loanId, '4000000')
    await done
    expect(await owed(right.loanId)).toBe(before.right - 4_000_000n)
    await proved()

    // that was the wrong one too: back into suspense, and the whole batch can still be undone
    await testApp.as('admin').refused('loanActDo', reversed(right.loanId, useId), 'loan.refused')
    await agreed(testApp.as('admin').ok('repaymentTakeBack', { ...takeBack, receiptId: useId }))
    expect(await owed(right.loanId)).toBe(before.right)
    expect((await itemsOf(id)).find(each => each.id === item?.id)).toMatchObject({
      remaining: 4_000_000n, closedAt: null, uses: [{ id: useId, undoneAt: expect.any(String) }],
    }) // biome-ignore format: an item
    await proved()
    await testApp
      .as('admin')
      .refused('repaymentTakeBack', { ...takeBack, receiptId: useId }, 'repayment.not_taken_back')
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone' })
    await proved()
  })
})

describe('less was deducted than was posted for one row', () => {
  test('it is reversed, its loan gets the right amount from suspense, and nothing remains owed', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const before = await owed(one.loanId)
    const lines = [{ staff: one.staff, amount: '50000' }, { staff: two.staff, amount: '40000' }] // biome-ignore format: a file
    const id = await batchOf(lines)
    await posted(id, { bankCredit: '8000000', gapNote: 'The office sent ₦10,000 less' })
    expect(await look(id)).toMatchObject({ unremitted: 1_000_000n })
    const [row] = await rowsOf(id)
    const wrong = { id, receiptId: row?.receiptId ?? '', reason: 'Only ₦40,000 was deducted' }
    await agreed(testApp.as('admin').ok('repaymentTakeBack', wrong))
    const [item] = await itemsOf(id)
    const { id: useId, done } = give(item?.id ?? '', one.loanId, '4000000')
    await done
    expect(await owed(one.loanId)).toBe(before - 4_000_000n)
    await proved()

    const rest = {
      id: randomUUID(), suspenseId: item?.id ?? '', amount: '1000000', use: { kind: 'notDeducted' as const },
      reason: 'Letter of the payroll office',
    } // biome-ignore format: a form
    const { approvalId } = await testApp.as('admin').ok('suspenseUse', rest)
    expect(await look(id), 'nothing moves before the second person').toMatchObject({ unremitted: 1_000_000n })
    const { summary } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(summary).toContain('off what the payroll office owes, which is then ₦0.00')
    await testApp.as('authorizer').approve(approvalId)
    expect(await look(id)).toMatchObject({ status: 'posted', unremitted: 0n })
    const { rows: unsent } = await testApp
      .as('auditor')
      .ok('repaymentList', { unremitted: 'true', limit: 200 })
    expect(unsent.map(each => each.id)).not.toContain(id)
    expect((await itemsOf(id, 'closed'))[0]).toMatchObject({
      remaining: 0n, uses: [{ kind: 'loan', amount: 4_000_000n }, { kind: 'notDeducted', amount: 1_000_000n }],
    }) // biome-ignore format: an item
    await proved()

    // a corrected schedule names ₦45,000 for her: what counts is what was deducted so far
    const better = await batchOf([{ staff: one.staff, amount: '45000' }, ...lines.slice(1)], {
      correctsId: id,
    })
    expect((await rowsOf(better)).map(each => each.earlier)).toEqual([4_000_000n, 4_000_000n])
    await posted(better, NOT_SENT)
    expect(await owed(one.loanId)).toBe(before - 4_500_000n)
    await proved()

    await undone(better)
    await agreed(testApp.as('admin').ok('repaymentTakeBack', { ...wrong, receiptId: useId }))
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone' })
    expect(await owed(one.loanId)).toBe(before)
    await proved()
  })
})

/** ₦30,000 held in suspense, and how its decision is reversed. */
async function saidNotDeducted(staff: string) {
  const id = await batchOf([{ staff, amount: '30000' }])
  await posted(id, NOT_SENT)
  const [item] = await itemsOf(id)
  const use = {
    id: randomUUID(), suspenseId: item?.id ?? '', amount: '3000000', use: { kind: 'notDeducted' as const },
    reason: 'Letter of the payroll office',
  } // biome-ignore format: a form
  await agreed(testApp.as('admin').ok('suspenseUse', use))
  return { id, item, mistaken: { id, receiptId: use.id, reason: 'The letter meant another month' } }
}

describe('“It was not deducted”, said of the wrong sum', () => {
  test('is reversed with approval: the money is in suspense again, and the office owes it again', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const { id, item, mistaken } = await saidNotDeducted('262626')
    expect(await look(id)).toMatchObject({ unremitted: 0n })
    await proved()

    const { approvalId } = await testApp.as('admin').ok('repaymentTakeBack', mistaken)
    const reported = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(reported).toMatchObject({
      summary: expect.stringContaining('₦30,000.00'),
      before: { unremitted: '₦0.00' },
      after: { unremitted: '₦30,000.00' },
    })
    expect(await look(id), 'nothing moves before the second person').toMatchObject({ unremitted: 0n })
    await testApp.as('authorizer').approve(approvalId)
    expect(await look(id)).toMatchObject({ unremitted: 3_000_000n })
    expect((await itemsOf(id))[0]).toMatchObject({
      remaining: 3_000_000n, closedAt: null, uses: [{ kind: 'notDeducted', undoneAt: expect.any(String) }],
    }) // biome-ignore format: an item
    await proved()
    await testApp.as('admin').refused('repaymentTakeBack', mistaken, 'repayment.not_taken_back')

    // a correction counts it as deducted again, and its loan can have it
    const better = await batchOf([{ staff: '262626', amount: '31000' }], { correctsId: id })
    expect((await rowsOf(better)).map(each => each.earlier)).toEqual([3_000_000n])
    await give(item?.id ?? '', one.loanId, '3000000').done
    expect(await owed(one.loanId)).toBe(before - 3_000_000n)
    await proved()
  })
})

test('“It was not deducted” cannot be reversed once a correction has the same row', async () => {
  const { id, mistaken } = await saidNotDeducted('272727')
  const { approvalId } = await testApp.as('admin').ok('repaymentTakeBack', mistaken)
  const better = await batchOf([{ staff: '272727', amount: '31000' }], { correctsId: id })
  await testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'repayment.corrected')
  await testApp.as('admin').ok('approvalWithdraw', { id: approvalId ?? '' })
  await posted(better, NOT_SENT)
  await testApp.as('admin').refused('repaymentTakeBack', mistaken, 'repayment.corrected')
  await undone(better)
  await agreed(testApp.as('admin').ok('repaymentTakeBack', mistaken))
  expect(await look(id)).toMatchObject({ unremitted: 3_000_000n })
  await proved()
})

describe('an undo comes to its end', () => {
  /** As an older release let it be done on the loan's page: the batch does not hear of it. */
  const reversedOnLoan = async (loanId: string, of: string): Promise<void> => {
    const { rows } = await testApp.pool.query<{ id: string }>('select id from staff limit 1')
    const actor = { ...SYSTEM, id: rows[0]?.id ?? '' }
    const reversal = { loanId, id: randomUUID(), of, note: 'The wrong person' }
    expect(await act(testApp.program, 'loanActDo', actor, ctx => reverse(ctx, reversal))).toBe(true)
  }

  test('over rows that an older release let be reversed on their loans, with a note on each', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const before = { one: await owed(one.loanId), two: await owed(two.loanId) }
    const id = await batchOf([
      { staff: one.staff, amount: '30000' },
      { staff: two.staff, amount: '20000' },
    ])
    await posted(id)
    const [first, second] = (await rowsOf(id)).map(row => row.receiptId)
    await reversedOnLoan(one.loanId, first ?? '')
    // a bank alert that was confirmed with the other repayment
    await testApp.pool.query(
      `insert into message_claim (id, sender, body, amount, at, dedupe, status, loan_id, receipt_id)
       values (gen_random_uuid(), 'GTBank', 'Amt:NGN20,000.00 CR', 2000000, now(), $2, 'confirmed', $1, $3)`,
      [two.loanId, second, second],
    )
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone', rowsDone: 0, rowsPassedOver: 1 })
    expect((await rowsOf(id)).map(row => [row.status, row.problem])).toEqual([
      ['undone', expect.stringContaining('the undo passed over it')],
      ['undone', null],
    ])
    expect({ one: await owed(one.loanId), two: await owed(two.loanId) }).toEqual(before)
    const { rows: open } = await testApp.as('admin').ok('claimList', { status: 'open' })
    expect(open.map(claim => claim.note)).toEqual([expect.stringMatching(/was reversed: RB-\d+ was undone/)])
    await proved()
  })

  test('after money out of its suspense was reversed on the loan that had it', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const id = await batchOf([{ staff: '202020', amount: '7000' }])
    await posted(id)
    const [item] = await itemsOf(id)
    const { id: useId, done } = give(item?.id ?? '', one.loanId, '700000')
    await done
    await reversedOnLoan(one.loanId, useId)
    await testApp.as('admin').refused('repaymentUndo', { id, reason: 'Once more' }, 'repayment.suspense_used')
    const takenBack = { id, receiptId: useId, reason: 'It was reversed on the loan' }
    await agreed(testApp.as('admin').ok('repaymentTakeBack', takenBack))
    await proved()
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone' })
    expect(await owed(one.loanId)).toBe(before)
    await proved()
  })

  test('with rows that were ambiguous, and with rows that could not be reversed at first', async () => {
    const [twin, one] = [await borrower(), await borrower()]
    await borrower({ ippisNumber: `0${twin.staff}` })
    const id = await batchOf([
      { staff: twin.staff, amount: '100' },
      { staff: one.staff, amount: '900000' },
    ])
    await testApp.as('admin').ok('repaymentRowMatch', place(id, 1, 'suspense'))
    await posted(id)
    const { credit } = (await testApp.as('auditor').ok('loanGet', { id: one.loanId })).row
    const refund = randomUUID()
    await agreed(testApp.as('admin').ok('loanActDo', {
      loanId: one.loanId, id: refund, reason: 'Asked for it', input: { act: 'refund', amount: credit.toString(), reference: 'RF-1' },
    })) // biome-ignore format: a form
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 1 })
    expect((await rowsOf(id))[1]?.problem).toContain('Reverse that refund first')
    await agreed(testApp.as('admin').ok('loanActDo', {
      loanId: one.loanId, id: randomUUID(), reason: 'The transfer came back', input: { act: 'reversal', of: refund },
    })) // biome-ignore format: a form
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone', rowsDone: 0 })
    await proved()
  })
})

describe('a row that the ledger refused', () => {
  test('and that was reassigned needs approval again; unchanged it is simply retried', async () => {
    const [gone, right] = [await borrower(), await borrower()]
    const id = await batchOf([{ staff: gone.staff, amount: '30000' }])
    await approvedOnly(id)
    await standing(gone.loanId, 'cancelled')
    await runBatch(testApp.program, id)
    await testApp.as('admin').ok('repaymentRetry', { id })
    await runBatch(testApp.program, id)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsRefused: 1, approvalId: null })
    await standing(gone.loanId, 'live')

    const before = await owed(right.loanId)
    await testApp.as('admin').ok('repaymentRowMatch', place(id, 1, 'post', right.loanId))
    await proved()
    expect(await look(id)).toMatchObject({ rowsRefused: 1, rowsMoved: 1 })
    const unsaid = await testApp.as('admin').refused('repaymentRetry', { id }, 'input.invalid')
    expect(unsaid.fields).toMatchObject({ reason: expect.stringContaining('reassigned rows') })
    const reason = 'The letter of the Ministry of Health names her'
    const { approvalId } = await testApp.as('admin').ok('repaymentRetry', { id, reason })
    expect(await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })).toMatchObject({
      reason,
    })
    await runBatch(testApp.program, id)
    expect(await owed(right.loanId), 'one person moves no money').toBe(before)
    await testApp.as('admin').refused('repaymentRowMatch', place(id, 1, 'suspense'), 'repayment.status')
    await testApp.as('authorizer').approve(approvalId)
    await runBatch(testApp.program, id)
    expect(await owed(right.loanId)).toBe(before - 3_000_000n)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsRefused: 0, rowsDone: 1 })
    await proved()
  })

  test('does not delay the message about the other, and is reported once it is posted', async () => {
    const one = await borrower()
    const id = await batchOf([
      { staff: one.staff, amount: '20000' },
      { staff: one.staff, amount: '10000', element: 'IROKO LOAN ARREARS' },
    ])
    await approvedOnly(id)
    const awaiting = await recommended(testApp, { ippisNumber: '181818' })
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: awaiting.id, version: 1 })
    await testApp.pool.query(`update repayment_row set loan_id = $2 where batch_id = $1 and row_number = 2`, [
      id,
      loanId,
    ])
    const reported = async () =>
      (await testApp.as('auditor').ok('messageList', { subjectType: 'repayment', subjectId: id })).rows.map(
        row => row.text,
      )
    await runBatch(testApp.program, id)
    expect((await rowsOf(id)).map(row => row.status)).toEqual(['posted', 'refused'])
    expect(await reported()).toEqual([expect.stringContaining('NGN20,000.00')])
    testApp.clock.advance({ minutes: 5 })
    await testApp.pool.query(`update repayment_row set loan_id = $2 where batch_id = $1 and row_number = 2`, [
      id,
      one.loanId,
    ])
    await testApp.as('admin').ok('repaymentRetry', { id })
    await runBatch(testApp.program, id)
    expect((await reported()).toSorted()).toEqual([
      expect.stringContaining('NGN10,000.00'),
      expect.stringContaining('NGN20,000.00'),
    ])
  })
})

test('an upload whose batch is pending approval is not deleted', async () => {
  const id = await batchOf([{ staff: '191919', amount: '10' }])
  const approvalId = await handOver(id)
  await testApp.as('admin').refused('intakeCancel', { id }, 'intake.status')
  await testApp.as('authorizer').approve(approvalId)
  await runBatch(testApp.program, id)
  expect(await look(id)).toMatchObject({ status: 'posted' })
})
