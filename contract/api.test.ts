import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { api } from './api.ts'
import { approvalApi } from './approvals.ts'
import { type Endpoint, kobo, pathParameters } from './endpoint.ts'
import { rolesWith } from './roles.ts'
import { settingsApi } from './settings.ts'
import { userApi } from './staff.ts'

const endpoints = Object.entries<Endpoint>(api)

/** Hashed, signed, or read by the program alone, before anything of it reaches a statement. */
const NEVER_ASKED = new Set([
  'password',
  'current',
  'confirm',
  'cursor',
  'proof',
  'website',
  'path',
  'token',
  'phone',
  'phoneCode',
  'reasonCode',
  'value',
  'body',
])

test('no two endpoints share an address or a name', () => {
  const addresses = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  const names = [userApi, approvalApi, settingsApi].flatMap(part => Object.keys(part))
  expect(new Set(names).size).toBe(names.length)
})

/** Terms are limited as a whole, so that what older releases kept of them stays readable. */
const LIMITED_AS_A_WHOLE = new Set(['productChange'])

/** Amounts inside what an endpoint takes that have no most, by where they stand. */
function limitlessIn(schema: z.ZodMiniType, place: string): string[] {
  const small = schema.safeParse('5')
  if (small.success && small.data === 5n) return schema.safeParse('999999999999999999').success ? [place] : []
  const def = schema.def as unknown as Record<string, unknown>
  const inner = Object.entries((def.shape ?? {}) as Record<string, z.ZodMiniType>)
  for (const name of ['element', 'innerType', 'valueType', 'in', 'out', 'left', 'right'])
    if (def[name] instanceof z.ZodMiniType) inner.push([name, def[name]])
  if (Array.isArray(def.options))
    inner.push(...def.options.map((each, at): [string, z.ZodMiniType] => [`${at}`, each]))
  return inner.flatMap(([name, each]) => limitlessIn(each, `${place}.${name}`))
}

test('a charge of all the money there is once left the dashboard without an answer: every amount that is entered has a most', () => {
  const limitless = endpoints
    .filter(([name]) => !LIMITED_AS_A_WHOLE.has(name))
    .flatMap(([name, { input }]) => limitlessIn(input, name))
  expect(limitless).toEqual([])
  // and the search finds what it looks for
  expect(limitlessIn(z.object({ parts: z.array(z.object({ amount: z.nullable(kobo) })) }), 'x')).toEqual([
    'x.parts.element.amount',
  ])
})

describe.each(endpoints)('%s', (_name, endpoint) => {
  test('takes what its address names', () => {
    for (const parameter of pathParameters(endpoint.path))
      expect(Object.keys(endpoint.input.shape)).toContain(parameter)
  })

  test('says in a sentence what happens', () => expect(endpoint.summary).toMatch(/^[A-Z].*\.$/))

  test('does not keep a secret for replay', () => {
    const reply = JSON.stringify(z.toJSONSchema(endpoint.reply, { unrepresentable: 'any' }))
    if (/"(token|secret|recoveryCodes|csv)":/.test(reply)) expect(endpoint.replay).toBe(false)
  })

  test('takes no text that the database could not compare', () => {
    const open = Object.entries(endpoint.input.shape)
      .filter(([field, schema]) => !NEVER_ASKED.has(field) && z.safeParse(schema, 'ab\u0000cd').success)
      .map(([field]) => field)
    expect(open).toEqual([])
  })

  test('a read takes only what a query can carry', () => {
    if (endpoint.method !== 'GET') return
    for (const [field, schema] of Object.entries(endpoint.input.shape)) {
      const json = z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })
      expect(['object', 'array'], field).not.toContain(json.type)
    }
  })
})

test('the Auditor changes nothing but their own account', () => {
  const writes = endpoints
    .filter(
      ([, each]) => each.method !== 'GET' && !each.public && rolesWith(each.permission).includes('Auditor'),
    )
    .filter(([, each]) => !each.path.startsWith('/api/me') && !each.path.startsWith('/api/auth'))
    .map(([name]) => name)
  // looks that leave a line in the trail, the maker's own question, and decisions whose queue asks for the role itself
  const known = [
    // dismisses one's own declined item
    'approvalSeen',
    'approvalWithdraw',
    'auditExport',
    // a search, which would otherwise stand in an address with the number that was searched for
    'auditList',
    'auditVerify',
    // leaves a line in the trail, as an export does
    'borrowerFile',
    // previews of a layout, which is too long for an address
    'borrowerFilePreview',
    'customerExport',
    'customerList',
    'customerReveal',
    'customerSubjectExport',
    'journalFilePreview',
    'loanExport',
    'loanList',
    'messageExport',
    'payoutFilePreview',
    'messageList',
    'recordSearch',
    'requestExport',
    'requestList',
    'requestReveal',
  ]
  const askedInTheQueue = ['requestClaim', 'requestReject', 'requestRelease']
  expect(writes.filter(name => !known.includes(name) && !askedInTheQueue.includes(name))).toEqual([])
})
