import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { sendMessages } from '../campaigns/sending.ts'
import { runBatch } from './run.ts'

/** The messages of a batch, paused and released manually. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, handOver, posted, agreed } = batchesIn(() => testApp)
const send = () => sendMessages(testApp.program)
const pause = (id: string) =>
  testApp.as('admin').ok('repaymentMessagesPause', { id, reason: 'The wording is being checked' })
const release = (id: string) => testApp.as('admin').ok('repaymentMessagesRelease', { id })
const statuses = async (id: string): Promise<string[]> =>
  (
    await testApp.pool.query(`select status from message where subject_id = $1 order by status`, [id])
  ).rows.map(row => row.status)

/** Who stands behind another's lock on a row. */
const WAITING = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%update message%'`

async function batchOfTwo(): Promise<string> {
  const [first, second] = [await borrower(), await borrower()]
  // messages about their loans are another matter
  await testApp.pool.query(`update message set status = 'cancelled' where status in ('queued', 'held')`)
  return batchOf([
    { staff: first.staff, amount: INSTALMENT },
    { staff: second.staff, amount: INSTALMENT },
  ])
}

test('paused, what waits stays until it is released; the record says so', async () => {
  const id = await batchOfTwo()
  await posted(id)
  expect(await statuses(id)).toEqual(['queued', 'queued'])
  expect(await pause(id)).toEqual({ held: 2 })
  expect(await look(id)).toMatchObject({ holdsMessages: true, messages: { counts: { held: 2 } } })
  expect(await send()).toBe(0)
  expect(await pause(id), 'a second time nothing is left to hold').toEqual({ held: 0 })
  const { rows } = await testApp.as('auditor').ok('auditList', { action: 'repaymentMessagesPause' })
  expect(rows.at(-1)).toMatchObject({
    subjectId: id,
    before: { holdsMessages: false },
    after: { holdsMessages: true, messagesHeld: 2 },
    reason: 'The wording is being checked',
  })
  expect(await release(id)).toEqual({ released: 2 })
  expect(await look(id)).toMatchObject({ holdsMessages: false })
  expect(await send()).toBe(2)
  await testApp.as('auditor').refused('repaymentMessagesPause', { id }, 'permission.missing')
})

test('holds messages that wait for the morning or a retry, and the clock does not release them', async () => {
  const id = await batchOfTwo()
  await posted(id)
  await testApp.pool.query(
    `update message m set not_before = $2, status = case when id = (select min(id::text)::uuid from message where subject_id = $1)
       then 'held' else 'queued' end, status_reason = 'quiet hours' where subject_id = $1`,
    [id, new Date(testApp.clock.now().getTime() + 3_600_000)],
  )
  expect(await pause(id)).toEqual({ held: 2 })
  testApp.clock.advance({ hours: 2 })
  expect(await send()).toBe(0)
  expect(await statuses(id)).toEqual(['held', 'held'])
})

test('one that the sender claims at the same moment goes out, the others stay', async () => {
  const id = await batchOfTwo()
  await posted(id)
  const sender = await testApp.pool.connect()
  try {
    await sender.query('begin')
    const { rows } = await sender.query(
      `select id from message where subject_id = $1 and status = 'queued' order by id limit 1 for update skip locked`,
      [id],
    )
    const pausing = pause(id)
    await expect.poll(async () => (await testApp.pool.query(WAITING)).rows[0].n).toBe(1)
    await sender.query(`update message set status = 'sending', lease = $2 where id = $1`, [
      rows[0].id,
      randomUUID(),
    ])
    await sender.query('commit')
    expect(await pausing).toEqual({ held: 1 })
  } finally {
    sender.release()
  }
  expect(await statuses(id)).toEqual(['held', 'sending'])
})

test('paused while its rows are posted, also what is written afterwards waits', async () => {
  const id = await batchOfTwo()
  await testApp.as('authorizer').approve(await handOver(id))
  await pause(id)
  await runBatch(testApp.program, id)
  expect(await statuses(id)).toEqual(['held', 'held'])
  expect(await look(id)).toMatchObject({ status: 'posted', holdsMessages: true })
})

test('sent again after a failure, by us or by the provider, a paused batch keeps it', async () => {
  const id = await batchOfTwo()
  await posted(id)
  await pause(id)
  await testApp.pool.query(`update message set status = 'failed' where subject_id = $1`, [id])
  expect(
    await testApp.as('admin').ok('repaymentMessagesResend', { id, reason: 'The provider was down' }),
  ).toEqual({ resent: 2 })
  expect(await send()).toBe(0)
  expect(await statuses(id)).toEqual(['failed', 'failed', 'held', 'held'])
  expect(await release(id)).toEqual({ released: 2 })
})

test('a batch that is not posted has nothing to pause', async () => {
  const id = await batchOfTwo()
  await testApp.as('admin').refused('repaymentMessagesPause', { id }, 'repayment.status')
})

test('sends no message about a reversed repayment, and one about each other', async () => {
  const id = await batchOfTwo()
  await posted(id, { holds: true })
  const [row] = await rowsOf(id)
  const wrong = { id, receiptId: row?.receiptId ?? '', reason: 'It is the other Okonkwo' }
  await agreed(testApp.as('admin').ok('repaymentTakeBack', wrong))
  expect(await statuses(id)).toEqual(['cancelled', 'held'])
  expect(await release(id)).toEqual({ released: 1 })
})
