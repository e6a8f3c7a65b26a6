import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recommended, submit } from '../../test/applicants.ts'
import { batchesIn } from '../../test/batches.ts'
import { createTestApp, type TestApp } from '../../test/testApp.ts'
import { attackAccess, attackWithTokens } from './access.ts'
import { type Document, readDocument } from './document.ts'
import { furnish } from './furnish.ts'
import { attackWithFuzz } from './fuzz.ts'
import { attackIds } from './ids.ts'
import { attackInputs } from './inputs.ts'
import { casesOf, openScore, type Score } from './score.ts'
import { type Target, targetOf } from './target.ts'

/** The short form of `npm run proof -- attack`, over a small lender in this process; the long one fires at a running program. */

const SEED = 1
let testApp: TestApp
let target: Target
let document: Document
beforeAll(async () => {
  testApp = await createTestApp()
  // three, one of whom is blacklisted: the bank has disbursements of the two others
  for (const surname of ['Okonkwo', 'Danjuma', 'Lawal']) {
    const { id } = await recommended(testApp, { surname })
    await testApp.as('authorizer').ok('requestAuthorize', { id, version: 1 })
  }
  await submit(testApp, { surname: 'Eze' })
  await lendAndPay()
  target = targetOf(testApp)
  document = await readDocument(target)
  const { written, refused } = await furnish(target, document, place => `As agreed about the ${place}`)
  if (written.length < 25) throw new Error(refused.join('\n'))
})
afterAll(() => testApp.close())

/** What A05 and A06 take from one record and put to another: two live loans and a receipt, two batches of disbursements. */
async function lendAndPay(): Promise<void> {
  const admin = testApp.as('admin')
  const lent = batchesIn(() => testApp)
  const [{ loanId }] = [await lent.borrower({ surname: 'Okafor' }), await lent.borrower({ surname: 'Bello' })]
  const input = {
    act: 'receipt',
    amount: '100000',
    on: '2026-11-16',
    channel: 'bank transfer',
    reference: 'CASH-1',
  } as const
  await admin.ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'At the counter' })
  for (const surname of ['Yusuf', 'Adeyemi']) {
    const { id } = await recommended(testApp, { surname })
    const { loanId: waiting } = await testApp.as('authorizer').ok('requestAuthorize', { id, version: 1 })
    const batch = {
      id: randomUUID(),
      loanIds: [waiting ?? ''],
      valueOn: '2026-11-16',
      payingAccount: 'GTBank main',
    }
    await admin.ok('payoutBatchMake', batch)
  }
}

test.each<[what: string, attack: (score: Score) => Promise<void>, least: number]>([
  ['A09 every role at every door', score => attackAccess(target, document, score), 1_500],
  ['A10–A26 false passes at every door', score => attackWithTokens(target, document, score, 6), 1_500],
  ['A01–A08 records of others and of nobody', score => attackIds(target, document, score, 2), 400],
  ['B21–B45 what the document forbids', score => attackInputs(target, document, score), 3_000],
  ['requests that are almost right', score => attackWithFuzz(target, document, score, 3), 600],
])('%s: nothing gets through', async (what, attack, least) => {
  const score = openScore(what, SEED)
  await attack(score)
  expect(score.violations).toEqual([])
  expect(casesOf(score)).toBeGreaterThan(least)
})

/** As if one endpoint were broken: whatever it refuses is answered so instead. */
const broken = (answer: { status: number; body: string }): Target => ({
  ...target,
  async fire(shot) {
    const hit = await target.fire(shot)
    return hit.status >= 400 ? { ...hit, ...answer, bytes: Buffer.from(answer.body) } : hit
  },
})
const only = (...names: string[]): Document => {
  const operations = document.operations.filter(({ name }) => names.includes(name))
  if (operations.length < names.length)
    throw new Error(`There is no such endpoint among ${names.join(', ')}.`)
  return { ...document, operations }
}
const LETS_IN = { status: 200, body: '{}' }
const FALLS_OVER = { status: 500, body: 'error: syntax error at or near "select"' }

test.each<[what: string, attack: (score: Score) => Promise<void>, told: RegExp]>([
  [
    'lets every role in',
    score => attackAccess(broken(LETS_IN), only('loanActDo', 'userApprove', 'settingChange'), score),
    /^roles .*let in with 200/,
  ],
  [
    'takes any pass',
    score => attackWithTokens(broken(LETS_IN), only('loanActDo', 'customerGet', 'auditList'), score),
    /answered 200/,
  ],
  [
    'knows records of nobody',
    score => attackIds(broken(LETS_IN), only('customerGet', 'loanGet'), score, 2),
    /^A0[24] .*answered about/,
  ],
  [
    'takes what the document forbids',
    score => attackInputs(broken(LETS_IN), only('customerList', 'loanActDo'), score),
    /^wrong value .*: 200/,
  ],
  [
    'falls over at what is almost right',
    score => attackWithFuzz(broken(FALLS_OVER), only('customerList', 'loanActDo'), score, 20),
    /^fuzz .*answered 500/,
  ],
])('a program that %s is found out', async (what, attack, reported) => {
  const score = openScore(what, SEED)
  // on a program that answers nonsense the attack itself may fail, after it has reported
  await attack(score).catch(() => {})
  expect(score.violations.filter(each => reported.test(each))).not.toEqual([])
})
