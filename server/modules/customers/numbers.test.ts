import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adaeze, submit } from '../../../test/applicants.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, MONDAY, type Part, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { notify } from '../messaging/notify.ts'

const PHONE = '08091237654'
const STORED = `+234${PHONE.slice(1)}`

let testApp: TestApp
let customerId: string
beforeAll(async () => {
  testApp = await createTestApp()
  const stated = adaeze({ phone: PHONE, surname: 'Danjuma', ippisNumber: 'PF7731' })
  ;({ customerId } = await approvedLoan(testApp, stated))
  await submit(testApp, adaeze({ phone: PHONE, surname: 'Danjuma', ippisNumber: 'PF7731' }))
  await act(testApp.program, 'messageSend', SYSTEM, ctx =>
    notify(ctx, { phone: STORED, purpose: 'receipt', text: 'Thank you', event: 'once', customerId }),
  )
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.set(MONDAY)
  await testApp.pool.query('delete from number_search')
})

/** How many each list finds. */
const found = async (part: Part, search: string): Promise<Record<string, number>> => {
  const caller = testApp.as(part)
  return {
    customers: (await caller.ok('customerList', { search })).rows.length,
    loans: (await caller.ok('loanList', { tab: 'awaiting', search })).rows.length,
    requests: (await caller.ok('requestList', { stage: 'reviewer', search })).rows.length,
    messages: (await caller.ok('messageList', { search, purpose: 'receipt' })).rows.length,
  }
}
const NO_MATCHES = { customers: 0, loans: 0, requests: 0, messages: 0 }
const EVERYWHERE = { customers: 1, loans: 1, requests: 1, messages: 1 }

const counted = async (): Promise<number> =>
  (await testApp.pool.query('select from number_search')).rows.length

describe('who may not reveal a phone', () => {
  test.each([
    ['its beginning', '0809123'],
    ['its beginning from abroad', '+234809123'],
    ['one digit more than is shown', '37654'],
    ['the name and one digit more', 'danjuma 37654'],
    ['its middle', '912376'],
  ])('finds no customer by %s', async (_, search) => {
    expect(await found('editor', search)).toEqual(NO_MATCHES)
    // who may sees that it is there to be found
    expect((await found('auditor', search)).customers).toBe(1)
  })

  test.each([
    ['the whole number', PHONE],
    ['as it is spoken', '0809 123 7654'],
    ['from abroad', '+234 809 123 7654'],
    ['the name', 'danjuma'],
    ['the number on the payroll', 'pf7731'],
  ])('finds the person by %s', async (_, search) => {
    expect(await found('editor', search)).toEqual(EVERYWHERE)
  })

  test('leaves a trace of every search for a number, without the number', async () => {
    await found('editor', PHONE)
    const { rows } = await testApp.as('auditor').ok('auditList', { subjectType: 'search', limit: 4 })
    expect(rows.map(row => [row.action, row.subjectId, row.after])).toEqual(
      expect.arrayContaining([
        ['customerList', 'customers', { searchedBy: 'number' }],
        ['loanList', 'loan accounts', { searchedBy: 'number' }],
        ['requestList', 'requests', { searchedBy: 'number' }],
        ['messageList', 'messages', { searchedBy: 'number' }],
      ]),
    )
    expect(JSON.stringify(rows)).not.toContain(PHONE.slice(-7))
  })

  test('has looked for one number in however many lists, and however it was written', async () => {
    for (const search of [PHONE, '0809 123 7654', '+234 809 123 7654']) await found('editor', search)
    expect(await counted()).toBe(1)
  })

  test('tries 200 numbers an hour and no more; names are not counted', async () => {
    await found('editor', 'danjuma')
    expect(await counted()).toBe(0)
    await testApp.as('editor').ok('customerList', { search: '22345678901' })
    await testApp.pool.query(`insert into number_search select staff_id, hour, decode(md5(no::text), 'hex')
      from number_search, generate_series(1, 198) no`)
    await testApp.as('editor').ok('customerList', { search: '22345678902' })
    await testApp.as('editor').refused('customerList', { search: '22345678903' }, 'search.too_often')
    await testApp.as('editor').refused('loanList', { tab: 'live', search: PHONE }, 'search.too_often')
    await testApp.as('editor').ok('customerList', { search: 'danjuma' })
    testApp.clock.advance({ hours: 1 })
    await testApp.as('editor').ok('customerList', { search: '22345678903' })
  })
})

describe('who may not reveal a number learns none by changing it', () => {
  const changed = async (typed: object) => {
    const { revision } = await testApp.as('editor').ok('customerGet', { id: customerId })
    const { body } = await testApp
      .as('editor')
      .call('customerChange', { id: customerId, basedOn: revision, ...typed })
    return body as { code?: string; fields?: object; approvalId?: string }
  }
  const SAY_WHY = { reason: 'Enter a reason for the approver' }

  test.each([
    ['the right phone', { phone: PHONE }],
    ['a wrong one', { phone: '08091237650' }],
    ['a wrong account', { accountNumber: '0123456789' }],
    ['a wrong NIN', { nin: '71155443322' }],
  ])('%s without a reason is answered as any other', async (_, typed) => {
    expect((await changed(typed)).fields).toEqual(SAY_WHY)
  })

  test('a BVN beside something wrong is not looked for', async () => {
    const other = adaeze()
    await approvedLoan(testApp, other)
    const { fields } = await changed({ bvn: other.bvn, kinPhone: '00000000', reason: 'To try it out' })
    expect(Object.keys(fields ?? {})).toEqual(['kinPhone'])
  })

  test('counts and records every wrong number, and a pending change reveals nothing about the next', async () => {
    const { approvalId = '' } = await changed({ phone: '0809 123 7650', reason: 'To try it out' })
    expect(await counted()).toBe(1)
    const { rows } = await testApp.as('auditor').ok('auditList', { subjectType: 'search', limit: 1 })
    expect(rows[0]).toMatchObject({ action: 'customerChange', after: { searchedBy: 'number' } })
    for (const phone of [PHONE, '08091237651'])
      expect((await changed({ phone, reason: 'To try it out' })).code).toBe('approval.pending')
    await testApp.as('editor').ok('approvalWithdraw', { id: approvalId })
    await testApp.pool.query(`insert into number_search select staff_id, hour, decode(md5(no::text), 'hex')
      from number_search, generate_series(1, 199) no`)
    expect((await changed({ phone: '08091237652', reason: 'To try it out' })).code).toBe('search.too_often')
  })

  test('nor by noting that its owner wants no messages', async () => {
    const phone = '08030000077'
    await testApp.as('editor').ok('optOutAdd', { id: randomUUID(), phone, reason: 'Called the office' })
    expect(await counted()).toBe(1)
  })
})

test('who may reveal numbers is neither counted nor noted', async () => {
  await found('reviewer', PHONE)
  expect(await counted()).toBe(0)
})
