import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adaeze, knownCustomer, openDraft, type Stated, submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** What is noted about a request the moment it comes in, and what is not taken at all. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const rowOf = async (id: string) => (await testApp.as('reviewer').ok('requestGet', { id })).row
const LINK = { code: 'AO-014', enabled: true, expiresOn: null }

const counts = async () => {
  const { rows } = await testApp.as('admin').ok('officerLinkList', {})
  const { opened, started, submitted } = rows.find(row => row.code === LINK.code) ?? {}
  return { opened, started, submitted }
}

async function applyThrough(accountOfficerCode: string) {
  const { officer } = await testApp.stranger.ok('publicPage', { accountOfficerCode })
  await testApp.stranger.ok('publicLinkStarted', { accountOfficerCode })
  const { id } = await submit(testApp, { accountOfficerCode })
  return { name: officer?.name, row: await rowOf(id) }
}

test.each([
  ['switched off', { enabled: false, expiresOn: null }],
  ['expired yesterday', { enabled: true, expiresOn: '2026-11-15' }],
])('an officer’s link that is %s: stored, flagged and not counted', async (_, state) => {
  await testApp.as('admin').ok('officerLinkChange', { ...LINK, ...state })
  const before = await counts()
  const { name, row } = await applyThrough('ao-014')
  expect(name).toBeNull()
  expect(row).toMatchObject({ officerCode: 'AO-014', flags: ['unknownOfficer'] })
  expect(await counts()).toEqual(before)
  const atTheirDesk = await submit(testApp, {}, { by: testApp.as('admin') })
  expect(await rowOf(atTheirDesk.id)).toMatchObject({ officerCode: 'AO-014', flags: [] })
})

test('an officer’s link on its last day: named, and counted at each step', async () => {
  await testApp.as('admin').ok('officerLinkChange', { ...LINK, expiresOn: '2026-11-16' })
  const { opened = 0, started = 0, submitted = 0 } = await counts()
  const { name, row } = await applyThrough('AO-014')
  expect(name).toBe('Babatunde Adeyemi')
  expect(row.flags).toEqual([])
  expect(await counts()).toEqual({ opened: opened + 1, started: started + 1, submitted: submitted + 1 })
})

test('opening a link writes nothing at once: public visits are counted together', async () => {
  await testApp.as('admin').ok('officerLinkChange', LINK)
  const { opened = 0 } = await counts()
  const written = async () =>
    (await testApp.pool.query('select opened from officer_link where code = $1', [LINK.code])).rows[0].opened
  for (let i = 0; i < 3; i++) await testApp.stranger.ok('publicPage', { accountOfficerCode: LINK.code })
  expect(await written()).toBe(opened)
  testApp.clock.advance({ seconds: 10 })
  await testApp.stranger.ok('publicPage', { accountOfficerCode: LINK.code })
  expect(await written()).toBe(opened + 4)
  expect((await counts()).opened).toBe(opened + 4)
})

test.each<[what: string, shared: (keyof Stated)[], flags: string[]]>([
  ['nothing', [], []],
  ['a phone', ['phone'], ['duplicateIdentity']],
  ['an account', ['accountNumber'], ['duplicateIdentity']],
  ['a NIN', ['nin'], ['duplicateIdentity']],
  ['the BVN, and so the person', ['bvn', 'nin', 'phone'], ['existingCustomer']],
])('an applicant who shares %s with a customer', async (_, shared, flags) => {
  const held = adaeze()
  await knownCustomer(testApp, held)
  const { id } = await submit(testApp, Object.fromEntries(shared.map(name => [name, held[name]])))
  expect((await rowOf(id)).flags).toEqual(flags)
  const { rows } = await testApp
    .as('reviewer')
    .ok('requestList', { stage: 'reviewer', flag: 'existingCustomer', limit: 200 })
  expect(rows.some(row => row.id === id)).toBe(flags.includes('existingCustomer'))
})

test('B84 a BVN under two phones is flagged for the queue, and the applicant learns nothing of it', async () => {
  const first = await submit(testApp)
  const application = adaeze({ bvn: first.stated.bvn })
  const sent = { id: randomUUID(), draftId: await openDraft(testApp), application }
  const answer = await testApp.stranger.ok('requestSubmit', sent)
  expect(answer).toEqual({ reference: expect.any(String), alreadyPending: false, requestId: null })
  expect((await rowOf(sent.id)).flags).toEqual(['duplicateIdentity'])
})

test.each<keyof Stated>(['bvn', 'nin', 'phone'])(
  'one %s is submitted five times in a day and no more',
  async name => {
    const { [name]: shared } = adaeze()
    for (let time = 0; time < 5; time++) await submit(testApp, { [name]: shared })
    const application = adaeze({ [name]: shared })
    const sent = { id: randomUUID(), draftId: await openDraft(testApp), application }
    const refused = await testApp.stranger.refused('requestSubmit', sent, 'request.too_many')
    expect(refused.message).not.toMatch(/IRK-|BVN|NIN|phone/)
    // an applicant at a desk is not a robot
    await testApp.as('admin').ok('requestSubmit', { ...sent, id: randomUUID() })
  },
)

test('B81 twelve of one BVN at the same instant: five of them, and the next day another', async () => {
  const { bvn } = adaeze()
  const drafts = await Promise.all(Array.from({ length: 12 }, () => openDraft(testApp)))
  const answers = await Promise.all(
    drafts.map((draftId, at) =>
      testApp.stranger.call(
        'requestSubmit',
        { id: randomUUID(), draftId, application: adaeze({ bvn }) },
        { from: `10.5.5.${at}` },
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  testApp.clock.advance({ hours: 24 })
  await submit(testApp, { bvn })
})
