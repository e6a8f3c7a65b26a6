import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { localDate } from '../../../engine/dates.ts'
import { knownCustomer, type Stated } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import type { Program } from '../../kernel/act.ts'
import { loansExcludedFromReminders } from './audience.sql.ts'
import { addresseesIn, findDue } from './audience.ts'
import { prepareCampaign, queueCampaign } from './jobs.ts'
import { makeReminders } from './reminders.ts'
import { sendMessages } from './sending.ts'

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

/** A template for campaigns, in force. */
async function templateInForce(
  body: string,
  purpose: 'marketing' | 'recovery' = 'marketing',
): Promise<string> {
  const id = randomUUID()
  await testApp
    .as('admin')
    .ok('templateSave', { id, name: `Template ${id.slice(0, 8)}`, purpose, event: null, body, basedOn: 0 })
  const { approvalId } = await testApp
    .as('admin')
    .ok('templateApprove', { id, version: 1, reason: 'For the season' })
  await approve(approvalId)
  return id
}

const phoneOf = async (customerId: string): Promise<string> =>
  (await testApp.pool.query('select phone from customer where id = $1', [customerId])).rows[0].phone
const numberOf = async (customerId: string): Promise<string> =>
  (await testApp.pool.query('select number from customer where id = $1', [customerId])).rows[0].number

