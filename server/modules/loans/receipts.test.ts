import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { untilWaiting } from '../../../test/whileWaiting.ts'
import { prove } from '../../app/prove.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import type { Actor } from '../../kernel/context.ts'
import { receive } from './acts.ts'
import { runDaily } from './daily.ts'
import { receiveAll } from './receipts.ts'

let testApp: TestApp
let maker: Pick<Actor, 'id' | 'name'>
beforeAll(async () => {
  testApp = await createTestApp()
  const id = await testApp.idOf('admin')
  const staff = await testApp.pool.query(
    `select first_name || ' ' || last_name as name from staff where id = $1`,
    [id],
  )
  maker = { id, name: staff.rows[0]?.name }
})
afterAll(() => testApp.close())

/** ₦500,000 over 12 months, flat 4 %, disbursed today; on Monday 16 November 2026 first due on 25 December. */
async function live(): Promise<string> {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await disbursed(testApp, loanId ?? '')
  return loanId ?? ''
}

type Given = { loanId: string; naira: bigint; on: string }
const receiptOf = ({ loanId, naira, on }: Given) =>
  ({
    loanId,
    id: randomUUID(),
    amount: kobo(naira * 100n),
    on: localDate(on),
    from: 'bank',
    channel: 'bank transfer',
    reference: randomUUID(),
    note: 'R000001, line 7',
  }) as const

const together = (given: readonly Given[]) =>
  act(testApp.program, 'repaymentRun', SYSTEM, ctx =>
    receiveAll({ ...ctx, actor: { ...SYSTEM, ...maker } }, given.map(receiptOf)),
  )
const alone = (given: Given) =>
  act(testApp.program, 'repaymentRun', SYSTEM, ctx =>
    receive({ ...ctx, actor: { ...SYSTEM, ...maker } }, receiptOf(given)),
  )
/** As a person enters it at the counter; above the limit a second one approves. */
async function atTheCounter({ loanId, naira, on }: Given): Promise<void> {
  const { id, amount, channel, reference, note: reason } = receiptOf({ loanId, naira, on })
  const input = { act: 'receipt', amount: amount.toString(), on, channel, reference } as const
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}
/** Everything the ledger, the lists and the nights to come know of a loan, but for what is its own by chance. */
async function knownOf(loanId: string): Promise<object> {
  const loan = await sql<{ loan: object }>`
    select to_jsonb(l) - '{id,number,customer_id,request_id,approved_at}'::text[] as loan from loan l where id = ${loanId}`.execute(
    testApp.program.db,
  )
  const events = await sql<object>`
    select sequence, type, effective_on, event - 'id' as event, amount, channel, note, cash, entered_by, entered_by_name from loan_event
    where loan_id = ${loanId} and type <> 'disbursement' order by sequence`.execute(testApp.program.db)
  const lines = await sql<object>`
    select e.reason, e.effective_on, e.note, l.code, l.amount from ledger_line l join ledger_entry e on e.id = l.entry_id
    join ledger_loan s on s.no = l.loan_no where s.loan_id = ${loanId} and e.reason <> 'disbursement' order by e.id, l.code`.execute(
    testApp.program.db,
  )
  const projection = await sql<object>`
    select due_on, owed, interest, fee, holds_until from loan_projection where loan_id = ${loanId}`.execute(
    testApp.program.db,
  )
  const trail = await sql<object>`
    select action, outcome, before, after - 'event' as after, reason from audit_entry
    where subject_type = 'loan' and subject_id = ${loanId} and action = 'loanActDo' and after ->> 'act' <> 'disburse'
    order by id`.execute(testApp.program.db)
  return [loan.rows, events.rows, lines.rows, projection.rows, trail.rows]
}

/** Before anything is due, on pay day before the night has run, late with a penalty, backdated, beyond all that is owed. */
const LIFE: readonly { day: string; runs: boolean; naira: bigint; on: string }[] = [
  { day: '2026-12-01', runs: true, naira: 10_000n, on: '2026-12-01' },
  { day: '2026-12-25', runs: false, naira: 61_667n, on: '2026-12-25' },
  { day: '2027-03-10', runs: false, naira: 30_000n, on: '2027-03-09' },
  { day: '2027-03-10', runs: true, naira: 45_000n, on: '2027-02-01' },
  { day: '2027-04-02', runs: true, naira: 900_000n, on: '2027-04-02' },
  { day: '2027-04-03', runs: true, naira: 5_000n, on: '2027-04-03' },
]

