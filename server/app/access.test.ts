import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { may, type Permission, ROLES, type Role } from '../../contract/roles.ts'
import { type Caller, createTestApp, emailOf, type Part, type TestApp } from '../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const endpoints = Object.entries<Endpoint>(api) as [EndpointName, Endpoint][]
const partOf = (role: Role) => `${role[0]?.toLowerCase()}${role.slice(1)}` as Part

/** Ids of no record: a permitted caller gets 404 or 422, and nothing changes. */
const unknownId = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
const input = { id: unknownId, subjectType: 'customer', subjectId: unknownId }
const shapeOf = (endpoint: Endpoint) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => endpoint.path.includes(`:${key}`)))

const statusFor = async (caller: Caller, name: EndpointName, endpoint: Endpoint): Promise<number> =>
  (await caller.call(name, shapeOf(endpoint))).status

/** A provider's callback has no roles: a caller without the signature is rejected, staff or not. */
const isWebhook = (endpoint: Endpoint): boolean => endpoint.path.startsWith('/api/webhooks/')

const allowed = (held: readonly Role[], endpoint: Endpoint) =>
  endpoint.public === true || may(held, endpoint.permission)

describe('every caller against every endpoint', () => {
  test('no endpoint is without a rule', () => {
    for (const [name, endpoint] of endpoints)
      expect([endpoint.public, endpoint.permission].filter(Boolean), name).toHaveLength(1)
  })

  test.each(ROLES)('%s', async role => {
    for (const [name, endpoint] of endpoints) {
      // a session of its own: signing out is one of the endpoints
      const caller =
        name === 'signOut' ? await testApp.signIn(emailOf(partOf(role))) : testApp.as(partOf(role))
      const status = await statusFor(caller, name, endpoint)
      if (isWebhook(endpoint)) expect([401, 422], name).toContain(status)
      else if (allowed([role], endpoint)) expect([401, 403], `${role} ${name}`).not.toContain(status)
      else expect(status, `${role} ${name}`).toBe(403)
      expect(status, `${role} ${name}`).toBeLessThan(500)
    }
  })

  test('a caller without a session', async () => {
    for (const [name, endpoint] of endpoints) {
      const status = await statusFor(testApp.stranger, name, endpoint)
      if (isWebhook(endpoint)) expect([401, 422], name).toContain(status)
      else if (endpoint.public) expect([200, 422], name).toContain(status)
      else expect(status, name).toBe(401)
    }
  })

  test('a suspended person', async () => {
    const { id, email } = await testApp.hire('superAdmin', 'Authorizer')
    const caller = await testApp.signIn(email)
    await testApp.as('superAdmin').ok('userSuspend', { id, reason: 'left the company' })
    for (const [name, endpoint] of endpoints)
      if (!endpoint.public) expect(await statusFor(caller, name, endpoint), name).toBe(401)
  })

  test('every pair of roles may do what either may, and nothing more', () => {
    for (const first of ROLES)
      for (const second of ROLES)
        for (const [name, endpoint] of endpoints)
          expect(allowed([first, second], endpoint), `${first} and ${second}: ${name}`).toBe(
            allowed([first], endpoint) || allowed([second], endpoint),
          )
  })

  test('a person with two roles is answered as their pair of roles may', async () => {
    const { caller } = await testApp.hire('Reviewer', 'Editor')
    for (const [name, endpoint] of endpoints) {
      if (endpoint.public || name === 'signOut') continue
      const status = await statusFor(caller, name, endpoint)
      const isAllowed = allowed(['Reviewer', 'Editor'], endpoint)
      expect(status === 403 || status === 401, `${name} gave ${status}`).toBe(!isAllowed)
    }
  })
})

describe('a denied call', () => {
  test('is written to the trail with who and what, and nothing of its body', async () => {
    await testApp
      .as('editor')
      .refused('securityChange', { totpRequiredFor: ['Editor'] }, 'permission.missing')
    const { rows } = await testApp.as('auditor').ok('auditList', { subjectType: 'endpoint', limit: 1 })
    expect(rows[0]).toMatchObject({
      actorName: 'Folake Ogunleye',
      action: 'securityChange',
      outcome: 'refused',
    })
    expect(JSON.stringify(rows[0])).not.toContain('totpRequiredFor')
  })
})

/** The permissions, written out once more: the contract must have the same. */
const TABLE: Record<Exclude<Permission, 'self'>, string> = {
  //                    superAdmin Admin Reviewer Authorizer Editor Auditor
  'console.read':       'yes yes yes yes yes yes',
  'request.initiate':   'yes yes yes yes yes no',
  'request.review':     'no no yes no no no',
  'request.authorize':  'no no no yes no no',
  'request.edit':       'yes no no no yes no',
  'customer.change':    'yes yes no no yes no',
  'money.ask':          'yes yes no no no no',
  'approval.decide':    'yes no no yes no no',
  'settings.change':    'yes yes no no no no',
  'users.manage':       'yes no no no no no',
  'audit.read':         'yes no no no no yes',
  'personal.reveal':    'yes yes yes yes no yes',
} // biome-ignore format: a table
const COLUMNS: Role[] = ['superAdmin', 'Admin', 'Reviewer', 'Authorizer', 'Editor', 'Auditor']

test.each(Object.entries(TABLE) as [Permission, string][])('%s: %s', (permission, row) => {
  const said = COLUMNS.map(role => (may([role], permission) ? 'yes' : 'no')).join(' ')
  expect(said).toBe(row)
})