describe('a campaign', () => {
  const create = async (templateId: string, audience: object) => {
    const id = randomUUID()
    await testApp
      .as('admin')
      .ok('campaignCreate', { id, name: 'Salary week', templateId, audience: audience as never })
    await prepareCampaign(program, id)
    return id
  }
  const got = (id: string) => testApp.as('auditor').ok('campaignGet', { id })
  const start = (id: string, at: string | null = null) =>
    testApp.as('admin').ok('campaignStart', { id, at, reason: 'Agreed in the Monday meeting' })
  const run = async (id: string) => {
    await queueCampaign(program, id)
    return sendMessages(program)
  }

  it('to a list shows who is left out and why before anything is sent, and reaches each person once', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, our office is open on Saturday.')
    const [ada, bola, gone, silent] = [
      await person(),
      await person({ firstName: 'Bola' }),
      await person({ firstName: 'Gone' }),
      await person({ firstName: 'Silent' }),
    ]
    await testApp.pool.query(`update customer set status = 'deceased' where id = $1`, [gone])
    await testApp
      .as('editor')
      .ok('optOutAdd', { id: randomUUID(), phone: await phoneOf(silent), reason: 'Asked on the phone' })
    const lines = [
      await numberOf(ada),
      (await phoneOf(bola)).replace('+234', '0'),
      await phoneOf(ada),
      await numberOf(gone),
      await phoneOf(silent),
      '08039999999',
      'not a number',
    ]
    const id = await create(templateId, { kind: 'list', lines: lines.join('\n') })
    const dry = await got(id)
    expect(dry.campaign).toMatchObject({ status: 'ready', recipients: 2, excluded: 5, cost: 800n })
    expect(Object.fromEntries(dry.exclusions.map(each => [each.reason, each.count]))).toEqual({
      'not a customer': 2,
      'listed twice': 1,
      deceased: 1,
      'opted out': 1,
    })
    expect(dry.sample.map(each => each.text)).toContain('Dear Bola, our office is open on Saturday.')
    expect((await start(id)).approvalId).toBeNull()
    expect(await run(id)).toBe(2)
    await queueCampaign(program, id)
    expect(await sendMessages(program)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ status: 'done', counts: { sent: 2 } })
    await testApp
      .as('admin')
      .refused('campaignStart', { id, at: null, reason: 'Once more' }, 'campaign.wrong_status')
  })

  test.each([
    ['written as in California', '2026-11-16T02:00:00-08:00', '2026-11-16T10:00:00.000Z'],
    ['written as in Lagos', '2026-11-16T11:00:00+01:00', '2026-11-16T10:00:00.000Z'],
    ['written as in Lagos, and over', '2026-11-16T09:30:00+01:00', null],
  ])('starts at a moment %s: %s is %s', async (_how, at, scheduledAt) => {
    const id = await create(await templateInForce('Open on Saturday'), {
      kind: 'customer',
      customerId: await person(),
    })
    if (scheduledAt === null) {
      const asked = { id, at, reason: 'Agreed in the Monday meeting' }
      const { fields } = await testApp.as('admin').refused('campaignStart', asked, 'input.invalid')
      expect(fields).toEqual({ at: 'This moment is over' })
      return
    }
    await start(id, at)
    expect((await got(id)).campaign).toMatchObject({ status: 'scheduled', scheduledAt })
  })

  it('to a segment counts live, prepares in pages that a crash cannot double, and needs approval', async () => {
    const mda = `Ministry ${randomUUID().slice(0, 8)}`
    for (const firstName of ['Amina', 'Bayo', 'Chika']) await person({ firstName, mda })
    const filter = { mda, loans: 'none' as const }
    expect(await testApp.as('admin').ok('segmentCount', { filter })).toEqual({ count: 3, isExact: true })
    const segmentId = randomUUID()
    await testApp.as('admin').ok('segmentSave', { id: segmentId, name: `Staff of ${mda}`, filter })
    const value = { manualReceipt: '5000000', campaignRecipients: 2 }
    await testApp.pool.query(
      `insert into setting_version (section, version, value, effective_on, changed_at) values ('approvalLimits', 1, $1, '2026-01-01', now())`,
      [JSON.stringify(value)],
    )
    const templateId = await templateInForce('Dear {{firstName}}, a new offer from {{company}}.')
    const id = await create(templateId, { kind: 'segment', segmentId })
    await prepareCampaign(program, id)
    expect((await got(id)).campaign).toMatchObject({ recipients: 3, needsSecondPerson: true })
    const { approvalId } = await start(id)
    expect((await got(id)).campaign).toMatchObject({ status: 'waiting', pendingApprovalId: approvalId })
    expect(await run(id)).toBe(0)
    await approve(approvalId)
    expect(await run(id)).toBe(3)
    const { rows } = await testApp.as('auditor').ok('campaignMembers', { id, view: 'recipients' })
    expect(rows.map(row => row.status)).toEqual(['sent', 'sent', 'sent'])
  })

  it('to a segment excludes blacklisted and deceased customers; a list sends the blacklisted no offers', async () => {
    const mda = `Ministry ${randomUUID().slice(0, 8)}`
    const one = async (status: string, until: string | null = null) => {
      const id = await person({ mda })
      const change = 'update customer set status = $2, status_until = $3 where id = $1'
      await testApp.pool.query(change, [id, status, until])
      return numberOf(id)
    }
    await one('active')
    await one('dormant')
    await one('deceased')
    const listed = await one('blacklisted')
    const free = await one('blacklisted', '2026-11-15')
    const counted = async (filter: object) =>
      (await testApp.as('admin').ok('segmentCount', { filter: { mda, ...filter } })).count
    expect(await counted({})).toBe(3)
    expect(await counted({ customerStatus: 'active' })).toBe(2)
    expect(await counted({ customerStatus: 'dormant' })).toBe(1)
    const lines = `${listed}\n${free}`
    const offer = await create(await templateInForce('Dear {{firstName}}, an offer for you.'), {
      kind: 'list',
      lines,
    })
    expect(await got(offer)).toMatchObject({
      campaign: { recipients: 1 },
      exclusions: [{ reason: 'blacklisted', count: 1 }],
    })
    // messages about what they owe are sent all the same
    const owed = await create(await templateInForce('Dear {{firstName}}, please call us.', 'recovery'), {
      kind: 'list',
      lines,
    })
    expect((await got(owed)).campaign).toMatchObject({ recipients: 2, excluded: 0 })
  })

  it('at a moment waits for it; paused it holds, cancelled it never goes', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, see you on Friday.')
    const customerId = await person()
    const id = await create(templateId, { kind: 'customer', customerId })
    await start(id, '2026-11-16T12:00:00.000Z')
    expect(await run(id)).toBe(0)
    expect((await got(id)).campaign.status).toBe('scheduled')
    testApp.clock.set('2026-11-16T12:00:00Z')
    await queueCampaign(program, id)
    await testApp.as('admin').ok('campaignPause', { id })
    expect(await sendMessages(program)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ status: 'paused', counts: { held: 1 } })
    await testApp.as('admin').ok('campaignResume', { id })
    expect((await got(id)).campaign).toMatchObject({ status: 'sending', counts: { queued: 1 } })
    await testApp.as('admin').ok('campaignCancel', { id, reason: 'The meeting is off' })
    expect(await sendMessages(program)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ status: 'cancelled', counts: { cancelled: 1 } })
  })

  it('sends the failed ones again, and only those', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, please collect your letter.')
    const good = await person()
    const bad = await person({ phone: '+2348031239001' })
    const lines = `${await numberOf(good)}\n${await numberOf(bad)}`
    const id = await create(templateId, { kind: 'list', lines })
    await start(id)
    await run(id)
    expect((await got(id)).campaign.counts).toMatchObject({ sent: 1, failed: 1 })
    const again = { id, reason: 'The network was down' }
    expect(await testApp.as('admin').ok('campaignResendFailed', again)).toEqual({
      resent: 1,
      waitsUntil: null,
    })
    expect(await testApp.as('admin').ok('campaignResendFailed', again)).toEqual({
      resent: 0,
      waitsUntil: null,
    })
    await sendMessages(program)
    expect((await got(id)).campaign).toMatchObject({ status: 'done', counts: { sent: 1, failed: 1 } })
  })

  it('that is begun at night says that it waits, and until when', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, half price until Friday.')
    const customerId = await person({ phone: '+2348031249001' })
    testApp.clock.set('2026-11-16T21:30:00Z')
    const morning = { waitsUntil: '2026-11-17T07:00:00.000Z' }
    const id = await create(templateId, { kind: 'customer', customerId })
    expect(await start(id)).toMatchObject(morning)
    expect((await got(id)).campaign).toMatchObject({ status: 'sending', ...morning })
    expect(await run(id)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ ...morning, counts: { held: 1 } })
    testApp.clock.set('2026-11-17T07:01:00Z')
    expect(await sendMessages(program)).toBe(1)
    expect((await got(id)).campaign).toMatchObject({ status: 'done', waitsUntil: null })
    testApp.clock.set('2026-11-17T22:00:00Z')
    const again = { id, reason: 'The network was down' }
    expect(await testApp.as('admin').ok('campaignResendFailed', again)).toEqual({
      resent: 1,
      waitsUntil: '2026-11-18T07:00:00.000Z',
    })
  })

  it('with all recipients excluded is done', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, we are open on Sunday.')
    const customerId = await person()
    const id = await create(templateId, { kind: 'customer', customerId })
    await start(id)
    await queueCampaign(program, id)
    const phone = await phoneOf(customerId)
    await testApp.as('editor').ok('optOutAdd', { id: randomUUID(), phone, reason: 'Asked on the phone' })
    expect(await sendMessages(program)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ status: 'done', counts: { cancelled: 1 } })
  })

  it('is not made from a draft, nor from a template of an event', async () => {
    const event = (await testApp.as('admin').ok('templateList', { event: 'receiptExact' })).rows[0]
    const input = { name: 'Wrong', audience: { kind: 'list' as const, lines: '1' } }
    await testApp
      .as('admin')
      .refused('campaignCreate', { ...input, id: randomUUID(), templateId: event?.id ?? '' }, 'input.invalid')
    const draftId = randomUUID()
    const draft = {
      id: draftId,
      name: 'Only a draft',
      purpose: 'marketing' as const,
      event: null,
      body: 'Hello',
      basedOn: 0,
    }
    await testApp.as('admin').ok('templateSave', draft)
    await testApp
      .as('admin')
      .refused('campaignCreate', { ...input, id: randomUUID(), templateId: draftId }, 'template.not_in_force')
  })

  it('covers numbers that were pasted with a name beside them', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, see you.')
    const id = randomUUID()
    const lines = 'Okafor Ngozi\t08031234567\n0803 123 4568/Ngozi\nC100234'
    await testApp
      .as('admin')
      .ok('campaignCreate', { id, name: 'Pasted', templateId, audience: { kind: 'list', lines } })
    await prepareCampaign(program, id)
    const { rows } = await testApp.as('editor').ok('campaignMembers', { id })
    expect(rows.map(row => row.given.replaceAll('\t', ' '))).toEqual([
      'Okafor Ngozi •••• 4567',
      '•••• 4568/Ngozi',
      'C100234',
    ])
  })

  it('under one id is made once: other details are refused, the same are noted as a repeat', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, see you.')
    const input = {
      id: randomUUID(),
      name: 'Once',
      templateId,
      audience: { kind: 'list' as const, lines: 'C100234' },
    }
    await testApp.as('admin').ok('campaignCreate', input)
    await testApp.as('admin').ok('campaignCreate', input)
    await testApp.as('admin').refused('campaignCreate', { ...input, name: 'Twice' }, 'idempotency.other_body')
    const other = { ...input, audience: { kind: 'list' as const, lines: 'C100235' } }
    await testApp.as('admin').refused('campaignCreate', other, 'idempotency.other_body')
    const { rows } = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'campaign', subjectId: input.id })
    expect(rows.map(row => row.after)).toMatchObject([{ repeated: true }, { name: 'Once' }])
  })

  it('is not made from a receipt, which a STOP does not hold back', async () => {
    const id = randomUUID()
    await testApp.as('admin').ok('templateSave', {
      id,
      name: 'Offer in disguise',
      purpose: 'receipt',
      event: null,
      body: 'Borrow more',
      basedOn: 0,
    })
    const { fields } = await testApp
      .as('admin')
      .refused(
        'campaignCreate',
        { id: randomUUID(), name: 'Wrong', templateId: id, audience: { kind: 'list', lines: '1' } },
        'input.invalid',
      )
    expect(fields?.templateId).toContain('marketing')
  })
})

