import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { EVENT_NAMES, EVENTS, VARIABLES, variablesFor } from '../../../contract/messaging.ts'
import { measureSms } from '../../../engine/segments.ts'
import { knownCustomer, type Stated } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { whileWaiting } from '../../../test/whileWaiting.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { sendMessages } from '../campaigns/sending.ts'
import { notify } from './notify.ts'

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

const numberOf = async (customerId: string): Promise<string> =>
  (await testApp.pool.query('select number from customer where id = $1', [customerId])).rows[0].number

describe('templates', () => {
  it('cover every event from the first day, in one SMS part of plain letters where possible', async () => {
    const { rows } = await testApp.as('auditor').ok('templateList', { limit: 100 })
    const seeded = rows.filter(row => row.event !== null)
    expect(new Set(seeded.map(row => row.event))).toEqual(new Set(EVENT_NAMES))
    expect(seeded).toHaveLength(EVENT_NAMES.length)
    for (const row of seeded) {
      expect(row, row.name).toMatchObject({ status: 'approved', draft: null })
      expect(row.purpose).toBe(EVENTS[row.event ?? 'phoneCode'].purpose)
      expect(row.inForce?.segments, row.name).toBe(1)
      expect(measureSms(row.inForce?.body ?? '').encoding).toBe('GSM-7')
      const used = [...(row.inForce?.body ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1])
      expect(variablesFor(row.event), row.name).toEqual(expect.arrayContaining(used))
    }
  })

  it('are not approved by the author of the text, even if another user submitted them', async () => {
    const [author, id] = [await testApp.hire('superAdmin'), randomUUID()]
    const draft = { id, name: 'Easter', purpose: 'marketing' as const, event: null, basedOn: 0 }
    await author.caller.ok('templateSave', { ...draft, body: 'Happy Easter, {{firstName}}!' })
    const asked = { id, version: 1, reason: 'For April' }
    const { approvalId } = await testApp.as('admin').ok('templateApprove', asked)
    await author.caller.refused('approvalApprove', { id: approvalId ?? '' }, 'approval.involved')
    await approve(approvalId)
  })

  it('are created once: a second save under the same id at the same instant is refused', async () => {
    const id = randomUUID()
    const draft = { id, name: 'Ramadan', purpose: 'marketing' as const, event: null, basedOn: 0 }
    const making = `insert into message_template (id, name, purpose, made_at) values ($1, 'Lent', 'marketing', now())`
    await whileWaiting(testApp, [making, [id]], () =>
      testApp.as('admin').refused('templateSave', { ...draft, body: 'Hello' }, 'template.stale'),
    )
  })

  it('go from draft to approved with approval; an approved version never changes', async () => {
    const id = randomUUID()
    const draft = { id, name: 'Christmas', purpose: 'marketing' as const, event: null, basedOn: 0 }
    const saved = await testApp
      .as('admin')
      .ok('templateSave', { ...draft, body: 'Merry Christmas, {{firstName}}!' })
    expect(saved).toMatchObject({ status: 'draft', inForce: null, draft: { version: 1 } })
    await testApp.as('admin').refused('templateSave', { ...draft, body: 'Stale' }, 'template.stale')
    const ask = { id, version: 1, reason: 'For December' }
    const { approvalId } = await testApp.as('superAdmin').ok('templateApprove', ask)
    const changed = { ...draft, basedOn: 1, body: 'Changed while it waits' }
    await testApp.as('admin').refused('templateSave', changed, 'template.waiting')
    await testApp
      .as('superAdmin')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'approval.same_person')
    await approve(approvalId)
    const next = await testApp
      .as('admin')
      .ok('templateSave', { ...draft, basedOn: 1, body: 'A peaceful Christmas, {{firstName}}!' })
    expect(next).toMatchObject({
      status: 'approved',
      inForce: { version: 1, body: 'Merry Christmas, {{firstName}}!', approvedBy: 'Emeka Nwosu' },
      draft: { version: 2 },
    })
    await expect(
      testApp.pool.query(
        `update message_template_version set body = 'x' where template_id = $1 and version = 1`,
        [id],
      ),
    ).rejects.toThrow('never changes')
    const second = await testApp.as('admin').ok('templateApprove', { id, version: 2, reason: 'Calmer' })
    await approve(second.approvalId)
    const { versions } = await testApp.as('auditor').ok('templateGet', { id })
    expect(versions.map(each => [each.version, each.status])).toEqual([
      [2, 'approved'],
      [1, 'retired'],
    ])
    expect(await testApp.as('admin').ok('templateRetire', { id, reason: 'Over' })).toMatchObject({
      status: 'retired',
    })
  })

  test.each([
    ['Dear {{frstName}}', 'There is no variable called frstName.'],
    ['Dear {{constructor}}', 'There is no variable called constructor.'],
    ['Dear {{first{{name}}}}', 'A variable cannot be inside another'],
    ['Dear {{firstName', 'A variable is opened and never closed'],
    ['Paid {{reference}}', 'There is no variable called reference.'],
    ['x'.repeat(1531), 'At most 1530 characters'],
    ['Pay or we tell your family', 'may not say “your family”'],
  ])('%j is refused', async (body, problem) => {
    const { fields } = await testApp
      .as('admin')
      .refused(
        'templateSave',
        { id: randomUUID(), name: `Bad ${randomUUID()}`, purpose: 'recovery', event: null, body, basedOn: 0 },
        'input.invalid',
      )
    expect(fields?.body).toContain(problem)
  })

  it('are previewed on a real customer, with parts, cost and a cheaper wording', async () => {
    const customerId = await person({ firstName: 'Ngozi', surname: 'Okafor' })
    const look = (body: string, id?: string) =>
      testApp.as('admin').ok('templatePreview', {
        body,
        purpose: 'marketing',
        event: null,
        ...(id ? { customerId: id } : {}),
      })
    expect(await look('Dear {{firstName}} {{surname}}, ₦5,000 for you', customerId)).toMatchObject({
      text: 'Dear Ngozi Okafor, ₦5,000 for you',
      encoding: 'UCS-2',
      outsideGsm7: ['₦'],
      cheaper: 'Dear {{firstName}} {{surname}}, NGN5,000 for you',
      segments: 1,
      cost: 400n,
    })
    // she has no loan: the template would leave a hole
    expect(await look('You owe {{balance}}', customerId)).toMatchObject({
      text: null,
      problems: ['The variable balance has no value here.'],
    })
    expect(await look('You owe {{balance}}')).toMatchObject({ text: `You owe ${VARIABLES.balance.example}` })
  })

  it('that is retired silences its event; one without a value keeps the message unsent, with the reason', async () => {
    const phone = '+2348035550001'
    const say = (event: string, facts: object) =>
      act(program, 'tell', SYSTEM, ctx => notify(ctx, { phone, about: 'refundDue', facts, event }))
    await say('refund 1', { loanNumber: 'L0100001', amount: 'NGN50,000.00' })
    await say('refund 2', { loanNumber: 'L0100001', amount: 'NGN50,000.00', credit: 'NGN5,000.00' })
    const { rows } = await testApp.as('auditor').ok('messageList', { event: 'refundDue' })
    expect(Object.fromEntries(rows.map(row => [row.status, row.statusReason ?? row.text]))).toEqual({
      cancelled: 'There is no variable called credit.',
      queued:
        'Iroko: we received NGN50,000.00. Loan L0100001 is fully repaid. ' +
        'You have overpaid NGN5,000.00. We will refund it to your bank account.',
    })
    const template = (await testApp.as('admin').ok('templateList', { event: 'refundDue' })).rows[0]
    await testApp.as('admin').ok('templateRetire', { id: template?.id ?? '', reason: 'We call instead' })
    await say('refund 3', { loanNumber: 'L0100001', amount: 'NGN50,000.00', credit: 'NGN5,000.00' })
    expect((await testApp.as('auditor').ok('messageList', { event: 'refundDue' })).total).toBe(2)
  })
})

