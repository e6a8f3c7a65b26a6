import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../../test/applicants.ts'
import { type House, openHouse } from '../../../test/cast.ts'

/** A reviewer has 24 hours; past half of them a request is due soon. */

let house: House
beforeAll(async () => {
  house = await openHouse()
  await submit(house, { surname: 'Abiola' })
  house.clock.advance({ hours: 14 })
  await submit(house, { surname: 'Bello' })
  house.clock.advance({ hours: 12 })
  const { id } = await submit(house, { surname: 'Chukwu' })
  await house.as('reviewer').ok('requestClaim', { ids: [id] })
})
afterAll(() => house.close())

const surnames = ({ rows }: { rows: readonly { applicant: string }[] }): (string | undefined)[] =>
  rows.map(row => row.applicant.split(' ')[0]?.toLowerCase())

test('every part of a queue that the work panel counts opens its own requests', async () => {
  const reviewer = house.as('reviewer')
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
  const { askedAt } = await house.as('reviewer').ok('dashboardWork', {})
  expect(new Date(askedAt)).toEqual(house.clock.now())
})

test('what is late is searched, ordered and taken away as the rest of the queue', async () => {
  const reviewer = house.as('reviewer')
  const found = (search: string) =>
    reviewer.ok('requestList', { stage: 'reviewer', sla: 'late', search, sort: 'applicant' })
  expect(surnames(await found('abiola'))).toEqual(['abiola'])
  expect(surnames(await found('bello'))).toEqual([])
  const { bytes } = await reviewer.ok('requestExport', { stage: 'reviewer', sla: 'late' })
  expect(Buffer.from(bytes).toString().trim().split('\n')).toHaveLength(2)
})

test.each(['approved', 'rejected', 'withdrawn'] as const)('nobody is late with what is %s', async stage => {
  expect((await house.as('auditor').ok('requestList', { stage, sla: 'late' })).total).toBe(0)
})
