import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CountedWire, layCountedWire } from '../../../test/countedWire.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type Part, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'

let testApp: TestApp
let wire: CountedWire
beforeAll(async () => {
  wire = layCountedWire()
  testApp = await createTestApp({ between: wire.through })
})
afterAll(async () => {
  await testApp.close()
  await wire.close()
})

async function live(): Promise<string> {
  const { id } = await approvedLoan(testApp)
  await disbursed(testApp, id)
  return id
}
async function liveLoans(count: number): Promise<string[]> {
  const loans: string[] = []
  for (let n = 0; n < count; n++) loans.push(await live())
  return loans
}

type Given = { naira: number; reference: string; on: string }
const receiptOf = (
  loanId: string,
  { naira = 5_000, reference = randomUUID(), on = '2026-11-16' }: Partial<Given> = {},
) => ({
  loanId,
  id: randomUUID(),
  input: {
    act: 'receipt',
    amount: `${naira * 100}`,
    on,
    channel: 'bank transfer',
    reference,
  } as const,
  reason: 'At the counter',
})
type Sent = ReturnType<typeof receiptOf>

const receive = (sent: Sent, { by = 'admin', key = randomUUID() }: { by?: Part; key?: string } = {}) =>
  testApp.as(by).call('loanActDo', sent, { key })

/** What is on a loan by this act: the event, its entry, its line of the trail, its message. */
async function recordedOf({ loanId, id }: Sent) {
  const found = await sql<object>`
    select e.amount, e.entered_by_name as entered, e.entered_by = l.posted_by as "isPostedBySame",
      (select count(*)::int from ledger_entry n where n.ref = e.id::text) as entries,
      (select array_agg(a.actor_name) from audit_entry a where a.after->>'event' = e.id::text) as trail,
      (select count(*)::int from message m where m.event = 'loan ' || e.id) as messages
    from loan_event e join ledger_entry l on l.ref = e.id::text
    where e.loan_id = ${loanId} and e.id = ${id}`.execute(testApp.program.db)
  return found.rows
}

test('receipts of several people at once take fewer statements than each alone, and each is its own', async () => {
  const loans = await liveLoans(12)
  const sent = loans.map(loanId => receiptOf(loanId))
  const byOf = (n: number): Part => (n % 2 === 0 ? 'admin' : 'superAdmin')
  const answers: number[] = []
  const { statements } = await wire.during(async () => {
    const all = await Promise.all(sent.map((each, n) => receive(each, { by: byOf(n) })))
    answers.push(...all.map(({ status }) => status))
  })
  expect(answers).toEqual(loans.map(() => 200))
  // alone each takes about twenty, sessions included
  expect(statements.length).toBeLessThan(150)
  const people = await Promise.all([testApp.idOf('admin'), testApp.idOf('superAdmin')])
  const names = await Promise.all(
    people.map(async id => {
      const found = await sql<{ name: string }>`
        select first_name || ' ' || last_name as name from staff where id = ${id}`.execute(testApp.program.db)
      return found.rows[0]?.name
    }),
  )
  for (const [n, each] of sent.entries())
    expect(await recordedOf(each)).toEqual([
      {
        amount: 500_000n,
        entered: names[n % 2],
        isPostedBySame: true,
        entries: 1,
        trail: [names[n % 2]],
        messages: 1,
      },
    ])
  expect(await prove(testApp.program.db)).toMatchObject({ holds: true })
})

test('of receipts at once, one that is refused or needs approval gets its own answer', async () => {
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = await liveLoans(6)
  const reference = `FT-${randomUUID()}`
  expect((await receive(receiptOf(first, { reference }))).status).toBe(200)
  const [plain, taken, unknown, large, frozenOut, last] = await Promise.all([
    receive(receiptOf(second)),
    receive(receiptOf(third, { reference })),
    receive(receiptOf(randomUUID())),
    receive(receiptOf(fourth, { naira: 400_000 })),
    receive(receiptOf(fifth, { on: '2026-10-01' })),
    receive(receiptOf(sixth)),
  ])
  expect(plain.body).toEqual({ approvalId: null })
  expect(taken.body).toMatchObject({ code: 'loan.reference_taken' })
  expect(unknown.body).toMatchObject({ code: 'record.unknown' })
  expect(large.body).toEqual({ approvalId: expect.any(String) })
  expect(frozenOut.body).toMatchObject({ code: 'loan.refused' })
  expect(last.body).toEqual({ approvalId: null })
})

test('one payment on several loans at once is received once', async () => {
  const loans = await liveLoans(6)
  const reference = `FT-${randomUUID()}`
  const answers = await Promise.all(loans.map(loanId => receive(receiptOf(loanId, { reference }))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ code: 'loan.reference_taken' })
})

test('one receipt that is sent several times at once is received once, and each caller hears so', async () => {
  const others = await liveLoans(4)
  const sent = receiptOf(await live())
  const key = randomUUID()
  const answers = await Promise.all([
    ...others.map(loanId => receive(receiptOf(loanId))),
    receive(sent, { key }),
    receive(sent, { key }),
    receive(sent, { key }),
  ])
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ approvalId: null })))
  expect(await recordedOf(sent)).toHaveLength(1)
  const again = await receive({ ...sent, reason: 'Another reason' }, { key })
  expect(again.body).toMatchObject({ code: 'idempotency.other_body' })
})

test('a loan that another act holds keeps no other receipt waiting', async () => {
  const loans = await liveLoans(5)
  const [held = ''] = loans
  const client = await testApp.pool.connect()
  await client.query('begin')
  await client.query('select 1 from loan where id = $1 for no key update', [held])
  const waiting = receive(receiptOf(held))
  const answers = await Promise.all(loans.slice(1).map(loanId => receive(receiptOf(loanId))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await client.query('rollback')
  client.release()
  expect((await waiting).status).toBe(200)
})
