import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { runDaily } from './daily.ts'

type Act = z.input<Api['loanActDo']['input']>['input']

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const FEES = [
  { name: 'Credit life', collected: 'spread', flat: '600000', sharePpm: 0, goesTo: 'insurer' },
  { name: 'Management', collected: 'every-instalment', flat: '10750', sharePpm: 0, vatPpm: 75_000 },
]

/** ₦500,000 over 12 months; a premium of ₦500 and a fee of ₦100 with ₦7.50 of VAT fall due with each. */
async function live(fees: readonly object[]): Promise<string> {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await testApp.pool.query(`update loan set terms = terms || $2::jsonb where id = $1`, [
    loanId,
    JSON.stringify({ fees, penalty: null }),
  ])
  await disbursed(testApp, loanId ?? '')
  return loanId ?? ''
}

const nightOf = async (day: string) => {
  testApp.clock.set(`${day}T01:00:00Z`)
  await runDaily(testApp.program)
}

const problems = async () => (await prove(testApp.program.db)).checks.flatMap(each => each.problems)

/** Credits of the three accounts that fees are divided between. */
async function held(): Promise<bigint[]> {
  const { rows } = await testApp.as('auditor').ok('ledgerTrialBalance', {})
  return [2060, 2070, 4020].map(code => -(rows.find(row => row.code === code)?.balance ?? 0n))
}

async function doAct(loanId: string, input: Act): Promise<string> {
  const id = randomUUID()
  const { approvalId } = await testApp
    .as('admin')
    .ok('loanActDo', { loanId, id, input, reason: 'As agreed with the customer' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  return id
}

const receipt = (amount: string, on: string): Act => ({
  act: 'receipt',
  amount,
  on,
  channel: 'bank transfer',
  reference: `TRF-${randomUUID()}`.slice(0, 40),
})

let loanId: string

test('nothing is passed on before it is due; the night posts premium and VAT apart', async () => {
  loanId = await live(FEES)
  expect(await held()).toEqual([0n, 0n, 0n])
  await nightOf('2026-12-25')
  expect(await held()).toEqual([50_000n, 750n, 10_000n])
  await nightOf('2027-01-25')
  expect(await held()).toEqual([100_000n, 1_500n, 20_000n])
  expect(await problems()).toEqual([])
})

test('a receipt for what is due moves none of it; paid ahead, a row is passed on when it is paid', async () => {
  const due = 2n * 6_227_417n
  await doAct(loanId, receipt(`${due + 60_750n}`, '2027-01-25'))
  const [premiums = 0n, vat = 0n, ours = 0n] = await held()
  expect(premiums + vat + ours).toBe(3n * 60_750n)
  expect([premiums, vat, ours]).toEqual([150_000n, 2_250n, 30_000n])
  expect(await problems()).toEqual([])
  await nightOf('2027-02-25')
  expect(await held()).toEqual([150_000n, 2_250n, 30_000n])
})

test('fees waived stay owed to insurer and tax office; a reversal undoes what the receipt brought', async () => {
  await nightOf('2027-03-25')
  const before = await held()
  await doAct(loanId, { act: 'waiver', component: 'fee', amount: '60750' })
  expect(await held()).toEqual(before)
  expect(await problems()).toEqual([])
  const id = await doAct(loanId, receipt('20000000', '2027-03-25'))
  const prepaid = await held()
  expect((prepaid[0] ?? 0n) > (before[0] ?? 0n)).toBe(true)
  await doAct(loanId, { act: 'reversal', of: id })
  expect(await held()).toEqual(before)
  expect(await problems()).toEqual([])
})

test('a loan written off owes the insurer what is left of the premium', async () => {
  await doAct(loanId, { act: 'writeOff' })
  const [premiums, vat, ours] = await held()
  expect([premiums, vat, ours]).toEqual([600_000n, 3_000n, 40_000n])
  expect(await problems()).toEqual([])
})

test('the ledger check finds a premium that the loan does not have', async () => {
  const [given] = FEES
  await testApp.pool.query(`update loan set terms = terms || $2::jsonb where id = $1`, [
    loanId,
    JSON.stringify({ fees: [{ ...given, goesTo: 'income' }, FEES[1]] }),
  ])
  expect(await problems()).toEqual(['premiumsPayable is -600000 in the entries of loans, 0 by the engine'])
})
