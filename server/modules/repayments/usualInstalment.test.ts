import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { offerIn } from '../../../test/rhythms.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** The instalment that is stored with a request and a loan, of ₦120,000 over twelve months at 4% flat. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower } = batchesIn(() => testApp)
const waived = { moratorium: { principalRows: 0, interestRows: 1, interestIs: 'waived' } }
const spread = { fees: [{ name: 'Insurance', collected: 'spread', flat: '600000', sharePpm: 0 }] }

const lent = async (changes: object) =>
  borrower({
    productId: await offerIn(testApp, 'monthly', changes),
    amount: '12000000',
    tenor: 12,
    netPay: '500000000',
  })

const stored = async (loanId: string) => {
  const { rows } = await testApp.pool.query<{ request: bigint; loan: bigint }>(
    `select r.instalment as request, l.instalment as loan
     from loan l join loan_request r on r.loan_id = l.id where l.id = $1`,
    [loanId],
  )
  return rows[0]
}

test.each<[what: string, changes: object, instalment: bigint]>([
  ['a first row without interest', waived, 1_480_000n],
  ['a fee spread over the rows', spread, 1_530_000n],
])('%s: request and loan store the most frequent instalment', async (_, changes, instalment) => {
  const { loanId } = await lent(changes)
  expect(await stored(loanId)).toEqual({ request: instalment, loan: instalment })
})

test('new terms whose instalments are too small for their step are refused', async () => {
  const { loanId } = await lent({ roundingUnit: '500000' })
  const input = { act: 'restructure' as const, tenor: 60, ratePpm: 40_000, capitalises: [] }
  const asked = { loanId, id: randomUUID(), input, reason: 'Smaller instalments' }
  const { message } = await testApp.as('admin').refused('loanActDo', asked, 'loan.refused')
  expect(message).toContain('too small for their step of ₦5,000.00')
})