describe('the figures of the last day', () => {
  it('count what the lists they open show; what is held has cost nothing', async () => {
    const admin = testApp.as('admin')
    const before = await admin.ok('messagingOverview', {})
    const write = (phone: string, purpose: 'receipt' | 'marketing', more = {}) =>
      act(program, 'test', SYSTEM, ctx =>
        notify(ctx, { phone, event: randomUUID(), purpose, text: `Hello ${randomUUID()}`, ...more }),
      )
    await write('+2348036670001', 'receipt')
    await write('+2348036679001', 'receipt')
    await sendMessages(program)
    await write('+2348036670002', 'receipt')
    await write('+2348036670003', 'receipt', { heldFor: 'not let go yet' })
    const after = await admin.ok('messagingOverview', {})
    expect(after.waiting).toBe(2)
    expect([after.segments - before.segments, after.cost - before.cost]).toEqual([2, 800n])
    const totalOf = async (filter: object) => (await admin.ok('messageList', filter)).total
    const handedOver = (['sending', 'sent', 'delivered', 'simulated', 'failed', 'unknown'] as const).reduce(
      (total, status) => total + after.counts[status],
      0,
    )
    expect(await totalOf({ status: 'waiting' })).toBe(after.waiting)
    expect(await totalOf({ status: 'handedOver', within: '24h' })).toBe(handedOver)
    expect(await totalOf({ status: 'failed', within: '24h' })).toBe(after.counts.failed)
    testApp.clock.set('2026-12-16T10:00:00Z')
    expect(await totalOf({ status: 'handedOver', within: '24h' })).toBe(0)

    // written a month ago, sent now
    await sendMessages(program)
    expect((await admin.ok('messagingOverview', {})).segments).toBe(1)
    expect(await totalOf({ status: 'handedOver', within: '24h' })).toBe(1)
  })
})

