import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../../contract/requests.ts'
import { SECTIONS, type Section } from '../../../contract/settings.ts'
import { adaeze, knownCustomer, type Stated, submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { untilWaiting, whileWaiting } from '../../../test/whileWaiting.ts'

/** Two requests of one person that are approved at the same instant are judged one after the other. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Seen = { id: string; version: number }

/** Requests in the authorizer's queue, red items overridden. */
async function recommended(...stated: Stated[]): Promise<Seen[]> {
  const requests: Seen[] = []
  for (const each of stated) requests.push(await submitted(each))
  for (const seen of requests) await recommend(seen)
  return requests
}

const terms = { amount: '50000000', tenor: 12 }
const submitted = async (stated: Stated): Promise<Seen> => ({
  id: (await submit(testApp, stated)).id,
  version: 1,
})

async function recommend(seen: Seen): Promise<void> {
  await override(seen)
  await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
}

async function override(seen: Seen): Promise<void> {
  const { checklist } = await testApp.as('reviewer').ok('requestGet', { id: seen.id })
  const answer = { reasonCode: 'POLICY', note: 'Seen in the office' }
  for (const { name: check } of checklist.filter(each => each.result === 'red'))
    await testApp.as('reviewer').ok('requestOverride', { ...seen, ...answer, check })
}

const authorize = (seen: Seen) =>
  testApp.as('authorizer').call('requestAuthorize', { ...seen, confirmed: [...CHECKS] })

/** One BVN, two phones: two requests that may be open at the same time. */
const samePerson = (): [Stated, Stated] => {
  const one = adaeze()
  return [one, { ...one, phone: adaeze().phone }]
}

async function setBorrowing(change: Partial<Section<'borrowing'>>): Promise<void> {
  const { rows } = await testApp.as('admin').ok('settingHistory', { section: 'borrowing' })
  const { approvalId } = await testApp.as('admin').ok('settingChange', {
    section: 'borrowing',
    value: { ...SECTIONS.borrowing.initial, ...change },
    effectiveOn: '2026-11-16',
    basedOn: rows[0]?.version ?? 0,
    reason: 'Board of November',
  })
  await testApp.as('authorizer').approve(approvalId)
}

/** Both at the same instant: how it ended, and how many loans there are. */
async function authorizeBoth(pair: Seen[]): Promise<[string[], loans: number]> {
  const answers = await Promise.all(pair.map(authorize))
  const { rows } = await testApp.pool.query('select from loan where request_id = any ($1)', [
    pair.map(each => each.id),
  ])
  return [answers.map(each => String(each.body.code ?? 'approved')).toSorted(), rows.length]
}

test('of two requests of one person that are approved at the same instant one becomes a loan: 6 pairs', async () => {
  for (let n = 0; n < 6; n++)
    expect(await authorizeBoth(await recommended(...samePerson()))).toEqual([['approved', 'request.red'], 1])
})

test('loans in a year are counted one after the other too, also for a known customer', async () => {
  await setBorrowing({ liveLoansMost: 5, loansPerYear: 1 })
  const [one, other] = samePerson()
  await knownCustomer(testApp, one)
  expect(await authorizeBoth(await recommended(one, other))).toEqual([['approved', 'request.red'], 1])
  await setBorrowing({})
})

test('two BVNs of one customer, whose records were merged, are one person', async () => {
  const [one, other] = [adaeze(), adaeze()]
  const [stored, merged] = [await knownCustomer(testApp, one), await knownCustomer(testApp, other)]
  await testApp.pool.query(`update customer set status = 'merged', merged_into = $1 where id = $2`, [
    stored,
    merged,
  ])
  expect(await authorizeBoth(await recommended(one, other))).toEqual([['approved', 'request.red'], 1])
})

test('a request is recommended by what an approval at the same instant leaves', async () => {
  const [one, other] = samePerson()
  const customerId = await knownCustomer(testApp, one)
  const [first, second] = [await submitted(one), await submitted(other)]
  await override(second)
  await recommend(first)
  const [loan, later] = await whileWaiting(
    testApp,
    ['select from customer where id = $1 for update', [customerId]],
    async () => {
      const authorizing = authorize(first)
      await untilWaiting(testApp)
      return Promise.all([
        authorizing,
        testApp.as('reviewer').call('requestRecommend', { ...second, ...terms }),
      ])
    },
    2,
  )
  expect([loan.status, later.body.code]).toEqual([200, 'request.red'])
})

test('a loan approved while its customer is merged belongs to the remaining record', async () => {
  const stated = adaeze()
  const merged = await knownCustomer(testApp, stated)
  const stored = await knownCustomer(testApp, { ...stated, bvn: adaeze().bvn })
  const [seen] = await recommended(stated)
  await testApp.as('editor').ok('customerNoteAdd', { customerId: merged, id: randomUUID(), text: 'Old note' })
  const ask = { id: stored, mergedId: merged, reason: 'One person, seen in the office' }
  const { approvalId } = await testApp.as('editor').ok('customerMerge', ask)
  // the merge holds both records and waits for its note; then the request is approved
  const [merge, loan] = await whileWaiting(
    testApp,
    ['select from customer_note where customer_id = $1 for update', [merged]],
    async () => {
      const merging = testApp.as('superAdmin').call('approvalApprove', { id: approvalId ?? '' })
      await untilWaiting(testApp)
      return Promise.all([merging, authorize(seen ?? { id: '', version: 1 })])
    },
    2,
  )
  expect([merge.status, loan.status]).toEqual([200, 200])
  const { row } = await testApp.as('auditor').ok('loanGet', { id: String(loan.body.loanId) })
  expect(row.customerId).toBe(stored)
})