test('receipts of a batch leave each loan exactly as single ones and those at the counter do', async () => {
  const trios: [string, string, string][] = []
  for (let n = 0; n < 2; n++) trios.push([await live(), await live(), await live()])
  for (const { day, runs, naira, on } of LIFE) {
    testApp.clock.set(`${day}T08:00:00Z`)
    if (runs) await runDaily(testApp.program)
    const given = trios.map(([loanId], n) => ({ loanId, naira: naira + BigInt(n), on }))
    const states = await together(given)
    for (const [n, [, loanId, third]] of trios.entries()) {
      const state = await alone({ loanId, naira: naira + BigInt(n), on })
      expect(states[n]?.outstandingTotal).toBe(state.outstandingTotal)
      await atTheCounter({ loanId: third, naira: naira + BigInt(n), on })
    }
    for (const [one, ...others] of trios)
      for (const other of others) expect(await knownOf(other)).toEqual(await knownOf(one))
  }
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])
})

test('one that is refused refuses them all, and nothing of the others stays', async () => {
  const [good, waiting] = [await live(), (await recommended(testApp)).id]
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: waiting, version: 1 })
  const on = '2027-04-03'
  const before = await knownOf(good)
  await expect(
    together([
      { loanId: good, naira: 5_000n, on },
      { loanId: loanId ?? '', naira: 5_000n, on },
    ]),
  ).rejects.toThrow('has not been disbursed')
  expect(await knownOf(good)).toEqual(before)
  const nobodys = together([{ loanId: randomUUID(), naira: 5_000n, on }])
  await expect(nobodys).rejects.toMatchObject({ code: 'record.unknown' })
})

test('a payment that came before is known again by its reference, whichever loan it is for', async () => {
  const loanId = await live()
  const first = receiptOf({ loanId, naira: 5_000n, on: '2027-04-03' })
  const take = (receipt: typeof first) =>
    act(testApp.program, 'repaymentRun', SYSTEM, ctx =>
      receiveAll({ ...ctx, actor: { ...SYSTEM, ...maker } }, [receipt]),
    )
  await take(first)
  await expect(take({ ...first, id: randomUUID(), loanId: await live() })).rejects.toThrow(first.reference)
})

test('a payment in a batch and at the counter at the same instant is recorded once, and names the loan', async () => {
  testApp.clock.set('2027-04-03T08:00:00Z')
  const [one, two] = [await live(), await live()]
  const { row } = await testApp.as('auditor').ok('loanGet', { id: one })
  const receipt = receiptOf({ loanId: one, naira: 5_000n, on: '2027-04-03' })
  const { channel, reference, note: reason } = receipt
  const input = { act: 'receipt', amount: '500000', on: '2027-04-03', channel, reference } as const
  const second = await act(testApp.program, 'repaymentRun', SYSTEM, async ctx => {
    await receiveAll({ ...ctx, actor: { ...SYSTEM, ...maker } }, [receipt])
    const asked = { loanId: two, id: randomUUID(), input, reason }
    const waiting = testApp.as('admin').refused('loanActDo', asked, 'loan.reference_taken')
    await untilWaiting(testApp)
    return { waiting }
  })
  expect((await second.waiting).message).toContain(`already recorded on ${row.number}`)
})

test('a deduction from pay, a transfer and a penalty each bear their own name in the ledger', async () => {
  const loanId = await live()
  const { row } = await testApp.as('auditor').ok('loanGet', { id: loanId })
  const on = row.nextDueOn ?? ''
  testApp.clock.set(`${on}T08:00:00Z`)
  await runDaily(testApp.program)
  await testApp.as('admin').ok('loanActDo', {
    loanId,
    id: randomUUID(),
    input: { act: 'charge', component: 'penalty', amount: '50000', on },
    reason: 'The cheque bounced',
  })
  const deducted = { ...receiptOf({ loanId, naira: 5_000n, on }), from: 'payrollOfficeReceivable' as const }
  await act(testApp.program, 'repaymentRun', SYSTEM, async ctx => {
    const by = { ...ctx, actor: { ...SYSTEM, ...maker } }
    await receiveAll(by, [deducted])
    await receive(by, { ...deducted, id: randomUUID(), reference: randomUUID() })
  })
  await alone({ loanId, naira: 5_000n, on })
  const { entries } = await testApp.as('auditor').ok('ledgerLoanJournal', { loanId })
  const reasons = ['disbursement', 'instalmentDue', 'penalty', 'deduction', 'deduction', 'receipt']
  expect(entries.map(entry => entry.reason).toSorted()).toEqual(reasons.toSorted())
})
