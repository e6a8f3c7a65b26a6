import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CHANNELS } from '../../../contract/loans.ts'
import { batchesIn } from '../../../test/batches.ts'
import { approvedLoan, toTransfer } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import type { Tx } from '../../kernel/db.ts'
import { insertEvents, loanWithReference } from './loans.sql.ts'

/** I7: what a bank calls a payment is recorded once, however two people type it. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, owed } = batchesIn(() => testApp)

const receipt = (reference: string, channel: (typeof CHANNELS)[number] = 'bank transfer') =>
  ({ act: 'receipt', amount: '100000', on: '2026-11-16', channel, reference }) as const
const asked = (loanId: string, input: ReturnType<typeof receipt>) => ({
  loanId,
  id: randomUUID(),
  input,
  reason: 'At the counter',
})

/** Nothing is due yet, so cash needs approval. */
async function inCash(loanId: string, reference: string): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('loanActDo', asked(loanId, receipt(reference, 'cash')))
  await testApp.as('authorizer').approve(approvalId)
}

test('I7 a reference in other letters or with spaces is the same payment', async () => {
  const [one, two] = [await borrower({ surname: 'Okafor' }), await borrower({ surname: 'Bello' })]
  const admin = testApp.as('admin')
  const first = asked(one.loanId, receipt('GTB/0012a'))
  await admin.ok('loanActDo', first)
  const before = await owed(two.loanId)
  for (const typed of ['GTB/0012a', 'GTB/0012A', 'gtb/0012a', 'GTB / 0012A', 'g t b/0012 a'])
    for (const { loanId } of [one, two]) {
      const { message } = await admin.refused(
        'loanActDo',
        asked(loanId, receipt(typed)),
        'loan.reference_taken',
      )
      expect(message).toContain(`already recorded on ${one.number}`)
    }
  expect(await owed(two.loanId)).toBe(before)
  // another payment, and the same words where they are the number of a cash receipt
  await admin.ok('loanActDo', asked(two.loanId, receipt('GTB/0012B')))
  await inCash(two.loanId, 'gtb/0012a')
  // after a reversal it may be recorded again on the right loan, in any letter case
  const { approvalId } = await admin.ok('loanActDo', {
    loanId: one.loanId,
    id: randomUUID(),
    input: { act: 'reversal', of: first.id },
    reason: 'The wrong loan',
  })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  await admin.ok('loanActDo', asked(two.loanId, receipt('GTB/0012A')))
})

test('I7 two spellings at the same instant are one payment, and the other person reads which loan has it: 5 pairs', async () => {
  const [one, two] = [await borrower({ surname: 'Eze' }), await borrower({ surname: 'Musa' })]
  for (let n = 0; n < 5; n++) {
    const answers = await Promise.all([
      testApp.as('admin').call('loanActDo', asked(one.loanId, receipt(`gtb/ft-9${n}`))),
      testApp.as('superAdmin').call('loanActDo', asked(two.loanId, receipt(`GTB/FT 9${n}`))),
    ])
    expect(new Set(answers.map(each => each.status))).toEqual(new Set([200, 409]))
    const [first] = answers[0].status === 200 ? [one] : [two]
    const refused = answers.find(each => each.status === 409)
    expect(refused?.body).toMatchObject({
      code: 'loan.reference_taken',
      message: expect.stringContaining(`already recorded on ${first.number}`),
    })
  }
})

test('I7 a reference is one payment in every channel but cash, and however it is punctuated', async () => {
  const [one, two] = [await borrower({ surname: 'Obi' }), await borrower({ surname: 'Sani' })]
  const admin = testApp.as('admin')
  await admin.ok('loanActDo', asked(one.loanId, receipt('NIP-4455')))
  for (const channel of ['card', 'cheque', 'direct debit', 'payroll deduction'] as const)
    for (const typed of ['NIP-4455', 'nip/44 55'])
      await admin.refused('loanActDo', asked(two.loanId, receipt(typed, channel)), 'loan.reference_taken')
  await inCash(two.loanId, 'NIP-4455')
  await admin.refused('loanActDo', asked(one.loanId, receipt('nip 4455', 'cash')), 'loan.reference_taken')
})

test('I7 money that leaves is known by its reference however it is typed', async () => {
  const [one, two] = [await approvedLoan(testApp), await approvedLoan(testApp)]
  const paid = async ({ id: loanId }: { id: string }, bankReference: string) => {
    const { batchId: id, lineId } = await toTransfer(testApp, loanId)
    const reported = { result: 'paid', on: '2026-11-16', bankReference, reason: 'Bank statement' } as const
    return testApp.as('admin').call('payoutLineMark', { id, lineId, ...reported })
  }
  expect((await paid(one, 'ZEN/2026/771')).status).toBe(200)
  expect((await paid(two, 'zen 2026-771')).body).toMatchObject({
    code: 'payout.line',
    message: expect.stringContaining(one.number),
  })
})

const taken = (references: readonly string[]) => (tx: Tx) =>
  loanWithReference(
    tx,
    references.map(reference => ({ channel: 'bank transfer', reference })),
  )

test('references are looked up in the index: of one payment, of a page of a batch, and when one is recorded', async () => {
  const { loanId } = await borrower({ surname: 'Danjuma' })
  const client = await testApp.pool.connect()
  try {
    await client.query('begin')
    // so many at once, without what follows from a receipt
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into loan_event (id, loan_id, sequence, type, effective_on, event, amount, channel, reference, entered_at, entered_by_name)
       select gen_random_uuid(), $1, 1000 + n, 'receipt', '2026-11-16', '{}', 100, 'bank transfer', 'Old/' || n, now(), 'Somebody'
       from generate_series(1, 20000) n`,
      [loanId],
    )
    await client.query('analyze loan_event')
    const asks = [
      taken(['old/77']),
      taken(Array.from({ length: 300 }, (_, n) => `old / ${n + 500}`)),
      (tx: Tx) => insertEvents(tx, []),
    ]
    for (const ask of asks) {
      const { sql, parameters } = await caught(ask)
      const { rows } = await client.query(`explain ${sql}`, [...parameters])
      const plan = rows.map(row => Object.values(row)[0]).join('\n')
      expect(plan).toContain('loan_event_reference_once')
      expect(plan).not.toContain('Seq Scan on loan_event')
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

/** The statement as it is sent. */
async function caught(ask: (tx: Tx) => Promise<unknown>) {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: testApp.pool }),
    log: ({ query }) => void sent.push(query),
  })
  await db.transaction().execute(ask)
  const statement = sent.find(({ sql }) => sql.includes('payment_key'))
  if (!statement) throw new Error('Nothing was asked.')
  return statement
}
