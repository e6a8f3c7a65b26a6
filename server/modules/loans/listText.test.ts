import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** PostgreSQL writes the list, the engine describes the loans of one customer: both say the same of a loan. */
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ lender: true })
  // the small lender has none of them, and only how a row is written is looked at
  for (const status of ['overpaid', 'cancelled'])
    await testApp.pool.query(
      `update loan set status = $1 where id in (select id from loan where status = 'live' order by number limit 1)`,
      [status],
    )
})
afterAll(() => testApp.close())

const auditor = () => testApp.as('auditor')

test.each(['live', 'arrears', 'overpaid', 'closed', 'cancelled'] as const)(
  'the tab %s shows each loan as the page of its customer does',
  async tab => {
    const { rows } = await auditor().ok('loanList', { tab, limit: 30 })
    expect(rows.length).toBeGreaterThan(0)
    for (const { contact, ...row } of rows) {
      const theirs = await auditor().ok('loansOfCustomer', { customerId: row.customerId })
      const same = theirs.rows.find(each => each.id === row.id)
      expect(row).toEqual({ ...same, officerName: row.officerName, payoutBatch: row.payoutBatch })
      expect(contact !== undefined).toBe(tab === 'arrears')
    }
  },
)

test('of a loan in arrears it shows the promise and the last contact', async () => {
  const arrears = async () => (await auditor().ok('loanList', { tab: 'arrears', limit: 200 })).rows
  const editor = testApp.as('editor')
  const [one, two, three] = (await arrears()).map(row => row.customerId)
  await testApp.pool.query(`delete from customer_note`)
  await testApp.pool.query(`update message set status = 'failed' where customer_id = any ($1)`, [
    [one, two, three],
  ])
  const sentOn = '2026-11-10T08:00:00.000Z'
  await testApp.pool.query(
    `update message set status = 'delivered', at = $2 where id in (select id from message where customer_id = $1 and purpose <> 'code' limit 1)`,
    [two, sentOn],
  )
  const note = { customerId: one ?? '', id: randomUUID(), text: 'Asked for a statement' }
  await editor.ok('customerNoteAdd', note)
  const promise = { customerId: one ?? '', id: randomUUID(), amount: '4500000', on: '2026-11-30', text: '' }
  await editor.ok('customerPromiseAdd', promise)
  const contacts = new Map((await arrears()).map(row => [row.customerId, row.contact]))
  const last = { at: testApp.clock.now().toISOString(), way: 'note' }
  expect(contacts.get(one ?? '')).toEqual({
    promise: { on: '2026-11-30', amount: 4_500_000n, outcome: 'open', isLate: false },
    last,
  })
  expect(contacts.get(two ?? '')).toEqual({ promise: null, last: { at: sentOn, way: 'message' } })
  expect(contacts.get(three ?? '')).toEqual({ promise: null, last: null })
  testApp.clock.set('2026-12-01T09:00:00Z')
  expect((await arrears()).find(row => row.customerId === one)?.contact?.promise?.isLate).toBe(true)
})
