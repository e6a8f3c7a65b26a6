import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adaeze, knownCustomer, submit } from '../../test/applicants.ts'
import { type Colleague, DEMO_PASSWORD, type House, openHouse } from '../../test/cast.ts'

let house: House
/** One with every role of the queues, who could play all three parts. */
let uche: Colleague
beforeAll(async () => {
  house = await openHouse()
  uche = await house.hire('Reviewer', 'Authorizer', 'Editor')
})
afterAll(() => house.close())

type Seen = { id: string; version: number }
const terms = { amount: '50000000', tenor: 12 }
const back = { reasonCode: 'RECHECK', note: 'Please look at the payslip again' }
const no = { reasonCode: 'IDENTITY', note: 'The BVN belongs to another name' }
const came = async (): Promise<Seen> => ({ id: (await submit(house)).id, version: 1 })

/** The button says beforehand what the act would answer. */
async function mayNot(
  who: Colleague,
  act: 'requestRecommend' | 'requestAuthorize',
  seen: Seen,
  code: 'request.same_person' | 'request.entangled' = 'request.same_person',
): Promise<void> {
  const { offers } = await who.caller.ok('requestGet', { id: seen.id })
  const offer = offers[act === 'requestRecommend' ? 'recommend' : 'approve']
  expect(offer).toMatchObject({ allowed: false })
  if (act === 'requestRecommend') await who.caller.refused(act, { ...seen, ...terms }, code)
  else await who.caller.refused(act, seen, code)
}

describe('one person, one part in a request, in whatever round', () => {
  test('whoever recommended does not authorize after a colleague recommended it anew', async () => {
    const seen = await came()
    await uche.caller.ok('requestRecommend', { ...seen, ...terms })
    await house.as('authorizer').ok('requestSendBack', { ...seen, ...back })
    await house.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await mayNot(uche, 'requestAuthorize', seen)
    await house.as('authorizer').ok('requestAuthorize', seen)
  })

  test('whoever sent it back as authorizer does not recommend it', async () => {
    const seen = await came()
    await house.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await uche.caller.ok('requestSendBack', { ...seen, ...back })
    await mayNot(uche, 'requestRecommend', seen)
    await house.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await uche.caller.ok('requestAuthorize', seen)
  })

  test('whoever started it does not decide on it after an Editor wrote it anew', async () => {
    const { id, stated } = await submit(house, {}, { by: uche.caller })
    const seen = { id, version: 1 }
    await house.as('reviewer').ok('requestReject', { ...seen, ...no })
    await house.as('editor').ok('requestEdit', { ...seen, application: stated, note: 'BVN seen on paper' })
    const anew = { ...seen, version: 2 }
    await mayNot(uche, 'requestRecommend', anew)
    await house.as('reviewer').ok('requestRecommend', { ...anew, ...terms })
    await mayNot(uche, 'requestAuthorize', anew)
    await house.as('authorizer').ok('requestAuthorize', anew)
  })

  test('whoever answered for a red item does not authorize', async () => {
    const { id } = await submit(house, {}, { documents: ['Work identity card'] })
    const seen = { id, version: 1 }
    const why = { check: 'documents' as const, reasonCode: 'POLICY', note: 'Payslip seen in the office' }
    await uche.caller.ok('requestOverride', { ...seen, ...why })
    await house.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await mayNot(uche, 'requestAuthorize', seen)
    await house.as('authorizer').ok('requestAuthorize', seen)
  })
})

describe('whoever opened an account by a password link is not another person in the queues', () => {
  test('a reviewer whose password an authorizer’s link set this week', async () => {
    const [reviewer, authorizer] = [
      await house.hire('Reviewer'),
      await house.hire('Authorizer', 'superAdmin'),
    ]
    const { token } = await authorizer.caller.ok('userResetLink', { id: reviewer.id })
    await house.stranger.ok('passwordReset', { token, password: DEMO_PASSWORD, confirm: DEMO_PASSWORD })
    const seen = await came()
    await reviewer.caller.ok('requestRecommend', { ...seen, ...terms })
    await mayNot(authorizer, 'requestAuthorize', seen, 'request.entangled')
    await house.as('authorizer').ok('requestAuthorize', seen)
  })
})

