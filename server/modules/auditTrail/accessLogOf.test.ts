import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recommended, type Stated, type Submitted, submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** Who saw what of one person, from whichever record of theirs it is asked. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Asked = Partial<Record<'action' | 'subjectType' | 'subjectId' | 'search', string>>

/** Each look by its act and the reason it was given, newest first. */
async function reported(asked: Asked): Promise<string[]> {
  const { rows } = await testApp.as('auditor').ok('auditList', { looks: 'true', limit: 200, ...asked })
  return rows.map(({ action, reason, subjectId }) => `${action} ${reason ?? subjectId.replace(/^•+/, '')}`)
}

/** For one person, without lists and files, which are in every answer. */
const reportedOf = async (asked: Asked): Promise<string[]> =>
  (await reported(asked)).filter(line => !/^\w+Export /.test(line))

async function reject({ id }: Submitted): Promise<void> {
  const no = { reasonCode: 'OTHER', note: 'Not now' }
  await testApp.as('reviewer').ok('requestReject', { id, version: 1, ...no })
}

async function customer(changes: Partial<Stated> = {}) {
  const request = await recommended(testApp, changes)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  const { row: loan } = await testApp.as('auditor').ok('loanGet', { id: loanId ?? '' })
  const { row } = await testApp.as('auditor').ok('customerGet', { id: loan.customerId })
  return { id: row.id, number: row.number, loan, request, stated: request.stated }
}

const see = (request: Submitted, reason: string) =>
  testApp.as('reviewer').ok('requestReveal', { id: request.id, reason })

async function openFirstDocument({ id }: Submitted): Promise<string> {
  const { rows } = await testApp.as('auditor').ok('documentList', { subjectType: 'request', subjectId: id })
  await testApp.as('reviewer').ok('documentOpen', { id: rows[0]?.id ?? '', reason: 'Check' })
  return rows[0]?.id ?? ''
}

const lookUp = (staffNumber: string) => testApp.as('reviewer').ok('payrollLookup', { staffNumber })

const agreed = async ({ approvalId }: { approvalId: string | null }): Promise<void> => {
  await testApp.as('authorizer').approve(approvalId)
}

test('D5 a request that was turned down is theirs too, and every record of theirs gives the same answer', async () => {
  const hers = await customer()
  const { bvn, nin, phone } = hers.stated
  const again = await submit(testApp, { bvn, nin, phone })
  await see(again, 'Before she was turned down')
  await openFirstDocument(again)
  await reject(again)
  await testApp.as('admin').ok('customerReveal', { id: hers.id, reason: 'Court' })
  const all = ['customerReveal Court', 'documentOpen Check', 'requestReveal Before she was turned down']
  for (const search of [hers.number, hers.loan.number, hers.request.reference, again.reference.toLowerCase()])
    expect(await reportedOf({ search }), search).toEqual(all)
  for (const [subjectType, subjectId] of [
    ['customer', hers.id],
    ['loan', hers.loan.id],
    ['request', hers.request.id],
    ['request', again.id],
  ] as const)
    expect(await reportedOf({ subjectType, subjectId }), subjectType).toEqual(all)
})

test('D5 an applicant who never became a customer is found by a reference: documents, payroll, lists and earlier requests', async () => {
  const first = await submit(testApp, { ippisNumber: '517701' })
  await see(first, 'His first')
  await reject(first)
  const { bvn, nin, phone } = first.stated
  const second = await submit(testApp, { bvn, nin, phone, ippisNumber: '517702' })
  await openFirstDocument(second)
  await lookUp('517702')
  await lookUp('0517701')
  await testApp.as('editor').ok('requestExport', { stage: 'reviewer', format: 'csv' })
  const all = [
    'requestExport requests, reviewer',
    'payrollLookup 7701',
    'payrollLookup 7702',
    'documentOpen Check',
    'requestReveal His first',
  ]
  expect(await reported({ search: first.reference })).toEqual(all)
  expect(await reported({ search: second.reference })).toEqual(all)
})

