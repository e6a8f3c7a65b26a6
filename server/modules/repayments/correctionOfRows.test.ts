import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn, type Form } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runBatch } from './run.ts'

/** What a correction is measured by: which line of the files before it a line of it means, and what of that still stands. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, handOver, posted, agreed, owed, proved } = batchesIn(() => testApp)
const NOT_SENT: Form = { bankCredit: '0', gapNote: 'Not remitted yet' }

const place = (id: string, rowNumber: number, treatment: 'post' | 'skip', loanId: string | null = null) =>
  testApp
    .as('admin')
    .ok('repaymentRowMatch', { id, rowNumber, part: 1, loanId, treatment, note: 'By the letter' })

/** The receipt of a row goes back into suspense, by two people. */
async function takenBack(id: string): Promise<string> {
  const [row] = await rowsOf(id)
  const wrong = { id, receiptId: row?.receiptId ?? '', reason: 'Not so' }
  await agreed(testApp.as('admin').ok('repaymentTakeBack', wrong))
  const { rows } = await testApp.as('auditor').ok('suspenseList', { batchId: id, state: 'open' })
  return rows[0]?.id ?? ''
}

type Use = { kind: 'notDeducted' } | { kind: 'loan'; loanId: string; on: string }
async function used(suspenseId: string, amount: string, use: Use): Promise<string> {
  const id = randomUUID()
  await agreed(
    testApp.as('admin').ok('suspenseUse', { id, suspenseId, amount, use, reason: 'Letter of the office' }),
  )
  return id
}
const notDeducted = (suspenseId: string, amount: string) => used(suspenseId, amount, { kind: 'notDeducted' })

/** Lines of one person for one element, as one file or another names them. */
const linesOf = (staff: string, amounts: readonly string[]) => amounts.map(amount => ({ staff, amount }))

type Judged = [bin: string, earlier: bigint, treatment: string]
const SAME = (earlier: bigint): Judged => ['duplicate', earlier, 'skip']
const MORE = (earlier: bigint): Judged => ['short', earlier, 'post']
const UNCLEAR: Judged = ['ambiguous', 0n, 'suspense']

describe('lines of one person for the same element', () => {
  test.each<[what: string, first: string[], then: string[], judged: Judged[], added: bigint]>([
    ['in another order', ['10000', '20000'], ['20000', '10000'], [SAME(2_000_000n), SAME(1_000_000n)], 0n],
    ['one of them more', ['10000', '20000'], ['10000', '25000'], [SAME(1_000_000n), MORE(2_000_000n)], 500_000n],
    ['one more, in another order', ['10000', '20000'], ['25000', '10000'], [MORE(2_000_000n), SAME(1_000_000n)], 500_000n],
    ['only the second, as it was', ['10000', '20000'], ['20000'], [SAME(2_000_000n)], 0n],
    ['a new one before the old', ['10000'], ['5000', '10000'], [MORE(0n), SAME(1_000_000n)], 500_000n],
    ['two new ones', ['10000'], ['5000', '10000', '7000'], [MORE(0n), SAME(1_000_000n), MORE(0n)], 1_200_000n],
    ['one of them named twice', ['10000', '20000'], ['10000', '10000', '20000'], [SAME(1_000_000n), SAME(0n), SAME(2_000_000n)], 0n],
    ['the only one more', ['10000'], ['12000'], [MORE(1_000_000n)], 200_000n],
  ])('%s', async (_, first, then, judged, added) => {
    const one = await borrower()
    const id = await batchOf(linesOf(one.staff, first))
    await posted(id, NOT_SENT)
    const before = await owed(one.loanId)
    const better = await batchOf(linesOf(one.staff, then), { correctsId: id })
    expect((await rowsOf(better)).map(row => [row.bin, row.earlier, row.treatment])).toEqual(judged)
    await posted(better, NOT_SENT)
    expect(before - (await owed(one.loanId))).toBe(added)
    await proved()
  }) // biome-ignore format: a table

  test.each<[what: string, first: string[], then: string[], judged: Judged[]]>([
    ['only one of two, and more', ['10000', '20000'], ['25000'], [UNCLEAR]],
    ['both more', ['10000', '20000'], ['12000', '25000'], [UNCLEAR, UNCLEAR]],
    ['two where one was', ['10000'], ['12000', '5000'], [UNCLEAR, UNCLEAR]],
    ['one of two where another was as now', ['10000', '20000', '30000'], ['30000', '25000'], [SAME(3_000_000n), UNCLEAR]],
  ])('%s: needs a decision', async (_, first, then, judged) => {
    const one = await borrower()
    const id = await batchOf(linesOf(one.staff, first))
    await posted(id, NOT_SENT)
    const before = await owed(one.loanId)
    const better = await batchOf(linesOf(one.staff, then), { correctsId: id })
    const rows = await rowsOf(better)
    expect(rows.map(row => [row.bin, row.earlier, row.treatment])).toEqual(judged)
    await expect(handOver(better, NOT_SENT)).rejects.toThrow(/match more than one loan or earlier posting/)
    for (const row of rows.filter(each => each.bin === 'ambiguous')) await place(better, row.rowNumber, 'skip')
    await posted(better, NOT_SENT)
    expect(await owed(one.loanId)).toBe(before)
    await proved()
  }) // biome-ignore format: a table

  test('given a place it is one more deduction; and a line is known through all corrections', async () => {
    const one = await borrower()
    const id = await batchOf(linesOf(one.staff, ['10000', '20000']))
    await posted(id, NOT_SENT)
    const before = await owed(one.loanId)
    const more = await batchOf(linesOf(one.staff, ['25000', '10000']), { correctsId: id })
    await posted(more, NOT_SENT)
    const extra = await batchOf(linesOf(one.staff, ['7000']), { correctsId: more })
    await place(extra, 1, 'post', one.loanId)
    await posted(extra, NOT_SENT)
    expect(before - (await owed(one.loanId))).toBe(1_200_000n)
    const last = await batchOf(linesOf(one.staff, ['7000', '10000', '26000']), { correctsId: extra })
    expect((await rowsOf(last)).map(row => row.earlier)).toEqual([700_000n, 1_000_000n, 2_500_000n])
    await posted(last, NOT_SENT)
    expect(before - (await owed(one.loanId))).toBe(1_300_000n)
    await proved()
  })
})