describe('the log is searched', () => {
  const found = async (search: string) =>
    (await testApp.as('auditor').ok('messageList', { search })).rows.map(row => row.text).sort()

  it('by a phone, its beginning or its end, and by the name or the number of a customer', async () => {
    const surname = `Zubairu${randomUUID().slice(0, 6).replace(/\d/g, 'k')}`
    const customerId = await person({ surname, phone: '+2348099123407' })
    const write = (phone: string, text: string, more = {}) =>
      act(program, 'test', SYSTEM, ctx =>
        notify(ctx, { phone, event: randomUUID(), purpose: 'receipt', text, ...more }),
      )
    await write('+2348099123407', 'To her phone')
    await write('+2347011110001', 'To her old phone', { customerId })
    await write('+2348099123408', 'To somebody else')
    const hers = ['To her old phone', 'To her phone']
    expect(await found(surname)).toEqual(hers)
    expect(await found(await numberOf(customerId))).toEqual(hers)
    for (const typed of ['0809 912 3407', '+2348099123407', '8099123407', '3407', '•••• 3407'])
      expect(await found(typed), typed).toEqual(['To her phone'])
    expect(await found('080991234')).toEqual(['To her phone', 'To somebody else'])
    expect(await found('Nobody Of This Name')).toEqual([])
  })

  it('keeps what was typed out of the address and of the trail', async () => {
    await testApp.as('auditor').call('messageExport', { search: '0809 912 3407' })
    const { rows } = await testApp.as('auditor').ok('auditList', { action: 'messageExport', limit: 1 })
    expect(rows[0]?.after).toMatchObject({ filter: { search: '•••• ••• 3407' } })
  })
})

test('an opt-out has its id to itself: it is neither another number’s nor, once lifted, used again', async () => {
  const [id, phone, reason] = [randomUUID(), '08035557777', 'Asked on the phone']
  const added = await testApp.as('admin').ok('optOutAdd', { id, phone, reason })
  // once is enough, under whichever id
  expect(await testApp.as('admin').ok('optOutAdd', { id, phone, reason })).toEqual(added)
  expect(await testApp.as('admin').ok('optOutAdd', { id: randomUUID(), phone, reason })).toEqual(added)
  const other = { id, phone: '08035556666', reason }
  await testApp.as('admin').refused('optOutAdd', other, 'idempotency.other_body')
  await testApp.as('admin').ok('optOutLift', { id, reason: 'Called us' })
  await testApp.as('admin').refused('optOutAdd', { id, phone, reason }, 'idempotency.other_body')
  await testApp.as('admin').ok('optOutAdd', { id: randomUUID(), phone, reason })
})