test('D5 a staff number of old is still theirs: of a change, of an earlier version, with or without zeros before it', async () => {
  const { id, number, stated } = await customer({ ippisNumber: '618801' })
  const again = await submit(testApp, { ...stated, ippisNumber: '618803' })
  await reject(again)
  const application = { ...stated, ippisNumber: 'pf/02' }
  const edit = { id: again.id, version: 1, application, note: 'Corrected on the phone' }
  await testApp.as('editor').ok('requestEdit', edit)
  for (const ippisNumber of ['618802', '618804']) {
    const basedOn = (await testApp.as('editor').ok('customerGet', { id })).revision
    const change = { id, basedOn, ippisNumber, reason: 'Payslip shown' }
    await agreed(await testApp.as('editor').ok('customerChange', change))
  }
  for (const staffNumber of ['618801', '618802', '618803', '618804', 'PF/02', '618805'])
    await lookUp(staffNumber)
  expect(await reportedOf({ search: number })).toEqual([
    'payrollLookup F/02',
    'payrollLookup 8804',
    'payrollLookup 8803',
    'payrollLookup 8802',
    'payrollLookup 8801',
  ])
})

test('D5 either number of two merged records finds the accesses to both', async () => {
  const stored = await customer()
  const merged = await customer({ surname: stored.stated.surname })
  await see(stored.request, 'Of the one kept')
  await see(merged.request, 'Of the one gone')
  await testApp.as('admin').ok('customerReveal', { id: merged.id, reason: 'Before the merger' })
  const ask = { id: stored.id, mergedId: merged.id, reason: 'One person' }
  await agreed(await testApp.as('editor').ok('customerMerge', ask))
  const all = [
    'customerReveal Before the merger',
    'requestReveal Of the one gone',
    'requestReveal Of the one kept',
  ]
  for (const search of [stored.number, merged.number, stored.loan.number, merged.request.reference])
    expect(await reportedOf({ search }), search).toEqual(all)
})

test('D5 a number narrows what else is asked, and switches none of it off', async () => {
  const hers = await customer()
  const his = await customer()
  await see(hers.request, 'Hers')
  await see(his.request, 'His')
  const document = await openFirstDocument(hers.request)
  await testApp.as('editor').ok('customerExport', { format: 'csv' })
  const search = hers.number
  expect(await reported({ search, subjectType: 'document' })).toEqual(['documentOpen Check'])
  expect(await reported({ search, subjectType: 'document', subjectId: document })).toHaveLength(1)
  expect(await reported({ search, subjectType: 'payoutBatch', subjectId: his.id })).toEqual([])
  expect(await reported({ search, action: 'requestReveal' })).toEqual(['requestReveal Hers'])
  // what may have shown both: lists and files
  const both = await reported({ search, subjectType: 'customer', subjectId: his.id })
  expect(both).toContain('customerExport customers')
  expect(both.filter(line => !/^\w+Export /.test(line))).toEqual([])
  // a word beside a person is a word
  expect(await reported({ search: 'Hers', subjectType: 'customer', subjectId: hers.id })).toEqual([
    'requestReveal Hers',
  ])
})

test('D5 after an erasure the earlier accesses are listed, and any payroll lookup, since its person is unknown', async () => {
  const { id, number, loan, stated } = await customer({ ippisNumber: '729901' })
  const { bvn, nin, phone } = stated
  const again = await submit(testApp, { bvn, nin, phone })
  await see(again, 'Before it was cut')
  await openFirstDocument(again)
  await reject(again)
  await lookUp('729901')
  const cancel = {
    loanId: loan.id,
    id: randomUUID(),
    input: { act: 'cancel' },
    reason: 'Not wanted',
  } as const
  const cancelled = await testApp.as('admin').ok('loanActDo', cancel)
  if (cancelled.approvalId) await agreed(cancelled)
  const { revision } = await testApp.as('auditor').ok('customerGet', { id })
  const erase = { id, basedOn: revision, reason: 'Asked in writing' }
  await agreed(await testApp.as('editor').ok('customerErase', erase))
  for (const search of [number, again.reference, loan.number]) {
    const all = await reportedOf({ search })
    expect(
      all.filter(line => !line.startsWith('payrollLookup')),
      search,
    ).toEqual(['documentOpen Check', 'requestReveal Before it was cut'])
    expect(all).toContain('payrollLookup 9901')
    expect(all.length, 'lookups of other numbers too').toBeGreaterThan(3)
  }
})