describe('nobody decides on their own request', () => {
  const phoneOf = async (who: Colleague, phone: string) =>
    house.pool.query(`update staff set phone = '+234' || substr($2, 2) where id = $1`, [who.id, phone])

  test('known by the phone, and the answer names the request', async () => {
    const applicant = await house.hire('Reviewer', 'Authorizer')
    const { id, reference, stated } = await submit(house)
    await phoneOf(applicant, stated.phone)
    const seen = { id, version: 1 }
    const { offers } = await applicant.caller.ok('requestGet', { id })
    expect(offers.recommend).toEqual({
      allowed: false,
      why: 'It is your own request; another person has to decide.',
    })
    expect(offers.claim).toEqual(offers.recommend)
    const refused = await applicant.caller.refused('requestRecommend', { ...seen, ...terms }, 'request.own')
    expect(refused.message).toContain(reference)
    await house.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await applicant.caller.refused('requestAuthorize', seen, 'request.own')
    await house.as('authorizer').ok('requestAuthorize', seen)
  })

  test('known by the e-mail, however it is spelt', async () => {
    const applicant = await house.hire('Reviewer')
    const { id } = await submit(house, { email: applicant.email.toUpperCase() })
    await applicant.caller.refused('requestRecommend', { id, version: 1, ...terms }, 'request.own')
  })

  test('known by the BVN of the customer that they are', async () => {
    const applicant = await house.hire('Reviewer')
    const known = adaeze()
    await knownCustomer(house, known)
    await phoneOf(applicant, known.phone)
    const { id } = await submit(house, { bvn: known.bvn })
    await applicant.caller.refused('requestRecommend', { id, version: 1, ...terms }, 'request.own')
    expect((await applicant.caller.ok('requestClaim', { ids: [id] })).claimed).toEqual([])
  })
})

describe('a claim', () => {
  const claimedBy = async (id: string) =>
    (await house.pool.query('select claimed_by from loan_request where id = $1', [id])).rows[0].claimed_by

  test('is not made by somebody who may never decide', async () => {
    const { id } = await submit(house, {}, { by: uche.caller })
    expect((await uche.caller.ok('requestClaim', { ids: [id] })).claimed).toEqual([])
    const seen = await came()
    await uche.caller.ok('requestRecommend', { ...seen, ...terms })
    expect((await uche.caller.ok('requestClaim', { ids: [seen.id] })).claimed).toEqual([])
    await house.as('authorizer').ok('requestSendBack', { ...seen, ...back })
    // in the queue in which they decided before it is theirs again
    expect((await uche.caller.ok('requestClaim', { ids: [seen.id] })).claimed).toEqual([seen.id])
  })

  test('is given back by a superAdmin, and ends with whoever is suspended', async () => {
    const holder = await house.hire('Reviewer')
    const [first, second] = [(await came()).id, (await came()).id]
    await holder.caller.ok('requestClaim', { ids: [first, second] })
    await house.as('reviewer').ok('requestRelease', { ids: [first] })
    expect(await claimedBy(first)).toBe(holder.id)
    const { offers } = await house.as('superAdmin').ok('requestGet', { id: first })
    expect(offers.release.allowed).toBe(true)
    await house.as('superAdmin').ok('requestRelease', { ids: [first] })
    expect(await claimedBy(first)).toBeNull()
    await house.as('superAdmin').ok('userSuspend', { id: holder.id, reason: 'Under investigation' })
    expect(await claimedBy(second)).toBeNull()
  })

  test('ends with the right to decide', async () => {
    const holder = await house.hire('Reviewer')
    const { id } = await came()
    await holder.caller.ok('requestClaim', { ids: [id] })
    await house
      .as('superAdmin')
      .ok('userRolesChange', { id: holder.id, roles: ['Auditor'], reason: 'Moved to control' })
    expect(await claimedBy(id)).toBeNull()
  })
})
