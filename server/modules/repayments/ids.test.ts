import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn, type Form, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { whileWaiting } from '../../../test/whileWaiting.ts'
import { runBatch } from './run.ts'

/** The maker chooses the id of an act: an id used for something else must not block an approved posting. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, posted, handOver, agreed, undone, owed, proved } = batchesIn(
  () => testApp,
)
const NOT_SENT: Form = { bankCredit: '0', gapNote: 'Not remitted yet' }

/** A naira at the counter, under an id of the clerk's choice. */
const naira = (loanId: string, id: string) => ({
  loanId, id, reason: 'At the counter',
  input: { act: 'receipt', amount: '100', on: '2026-11-16', channel: 'bank transfer', reference: `C-${randomUUID()}` } as const,
}) // biome-ignore format: a form

describe('the id of a row', () => {
  const idsOf = async (batchId: string): Promise<string[]> => {
    const { rows } = await testApp.pool.query<{ posting_id: string }>(
      `select posting_id from repayment_row where batch_id = $1 order by row_number`,
      [batchId],
    )
    return rows.map(row => row.posting_id)
  }

  test('is shown once the row is in the ledger, and not before', async () => {
    const one = await borrower()
    const id = await batchOf([
      { staff: one.staff, amount: INSTALMENT },
      { staff: '515151', amount: '10' },
    ])
    const shown = async () => (await rowsOf(id)).map(row => row.receiptId)
    expect(await shown()).toEqual([null, null])
    await posted(id)
    expect(await shown()).toEqual(await idsOf(id))
    await undone(id)
    expect(await shown()).toEqual(await idsOf(id))
  })

  test.each(['another', 'the same'] as const)(
    'recorded before on %s loan stops neither the batch nor, tried again, the row',
    async which => {
      const [one, two, other] = [await borrower(), await borrower(), await borrower()]
      const id = await batchOf([
        { staff: one.staff, amount: INSTALMENT },
        { staff: two.staff, amount: INSTALMENT },
      ])
      const [taken = ''] = await idsOf(id)
      await testApp.as('admin').ok('loanActDo', naira((which === 'another' ? other : one).loanId, taken))
      const before = await owed(one.loanId)
      await posted(id)
      expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 1, rowsRefused: 1 })
      const [refused] = await rowsOf(id)
      expect(refused).toMatchObject({ status: 'refused', receiptId: null, problem: expect.any(String) })
      await proved()
      await testApp.as('admin').ok('repaymentRetry', { id })
      await runBatch(testApp.program, id)
      expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 2, rowsRefused: 0 })
      expect(before - (await owed(one.loanId))).toBe(6_166_667n)
      await proved()
    },
  )

  test('rejects an id derived from a repayment id before its reversal uses it', async () => {
    const [one, other] = [await borrower(), await borrower()]
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }])
    await posted(id)
    const [row] = await rowsOf(id)
    const receiptId = row?.receiptId ?? ''
    const derived = receiptId.replace(/^(.{14})4/, '$15')
    expect(derived).not.toBe(receiptId)
    await testApp.as('admin').refused('loanActDo', naira(other.loanId, derived), 'input.invalid')
    await agreed(testApp.as('admin').ok('repaymentTakeBack', { id, receiptId, reason: 'Of another Okonkwo' }))
    const { rows } = await testApp.as('auditor').ok('suspenseList', { batchId: id, state: 'open' })
    const use = { kind: 'loan' as const, loanId: other.loanId, on: '2026-11-16' }
    const given = { suspenseId: rows[0]?.id ?? '', amount: '100', use, reason: 'Hers' }
    await testApp.as('admin').refused('suspenseUse', { ...given, id: derived }, 'input.invalid')
    await proved()
  })
})

describe('the id of money from a payroll office', () => {
  const sent = (batchId: string, id: string) => ({
    id, batchId, amount: '40000', receivedOn: '2026-11-16', reference: `OAGF-${randomUUID()}`, reason: 'First transfer',
  }) // biome-ignore format: a form

  test('may be that of another batch, which is approved all the same', async () => {
    const first = await batchOf([{ staff: '525252', amount: '1000' }])
    await posted(first, NOT_SENT)
    const second = await batchOf([{ staff: '535353', amount: '2000' }])
    await agreed(testApp.as('admin').ok('remittanceRecord', sent(first, second)))
    await posted(second)
    expect(await look(second)).toMatchObject({ status: 'posted', bankCredit: 200_000n, unremitted: 0n })
    await proved()
  })

  test('is no longer the batch’s: its rows are reversed under their own id', async () => {
    const id = await batchOf([{ staff: '565656', amount: '1000' }])
    await testApp.as('authorizer').approve(await handOver(id))
    await runBatch(testApp.program, id)
    const [remittance] = (await look(id)).remittances
    expect(remittance?.id).not.toBe(id)
    const back = { id: remittance?.id ?? '', batchId: id, reason: 'Credited to another lender' }
    await agreed(testApp.as('admin').ok('remittanceUndo', back))
    expect(await look(id)).toMatchObject({ unremitted: 100_000n, remittances: [] })
    await proved()
  })

  test('taken at the same instant is refused by name', async () => {
    const [first, second] = [
      await batchOf([{ staff: '545454', amount: '1000' }]),
      await batchOf([{ staff: '555555', amount: '1000' }]),
    ]
    for (const each of [first, second]) await posted(each, NOT_SENT)
    const asked = sent(first, randomUUID())
    const { approvalId } = await testApp.as('admin').ok('remittanceRecord', asked)
    // not a thing of ours: the ledger is not proved after it
    await whileWaiting(
      testApp,
      [
        `insert into office_receipt (id, number, source, for_batch_id, amount, received_on, reference, posted_on, recorded_by, recorded_at)
         values ($1, 'OR-X', 'IPPIS', $2, 100, '2026-11-16', $3, '2026-11-16', $4, now())`,
        [asked.id, second, `OAGF-${randomUUID()}`, await testApp.idOf('admin')],
      ],
      () =>
        testApp
          .as('authorizer')
          .refused('approvalApprove', { id: approvalId ?? '' }, 'idempotency.other_body'),
    )
  })
})
