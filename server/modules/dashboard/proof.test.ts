import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { expectDues, today } from '../../../test/portfolio.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { proveWithin } from '../../app/prove.ts'
import { runDaily } from '../loans/daily.ts'
import { freezeMonths } from './monthEnd.ts'
import { dashboardChecks } from './proof.ts'
import { refreshFigures } from './refresh.ts'

/** The running figures are proved against the ledger, also while people go on writing. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ lender: true })
  await freezeMonths(testApp.program)
  await runDaily(testApp.program)
  await refreshFigures(testApp.program)
})
afterAll(() => testApp.close())

/** What the ledger check reports after a change made directly in the database, which is then undone. */
async function provedAfter(statement: string): Promise<{ figure: string; problems: string[] }> {
  const undo = new Error('undone')
  let found = { figure: '', problems: ['not proved'] }
  await testApp.program.db
    .transaction()
    .execute(async tx => {
      if (statement) await sql.raw(statement).execute(tx)
      const { checks } = await proveWithin(tx, dashboardChecks)
      found = checks.at(-1) ?? found
      throw undo
    })
    .catch(error => {
      if (error !== undo) throw error
    })
  return found
}

/** Recalculated until nothing counts as changed since: open transactions of another test database may, for a moment. */
async function settle(): Promise<void> {
  const said = async () => {
    await refreshFigures(testApp.program, testApp.clock.now())
    testApp.clock.advance({ seconds: 1 })
    return (await provedAfter('')).figure
  }
  await expect.poll(said).toContain('every breakdown recalculated')
}

type Act = z.input<Api['loanActDo']['input']>['input']

async function doAct(loanId: string, input: Act): Promise<void> {
  const id = randomUUID()
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As agreed' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}

test('the figures hold, every cut of them', async () => {
  await settle()
  expect(await provedAfter('')).toMatchObject({ problems: [] })
})

const LARGEST = `dimension = 'state' and key = (select key from dashboard_slice where dimension = 'state' order by loans desc limit 1)`
const FAR = `'2041-01-05'`

test.each([
  [
    'the principal of the whole',
    `update dashboard_slice set principal = principal + 1 where dimension = 'all'`,
    /^principal is/,
  ],
  [
    'the credit of the whole',
    `update dashboard_slice set credit = credit + 1 where dimension = 'all'`,
    /^customers’ credit is/,
  ],
  [
    'one cut',
    `update dashboard_slice set arrears = arrears + 1 where ${LARGEST}`,
    /^the cuts by state do not come/,
  ],
  [
    'a cut that is gone',
    `delete from dashboard_slice where dimension = 'product'`,
    /^the cuts by product do not come/,
  ],
  [
    'two cuts that make up for each other',
    `update dashboard_slice set loans = loans + case when ${LARGEST} then 1 else -1 end where ${LARGEST}
      or (dimension = 'state' and key = (select min(key) from dashboard_slice where dimension = 'state' and not (${LARGEST})))`,
    /^state .*: not what its loans come to/,
  ],
  [
    'a day',
    `update dashboard_day set collected = collected + 1 where day = (select min(day) from dashboard_day)`,
    /not the sum of what its loans/,
  ],
  [
    'a loan and its day alike',
    `with one as (update dashboard_loan set days = days || '[[${FAR.replaceAll("'", '"')}, 0, "0", "0", "500"]]'::jsonb
      where loan_id = (select loan_id from dashboard_loan limit 1))
      insert into dashboard_day (day, paid_out_loans, paid_out, collected, due) values (${FAR}, 0, 0, 0, 500)`,
    /its days are not what its events come to/,
  ],
  ['who retires', 'update dashboard_retiring set loans = loans + 1', /^retiring within/],
])('%s that is otherwise than the ledger is found', async (_, statement, problem) => {
  await settle()
  expect((await provedAfter(statement)).problems).toEqual(
    expect.arrayContaining([expect.stringMatching(problem)]),
  )
})

test('what is written since breaks no proof, and hides nothing that the ledger knows', async () => {
  await settle()
  const { rows } = await testApp.as('admin').ok('loanList', { tab: 'arrears' })
  await doAct(rows[0]?.id ?? '', {
    act: 'receipt',
    amount: '1000000',
    on: today(testApp),
    channel: 'bank transfer',
    reference: `CASH-${randomUUID()}`,
  })
  const { figure, problems } = await provedAfter('')
  expect(problems).toEqual([])
  expect(figure).toContain('breakdowns not recalculated')
  const broken = await provedAfter(
    `update dashboard_slice set principal = principal + 1 where dimension = 'all'`,
  )
  expect(broken.problems.some(each => each.startsWith('principal is'))).toBe(true)
})

test('a holiday posts nothing and still moves what falls due', async () => {
  await settle()
  const { rows } = await sql<{ id: string }>`
    select id from loan l where status = 'live' and unpaid_on >= ${today(testApp)}::date and not exists (
      select from loan_event e where e.loan_id = l.id and e.entered_at > ${testApp.clock.now()}) order by number limit 1`.execute(
    testApp.program.db,
  )
  const entries = async () =>
    (await sql<{ count: bigint }>`select count(*) from ledger_entry`.execute(testApp.program.db)).rows[0]
      ?.count
  const before = await entries()
  await doAct(rows[0]?.id ?? '', { act: 'holiday', periods: 1, interest: 'added' })
  expect(await entries()).toBe(before)
  testApp.clock.advance({ seconds: 1 })
  expect(await refreshFigures(testApp.program)).toBe(true)
  await expectDues(testApp)
  await settle()
  expect((await provedAfter('')).problems).toEqual([])
})
