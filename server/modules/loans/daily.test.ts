import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { runDaily } from './daily.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** ₦500,000 over 12 months, flat 4 %, disbursed on Monday 16 November 2026: first due on 25 December. */
async function live(): Promise<string> {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await disbursed(testApp, loanId ?? '')
  return loanId ?? ''
}

const loans: string[] = []
const on = (day: string) => testApp.clock.set(`${day}T01:00:00Z`)
const entriesOn = async (day: string): Promise<string[]> => {
  const { rows } = await sql<{ ref: string }>`
    select ref from ledger_entry where reason = 'instalmentDue' and effective_on = ${day}::date order by ref`.execute(
    testApp.program.db,
  )
  return rows.map(row => row.ref)
}
const runs = () => testApp.as('auditor').ok('dailyRunList', {})
const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

test('a month of nights: a row each day, an entry only on the day something falls due', async () => {
  for (let n = 0; n < 3; n++) loans.push(await live())
  await runDaily(testApp.program)
  on('2026-12-31')
  expect(await runDaily(testApp.program)).toMatchObject({ days: 45 })
  const { rows, dueDay, isLate } = await runs()
  expect({ dueDay, isLate }).toEqual({ dueDay: null, isLate: false })
  expect(rows).toHaveLength(30)
  // due on the 25th; that they are late from the 26th is written nowhere
  expect(rows.slice(0, 7).map(run => [run.day, run.booked, run.postings])).toEqual([
    ['2026-12-31', 0, 0],
    ['2026-12-30', 0, 0],
    ['2026-12-29', 0, 0],
    ['2026-12-28', 0, 0],
    ['2026-12-27', 0, 0],
    ['2026-12-26', 0, 0],
    ['2026-12-25', 3, 3],
  ])
  expect(await entriesOn('2026-12-25')).toEqual(loans.map(id => `${id} 2026-12-25`).toSorted())
  const { rows: late } = await testApp.as('auditor').ok('loanList', { tab: 'arrears' })
  expect(late.map(row => [row.daysPastDue, row.asOf])).toEqual(loans.map(() => [6, '2026-12-31']))
  await proved()
})

test('four workers at once share the work, and a second time there is none', async () => {
  on('2027-01-25')
  const done = await Promise.all(Array.from({ length: 4 }, () => runDaily(testApp.program)))
  expect(done.reduce((sum, each) => sum + each.loans, 0)).toBeGreaterThan(0)
  expect(await entriesOn('2027-01-25')).toHaveLength(3)
  expect(await runDaily(testApp.program)).toEqual({ days: 0, loans: 0 })
  const days = await sql<{ gaps: number }>`
    select max(day) - min(day) + 1 - count(*)::int as gaps from loan_daily_run`.execute(testApp.program.db)
  expect(days.rows).toEqual([{ gaps: 0 }])
  await proved()
})

test('one that broke off half-way goes on where it stopped', async () => {
  await runDaily(testApp.program)
  on('2027-02-25')
  await sql`
    insert into loan_daily_run (day, worker, started_at) values ('2027-01-26', 'gone', now())`.execute(
    testApp.program.db,
  )
  expect(await runs()).toMatchObject({ isRunning: true, isLate: true, dueDay: '2027-01-26' })
  expect(await runDaily(testApp.program)).toMatchObject({ days: 31 })
  expect(await entriesOn('2027-02-25')).toHaveLength(3)
  await proved()
})

test('receipts entered while the night runs are all taken, and the ledger is correct', async () => {
  on('2027-04-26')
  await testApp.as('admin').ok('me', {})
  const receipts = loans.map(loanId =>
    testApp.as('admin').ok('loanActDo', {
      loanId,
      id: randomUUID(),
      input: {
        act: 'receipt',
        amount: '1000000',
        on: '2027-04-26',
        channel: 'bank transfer',
        reference: `RC-${randomUUID()}`,
      },
      reason: 'At the counter',
    }),
  )
  await Promise.all([runDaily(testApp.program), ...receipts])
  await proved()
})

test('a person starts the day that is due, and no other', async () => {
  expect(
    (await testApp.as('admin').refused('dailyRunStart', { day: '2027-04-26' }, 'loan.refused')).message,
  ).toContain('today’s run is done')
  on('2027-04-28')
  expect(
    (await testApp.as('admin').refused('dailyRunStart', { day: '2027-04-28' }, 'loan.refused')).message,
  ).toContain('27 Apr 2027')
  await testApp.as('reviewer').refused('dailyRunStart', { day: '2027-04-27' }, 'permission.missing')
  expect(await testApp.as('admin').ok('dailyRunStart', { day: '2027-04-27' })).toEqual({
    dueDay: '2027-04-27',
  })
})

test('F22 a clock that goes back a day: nothing is booked on a loan before the day its books are at', async () => {
  const [loanId = ''] = loans
  const receipt = (day: string) => ({
    loanId,
    id: randomUUID(),
    input: {
      act: 'receipt' as const,
      amount: '1000000',
      on: day,
      channel: 'bank transfer' as const,
      reference: `RC-${randomUUID()}`,
    },
    reason: 'At the counter',
  })
  on('2027-05-26')
  await runDaily(testApp.program)
  await testApp.as('admin').ok('loanActDo', receipt('2027-05-26'))
  on('2027-05-25')
  const { message } = await testApp.as('admin').refused('loanActDo', receipt('2027-05-25'), 'loan.refused')
  expect(message).toContain('26 May 2027')
  await proved()
  on('2027-05-26')
  await testApp.as('admin').ok('loanActDo', receipt('2027-05-25'))
  await proved()
})