/** As if the loan had been cancelled between the approval and the posting. */
const standing = (loanId: string, status: 'live' | 'cancelled') =>
  testApp.pool.query(`update loan set status = $2 where id = $1`, [loanId, status])

describe('what was posted before changed since the correction was read', () => {
  test('a row that the ledger refused is not tried again by the old measure', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    await posted(first, NOT_SENT)
    const better = await batchOf([{ staff: one.staff, amount: '30000' }], { correctsId: first })
    await testApp.as('authorizer').approve(await handOver(better, NOT_SENT))
    await standing(one.loanId, 'cancelled')
    await runBatch(testApp.program, better)
    await standing(one.loanId, 'live')
    expect(await look(better)).toMatchObject({ status: 'posted', rowsRefused: 1 })

    await notDeducted(await takenBack(first), '1000000')
    await testApp.as('admin').refused('repaymentRetry', { id: better }, 'repayment.measured_before')
    // left out by two people, and the month is said by another file
    await place(better, 1, 'skip')
    const { approvalId } = await testApp
      .as('admin')
      .ok('repaymentRetry', { id: better, reason: 'A new file follows' })
    await testApp.as('authorizer').approve(approvalId)
    await runBatch(testApp.program, better)
    expect(await look(better)).toMatchObject({ status: 'posted', rowsRefused: 0 })
    const last = await batchOf([...linesOf(one.staff, ['30000']), { staff: '272829', amount: '10' }], {
      correctsId: better,
    })
    await posted(last, NOT_SENT)
    expect(before - (await owed(one.loanId))).toBe(3_000_000n)
    await proved()
  })

  test('a row left out as posted already is not left out when that no longer stands', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const line = { staff: one.staff, amount: '10000' }
    const first = await batchOf([line])
    await posted(first, NOT_SENT)
    const lines = [line, { staff: '282828', amount: '10' }]
    const better = await batchOf(lines, { correctsId: first })
    await notDeducted(await takenBack(first), '1000000')
    await expect(handOver(better, NOT_SENT)).rejects.toThrow(/upload the file again/)
    await testApp.as('admin').ok('intakeCancel', { id: better })
    await posted(await batchOf(lines, { correctsId: first }), NOT_SENT)
    expect(before - (await owed(one.loanId))).toBe(1_000_000n)
    await proved()
  })

  test('a row left out as less than was posted stays out once the earlier one was put right', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const first = await batchOf([{ staff: one.staff, amount: '50000' }])
    await posted(first, NOT_SENT)
    const better = await batchOf([{ staff: one.staff, amount: '40000' }], { correctsId: first })
    expect((await rowsOf(better))[0]).toMatchObject({ bin: 'ambiguous', treatment: 'skip' })
    const item = await takenBack(first)
    await used(item, '4000000', { kind: 'loan', loanId: one.loanId, on: '2026-11-16' })
    await notDeducted(item, '1000000')
    await posted(better, NOT_SENT)
    expect(before - (await owed(one.loanId))).toBe(4_000_000n)
    await proved()
  })

  test('“It was not deducted”, set by mistake after the correction was posted, is reversed', async () => {
    const one = await borrower()
    const first = await batchOf([{ staff: one.staff, amount: '10000' }])
    await posted(first, NOT_SENT)
    await posted(await batchOf([{ staff: one.staff, amount: '12000' }], { correctsId: first }), NOT_SENT)
    testApp.clock.advance({ minutes: 1 })
    const receiptId = await notDeducted(await takenBack(first), '1000000')
    expect(await look(first)).toMatchObject({ unremitted: 0n })
    const mistaken = { id: first, receiptId, reason: 'The letter meant another month' }
    await agreed(testApp.as('admin').ok('repaymentTakeBack', mistaken))
    expect(await look(first)).toMatchObject({ unremitted: 1_000_000n })
    await proved()
  })
})
