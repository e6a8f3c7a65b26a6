import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { quoteNote } from './print.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, posted } = batchesIn(() => testApp)

const quoted = (loanId: string, on: string) =>
  testApp.as('admin').ok('settlementQuoteMake', { loanId, id: randomUUID(), on })

test('a quote lists what is on its way: rows of batches not posted yet, and the deduction still expected', async () => {
  const { loanId, number } = await borrower()
  const batch = await batchOf([{ loan: number, amount: INSTALMENT }])
  const { number: batchNumber } = await look(batch)
  const row = { amount: 6_166_667n, month: '2026-10', batchId: batch, batchNumber }
  const now = await quoted(loanId, '2026-11-16')
  expect(now.inFlight, 'the first deduction is due in December').toEqual([row])
  const later = await quoted(loanId, '2026-12-20')
  expect(later.inFlight).toEqual([
    row,
    { amount: 6_166_667n, month: '2026-12', batchId: null, batchNumber: null },
  ])
  await posted(batch)
  const after = await quoted(loanId, '2026-12-20')
  expect(after.inFlight, 'what came paid December ahead').toEqual([])
  const { rows } = await testApp.as('auditor').ok('settlementQuoteList', { loanId })
  expect(
    rows.map(each => each.inFlight.length),
    'each is kept as it was given',
  ).toEqual([0, 2, 1])
})

test('its note says with which list the stop goes and how many deductions will come', () => {
  const each = { amount: '100', month: '2027-02', batchId: null, batchNumber: null }
  const excess = 'Deductions in transit are credited when we receive them. Any excess is refunded.'
  expect(quoteNote({ in_flight: [each], stop_month: '2027-03-01' })).toBe(
    `If you pay on the settlement date, the stop goes to your payroll office with the Mar 2027 list. 1 more deduction will come. ${excess}`,
  )
  expect(quoteNote({ in_flight: [], stop_month: null })).toBe(excess)
})

test('an id is one quote: of one loan, for one day', async () => {
  const [one, two] = [await borrower(), await borrower()]
  const id = randomUUID()
  const asked = { loanId: one.loanId, id, on: '2026-11-16' }
  const { number } = await testApp.as('admin').ok('settlementQuoteMake', asked)
  expect(await testApp.as('admin').ok('settlementQuoteMake', asked)).toMatchObject({ id, number })
  for (const other of [
    { ...asked, loanId: two.loanId },
    { ...asked, on: '2026-11-17' },
  ])
    await testApp.as('admin').refused('settlementQuoteMake', other, 'idempotency.other_body')
})

test('its paper is longer by what is on its way', async () => {
  const { loanId, number } = await borrower()
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const bytes = async (itemId: string) => {
    const answer = await testApp.app.inject(
      requestFor('loanPaper', { id: loanId, paper: 'quote', itemId }, { token, binding }),
    )
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    return answer.rawPayload.length
  }
  const without = await quoted(loanId, '2026-11-16')
  await batchOf([{ loan: number, amount: INSTALMENT }], { period: '2026-09' })
  const having = await quoted(loanId, '2026-11-16')
  expect(await bytes(having.id)).toBeGreaterThan(await bytes(without.id))
})

test('months are those of the files: one that came late does not stand for the next, and the last one is awaited', async () => {
  const [absent, deducted] = [await borrower(), await borrower()]
  const months = async (loanId: string, on: string) =>
    (await quoted(loanId, on)).inFlight.map(each => each.month)
  testApp.clock.set('2027-01-03T09:00:00Z')
  expect(await months(absent.loanId, '2027-01-05'), 'December’s file is not here yet').toEqual([
    '2026-12',
    '2027-01',
  ])
  testApp.clock.set('2027-01-08T09:00:00Z')
  const december = await batchOf([{ loan: deducted.number, amount: INSTALMENT }], { period: '2026-12' })
  await posted(december, { valueOn: '2027-01-08' })
  testApp.clock.set('2027-01-10T09:00:00Z')
  expect(await months(deducted.loanId, '2027-01-28'), 'January’s is still to come').toEqual(['2027-01'])
  expect(await months(absent.loanId, '2027-01-28'), 'it was not in December’s file').toEqual(['2027-01'])
})
