import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adaeze, DOT, openDraft, submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** Staff who use the applicant's own page: never under the applicant's name. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const payslip = () => ({ id: randomUUID(), title: 'Latest payslip', path: DOT })

test.each(['reviewer', 'authorizer', 'auditor'] as const)(
  'a %s neither adds the document that is missing nor withdraws',
  async part => {
    const { id, reference, stated } = await submit(testApp, {}, { documents: ['Work identity card'] })
    const own = { reference, phone: stated.phone }
    await testApp.as(part).refused('requestDocumentAdd', { ...own, ...payslip() }, 'permission.missing')
    await testApp.as(part).refused('requestWithdraw', own, 'permission.missing')
    const { row } = await testApp.as('auditor').ok('requestGet', { id })
    expect(row.stage).toBe('reviewer')
    await testApp.stranger.ok('requestDocumentAdd', { ...own, ...payslip() })
    await testApp.stranger.ok('requestWithdraw', own)
  },
)

test('an Editor does both under their own name', async () => {
  const { id, reference, stated } = await submit(testApp)
  const own = { reference, phone: stated.phone }
  await testApp.as('editor').ok('requestDocumentAdd', { ...own, ...payslip(), title: 'Letter' })
  await testApp.as('editor').ok('requestWithdraw', own)
  const { timeline } = await testApp.as('auditor').ok('requestGet', { id })
  const reported = timeline.filter(each => each.kind !== 'submitted').map(each => [each.kind, each.by])
  expect(reported).toEqual(
    expect.arrayContaining([
      ['documentAdded', 'Folake Ogunleye'],
      ['withdrawn', 'Folake Ogunleye'],
    ]),
  )
  const { rows } = await testApp.as('auditor').ok('documentList', { subjectType: 'request', subjectId: id })
  expect(rows.find(each => each.title === 'Letter')).toMatchObject({
    source: 'staff',
    addedBy: 'Folake Ogunleye',
  })
})

test('an Auditor sends no code and takes no file out of a draft', async () => {
  const draftId = await openDraft(testApp, [])
  const added = payslip()
  await testApp.stranger.ok('draftDocumentAdd', { draftId, ...added })
  const auditor = testApp.as('auditor')
  await auditor.refused('draftDocumentRemove', { draftId, id: added.id }, 'permission.missing')
  await auditor.refused('phoneCodeSend', { draftId, phone: '08031234567' }, 'permission.missing')
})

test('who owes a second factor is no staff here either', async () => {
  const colleague = await testApp.hire('Editor')
  const send = async () =>
    colleague.caller.ok('requestSubmit', {
      id: randomUUID(),
      draftId: await openDraft(testApp),
      application: adaeze(),
    })
  expect((await send()).requestId).not.toBeNull()
  await testApp.as('superAdmin').ok('securityChange', { totpRequiredFor: ['Editor'] })
  expect((await send()).requestId).toBeNull()
  await testApp.as('superAdmin').ok('securityChange', { totpRequiredFor: [] })
})
