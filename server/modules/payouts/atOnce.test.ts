import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { untilWaiting, whileWaiting } from '../../../test/whileWaiting.ts'
import { postPayouts } from './post.ts'

/** One id is one batch, and the bank's result does not block acts on the loan. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = '2026-11-16'
const awaiting = async (): Promise<string> => (await approvedLoan(testApp)).id
const batchOf = (...loanIds: string[]) => ({
  id: randomUUID(),
  loanIds,
  valueOn: TODAY,
  payingAccount: 'GTBank 0123456789, operations',
})
const make = (input: ReturnType<typeof batchOf>) => testApp.as('admin').call('payoutBatchMake', input)

test('a batch sent once more is the one that was made, whatever came of it', async () => {
  const [first, second] = [await awaiting(), await awaiting()]
  const input = batchOf(first, second)
  const made = await testApp.as('admin').ok('payoutBatchMake', input)
  const again = { ...input, loanIds: [second.toUpperCase(), first, second] }
  expect(await testApp.as('admin').ok('payoutBatchMake', again)).toEqual(made)
  await testApp.as('admin').ok('payoutBatchCancel', { id: made.id, reason: 'Not this week' })
  expect(await testApp.as('admin').ok('payoutBatchMake', input)).toMatchObject({ status: 'cancelled' })
})

test.each([
  ['another loan', async () => ({ loanIds: [await awaiting()] })],
  ['one loan more', async (stored: string) => ({ loanIds: [stored, await awaiting()] })],
  ['another day', async () => ({ valueOn: '2026-11-17' })],
  ['another account', async () => ({ payingAccount: 'Zenith 9876543210, operations' })],
])('with %s under its id it is another batch, and refused', async (_, changed) => {
  const loan = await awaiting()
  const input = batchOf(loan)
  await testApp.as('admin').ok('payoutBatchMake', input)
  const other = { ...input, ...(await changed(loan)) }
  await testApp.as('admin').refused('payoutBatchMake', other, 'idempotency.other_body')
})

test('sent twice at one moment it is made once; with other loans it is refused', async () => {
  const [one, two, three] = [await awaiting(), await awaiting(), await awaiting()]
  await testApp.as('admin').ok('payoutBatchMake', batchOf(one))
  const input = batchOf(two)
  // both have looked whether the id is known, and wait for their number or for the loan
  const counter: [string, unknown[]] = [`select from payout_number for update`, []]
  const same = await whileWaiting(testApp, counter, () => Promise.all([make(input), make(input)]), 2)
  expect(same.map(each => each.status)).toEqual([200, 200])
  expect(same[0]?.body).toEqual(same[1]?.body)

  const [mine, yours] = [batchOf(three), batchOf(await awaiting())]
  const crossed = await whileWaiting(
    testApp,
    counter,
    () => Promise.all([make(mine), make({ ...yours, id: mine.id })]),
    2,
  )
  expect(crossed.map(each => each.body.code ?? 'made').toSorted()).toEqual(['idempotency.other_body', 'made'])
})

test('returned funds wait for an act on the loan without holding the references', async () => {
  const loanId = await awaiting()
  const { id } = await testApp.as('admin').ok('payoutBatchMake', batchOf(loanId))
  const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id, reason: 'Pay day' })
  await testApp.as('authorizer').approve(approvalId)
  await testApp.as('admin').ok('payoutBatchExport', { id, exportId: randomUUID() })
  const [line] = (await testApp.as('auditor').ok('payoutLineList', { id })).rows
  const reported = { id, lineId: line?.id ?? '', on: TODAY, reason: 'By telephone', bankReference: 'NIP-77' }
  await testApp.as('admin').ok('payoutLineMark', { ...reported, result: 'paid' })
  await postPayouts(testApp.program, id)

  const file = [
    'Reference,Status,Bank Reference,Date,Reason',
    `${line?.reference},Returned,NIP-77,${TODAY},Dormant`,
  ]
  const content = Buffer.from(file.join('\r\n')).toString('base64')
  const answers = [
    () => testApp.as('admin').call('payoutResultPreview', { id, fileName: 'back.csv', content }),
    () => testApp.as('admin').call('payoutLineMark', { ...reported, result: 'returned' }),
  ]
  for (const answer of answers) {
    const actor = await testApp.pool.connect()
    try {
      await actor.query('begin')
      await actor.query(`select from loan where id = $1 for no key update`, [loanId])
      const answered = answer()
      await untilWaiting(testApp)
      const { rows } = await actor.query<{ isFree: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext('bank references')) as "isFree"`,
      )
      await actor.query('rollback')
      expect(rows).toEqual([{ isFree: true }])
      expect((await answered).status).toBe(200)
    } finally {
      actor.release(true)
    }
  }
})

test('a batch is never shown older than its lines, which may be the last word that the page asks for', async () => {
  const { id } = await testApp.as('admin').ok('payoutBatchMake', batchOf(await awaiting()))
  // it ends during a read, between one query and the next
  const ended = `do $$ begin
    lock table approval in access exclusive mode;
    update payout_line set status = 'cancelled' where batch_id = '${id}';
    update payout_batch set status = 'cancelled' where id = '${id}';
  end $$`
  const seen = await whileWaiting(testApp, [ended, []], () =>
    testApp.as('admin').ok('payoutBatchGet', { id }),
  )
  expect(seen).toMatchObject({ status: 'draft', tallies: [{ status: 'open', lines: 1 }] })
})
