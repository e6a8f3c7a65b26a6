import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountAt, adaeze, knownCustomer, type Stated, submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** A known customer applies again and states some values otherwise than the record. */
async function returns(changes: Partial<Stated>) {
  const held = adaeze()
  const customerId = await knownCustomer(testApp, held)
  const { id, stated } = await submit(testApp, { ...held, ...changes })
  return { customerId, held, stated, seen: { id, version: 1 } }
}

const terms = { amount: '50000000', tenor: 12 }
const pageOf = (id: string) => testApp.as('authorizer').ok('requestGet', { id })
const itemOf = async (id: string) => {
  const item = (await pageOf(id)).checklist.find(each => each.name === 'customerFile')
  return { result: item?.result, evidence: item?.evidence }
}
const approvalSms = async (id: string) => {
  const { rows } = await testApp.as('auditor').ok('messageList', { subjectType: 'request', subjectId: id })
  return rows.find(row => row.text.includes('is approved'))?.text
}

async function changeFile(customerId: string, change: { bankCode: string; accountNumber: string }) {
  const { revision } = await testApp.as('editor').ok('customerGet', { id: customerId })
  const asked = { id: customerId, basedOn: revision, ...change, reason: 'Letter of the bank seen' }
  const { approvalId } = await testApp.as('editor').ok('customerChange', asked)
  await testApp.as('authorizer').approve(approvalId)
}

test('another account than the file’s stops the request until the file is changed; then that one is paid', async () => {
  const account = { bankCode: '044', accountNumber: accountAt('044') }
  const { customerId, held, seen } = await returns(account)
  const page = await pageOf(seen.id)
  expect(page.known).toMatchObject({ id: customerId, number: expect.stringMatching(/^C\d+$/) })
  expect(await itemOf(seen.id)).toEqual({
    result: 'red',
    evidence:
      `Different on the record of ${page.known?.number}: account ending ${held.accountNumber.slice(-4)} at Guaranty Trust Bank ` +
      `(here ${account.accountNumber.slice(-4)} at Access Bank). Disbursement and deduction use the customer record. ` +
      'Change the record, which needs approval, or correct the request.',
  })
  await testApp.as('reviewer').refused('requestRecommend', { ...seen, ...terms }, 'request.red')
  await changeFile(customerId, account)
  expect(await itemOf(seen.id)).toMatchObject({ result: 'green' })
  await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
  await testApp.as('authorizer').ok('requestAuthorize', seen)
  expect(await approvalSms(seen.id)).toContain(`your account ending ${account.accountNumber.slice(-4)}.`)
})

test('a file changed after the recommendation stops the authorizer', async () => {
  const { customerId, seen } = await returns({})
  expect(await itemOf(seen.id)).toMatchObject({ result: 'green' })
  await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
  await changeFile(customerId, { bankCode: '044', accountNumber: accountAt('044') })
  const refused = await testApp.as('authorizer').refused('requestAuthorize', seen, 'request.red')
  expect(refused.message).toContain('customer record differs')
})

test('with an override, the customer is sent the account that will be paid', async () => {
  const { held, stated, seen } = await returns({ accountNumber: accountAt('058') })
  const why = { check: 'customerFile' as const, reasonCode: 'POLICY', note: 'Old account confirmed by phone' }
  await testApp.as('reviewer').ok('requestOverride', { ...seen, ...why })
  await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
  await testApp.as('authorizer').ok('requestAuthorize', { ...seen, confirmed: [why.check] })
  expect(held.accountNumber).not.toBe(stated.accountNumber)
  expect(await approvalSms(seen.id)).toContain(`your account ending ${held.accountNumber.slice(-4)}.`)
})

test.each<[what: string, change: Partial<Stated>, says: (held: Stated) => string]>([
  ['a phone', { phone: '08099998888' }, held => `phone ending ${held.phone.slice(-4)} (here 8888)`],
  ['a number', { ippisNumber: 'AB4711' }, held => `IPPIS or staff number ${held.ippisNumber} (here AB4711)`],
])('%s that is another on the file is red by name', async (_, change, says) => {
  const { held, seen } = await returns(change)
  const { result, evidence } = await itemOf(seen.id)
  expect(result).toBe('red')
  expect(evidence).toContain(says(held))
})

test('a new applicant has no record to differ from', async () => {
  const { id } = await submit(testApp)
  expect(await itemOf(id)).toEqual({ result: 'green', evidence: 'Not a customer yet.' })
})
