import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adaeze, knownCustomer, openDraft, type Stated, submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const no = { reasonCode: 'IDENTITY', note: 'The BVN belongs to another name' }
const flagsOf = async (id: string) => (await testApp.as('reviewer').ok('requestGet', { id })).row.flags

async function rejected(changes: Partial<Stated> = {}) {
  const { id, stated } = await submit(testApp, changes)
  const seen = { id, version: 1 }
  await testApp.as('reviewer').ok('requestReject', { ...seen, ...no })
  return { seen, stated }
}

const resubmit = ({ seen, stated }: Awaited<ReturnType<typeof rejected>>, changes: Partial<Stated> = {}) => ({
  ...seen,
  application: { ...stated, ...changes },
  note: 'Corrected on the phone',
})

test('a rejected request whose applicant has since submitted another is refused with its reference', async () => {
  const old = await rejected()
  const anew = await submit(testApp, old.stated)
  const refused = await testApp.as('editor').refused('requestEdit', resubmit(old), 'request.pending')
  expect(refused.message).toContain(anew.reference)
  const other = await rejected()
  const taken = { bvn: old.stated.bvn, phone: old.stated.phone }
  await testApp.as('editor').refused('requestEdit', resubmit(other, taken), 'request.pending')
  await testApp.as('reviewer').ok('requestReject', { id: anew.id, version: 1, ...no })
  await testApp.as('editor').ok('requestEdit', resubmit(old))
})

test('edited and submitted at the same instant: one of the two proceeds, and nothing breaks', async () => {
  for (let round = 0; round < 10; round++) {
    const old = await rejected()
    const application = { ...old.stated, purpose: 'Roof' }
    const sent = { id: randomUUID(), draftId: await openDraft(testApp), application }
    const [edited, submitted] = await Promise.all([
      testApp.as('editor').call('requestEdit', resubmit(old)),
      testApp.stranger.call('requestSubmit', sent, { from: `10.7.7.${round}` }),
    ])
    expect(submitted.status).toBe(200)
    // the new submission is refused with the request edited a moment before
    expect(edited.status).toBe(submitted.body.alreadyPending ? 200 : 409)
  }
})

test('a new version is checked again for shared identity, owner and link', async () => {
  const known = adaeze()
  await knownCustomer(testApp, known)
  const old = await rejected({ phone: known.phone, accountOfficerCode: 'poster-7' })
  expect(await flagsOf(old.seen.id)).toEqual(['unknownOfficer', 'duplicateIdentity'])
  const corrected = { bvn: known.bvn, nin: known.nin, accountOfficerCode: 'AO-014' }
  await testApp.as('editor').ok('requestEdit', resubmit(old, corrected))
  expect(await flagsOf(old.seen.id)).toEqual(['existingCustomer', 'resubmitted'])
  const { row } = await testApp.as('reviewer').ok('requestGet', { id: old.seen.id })
  expect(row).toMatchObject({ officerCode: 'AO-014', officerName: 'Babatunde Adeyemi' })
})

test('net pay is hidden by default: an Editor leaves or replaces it, a Reviewer sees the difference', async () => {
  const old = await rejected()
  const { netPay: _, ...rest } = old.stated
  const page = await testApp.as('editor').ok('requestGet', { id: old.seen.id })
  expect(page.application).not.toHaveProperty('netPay')
  expect(page.requested.shareOfPayPpm).toBe(246_667)
  const why = { id: old.seen.id, reason: 'Applicant on the phone' }
  await testApp.as('editor').refused('requestReveal', why, 'permission.missing')
  const note = 'Payslip seen'
  await testApp.as('editor').ok('requestEdit', { ...old.seen, application: rest, note })
  expect((await testApp.as('reviewer').ok('requestReveal', why)).netPay).toBe(25_000_000n)
  const second = { id: old.seen.id, version: 2 }
  await testApp.as('reviewer').ok('requestReject', { ...second, ...no })
  const lower = { ...rest, netPay: '20000000' }
  await testApp.as('editor').ok('requestEdit', { ...second, application: lower, note })
  const { rows } = await testApp.as('reviewer').ok('requestVersions', { id: old.seen.id })
  expect(rows.map(row => row.netPayChangePpm)).toEqual([null, 0, -200_000])
  expect(rows.some(row => 'netPay' in row.application)).toBe(false)
  expect((await testApp.as('reviewer').ok('requestReveal', why)).netPay).toBe(20_000_000n)
  const trail = { subjectType: 'request', subjectId: old.seen.id } as const
  const history = await testApp.as('auditor').ok('recordHistory', trail)
  const [last] = history.rows
  expect(last?.after).toMatchObject({ revealed: expect.arrayContaining(['netPay']) })
})

test('what was asked for is asked no more once a request is rejected, resubmitted or withdrawn', async () => {
  const returning = { reasonCode: 'DOC-MISSING', note: 'Latest payslip please' }
  const wanting = async () => {
    const { id, stated, reference } = await submit(testApp)
    const seen = { id, version: 1 }
    await testApp.as('reviewer').ok('requestRecommend', { ...seen, amount: '50000000', tenor: 12 })
    await testApp
      .as('authorizer')
      .ok('requestSendBack', { ...seen, reasonCode: 'RECHECK', note: 'Please ask for the payslip' })
    await testApp.as('reviewer').ok('requestReturn', { ...seen, ...returning })
    expect(await flagsOf(id)).toEqual(['sentBack', 'documentsWanted'])
    return { seen, stated, reference }
  }
  const old = await wanting()
  await testApp.as('reviewer').ok('requestReject', { ...old.seen, ...no })
  expect(await flagsOf(old.seen.id)).toEqual([])
  await testApp.as('editor').ok('requestEdit', resubmit(old))
  expect(await flagsOf(old.seen.id)).toEqual(['resubmitted'])

  const { seen, stated, reference } = await wanting()
  await testApp.stranger.ok('requestWithdraw', { reference, phone: stated.phone })
  const after = await testApp.as('reviewer').ok('requestGet', { id: seen.id })
  expect([after.row.stage, after.row.flags, after.documentsWanted]).toEqual(['withdrawn', [], null])
})
