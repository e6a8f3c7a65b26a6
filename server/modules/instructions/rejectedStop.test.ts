import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { computed, linesOf, sentList } from '../../../test/instructions.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'

/** A payroll office that rejects a stop goes on deducting what it held. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, agreed, proved } = batchesIn(() => testApp)
const admin = () => testApp.as('admin')
const forecast = () => testApp.as('auditor').ok('refundForecast', { limit: 100 })
const coming = async (loanId: string) => (await admin().ok('instructionOfLoan', { loanId })).coming
const lineOf = async (id: string, staff: string) =>
  (await linesOf(testApp, id)).find(each => each.staffNumber === staff) ?? expect.unreachable('no line')
async function on(day: string): Promise<void> {
  testApp.clock.set(`${day}T09:00:00Z`)
  await runDaily(testApp.program)
}
const answer = async (list: string, staff: string, said: object) =>
  admin().ok('instructionAnswer', {
    id: list,
    no: (await lineOf(list, staff)).no,
    reason: 'Too late',
    ...said,
  } as never)
const act = (loanId: string, input: object) =>
  agreed(admin().ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'As agreed' } as never)) // biome-ignore format: a form

test('a rejected stop is a deduction to come, and a task, until the office stops', async () => {
  const [repaid, frozen] = [await borrower(), await borrower()]
  const due = repaid.instalment
  await sentList(testApp, '2026-12')
  await on('2026-12-05')
  await act(repaid.loanId, {
    act: 'receipt', amount: (due * 12n).toString(), on: '2026-12-05', channel: 'bank transfer', reference: 'NIP-1',
  }) // biome-ignore format: a form
  await act(frozen.loanId, { act: 'freeze', cause: 'dispute' })
  const january = await sentList(testApp, '2027-01')
  for (const each of [repaid, frozen]) {
    expect(await lineOf(january, each.staff)).toMatchObject({ kind: 'stop', previous: due, amount: 0n })
    expect(await coming(each.loanId), 'January stops it').toEqual([{ month: '2026-12', amount: due }])
  }
  expect(await forecast()).toMatchObject({ total: 1, amount: due })

  for (const each of [repaid, frozen]) await answer(january, each.staff, { outcome: 'rejected' })
  const both = [
    { month: '2026-12', amount: due },
    { month: '2027-01', amount: due },
  ]
  for (const each of [repaid, frozen]) {
    expect(await coming(each.loanId)).toEqual(both)
    expect((await admin().ok('instructionOfLoan', { loanId: each.loanId })).standing).toMatchObject({
      amount: due,
      ofLoan: due,
      since: '2026-12',
    })
  }
  expect(await forecast()).toMatchObject({ total: 1, amount: due * 2n })
  expect((await forecast()).rows).toMatchObject([
    { loanId: repaid.loanId, months: ['2026-12', '2027-01'], over: due * 2n },
  ])
  const quote = { loanId: frozen.loanId, id: randomUUID(), on: '2026-12-05' }
  expect((await admin().ok('settlementQuoteMake', quote)).inFlight).toMatchObject(both)

  // the list of February starts from what the office holds, counts both months and asks for the stop again
  await on('2027-01-02')
  const february = await computed(testApp, '2027-02')
  for (const each of [repaid, frozen])
    expect(await lineOf(february, each.staff)).toMatchObject({ kind: 'stop', previous: due })
  expect(await lineOf(february, frozen.staff), 'the tolerance of December has passed').toMatchObject({
    inFlight: due,
  })

  const owner = await testApp.idOf('admin')
  const open = await admin().ok('instructionRejections', { state: 'open' })
  expect(open.rows.map(row => [row.staffNumber, row.kind, row.ownerId])).toEqual(
    [repaid, frozen].map(each => [each.staff, 'stop', owner]),
  )
  await proved()
})

test('what the office says it deducts instead is what comes', async () => {
  const { loanId, staff, instalment } = await borrower({}, '2027-01-02')
  const held = await admin().ok('instructionList', { source: 'IPPIS', limit: 10 })
  for (const { id, status } of held.rows)
    if (status === 'computed') await admin().ok('instructionCancel', { id, reason: 'Computed again' })
  const february = await sentList(testApp, '2027-02')
  await answer(february, staff, { outcome: 'accepted', amount: '1000000' })
  expect(await coming(loanId)).toEqual([{ month: '2027-02', amount: 1_000_000n }])
  expect((await admin().ok('instructionOfLoan', { loanId })).standing).toMatchObject({
    amount: 1_000_000n,
    ofLoan: 1_000_000n,
  })
  await on('2027-02-05')
  await act(loanId, {
    act: 'receipt', amount: (instalment * 12n).toString(), on: '2027-02-05', channel: 'bank transfer', reference: 'NIP-2',
  }) // biome-ignore format: a form
  const over = async () => (await forecast()).rows.find(row => row.loanId === loanId)?.over
  expect(await over(), 'not the instalment that was asked for').toBe(1_000_000n)
  // the stop is accepted at another amount: the office goes on with that
  const march = await sentList(testApp, '2027-03')
  expect(await over()).toBe(1_000_000n)
  await answer(march, staff, { outcome: 'accepted', amount: '400000' })
  expect(await over()).toBe(1_400_000n)
  await proved()
})

test('a month that is skipped brings nothing', async () => {
  const months = async () => new Set((await forecast()).rows.flatMap(row => row.months))
  expect(await months()).toContain('2027-03')
  await testApp.pool.query(
    `with event as (
       insert into source_event (id, number, kind, source, from_month, to_month, treatment, status, reason, asked_at, asked_by, asked_by_name)
       values ($1, 'SE-1', 'skipped', 'IPPIS', '2027-03-01', '2027-03-01', 'excuse', 'applied', 'Strike', now(), $2, 'Babatunde')
       returning id)
     update pay_month set skipped_by = $1 from event where source = 'IPPIS' and period = '2027-03-01'`,
    [randomUUID(), await testApp.idOf('admin')],
  )
  expect(await months()).not.toContain('2027-03')
})
