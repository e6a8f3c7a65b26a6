import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { receiptOf } from '../../../test/entries.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import * as ledgerPosting from './posting.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const today = () => businessDate(testApp.clock.now())
const post = (
  posting: Pick<ledgerPosting.Posting, 'effectiveOn' | 'lines'> & Partial<ledgerPosting.Posting>,
) =>
  act(testApp.program, 'test', SYSTEM, ctx =>
    ledgerPosting.post(ctx, { reason: 'receipt', ref: randomUUID(), ...posting }),
  )

/** Two people: one asks, another approves. */
async function close(through: string): Promise<void> {
  const { approvalId } = await testApp
    .as('admin')
    .ok('ledgerPeriodClose', { through, reason: 'October is reconciled' })
  await testApp.as('authorizer').approve(approvalId)
}

test('a closed period refuses what belongs to it and offers an adjustment', async () => {
  const loanId = randomUUID()
  const inside = addDays(today(), -20)
  const through = addDays(today(), -10)
  const original = await post({ effectiveOn: inside, lines: receiptOf(loanId, naira(9_000)) })
  await close(through)

  await expect(post({ effectiveOn: through, lines: receiptOf(loanId, naira(1_000)) })).rejects.toMatchObject({
    code: 'ledger.period_closed',
    message: expect.stringMatching(/closed through .* post it today as an adjustment for/),
  })
  const adjusted = await post({
    effectiveOn: inside,
    lines: receiptOf(loanId, naira(1_000)),
    whenClosed: 'adjust',
  })
  expect(adjusted).toMatchObject({ effectiveOn: today(), belongsOn: inside })

  const undo = (whenClosed: 'refuse' | 'adjust') =>
    act(testApp.program, 'test', SYSTEM, ctx =>
      ledgerPosting.reverse(ctx, { entryId: original.entryId, ref: 'undo', whenClosed }),
    )
  await expect(undo('refuse')).rejects.toMatchObject({ code: 'ledger.period_closed' })
  expect(await undo('adjust')).toMatchObject({ effectiveOn: today(), belongsOn: inside })

  const [first, second] = await act(testApp.program, 'test', SYSTEM, ctx =>
    ledgerPosting.postAll(ctx, [
      { reason: 'deduction', ref: 'late', effectiveOn: inside, lines: receiptOf(loanId, naira(5)) },
      { reason: 'deduction', ref: 'fresh', effectiveOn: today(), lines: receiptOf(loanId, naira(5)) },
    ]),
  )
  expect([first?.outcome, second?.outcome]).toEqual(['closed', 'posted'])
})

test('sums as of any day are the same before and after the ledger is closed', async () => {
  testApp.clock.advance({ hours: 40 * 24 })
  const start = addDays(today(), -25)
  const loanId = randomUUID()
  for (let offset = 0; offset < 20; offset++)
    await post({ effectiveOn: addDays(start, offset), lines: receiptOf(loanId, naira(offset + 1)) })
  const look = async () =>
    JSON.stringify(
      await Promise.all(
        [-1, 0, 5, 9, 10, 11, 19, 25].flatMap(offset => {
          const asOf = addDays(start, offset)
          const caller = testApp.as('auditor')
          return [
            caller.ok('ledgerTrialBalance', { asOf }),
            caller.ok('ledgerStatement', { code: 1010, asOf, limit: 10 }),
            caller.ok('ledgerStatement', { code: 1010, from: addDays(start, 3), asOf }),
          ]
        }),
      ),
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    )
  const before = await look()
  await close(addDays(start, 4))
  expect(await look()).toBe(before)
  await close(addDays(start, 10))
  expect(await look()).toBe(before)
  expect((await prove(testApp.program.db)).checks.flatMap(check => check.problems)).toEqual([])
})

test('only a day that is over, and not closed yet, can be closed', async () => {
  const ask = { reason: 'Too early' }
  await testApp
    .as('admin')
    .refused('ledgerPeriodClose', { through: today(), ...ask }, 'ledger.period_running')
  const { closedThrough } = await testApp.as('editor').ok('ledgerPeriodList', {})
  expect(closedThrough).not.toBeNull()
  await testApp
    .as('admin')
    .refused('ledgerPeriodClose', { through: closedThrough ?? '', ...ask }, 'ledger.period_done')
  await testApp
    .as('reviewer')
    .refused('ledgerPeriodClose', { through: addDays(today(), -1), ...ask }, 'permission.missing')
})

test('nothing slips in behind a close that runs beside the postings', async () => {
  const contested = addDays(today(), -2)
  let stop = false
  let posted = 0
  const writers = Array.from({ length: 6 }, async () => {
    while (!stop)
      try {
        await post({ effectiveOn: contested, lines: receiptOf(randomUUID(), naira(1)) })
        posted += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'ledger.period_closed' })
        stop = true
      }
  })
  while (posted < 20) await new Promise(later => setTimeout(later, 5))
  await close(contested)
  await Promise.all(writers)
  expect((await prove(testApp.program.db)).checks.flatMap(check => check.problems)).toEqual([])
})

test('a direct insert into a closed period is refused at commit', async () => {
  const { closedThrough } = await testApp.as('editor').ok('ledgerPeriodList', {})
  const attempt = testApp.program.db.transaction().execute(async tx => {
    await sql`
      with made as (
        insert into ledger_entry (effective_on, line_count, reason, ref)
        values (${closedThrough}, 2, 'correction', 'by hand') returning id, effective_on
      )
      insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
      select id, 0, amount, effective_on, code, position from made,
        (values (1, 1010::smallint, 500), (2, 5030::smallint, -500)) as l (position, code, amount)`.execute(
      tx,
    )
  })
  await expect(attempt).rejects.toMatchObject({ code: 'LG003' })
})
