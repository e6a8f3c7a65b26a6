import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type requestFor, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await approved({
    ...AT_TERMII,
    apiKey: 'TLkeptkeptkept1234',
    webhookSecret: 'whkeptkeptkept5678',
    reason: 'Our account',
  })
})
afterAll(() => testApp.close())

const AT_TERMII = { gateway: 'termii', baseUrl: 'https://api.ng.termii.com', username: '' } as const
type Change = Parameters<typeof requestFor<'gatewayAccountChange'>>[1]
/** The Admin submits it, the Authorizer approves. */
async function approved(change: Change): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('gatewayAccountChange', change)
  await testApp.as('authorizer').approve(approvalId)
}
const account = async () =>
  (await testApp.as('admin').ok('gatewayGet', {})).accounts.find(each => each.gateway === 'termii')

test('a stored key is never sent to another address than the one it was typed for', async () => {
  const moved = { ...AT_TERMII, baseUrl: 'https://collector.example', reason: 'A new address' }
  const refused = await testApp.as('admin').refused('gatewayAccountChange', moved, 'input.invalid')
  expect(Object.keys(refused.fields ?? {})).toEqual(['apiKey'])
  expect(await account()).toMatchObject({ baseUrl: AT_TERMII.baseUrl, apiKey: { last4: '1234' } })
})

test('another path of the same provider keeps key and secret', async () => {
  const path = { ...AT_TERMII, baseUrl: 'https://api.ng.termii.com/v2', reason: 'They moved their path' }
  await approved(path)
  expect(await account()).toMatchObject({
    apiKey: { isSet: true, last4: '1234' },
    webhookSecret: { isSet: true, last4: '5678' },
  })
})

test('with a key of its own a new address is taken, and the old secret is believed no more', async () => {
  const moved = { ...AT_TERMII, baseUrl: 'https://v3.api.termii.com', apiKey: 'TLnewnewnewnew9999' }
  await approved({ ...moved, reason: 'Their new house' })
  expect(await account()).toMatchObject({ apiKey: { last4: '9999' }, webhookSecret: { isSet: false } })
})

test('changing the address or the key of the gateway needs approval', async () => {
  const before = await account()
  const moved = { ...AT_TERMII, baseUrl: 'https://collector.example', apiKey: 'TLmineminemine0000' }
  const { approvalId } = await testApp
    .as('superAdmin')
    .ok('gatewayAccountChange', { ...moved, reason: 'Mine' })
  expect(await account()).toEqual(before)
  await testApp.as('superAdmin').refused('approvalApprove', { id: approvalId }, 'approval.same_person')
  const shown = await testApp.as('authorizer').ok('approvalGet', { id: approvalId })
  expect(JSON.stringify(shown)).toContain('https://collector.example')
  expect(JSON.stringify(shown)).not.toContain('TLmineminemine0000')
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId, note: 'Not our provider' })
  expect(await account()).toEqual(before)
})
