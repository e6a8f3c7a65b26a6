import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../server/app/prove.ts'
import { sealAudit, verifyAudit } from '../server/kernel/audit.ts'
import { projectRoot } from '../server/kernel/files.ts'
import { runDaily } from '../server/modules/loans/daily.ts'
import { type House, openHouse } from './cast.ts'

/**
 * The sample lender as the first release left it: 17 customers with their loans, requests in every stage, documents, a
 * sealed ledger and a sealed trail, dumped from its database. Everything since has to carry it over.
 */

let house: House
beforeAll(async () => {
  const dump = gunzipSync(readFileSync(join(projectRoot, 'test', 'first-release.sql.gz'))).toString()
  house = await openHouse({ madeFrom: { dump, secret: 'the secret of an older installation, kept' } })
})
afterAll(() => house.close())

const problems = async () =>
  (await prove(house.program.db)).checks.flatMap(check =>
    check.problems.map(each => `${check.name}: ${each}`),
  )

test('a house of the first release opens: people sign in, lists and loans are there', async () => {
  const auditor = house.as('auditor')
  expect((await auditor.ok('customerList', {})).total).toBe(17)
  const { rows, total } = await auditor.ok('loanList', { tab: 'live' })
  expect(total).toBeGreaterThan(5)
  for (const row of rows) {
    const { current } = await auditor.ok('loanGet', { id: row.id })
    expect(current.length).toBeGreaterThan(0)
  }
  for (const stage of ['reviewer', 'authorizer', 'rejected'] as const)
    expect((await auditor.ok('requestList', { stage })).total).toBeGreaterThan(0)
})

test('what was sealed with the old secret is read with it', async () => {
  const { rows } = await house.as('admin').ok('customerList', { limit: 1 })
  const { bvn } = await house
    .as('admin')
    .ok('customerReveal', { id: rows[0]?.id ?? '', reason: 'Checking after the upgrade' })
  expect(bvn).toMatch(/^\d{11}$/)
})

test('the books and the trail prove as they are, and after the days since were made up', async () => {
  expect(await problems()).toEqual([])
  await runDaily(house.program)
  expect(await problems()).toEqual([])
  await house.program.db.transaction().execute(tx => sealAudit(tx, 1_000_000))
  expect((await verifyAudit(house.program.db, [])).breaks).toEqual([])
})

test('work goes on: a receipt is taken on a loan of before', async () => {
  const { rows } = await house.as('admin').ok('loanList', { tab: 'live', limit: 1 })
  const loan = rows[0]
  if (!loan) throw new Error('no live loan')
  const before = (await house.as('auditor').ok('loanGet', { id: loan.id })).row.outstandingTotal
  await house.as('admin').ok('loanActDo', {
    loanId: loan.id,
    id: crypto.randomUUID(),
    reason: 'Paid at the counter',
    input: {
      act: 'receipt',
      amount: '100000',
      on: '2026-11-16',
      channel: 'bank transfer',
      reference: 'GTB-UP-1',
    },
  })
  expect(before - (await house.as('auditor').ok('loanGet', { id: loan.id })).row.outstandingTotal).toBe(
    100_000n,
  )
  expect(await problems()).toEqual([])
})
