import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adaeze, DOT, openDraft, submit } from '../../../test/applicants.ts'
import { type House, openHouse } from '../../../test/cast.ts'

/** Staff who use the applicant's own page: never under the applicant's name. */

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const payslip = () => ({ id: randomUUID(), title: 'Latest payslip', path: DOT })

test.each(['reviewer', 'authorizer', 'auditor'] as const)(
  'a %s neither adds the document that is missing nor withdraws',
  async part => {
    const { id, reference, stated } = await submit(house, {}, { documents: ['Work identity card'] })
    const own = { reference, phone: stated.phone }
    await house.as(part).refused('requestDocumentAdd', { ...own, ...payslip() }, 'permission.missing')
    await house.as(part).refused('requestWithdraw', own, 'permission.missing')
    const { row } = await house.as('auditor').ok('requestGet', { id })
    expect(row.stage).toBe('reviewer')
    await house.stranger.ok('requestDocumentAdd', { ...own, ...payslip() })
    await house.stranger.ok('requestWithdraw', own)
  },
)

test('an Editor does both under their own name', async () => {
  const { id, reference, stated } = await submit(house)
  const own = { reference, phone: stated.phone }
  await house.as('editor').ok('requestDocumentAdd', { ...own, ...payslip(), title: 'Letter' })
  await house.as('editor').ok('requestWithdraw', own)
  const { timeline } = await house.as('auditor').ok('requestGet', { id })
  const reported = timeline.filter(each => each.kind !== 'submitted').map(each => [each.kind, each.by])
  expect(reported).toEqual(
    expect.arrayContaining([
      ['documentAdded', 'Folake Ogunleye'],
      ['withdrawn', 'Folake Ogunleye'],
    ]),
  )
  const { rows } = await house.as('auditor').ok('documentList', { subjectType: 'request', subjectId: id })
  expect(rows.find(each => each.title === 'Letter')).toMatchObject({
    source: 'staff',
    addedBy: 'Folake Ogunleye',
  })
})

test('an Auditor sends no code and takes no file out of a draft', async () => {
  const draftId = await openDraft(house, [])
  const added = payslip()
  await house.stranger.ok('draftDocumentAdd', { draftId, ...added })
  const auditor = house.as('auditor')
  await auditor.refused('draftDocumentRemove', { draftId, id: added.id }, 'permission.missing')
  await auditor.refused('phoneCodeSend', { draftId, phone: '08031234567' }, 'permission.missing')
})

test('who owes a second factor is no staff here either', async () => {
  const colleague = await house.hire('Editor')
  const send = async () =>
    colleague.caller.ok('requestSubmit', {
      id: randomUUID(),
      draftId: await openDraft(house),
      application: adaeze(),
    })
  expect((await send()).requestId).not.toBeNull()
  await house.as('superAdmin').ok('securityChange', { totpRequiredFor: ['Editor'] })
  expect((await send()).requestId).toBeNull()
  await house.as('superAdmin').ok('securityChange', { totpRequiredFor: [] })
})
