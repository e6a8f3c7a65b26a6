import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { layCountedWire } from '../../../test/countedWire.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { connect, openDb } from '../../kernel/db.ts'
import { runDaily } from './daily.ts'

let testApp: TestApp
const { borrower, batchOf, posted, proved } = batchesIn(() => testApp)
let people: Awaited<ReturnType<typeof borrower>>[]
beforeAll(async () => {
  testApp = await createTestApp()
  people = [await borrower(), await borrower(), await borrower()]
})
afterAll(() => testApp.close())

const at = (day: string): void => testApp.clock.set(`${day}T09:00:00Z`)

test('a fee charged alone is late from the next day, whether or not the run of that day is done', async () => {
  const { loanId, number, instalment } = people[2] ?? expect.unreachable()
  await runDaily(testApp.program)
  const input = { act: 'charge', component: 'fee', amount: '100000', on: '2026-11-16' } as const
  await testApp.as('admin').ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'Costs of a letter' })
  const late = async () =>
    (await testApp.as('auditor').ok('loanList', { tab: 'arrears' })).rows
      .filter(row => row.number === number)
      .map(row => [row.daysPastDue, row.arrears])
  expect(await late(), 'due today').toEqual([])
  for (const [day, days, arrears] of [
    ['2026-11-17', 1, 100_000n],
    ['2026-12-25', 39, 100_000n],
    ['2026-12-26', 40, 100_000n + instalment],
  ] as const) {
    at(day)
    expect(await late(), `${day} before its run`).toEqual([[days, arrears]])
    await runDaily(testApp.program)
    expect(await late(), day).toEqual([[days, arrears]])
  }
  await proved()
})

test('a run that catches up on the day after a file came leaves alone what was done since', async () => {
  const [late, other] = people
  if (!late || !other) return expect.unreachable()
  at('2026-12-28')
  await runDaily(testApp.program)
  at('2026-12-29')
  const file = await batchOf([{ staff: other.staff, amount: '61666.67' }], { period: '2026-12' })
  await posted(file, { valueOn: '2026-12-25' })
  at('2026-12-31')
  const input = {
    act: 'receipt',
    amount: '1000000',
    on: '2026-12-31',
    channel: 'bank transfer',
    reference: 'TRF-1',
  } as const
  const form = { loanId: late.loanId, id: randomUUID(), input, reason: 'At the counter' }
  await testApp.as('admin').ok('loanActDo', form)
  await runDaily(testApp.program)
  await proved()
})

test('missed days on which time changes no loan read no loans', async () => {
  const wire = layCountedWire()
  const pool = connect(await wire.through(testApp.url), { most: 4, name: 'catch-up test' })
  at('2027-01-20')
  const { statements } = await wire.during(() => runDaily({ ...testApp.program, db: openDb(pool) }))
  await pool.end()
  await wire.close()
  const { rows } = await testApp.as('auditor').ok('dailyRunList', {})
  expect(rows.filter(run => run.day > '2026-12-31')).toHaveLength(20)
  const whole = statements.filter(text => /\bfrom loan\s+where (ctid|next_change_on)/.test(text))
  // of each day on which something changes: its pages, and what is left
  const busy = rows.filter(run => run.day > '2026-12-31' && run.booked > 0).length
  expect(whole.length).toBeLessThanOrEqual((busy + 1) * 3)
})
