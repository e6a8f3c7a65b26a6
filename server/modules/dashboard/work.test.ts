import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** A reviewer has 24 hours; past half of them a request is due soon. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await submit(testApp, { surname: 'Abiola' })
  testApp.clock.advance({ hours: 14 })
  await submit(testApp, { surname: 'Bello' })
  testApp.clock.advance({ hours: 12 })
  const { id } = await submit(testApp, { surname: 'Chukwu' })
  await testApp.as('reviewer').ok('requestClaim', { ids: [id] })
})
afterAll(() => testApp.close())

const surnames = ({ rows }: { rows: readonly { applicant: string }[] }): (string | undefined)[] =>
  rows.map(row => row.applicant.split(' ')[0]?.toLowerCase())

test('every part of a queue that the work panel counts opens its own requests', async () => {
  const reviewer = testApp.as('reviewer')
  const { queues } = await reviewer.ok('dashboardWork', {})
  expect(queues).toMatchObject([{ stage: 'reviewer', waiting: 3, late: 1, dueSoon: 1, claimedByMe: 1 }])
  const stage = 'reviewer'
  const late = await reviewer.ok('requestList', { stage, sla: 'late' })
  const soon = await reviewer.ok('requestList', { stage, sla: 'soon' })
  const mine = await reviewer.ok('requestList', { stage, claimed: 'me' })
  expect([late, soon, mine].map(list => [...surnames(list), list.total])).toEqual([
    ['abiola', 1],
    ['bello', 1],
    ['chukwu', 1],
  ])
  expect([late.rows[0]?.sla, soon.rows[0]?.sla]).toEqual(['red', 'amber'])
})

test('what waits says when it was counted', async () => {
  const { askedAt } = await testApp.as('reviewer').ok('dashboardWork', {})
  expect(new Date(askedAt)).toEqual(testApp.clock.now())
})

test('what is late is searched, ordered and taken away as the rest of the queue', async () => {
  const reviewer = testApp.as('reviewer')
  const found = (search: string) =>
    reviewer.ok('requestList', { stage: 'reviewer', sla: 'late', search, sort: 'applicant' })
  expect(surnames(await found('abiola'))).toEqual(['abiola'])
  expect(surnames(await found('bello'))).toEqual([])
  const { bytes } = await reviewer.ok('requestExport', { stage: 'reviewer', sla: 'late' })
  expect(Buffer.from(bytes).toString().trim().split('\n')).toHaveLength(2)
})

test.each(['approved', 'rejected', 'withdrawn'] as const)('what is %s is not overdue', async stage => {
  expect((await testApp.as('auditor').ok('requestList', { stage, sla: 'late' })).total).toBe(0)
})