describe('whom reminders speak to', () => {
  type Figures = { next_due_on?: string; days_past_due?: number; last_receipt_on?: string; frozen?: string }

  /** A live loan with these figures, as the daily run leaves them. */
  async function loanWith(figures: Figures): Promise<{ id: string; customerId: string }> {
    const customerId = await person()
    const late = figures.days_past_due ?? 0
    const { rows } = await testApp.pool.query(
      `insert into loan (id, number, customer_id, request_id, product_id, product_version, principal, tenor, terms, status,
         approved_on, approved_at, instalment, next_due_on, next_due_amount, arrears, oldest_unpaid_on,
         last_receipt_on, frozen)
       select gen_random_uuid(), 'L' || left(gen_random_uuid()::text, 8), $1, gen_random_uuid(), product_id, version, 50000000,
         12, '{}', 'live', '2026-10-01', now(), 6166667, $2, 6166667, $3::integer * 100,
         case when $3 > 0 then date '2026-11-16' - $3 end, $4, $5
       from product_version limit 1 returning id`,
      [
        customerId,
        figures.next_due_on ?? '2027-01-25',
        late,
        figures.last_receipt_on ?? null,
        figures.frozen ?? null,
      ],
    )
    return { id: rows[0].id, customerId }
  }
  test('and whom an offer of more does: those who have a loan and are late with none', async () => {
    const [mda, page] = [`Ministry ${randomUUID().slice(0, 8)}`, { after: null, limit: 100 }]
    const [good, late, none] = [await loanWith({}), await loanWith({ days_past_due: 9 }), await person()]
    const ids = [good.customerId, late.customerId, none]
    await testApp.pool.query('update customer set mda = $1 where id = any ($2)', [mda, ids])
    const within = async (loans: 'live' | 'onTime' | 'arrears') =>
      (await addresseesIn(program.db, { mda, loans }, page, localDate('2026-11-16')))
        .map(each => each.customerId)
        .toSorted()
    expect(await within('live')).toEqual([good.customerId, late.customerId].toSorted())
    expect(await within('onTime')).toEqual([good.customerId])
    expect(await within('arrears')).toEqual([late.customerId])
  })

  const found = async (rule: 'due in' | 'overdue', days: number): Promise<string[]> => {
    const page = { after: null, limit: 100 }
    return (await findDue(program.db, { rule, days }, localDate('2026-11-16'), page)).map(each => each.loanId)
  }

  test.each<[string, 'due in' | 'overdue', number, Figures, boolean]>([
    ['due in three days', 'due in', 3, { next_due_on: '2026-11-19' }, true],
    ['due in two days, the run of yesterday missed', 'due in', 3, { next_due_on: '2026-11-18' }, true],
    ['due in a week', 'due in', 3, { next_due_on: '2026-11-23' }, false],
    ['already in arrears', 'due in', 3, { next_due_on: '2026-11-19', days_past_due: 5 }, false],
    ['a week late', 'overdue', 7, { days_past_due: 7 }, true],
    ['six days late', 'overdue', 7, { days_past_due: 6 }, false],
    ['a receipt yesterday', 'overdue', 7, { days_past_due: 7, last_receipt_on: '2026-11-15' }, false],
    ['a receipt last month', 'overdue', 7, { days_past_due: 7, last_receipt_on: '2026-10-25' }, true],
    ['frozen by a dispute', 'overdue', 7, { days_past_due: 7, frozen: 'dispute' }, false],
    ['deceased', 'overdue', 7, { days_past_due: 7, frozen: 'deceased' }, false],
  ])('%s', async (_name, rule, days, figures, isTold) => {
    const { id } = await loanWith(figures)
    expect((await found(rule, days)).includes(id)).toBe(isTold)
    if (isTold) expect(await loansExcludedFromReminders(program.db, [id], '2026-11-16')).toEqual([])
  })

  it('once of each occasion, by every rule that fits, however often the run is made', async () => {
    const soon = await loanWith({ next_due_on: '2026-11-19' })
    const late = await loanWith({ days_past_due: 7 })
    await makeReminders(program)
    await makeReminders(program)
    testApp.clock.set('2026-11-16T11:00:00Z')
    await makeReminders(program)
    const { rows } = await testApp.pool.query(
      `select m.told_by, m.purpose, replace(replace(m.body, l.number, 'LOAN'), c.first_name, 'NAME') as body
       from message m join loan l on l.id::text = m.subject_id join customer c on c.id = l.customer_id
       where m.subject_id = any ($1) order by m.told_by`,
      [[soon.id, late.id]],
    )
    expect(rows).toEqual([
      {
        told_by: 'reminderDue',
        purpose: 'reminder',
        body: 'Iroko: Dear NAME, NGN61,666.67 on loan LOAN is due on 19 Nov 2026 by salary deduction. Thank you.',
      },
      {
        told_by: 'reminderOverdue',
        purpose: 'recovery',
        body: 'Iroko: loan LOAN is 7 days past due (NGN7.00). Please pay or call our office. If it was deducted, send us your payslip.',
      },
    ])
  })

  it('skips customers with a promise, when made and when sent', async () => {
    const { id, customerId } = await loanWith({ days_past_due: 7 })
    await makeReminders(program)
    await testApp.as('editor').ok('customerPromiseAdd', {
      id: randomUUID(),
      customerId,
      amount: '6166667',
      on: '2026-11-20',
      text: '',
    })
    expect(await found('overdue', 7)).not.toContain(id)
    await sendMessages(program)
    const { rows } = await testApp.as('auditor').ok('messageList', { subjectType: 'loan', subjectId: id })
    expect(rows).toMatchObject([{ status: 'cancelled', statusReason: 'paid or promised since then' }])
  })
})
