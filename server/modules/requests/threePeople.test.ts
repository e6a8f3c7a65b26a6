import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adaeze, knownCustomer, openDraft, submit } from '../../../test/applicants.ts'
import { type Colleague, createTestApp, DEMO_PASSWORD, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
/** One with every role of the queues, who could play all three parts. */
let uche: Colleague
beforeAll(async () => {
  testApp = await createTestApp()
  uche = await testApp.hire('Reviewer', 'Authorizer', 'Editor')
})
afterAll(() => testApp.close())

type Seen = { id: string; version: number }
const terms = { amount: '50000000', tenor: 12 }
const back = { reasonCode: 'RECHECK', note: 'Please look at the payslip again' }
const no = { reasonCode: 'IDENTITY', note: 'The BVN belongs to another name' }
const came = async (): Promise<Seen> => ({ id: (await submit(testApp)).id, version: 1 })

/** The button says beforehand what the act would answer. */
async function mayNot(
  who: Colleague,
  act: 'requestRecommend' | 'requestAuthorize',
  seen: Seen,
  code: 'request.same_person' | 'request.linked' = 'request.same_person',
): Promise<void> {
  const { offers } = await who.caller.ok('requestGet', { id: seen.id })
  const offer = offers[act === 'requestRecommend' ? 'recommend' : 'approve']
  expect(offer).toMatchObject({ allowed: false })
  if (act === 'requestRecommend') await who.caller.refused(act, { ...seen, ...terms }, code)
  else await who.caller.refused(act, seen, code)
}

describe('one person, one part in a request, in whatever round', () => {
  test('a reviewer does not authorize after a colleague recommended the request again', async () => {
    const seen = await came()
    await uche.caller.ok('requestRecommend', { ...seen, ...terms })
    await testApp.as('authorizer').ok('requestSendBack', { ...seen, ...back })
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await mayNot(uche, 'requestAuthorize', seen)
    await testApp.as('authorizer').ok('requestAuthorize', seen)
  })

  test('a user who sent it back as authorizer does not recommend it', async () => {
    const seen = await came()
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await uche.caller.ok('requestSendBack', { ...seen, ...back })
    await mayNot(uche, 'requestRecommend', seen)
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await uche.caller.ok('requestAuthorize', seen)
  })

  test('its initiator does not decide on it after an Editor changed it', async () => {
    const { id, stated } = await submit(testApp, {}, { by: uche.caller })
    const seen = { id, version: 1 }
    await testApp.as('reviewer').ok('requestReject', { ...seen, ...no })
    await testApp.as('editor').ok('requestEdit', { ...seen, application: stated, note: 'BVN seen on paper' })
    const anew = { ...seen, version: 2 }
    await mayNot(uche, 'requestRecommend', anew)
    await testApp.as('reviewer').ok('requestRecommend', { ...anew, ...terms })
    await mayNot(uche, 'requestAuthorize', anew)
    await testApp.as('authorizer').ok('requestAuthorize', anew)
  })

  test('a user who overrode a red item does not authorize', async () => {
    const { id } = await submit(testApp, {}, { documents: ['Work identity card'] })
    const seen = { id, version: 1 }
    const why = { check: 'documents' as const, reasonCode: 'POLICY', note: 'Payslip seen in the office' }
    await uche.caller.ok('requestOverride', { ...seen, ...why })
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await mayNot(uche, 'requestAuthorize', seen)
    const refused = await testApp.as('authorizer').refused('requestAuthorize', seen, 'approval.unconfirmed')
    expect(refused.message).toContain('overridden')
    await testApp.as('authorizer').ok('requestAuthorize', { ...seen, confirmed: [why.check] })
    const { rows } = await testApp.pool.query(
      `select after -> 'confirmed' as confirmed from audit_entry where action = 'requestAuthorize' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ confirmed: ['documents'] }])
  })
})

describe('accounts linked by a password link are not another person in the queues', () => {
  test('a reviewer whose password an authorizer’s link set', async () => {
    const [reviewer, authorizer] = [
      await testApp.hire('Reviewer'),
      await testApp.hire('Authorizer', 'superAdmin'),
    ]
    const { token } = await authorizer.caller.ok('userResetLink', { id: reviewer.id })
    await testApp.stranger.ok('passwordReset', {
      token: token ?? '',
      password: DEMO_PASSWORD,
      confirm: DEMO_PASSWORD,
    })
    const seen = await came()
    await reviewer.caller.ok('requestRecommend', { ...seen, ...terms })
    await mayNot(authorizer, 'requestAuthorize', seen, 'request.linked')
    await testApp.as('authorizer').ok('requestAuthorize', seen)
  })
})

describe('a user does not decide on their own request', () => {
  const phoneOf = async (who: Colleague, phone: string) =>
    testApp.pool.query(`update staff set phone = '+234' || substr($2, 2) where id = $1`, [who.id, phone])

  test('known by the phone, and the answer names the request', async () => {
    const applicant = await testApp.hire('Reviewer', 'Authorizer')
    const { id, reference, stated } = await submit(testApp)
    await phoneOf(applicant, stated.phone)
    const seen = { id, version: 1 }
    const { offers } = await applicant.caller.ok('requestGet', { id })
    expect(offers.recommend).toEqual({
      allowed: false,
      why: 'This is your own request. Another user must decide it.',
    })
    expect(offers.claim).toEqual(offers.recommend)
    const refused = await applicant.caller.refused('requestRecommend', { ...seen, ...terms }, 'request.own')
    expect(refused.message).toContain(reference)
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await applicant.caller.refused('requestAuthorize', seen, 'request.own')
    await testApp.as('authorizer').ok('requestAuthorize', seen)
  })

  test('known by the e-mail, however it is spelt', async () => {
    const applicant = await testApp.hire('Reviewer')
    const { id } = await submit(testApp, { email: applicant.email.toUpperCase() })
    await applicant.caller.refused('requestRecommend', { id, version: 1, ...terms }, 'request.own')
  })

  test('known by the BVN of the customer that they are', async () => {
    const applicant = await testApp.hire('Reviewer')
    const known = adaeze()
    await knownCustomer(testApp, known)
    await phoneOf(applicant, known.phone)
    const { id } = await submit(testApp, { bvn: known.bvn })
    await applicant.caller.refused('requestRecommend', { id, version: 1, ...terms }, 'request.own')
    expect((await applicant.caller.ok('requestClaim', { ids: [id] })).claimed).toEqual([])
  })
})

describe('an account officer has the part of the initiator in what comes through their link', () => {
  const withLink = async (code: string): Promise<Colleague> => {
    const officer = await testApp.hire('Reviewer', 'Authorizer')
    await testApp.as('superAdmin').ok('userOfficerCodeChange', { id: officer.id, accountOfficerCode: code })
    return officer
  }

  test('they neither claim, review nor authorize it', async () => {
    const officer = await withLink('REV-OWN')
    const { id } = await submit(testApp, { accountOfficerCode: 'rev-own' })
    const seen = { id, version: 1 }
    expect((await officer.caller.ok('requestClaim', { ids: [id] })).claimed).toEqual([])
    await mayNot(officer, 'requestRecommend', seen)
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
    await mayNot(officer, 'requestAuthorize', seen)
    await testApp.as('authorizer').ok('requestAuthorize', seen)
  })

  test('not even after their code was given to another, or the request was edited to name another', async () => {
    const officer = await withLink('REV-PAST')
    const { id, stated } = await submit(testApp, { accountOfficerCode: 'REV-PAST' })
    await testApp
      .as('superAdmin')
      .ok('userOfficerCodeChange', { id: officer.id, accountOfficerCode: 'REV-NEW' })
    await mayNot(officer, 'requestRecommend', { id, version: 1 })
    await testApp.as('reviewer').ok('requestReject', { id, version: 1, ...no })
    const application = { ...stated, accountOfficerCode: '' }
    await testApp.as('editor').ok('requestEdit', { id, version: 1, application, note: 'BVN seen on paper' })
    await mayNot(officer, 'requestRecommend', { id, version: 2 })
  })
})

describe('a request sent from where a user signs in', () => {
  const sent = async (from: string, headers: Record<string, string> = {}) => {
    const id = randomUUID()
    const sender = { id, draftId: await openDraft(testApp), application: adaeze() }
    await testApp.stranger.ok('requestSubmit', sender, { from, headers })
    return id
  }
  const check = async (id: string) =>
    (await testApp.as('reviewer').ok('requestGet', { id })).checklist.find(
      each => each.name === 'notFromStaff',
    )

  test.each([
    ['the same address', '41.58.1.2', '41.58.1.2', 'red'],
    ['the same home line over IPv6', '2c0f:f5c0:1:2::7', '2c0f:f5c0:1:2::9', 'red'],
    ['another address', '41.58.9.9', '41.58.1.3', 'green'],
    ['a proxy or demo on this machine, which says nothing', '127.0.0.1', '127.0.0.1', 'green'],
  ])('over %s', async (_, staffFrom, applicantFrom, result) => {
    const { email } = await testApp.hire('Reviewer')
    await testApp.stranger.ok('signIn', { email, password: DEMO_PASSWORD }, { from: staffFrom })
    expect((await check(await sent(applicantFrom)))?.result).toBe(result)
  })

  test('also when the user signs in there afterwards, and a reason is needed to go on', async () => {
    const id = await sent('41.58.2.2')
    expect((await check(id))?.result).toBe('green')
    const { email } = await testApp.hire('Reviewer')
    await testApp.stranger.ok('signIn', { email, password: DEMO_PASSWORD }, { from: '41.58.2.2' })
    const found = await check(id)
    expect(found?.result).toBe('red')
    expect(found?.evidence).toContain('Chinedu Eze')
    const seen = { id, version: 1 }
    await testApp.as('reviewer').refused('requestRecommend', { ...seen, ...terms }, 'request.red')
    const why = {
      check: 'notFromStaff' as const,
      reasonCode: 'POLICY',
      note: 'Applicant used the branch tablet',
    }
    await testApp.as('reviewer').ok('requestOverride', { ...seen, ...why })
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
  })

  test('in the same browser, signed out and elsewhere', async () => {
    const { email } = await testApp.hire('Reviewer')
    const { headers } = await testApp.stranger.call('signIn', { email, password: DEMO_PASSWORD })
    const cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map(each => String(each).split(';')[0])
      .join('; ')
    const found = await check(await sent('41.58.3.3', { cookie }))
    expect(found?.result).toBe('red')
    expect(found?.evidence).toContain('browser')
  })

  test('sent in by a signed-in user it is not in doubt: they have the part of the initiator', async () => {
    const { id } = await submit(testApp, {}, { by: uche.caller })
    expect((await check(id))?.result).toBe('green')
  })
})

describe('a claim', () => {
  const claimedBy = async (id: string) =>
    (await testApp.pool.query('select claimed_by from loan_request where id = $1', [id])).rows[0].claimed_by

  test('is not made by a user who may never decide', async () => {
    const { id } = await submit(testApp, {}, { by: uche.caller })
    expect((await uche.caller.ok('requestClaim', { ids: [id] })).claimed).toEqual([])
    const seen = await came()
    await uche.caller.ok('requestRecommend', { ...seen, ...terms })
    expect((await uche.caller.ok('requestClaim', { ids: [seen.id] })).claimed).toEqual([])
    await testApp.as('authorizer').ok('requestSendBack', { ...seen, ...back })
    // in the queue in which they decided before it is theirs again
    expect((await uche.caller.ok('requestClaim', { ids: [seen.id] })).claimed).toEqual([seen.id])
  })

  test('is released by a superAdmin, and ends when its user is suspended', async () => {
    const holder = await testApp.hire('Reviewer')
    const [first, second] = [(await came()).id, (await came()).id]
    await holder.caller.ok('requestClaim', { ids: [first, second] })
    await testApp.as('reviewer').ok('requestRelease', { ids: [first] })
    expect(await claimedBy(first)).toBe(holder.id)
    const { offers } = await testApp.as('superAdmin').ok('requestGet', { id: first })
    expect(offers.release.allowed).toBe(true)
    await testApp.as('superAdmin').ok('requestRelease', { ids: [first] })
    expect(await claimedBy(first)).toBeNull()
    await testApp.as('superAdmin').ok('userSuspend', { id: holder.id, reason: 'Under investigation' })
    expect(await claimedBy(second)).toBeNull()
  })

  test('ends with the right to decide', async () => {
    const holder = await testApp.hire('Reviewer')
    const { id } = await came()
    await holder.caller.ok('requestClaim', { ids: [id] })
    await testApp
      .as('superAdmin')
      .ok('userRolesChange', { id: holder.id, roles: ['Auditor'], reason: 'Moved to control' })
    expect(await claimedBy(id)).toBeNull()
  })
})
