import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { knownCustomer, recommended, type Stated } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import type { Program } from '../../kernel/act.ts'
import { matchAlert } from './match.ts'

const MORNING = '2026-11-16T09:00:00Z'

let testApp: TestApp
let program: Program
beforeAll(async () => {
  testApp = await createTestApp()
  program = testApp.program
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.set(MORNING)
  await testApp.pool.query(`update message set status = 'cancelled' where status in ('queued', 'held')`)
})

let line = 0
/** A customer with a phone as the public page would store it. */
const person = (changes: Partial<Stated> = {}): Promise<string> =>
  knownCustomer(testApp, { phone: `+23480366${String(10_000 + line++)}`, ...changes })

const approve = (approvalId: string | null) => testApp.as('authorizer').approve(approvalId)

describe('Africa’s Talking', () => {
  let key = ''
  let address = ''
  beforeAll(async () => {
    const made = await testApp.as('admin').ok('gatewayWebhookKeyMake', { reason: 'Set up callbacks' })
    key = made.secret
    address = made.paths[0]?.path ?? ''
  })

  it('is given an address that only it knows', () =>
    expect(address).toBe(`/api/webhooks/africas-talking/${key}/delivery`))
  const post = (kind: 'delivery' | 'inbound' | 'opt-out', form: Record<string, string>, given = key) =>
    testApp.stranger.call(
      'africasTalkingWebhook',
      { key: given, kind },
      {
        bytes: Buffer.from(new URLSearchParams(form).toString()),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )

  async function sentBy(providerId: string): Promise<string> {
    const { rows } = await testApp.pool.query(
      `insert into message (id, at, phone, purpose, body, segments, status, status_at, event, gateway, provider_id)
       values (gen_random_uuid(), now(), '+2348035557777', 'receipt', 'x', 1, 'sent', now(), $1, 'africasTalking', $1) returning id`,
      [providerId],
    )
    return rows[0].id
  }
  const statusOf = async (id: string) => (await testApp.as('auditor').ok('messageGet', { id })).message

  test.each([
    [['Submitted', 'Success'], 'delivered'],
    [['Success', 'Sent'], 'delivered'],
    [['Failed'], 'failed'],
    [['AbsentSubscriber'], 'sent'],
  ])('%j: %s', async (said, status) => {
    const providerId = `ATXid_${randomUUID()}`
    const id = await sentBy(providerId)
    for (const word of said) {
      const form = { id: providerId, status: word, phoneNumber: '+2348035557777', failureReason: '' }
      expect((await post('delivery', form)).status).toBe(200)
    }
    expect(await statusOf(id)).toMatchObject({ status })
  })

  it('is not believed at another address', async () => {
    const providerId = `ATXid_${randomUUID()}`
    const id = await sentBy(providerId)
    expect((await post('delivery', { id: providerId, status: 'Success' }, 'guessed-key')).status).toBe(401)
    expect(await statusOf(id)).toMatchObject({ status: 'sent' })
  })

  it('lists opt-outs and replies', async () => {
    await post('opt-out', { senderId: 'Iroko', phoneNumber: '+2348035558888' })
    const { rows } = await testApp.as('editor').ok('optOutList', {})
    const row = rows.find(each => each.phone === '•••• 8888')
    expect(row).toMatchObject({ source: 'Africa’s Talking opt-out' })
    await testApp.as('editor').ok('optOutLift', { id: row?.id ?? '', reason: 'Called us' })
    expect((await testApp.as('editor').ok('optOutList', {})).rows.map(row => row.phone)).not.toContain(
      '•••• 8888',
    )
  })

  describe('bank alerts', () => {
    const alert = (amount: string, narration: string) =>
      `Acct:******4321\nAmt:NGN${amount} CR\nDesc:${narration}\nBal:NGN900,000.00\nDate:2026-11-16 09:17AM`

    it('become one claim each, with the loans they could be for, and post nothing by themselves', async () => {
      const customerId = await person({ surname: 'Danjuma', firstName: 'Halimat' })
      await testApp.pool.query(
        `insert into loan (id, number, customer_id, request_id, product_id, product_version, principal, tenor, terms, status,
           approved_on, approved_at, instalment)
         select gen_random_uuid(), 'L0777001', $1, gen_random_uuid(), product_id, version, 50000000, 12, '{}', 'live',
           '2026-10-01', now(), 6166667 from product_version limit 1`,
        [customerId],
      )
      const body = alert('61,666.67', 'NIP/GTB/DANJUMA HALIMAT/LOAN L0777001')
      const inbound = { from: 'GTBank', to: '35131', text: body, date: '2026-11-16' }
      expect((await post('inbound', { ...inbound, id: randomUUID() })).status).toBe(200)
      await post('inbound', { ...inbound, id: randomUUID() })
      const { rows, total } = await testApp.as('admin').ok('claimList', { status: 'open' })
      expect(total).toBe(1)
      expect(rows[0]).toMatchObject({
        from: 'GTBank',
        amount: 6_166_667n,
        accountMask: '******4321',
        matches: [
          {
            loanNumber: 'L0777001',
            customerName: 'Danjuma Halimat',
            why: 'loan number, and it is the instalment',
          },
        ],
      })
      expect(
        (await testApp.as('auditor').ok('inboundList', { meaning: 'bank alert' })).rows[0]?.claimId,
      ).toBe(rows[0]?.id)
      const id = rows[0]?.id ?? ''
      const rejected = await testApp.as('admin').ok('claimReject', { id, note: 'Not on the statement' })
      expect(rejected).toMatchObject({ status: 'rejected', decidedBy: 'Babatunde Adeyemi' })
      await testApp.as('admin').refused('claimReject', { id, note: 'Once more' }, 'claim.decided')
    })

    it('confirmed by a user become a repayment, above the limit after approval', async () => {
      const request = await recommended(testApp)
      const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
      const loan = loanId ?? ''
      await disbursed(testApp, loan)
      const before = (await testApp.as('auditor').ok('loanGet', { id: loan })).row.outstandingTotal
      const text = alert('61,666.67', `TRF ${request.stated.ippisNumber}`)
      await post('inbound', { from: 'GTBank', text, id: randomUUID(), date: 'today' })
      const [open] = (await testApp.as('admin').ok('claimList', { status: 'open' })).rows
      expect(open?.matches.map(each => [each.loanId, each.why])).toContainEqual([
        loan,
        expect.stringContaining('payroll number'),
      ])
      const id = open?.id ?? ''
      const confirm = {
        id,
        loanId: loan,
        paidOn: '2026-11-16',
        reference: 'NIP-000123',
        note: 'On the statement',
      }
      await testApp.as('editor').refused('claimConfirm', confirm, 'permission.missing')
      const first = await testApp.as('admin').ok('claimConfirm', confirm)
      await testApp.as('authorizer').ok('approvalDecline', {
        id: first.approvalId ?? '',
        note: 'Another month’s transfer',
      })
      expect(await testApp.as('admin').ok('claimGet', { id })).toMatchObject({
        status: 'open',
        loanId: null,
        decidedBy: null,
        note: expect.stringContaining('declined it: Another month’s transfer'),
      })
      const { claim, approvalId } = await testApp.as('admin').ok('claimConfirm', confirm)
      expect(claim).toMatchObject({ status: 'confirmed', loanId: loan })
      expect((await testApp.as('auditor').ok('loanGet', { id: loan })).row.outstandingTotal).toBe(before)
      await approve(approvalId)
      const after = (await testApp.as('auditor').ok('loanGet', { id: loan })).row.outstandingTotal
      expect(before - after).toBe(6_166_667n)
      await testApp.as('admin').refused('claimConfirm', confirm, 'claim.decided')
    })

    it('are found by the two names in either order', async () => {
      const matches = await matchAlert(program.db, {
        direction: 'credit',
        amount: 100n as never,
        accountMask: null,
        accountTail: null,
        at: null,
        description: 'TRF FROM HALIMAT DANJUMA',
        balance: null,
        reference: null,
      })
      expect(matches).toMatchObject([{ loanNumber: 'L0777001', why: 'name' }])
    })

    it.each(['+2348035550123', '+44 7700 900123', '01 270 1234', '447700900123'])(
      'from a person’s phone are only a reply: %s',
      async from => {
        const text = alert('99,000.00', 'LOAN L0777001')
        await post('inbound', { from, text, id: randomUUID(), date: 'x' })
        expect((await testApp.as('admin').ok('claimList', { status: 'open' })).total).toBe(0)
      },
    )

    it('a STOP from abroad is applied, and the trail records it and its lifting once each', async () => {
      const from = '+44 7700 900199'
      const trail = async () => {
        const { rows } = await testApp.as('auditor').ok('auditList', { subjectType: 'optOut', limit: 2 })
        return rows.map(row => [row.action, row.actorName, row.after])
      }
      for (const text of ['STOP', 'stop'])
        await post('inbound', { from, text, id: randomUUID(), date: randomUUID() })
      const stopped = ['optOutAdd', 'Public', { phone: '•••• 0199', messages: 'stopped' }]
      expect((await trail())[0]).toEqual(stopped)
      await post('inbound', { from, text: 'START', id: randomUUID(), date: 'y' })
      expect(await trail()).toEqual([
        ['optOutLift', 'Public', { phone: '•••• 0199', messages: 'wanted again' }],
        stopped,
      ])
    })

    it('a claim that is made stands on the trail, and one above what is recorded at once is not confirmed', async () => {
      const text = alert('2,000,000,000.00', 'LOAN L0777001')
      await post('inbound', { from: 'GTBank', text, id: randomUUID(), date: 'z' })
      const [open] = (await testApp.as('admin').ok('claimList', { status: 'open' })).rows
      const id = open?.id ?? ''
      const { rows } = await testApp
        .as('auditor')
        .ok('recordHistory', { subjectType: 'claim', subjectId: id })
      expect(rows).toMatchObject([{ action: 'claimMake', after: { amount: '200000000000', from: 'GTBank' } }])
      const loanId = open?.matches[0]?.loanId ?? ''
      const confirm = { id, loanId, paidOn: '2026-11-16', reference: 'NIP-9', note: 'On the statement' }
      await testApp.as('admin').refused('claimConfirm', confirm, 'claim.too_large')
      await testApp.as('admin').ok('claimReject', { id, note: 'Recorded in parts' })
    })
  })
})
