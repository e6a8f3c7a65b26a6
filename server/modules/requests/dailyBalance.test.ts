import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { productTerms } from '../../../contract/products.ts'
import { PUBLIC_SERVANT_LOAN, recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { runDaily } from '../loans/daily.ts'

/** A loan with interest on the daily balance, from its request to its last naira. */

let testApp: TestApp
const productId = randomUUID()
beforeAll(async () => {
  testApp = await createTestApp()
  const { rows } = await testApp.as('admin').ok('productList', {})
  const model = rows.find(row => row.id === PUBLIC_SERVANT_LOAN)
  if (!model) throw new Error('the first product is gone')
  const { approvalId } = await testApp.as('admin').ok('productChange', {
    id: productId,
    code: 'DAILY',
    name: 'Daily Balance Loan',
    description: 'Interest by the day',
    effectiveOn: '2026-11-16',
    basedOn: 0,
    reason: 'Agreed by the board',
    terms: {
      ...z.encode(productTerms, model.terms),
      interest: 'reducing',
      ratePpm: 365_000,
      ratePer: 'year',
      accrual: 'actual/365',
      interestBasis: 'daily-balance',
      fees: [],
      penalty: null,
    },
  })
  await testApp.as('authorizer').approve(approvalId)
})
afterAll(() => testApp.close())

const on = (day: string) => testApp.clock.set(`${day}T09:00:00Z`)
const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

const loanNow = (id: string) => testApp.as('auditor').ok('loanGet', { id })

async function receive(loanId: string, day: string, amount: bigint): Promise<void> {
  const input = { channel: 'bank transfer', reference: `RC-${randomUUID()}`, on: day } as const
  await testApp.as('admin').ok('loanActDo', {
    loanId,
    id: randomUUID(),
    input: { act: 'receipt', amount: amount.toString(), ...input },
    reason: 'At the counter',
  })
}

test('an early and a late receipt save and cost interest by the day, to the last naira', async () => {
  on('2026-11-16')
  // ₦100,000 over three months: 0.1% a day, which is ₦100 of the whole
  const request = await recommended(testApp, { productId, amount: '10000000', tenor: 3 })
  const { loanId: id } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  const loanId = id ?? ''
  await disbursed(testApp, loanId)
  const { row, current, interestBasis } = await loanNow(loanId)
  expect(interestBasis).toBe('daily-balance')
  // 39 days to 25 December
  expect(current.map(each => [each.dueOn, each.due.interest])).toMatchObject([
    ['2026-12-25', 390_000n],
    ['2027-01-25', expect.anything()],
    ['2027-02-25', expect.anything()],
  ])
  const { instalment } = row

  // paid in full ten days early: 29 days of interest, and nothing due on the 25th
  on('2026-12-15')
  await runDaily(testApp.program)
  await receive(loanId, '2026-12-15', instalment)
  await proved()
  on('2026-12-26')
  await runDaily(testApp.program)
  const afterFirst = await loanNow(loanId)
  expect(afterFirst.row).toMatchObject({ arrears: 0n, daysPastDue: 0, nextDueOn: '2027-01-25' })
  expect(afterFirst.current[0]).toMatchObject({ due: { interest: 290_000n }, paidOn: '2026-12-15' })
  const left = 10_000_000n - (instalment - 290_000n)
  expect(afterFirst.row.outstanding.principal).toBe(left)
  // from 15 December to 25 January: 41 days of what is left, rounded half up
  const second = (left * 41n + 500n) / 1000n
  expect(afterFirst.current[1]?.due).toMatchObject({ interest: second, principal: instalment - second })
  await proved()

  // the second instalment comes eight days late, entered on another day than it came
  on('2027-01-26')
  await runDaily(testApp.program)
  expect((await loanNow(loanId)).row.arrears).toBe(instalment)
  on('2027-02-05')
  await runDaily(testApp.program)
  await receive(loanId, '2027-02-02', instalment)
  await runDaily(testApp.program)
  const rest = left - (instalment - second)
  // eight days on what was left before, 23 on what is left since
  const third = (left * 8n + rest * 23n + 500n) / 1000n
  const last = (await loanNow(loanId)).current[2]
  expect(last?.due).toMatchObject({ interest: third, principal: rest })
  await proved()

  on('2027-02-25')
  await runDaily(testApp.program)
  await receive(loanId, '2027-02-25', rest + third)
  on('2027-03-10')
  await runDaily(testApp.program)
  expect((await loanNow(loanId)).row).toMatchObject({ status: 'closed', outstandingTotal: 0n, credit: 0n })
  await proved()
})

test('unpaid, each night books what the days earned, and settling asks for it', async () => {
  on('2027-03-16')
  const request = await recommended(testApp, { productId, amount: '10000000', tenor: 3 })
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await disbursed(testApp, loanId ?? '')
  for (const day of ['2027-04-25', '2027-04-26', '2027-05-10', '2027-05-25', '2027-06-25', '2027-07-20']) {
    on(day)
    await runDaily(testApp.program)
    await proved()
  }
  const { row, current } = await loanNow(loanId ?? '')
  // first due on 25 April; the whole principal earned ₦100 a day for 101 days until 25 June, and nothing since
  expect(current.map(each => [each.dueOn, each.due.interest])).toEqual([
    ['2027-04-25', 400_000n],
    ['2027-05-25', 300_000n],
    ['2027-06-25', 310_000n],
  ])
  expect(row.outstandingTotal).toBe(10_000_000n + 1_010_000n)
})
