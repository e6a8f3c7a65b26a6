import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { type House, openHouse } from '../../../test/cast.ts'
import { offerIn } from '../../../test/rhythms.ts'

/** The instalment that is stored with a request and a loan, of ₦120,000 over twelve months at 4 % flat. */

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const { borrower } = batchesIn(() => house)
const waived = { moratorium: { principalRows: 0, interestRows: 1, interestIs: 'waived' } }
const spread = { fees: [{ name: 'Insurance', collected: 'spread', flat: '600000', sharePpm: 0 }] }

const lent = async (changes: object) =>
  borrower({
    productId: await offerIn(house, 'monthly', changes),
    amount: '12000000',
    tenor: 12,
    netPay: '500000000',
  })

const stored = async (loanId: string) => {
  const { rows } = await house.pool.query<{ request: bigint; loan: bigint; is_due: boolean }>(
    `select r.instalment as request, l.instalment as loan, l.next_change_on = l.booked_through + 1 as is_due
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
  expect(await stored(loanId)).toMatchObject({ request: instalment, loan: instalment })
})

test('an instalment stored before is corrected: the request’s at once, a live loan’s by the next daily run', async () => {
  const [late, plain] = [await lent(waived), await lent({})]
  const usual = { request: 1_480_000n, loan: 1_480_000n }
  expect(await stored(plain.loanId)).toMatchObject({ ...usual, is_due: false })
  await house.pool.query(`update loan_request set instalment = 1000000 where loan_id = $1`, [late.loanId])
  await house.pool.query(await readFile('db/migrations/0165_usual_instalment.sql', 'utf8'))
  expect(await stored(late.loanId)).toMatchObject({ ...usual, is_due: true })
  expect(await stored(plain.loanId)).toMatchObject({ ...usual, is_due: false })
})

test('and so is that of a loan that awaits disbursement', async () => {
  const { loanId } = await lent({ ...waived, roundingUnit: '10000' })
  await house.pool.query(
    `update loan set status = 'awaiting disbursement', instalment = 1000000 where id = $1`,
    [loanId],
  )
  await house.pool.query(
    (await readFile('db/migrations/0165_usual_instalment.sql', 'utf8')).replace(
      'create function',
      'create or replace function',
    ),
  )
  expect(await stored(loanId)).toMatchObject({ loan: 1_480_000n })
})

test('new terms whose instalments are too small for their step are refused', async () => {
  const { loanId } = await lent({ roundingUnit: '500000' })
  const input = { act: 'restructure' as const, tenor: 60, ratePpm: 40_000, capitalises: [] }
  const asked = { loanId, id: randomUUID(), input, reason: 'Smaller instalments' }
  const { message } = await house.as('admin').refused('loanActDo', asked, 'loan.refused')
  expect(message).toContain('too small for their step of ₦5,000.00')
})

test('a loan from before keeps its equal principal in steps', async () => {
  const { loanId } = await lent({ interest: 'reducing', repayment: 'equal-principal', roundingUnit: '100' })
  await house.pool.query(await readFile('db/migrations/0166_principal_in_steps.sql', 'utf8'))
  const { rows } = await house.pool.query<{ id: string }>(
    `select id from loan where terms -> 'stepsPrincipal' = 'true'`,
  )
  expect(rows.map(row => row.id)).toEqual([loanId])
  await house.as('auditor').ok('loanGet', { id: loanId })
})
