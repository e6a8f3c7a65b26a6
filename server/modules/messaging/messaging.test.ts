import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { EVENT_NAMES, EVENTS, VARIABLES, variablesFor } from '../../../contract/messaging.ts'
import { localDate } from '../../../engine/dates.ts'
import { measureSms } from '../../../engine/segments.ts'
import { knownCustomer, recommended, type Stated } from '../../../test/applicants.ts'
import { type House, openHouse } from '../../../test/cast.ts'
import { disbursed } from '../../../test/loans.ts'
import { meanwhile } from '../../../test/meanwhile.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { matchAlert } from '../bankAlerts/match.ts'
import { quietedLoans } from '../campaigns/audience.sql.ts'
import { addresseesIn, findDue } from '../campaigns/audience.ts'
import { prepareCampaign, queueCampaign } from '../campaigns/jobs.ts'
import { makeReminders } from '../campaigns/reminders.ts'
import { sendMessages } from '../campaigns/sending.ts'
import { tell } from './tell.ts'

const MORNING = '2026-11-16T09:00:00Z'

let house: House
let program: Program
beforeAll(async () => {
  house = await openHouse()
  program = house.program
})
afterAll(() => house.close())
beforeEach(async () => {
  house.clock.set(MORNING)
  await house.pool.query(`update message set status = 'cancelled' where status in ('queued', 'held')`)
})

let line = 0
/** A customer with a phone as the public page would have kept it. */
const somebody = (changes: Partial<Stated> = {}): Promise<string> =>
  knownCustomer(house, { phone: `+23480366${String(10_000 + line++)}`, ...changes })

const approve = (approvalId: string | null) =>
  house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })

/** A template for campaigns, in force. */
async function templateInForce(
  body: string,
  purpose: 'marketing' | 'recovery' = 'marketing',
): Promise<string> {
  const id = randomUUID()
  await house
    .as('admin')
    .ok('templateSave', { id, name: `Template ${id.slice(0, 8)}`, purpose, event: null, body, basedOn: 0 })
  const { approvalId } = await house
    .as('admin')
    .ok('templateApprove', { id, version: 1, reason: 'For the season' })
  await approve(approvalId)
  return id
}

const phoneOf = async (customerId: string): Promise<string> =>
  (await house.pool.query('select phone from customer where id = $1', [customerId])).rows[0].phone
const numberOf = async (customerId: string): Promise<string> =>
  (await house.pool.query('select number from customer where id = $1', [customerId])).rows[0].number

describe('templates', () => {
  it('tell about every event from the first day, in one part of plain letters where it can be', async () => {
    const { rows } = await house.as('auditor').ok('templateList', { limit: 100 })
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

  it('are not approved by whoever wrote the words, though somebody else asked', async () => {
    const [author, id] = [await house.hire('superAdmin'), randomUUID()]
    const draft = { id, name: 'Easter', purpose: 'marketing' as const, event: null, basedOn: 0 }
    await author.caller.ok('templateSave', { ...draft, body: 'Happy Easter, {{firstName}}!' })
    const asked = { id, version: 1, reason: 'For April' }
    const { approvalId } = await house.as('admin').ok('templateApprove', asked)
    await author.caller.refused('approvalApprove', { id: approvalId ?? '' }, 'approval.involved')
    await approve(approvalId)
  })

  it('are made once: who saves one under an id that is taken at the same instant is told', async () => {
    const id = randomUUID()
    const draft = { id, name: 'Ramadan', purpose: 'marketing' as const, event: null, basedOn: 0 }
    const making = `insert into message_template (id, name, purpose, made_at) values ($1, 'Lent', 'marketing', now())`
    await meanwhile(house, [making, [id]], () =>
      house.as('admin').refused('templateSave', { ...draft, body: 'Hello' }, 'template.stale'),
    )
  })

  it('go from draft to approved by a second person; an approved version never changes', async () => {
    const id = randomUUID()
    const draft = { id, name: 'Christmas', purpose: 'marketing' as const, event: null, basedOn: 0 }
    const saved = await house
      .as('admin')
      .ok('templateSave', { ...draft, body: 'Merry Christmas, {{firstName}}!' })
    expect(saved).toMatchObject({ status: 'draft', inForce: null, draft: { version: 1 } })
    await house.as('admin').refused('templateSave', { ...draft, body: 'Stale' }, 'template.stale')
    const ask = { id, version: 1, reason: 'For December' }
    const { approvalId } = await house.as('superAdmin').ok('templateApprove', ask)
    const changed = { ...draft, basedOn: 1, body: 'Changed while it waits' }
    await house.as('admin').refused('templateSave', changed, 'template.waiting')
    await house.as('superAdmin').refused('approvalApprove', { id: approvalId ?? '' }, 'approval.same_person')
    await approve(approvalId)
    const next = await house
      .as('admin')
      .ok('templateSave', { ...draft, basedOn: 1, body: 'A peaceful Christmas, {{firstName}}!' })
    expect(next).toMatchObject({
      status: 'approved',
      inForce: { version: 1, body: 'Merry Christmas, {{firstName}}!', approvedBy: 'Emeka Nwosu' },
      draft: { version: 2 },
    })
    await expect(
      house.pool.query(
        `update message_template_version set body = 'x' where template_id = $1 and version = 1`,
        [id],
      ),
    ).rejects.toThrow('never changes')
    const second = await house.as('admin').ok('templateApprove', { id, version: 2, reason: 'Calmer' })
    await approve(second.approvalId)
    const { versions } = await house.as('auditor').ok('templateGet', { id })
    expect(versions.map(each => [each.version, each.status])).toEqual([
      [2, 'approved'],
      [1, 'retired'],
    ])
    expect(await house.as('admin').ok('templateRetire', { id, reason: 'Over' })).toMatchObject({
      status: 'retired',
    })
  })

  test.each([
    ['Dear {{frstName}}', 'There is no variable called frstName.'],
    ['Dear {{constructor}}', 'There is no variable called constructor.'],
    ['Dear {{first{{name}}}}', 'A variable cannot stand inside another'],
    ['Dear {{firstName', 'A variable is opened and never closed'],
    ['Paid {{reference}}', 'There is no variable called reference.'],
    ['x'.repeat(1531), 'At most 1530 characters'],
    ['Pay or we tell your family', 'may not say “your family”'],
  ])('%j is refused', async (body, problem) => {
    const { fields } = await house
      .as('admin')
      .refused(
        'templateSave',
        { id: randomUUID(), name: `Bad ${randomUUID()}`, purpose: 'recovery', event: null, body, basedOn: 0 },
        'input.invalid',
      )
    expect(fields?.body).toContain(problem)
  })

  it('are previewed on a real customer, with parts, cost and a cheaper wording', async () => {
    const customerId = await somebody({ firstName: 'Ngozi', surname: 'Okafor' })
    const look = (body: string, id?: string) =>
      house.as('admin').ok('templatePreview', {
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
      act(program, 'tell', SYSTEM, ctx => tell(ctx, { phone, about: 'refundDue', facts, event }))
    await say('refund 1', { loanNumber: 'L0100001', amount: 'NGN50,000.00' })
    await say('refund 2', { loanNumber: 'L0100001', amount: 'NGN50,000.00', credit: 'NGN5,000.00' })
    const { rows } = await house.as('auditor').ok('messageList', { event: 'refundDue' })
    expect(Object.fromEntries(rows.map(row => [row.status, row.statusReason ?? row.text]))).toEqual({
      cancelled: 'There is no variable called credit.',
      queued:
        'Loan L0100001: we received NGN50,000.00. Your loan is fully repaid. ' +
        'You have overpaid NGN5,000.00 and we will refund it to your bank account.',
    })
    const template = (await house.as('admin').ok('templateList', { event: 'refundDue' })).rows[0]
    await house.as('admin').ok('templateRetire', { id: template?.id ?? '', reason: 'We call instead' })
    await say('refund 3', { loanNumber: 'L0100001', amount: 'NGN50,000.00', credit: 'NGN5,000.00' })
    expect((await house.as('auditor').ok('messageList', { event: 'refundDue' })).total).toBe(2)
  })
})

describe('a campaign', () => {
  const create = async (templateId: string, audience: object) => {
    const id = randomUUID()
    await house
      .as('admin')
      .ok('campaignCreate', { id, name: 'Salary week', templateId, audience: audience as never })
    await prepareCampaign(program, id)
    return id
  }
  const got = (id: string) => house.as('auditor').ok('campaignGet', { id })
  const start = (id: string, at: string | null = null) =>
    house.as('admin').ok('campaignStart', { id, at, reason: 'Agreed in the Monday meeting' })
  const run = async (id: string) => {
    await queueCampaign(program, id)
    return sendMessages(program)
  }

  it('to a list shows who is left out and why before anything is sent, and reaches each person once', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, our office is open on Saturday.')
    const [ada, bola, gone, silent] = [
      await somebody(),
      await somebody({ firstName: 'Bola' }),
      await somebody({ firstName: 'Gone' }),
      await somebody({ firstName: 'Silent' }),
    ]
    await house.pool.query(`update customer set status = 'deceased' where id = $1`, [gone])
    await house
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
    await house
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
      customerId: await somebody(),
    })
    if (scheduledAt === null) {
      const asked = { id, at, reason: 'Agreed in the Monday meeting' }
      const { fields } = await house.as('admin').refused('campaignStart', asked, 'input.invalid')
      expect(fields).toEqual({ at: 'This moment is over' })
      return
    }
    await start(id, at)
    expect((await got(id)).campaign).toMatchObject({ status: 'scheduled', scheduledAt })
  })

  it('to a segment counts live, prepares in pages that a crash cannot double, and waits for a second person', async () => {
    const mda = `Ministry ${randomUUID().slice(0, 8)}`
    for (const firstName of ['Amina', 'Bayo', 'Chika']) await somebody({ firstName, mda })
    const filter = { mda, loans: 'none' as const }
    expect(await house.as('admin').ok('segmentCount', { filter })).toEqual({ count: 3, isExact: true })
    const segmentId = randomUUID()
    await house.as('admin').ok('segmentSave', { id: segmentId, name: `Staff of ${mda}`, filter })
    const value = { manualReceipt: '5000000', campaignRecipients: 2 }
    await house.pool.query(
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
    const { rows } = await house.as('auditor').ok('campaignMembers', { id, view: 'recipients' })
    expect(rows.map(row => row.status)).toEqual(['sent', 'sent', 'sent'])
  })

  it('to a segment takes nobody who is blacklisted or has died; a list offers the blacklisted nothing', async () => {
    const mda = `Ministry ${randomUUID().slice(0, 8)}`
    const one = async (status: string, until: string | null = null) => {
      const id = await somebody({ mda })
      const change = 'update customer set status = $2, status_until = $3 where id = $1'
      await house.pool.query(change, [id, status, until])
      return numberOf(id)
    }
    await one('active')
    await one('dormant')
    await one('deceased')
    const listed = await one('blacklisted')
    const free = await one('blacklisted', '2026-11-15')
    const counted = async (filter: object) =>
      (await house.as('admin').ok('segmentCount', { filter: { mda, ...filter } })).count
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
    // what they owe they are told all the same
    const owed = await create(await templateInForce('Dear {{firstName}}, please call us.', 'recovery'), {
      kind: 'list',
      lines,
    })
    expect((await got(owed)).campaign).toMatchObject({ recipients: 2, excluded: 0 })
  })

  it('at a moment waits for it; paused it holds, cancelled it never goes', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, see you on Friday.')
    const customerId = await somebody()
    const id = await create(templateId, { kind: 'customer', customerId })
    await start(id, '2026-11-16T12:00:00.000Z')
    expect(await run(id)).toBe(0)
    expect((await got(id)).campaign.status).toBe('scheduled')
    house.clock.set('2026-11-16T12:00:00Z')
    await queueCampaign(program, id)
    await house.as('admin').ok('campaignPause', { id })
    expect(await sendMessages(program)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ status: 'paused', counts: { held: 1 } })
    await house.as('admin').ok('campaignResume', { id })
    expect((await got(id)).campaign).toMatchObject({ status: 'sending', counts: { queued: 1 } })
    await house.as('admin').ok('campaignCancel', { id, reason: 'The meeting is off' })
    expect(await sendMessages(program)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ status: 'cancelled', counts: { cancelled: 1 } })
  })

  it('sends the failed ones again, and only those', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, please collect your letter.')
    const good = await somebody()
    const bad = await somebody({ phone: '+2348031239001' })
    const lines = `${await numberOf(good)}\n${await numberOf(bad)}`
    const id = await create(templateId, { kind: 'list', lines })
    await start(id)
    await run(id)
    expect((await got(id)).campaign.counts).toMatchObject({ sent: 1, failed: 1 })
    const again = { id, reason: 'The network was down' }
    expect(await house.as('admin').ok('campaignResendFailed', again)).toEqual({ resent: 1, waitsUntil: null })
    expect(await house.as('admin').ok('campaignResendFailed', again)).toEqual({ resent: 0, waitsUntil: null })
    await sendMessages(program)
    expect((await got(id)).campaign).toMatchObject({ status: 'done', counts: { sent: 1, failed: 1 } })
  })

  it('that is begun at night says that it waits, and until when', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, half price until Friday.')
    const customerId = await somebody({ phone: '+2348031249001' })
    house.clock.set('2026-11-16T21:30:00Z')
    const morning = { waitsUntil: '2026-11-17T07:00:00.000Z' }
    const id = await create(templateId, { kind: 'customer', customerId })
    expect(await start(id)).toMatchObject(morning)
    expect((await got(id)).campaign).toMatchObject({ status: 'sending', ...morning })
    expect(await run(id)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ ...morning, counts: { held: 1 } })
    house.clock.set('2026-11-17T07:01:00Z')
    expect(await sendMessages(program)).toBe(1)
    expect((await got(id)).campaign).toMatchObject({ status: 'done', waitsUntil: null })
    house.clock.set('2026-11-17T22:00:00Z')
    const again = { id, reason: 'The network was down' }
    expect(await house.as('admin').ok('campaignResendFailed', again)).toEqual({
      resent: 1,
      waitsUntil: '2026-11-18T07:00:00.000Z',
    })
  })

  it('of which everything was set aside is done', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, we are open on Sunday.')
    const customerId = await somebody()
    const id = await create(templateId, { kind: 'customer', customerId })
    await start(id)
    await queueCampaign(program, id)
    const phone = await phoneOf(customerId)
    await house.as('editor').ok('optOutAdd', { id: randomUUID(), phone, reason: 'Asked on the phone' })
    expect(await sendMessages(program)).toBe(0)
    expect((await got(id)).campaign).toMatchObject({ status: 'done', counts: { cancelled: 1 } })
  })

  it('is not made from a draft, nor from a template that tells about an event', async () => {
    const event = (await house.as('admin').ok('templateList', { event: 'receiptExact' })).rows[0]
    const input = { name: 'Wrong', audience: { kind: 'list' as const, lines: '1' } }
    await house
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
    await house.as('admin').ok('templateSave', draft)
    await house
      .as('admin')
      .refused('campaignCreate', { ...input, id: randomUUID(), templateId: draftId }, 'template.not_in_force')
  })

  it('covers numbers that were pasted with a name beside them', async () => {
    const templateId = await templateInForce('Dear {{firstName}}, see you.')
    const id = randomUUID()
    const lines = 'Okafor Ngozi\t08031234567\n0803 123 4568/Ngozi\nC100234'
    await house
      .as('admin')
      .ok('campaignCreate', { id, name: 'Pasted', templateId, audience: { kind: 'list', lines } })
    await prepareCampaign(program, id)
    const { rows } = await house.as('editor').ok('campaignMembers', { id })
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
    await house.as('admin').ok('campaignCreate', input)
    await house.as('admin').ok('campaignCreate', input)
    await house.as('admin').refused('campaignCreate', { ...input, name: 'Twice' }, 'idempotency.other_body')
    const other = { ...input, audience: { kind: 'list' as const, lines: 'C100235' } }
    await house.as('admin').refused('campaignCreate', other, 'idempotency.other_body')
    const { rows } = await house
      .as('auditor')
      .ok('recordHistory', { subjectType: 'campaign', subjectId: input.id })
    expect(rows.map(row => row.after)).toMatchObject([{ repeated: true }, { name: 'Once' }])
  })

  it('is not made from a receipt, which a STOP does not hold back', async () => {
    const id = randomUUID()
    await house.as('admin').ok('templateSave', {
      id,
      name: 'Offer in disguise',
      purpose: 'receipt',
      event: null,
      body: 'Borrow more',
      basedOn: 0,
    })
    const { fields } = await house
      .as('admin')
      .refused(
        'campaignCreate',
        { id: randomUUID(), name: 'Wrong', templateId: id, audience: { kind: 'list', lines: '1' } },
        'input.invalid',
      )
    expect(fields?.templateId).toContain('marketing')
  })
})

describe('the figures of the last day', () => {
  it('count what the lists they open show; what is held has cost nothing', async () => {
    const admin = house.as('admin')
    const before = await admin.ok('messagingOverview', {})
    const write = (phone: string, purpose: 'receipt' | 'marketing', more = {}) =>
      act(program, 'test', SYSTEM, ctx =>
        tell(ctx, { phone, event: randomUUID(), purpose, text: `Hello ${randomUUID()}`, ...more }),
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
    house.clock.set('2026-12-16T10:00:00Z')
    expect(await totalOf({ status: 'handedOver', within: '24h' })).toBe(0)

    // written a month ago, handed over now
    await sendMessages(program)
    expect((await admin.ok('messagingOverview', {})).segments).toBe(1)
    expect(await totalOf({ status: 'handedOver', within: '24h' })).toBe(1)
  })
})

describe('the log is searched', () => {
  const found = async (search: string) =>
    (await house.as('auditor').ok('messageList', { search })).rows.map(row => row.text).sort()

  it('by a phone, its beginning or its end, and by the name or the number of a customer', async () => {
    const surname = `Zubairu${randomUUID().slice(0, 6).replace(/\d/g, 'k')}`
    const customerId = await somebody({ surname, phone: '+2348099123407' })
    const write = (phone: string, text: string, more = {}) =>
      act(program, 'test', SYSTEM, ctx =>
        tell(ctx, { phone, event: randomUUID(), purpose: 'receipt', text, ...more }),
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
    await house.as('auditor').call('messageExport', { search: '0809 912 3407' })
    const { rows } = await house.as('auditor').ok('auditList', { action: 'messageExport', limit: 1 })
    expect(rows[0]?.after).toMatchObject({ filter: { search: '•••• ••• 3407' } })
  })
})

describe('whom reminders speak to', () => {
  type Figures = { next_due_on?: string; days_past_due?: number; last_receipt_on?: string; frozen?: string }

  /** A live loan with these figures, as the daily run leaves them. */
  async function loanWith(figures: Figures): Promise<{ id: string; customerId: string }> {
    const customerId = await somebody()
    const late = figures.days_past_due ?? 0
    const { rows } = await house.pool.query(
      `insert into loan (id, number, customer_id, request_id, product_id, product_version, principal, tenor, terms, status,
         approved_on, approved_at, instalment, next_due_on, next_due_amount, days_past_due, arrears, oldest_unpaid_on,
         last_receipt_on, frozen)
       select gen_random_uuid(), 'L' || left(gen_random_uuid()::text, 8), $1, gen_random_uuid(), product_id, version, 50000000,
         12, '{}', 'live', '2026-10-01', now(), 6166667, $2, 6166667, $3, $3 * 100, '2026-11-01', $4, $5
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
    const [good, late, none] = [await loanWith({}), await loanWith({ days_past_due: 9 }), await somebody()]
    const ids = [good.customerId, late.customerId, none]
    await house.pool.query('update customer set mda = $1 where id = any ($2)', [mda, ids])
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
    if (isTold) expect(await quietedLoans(program.db, [id], '2026-11-16')).toEqual([])
  })

  it('once of each occasion, by every rule that fits, however often the run is made', async () => {
    const soon = await loanWith({ next_due_on: '2026-11-19' })
    const late = await loanWith({ days_past_due: 7 })
    await makeReminders(program)
    await makeReminders(program)
    house.clock.set('2026-11-16T11:00:00Z')
    await makeReminders(program)
    const { rows } = await house.pool.query(
      `select m.told_by, m.purpose, replace(replace(m.body, l.number, 'LOAN'), c.first_name, 'NAME') as body
       from message m join loan l on l.id::text = m.subject_id join customer c on c.id = l.customer_id
       where m.subject_id = any ($1) order by m.told_by`,
      [[soon.id, late.id]],
    )
    expect(rows).toEqual([
      {
        told_by: 'reminderDue',
        purpose: 'reminder',
        body: 'Dear NAME, NGN61,666.67 of your loan LOAN is due on 19 Nov 2026. Please make sure your pay covers it.',
      },
      {
        told_by: 'reminderOverdue',
        purpose: 'recovery',
        body: 'Dear NAME, your loan LOAN is 7 days past due with NGN7.00. Please pay, or call us to agree on a day.',
      },
    ])
  })

  it('not to whoever has promised, neither when made nor when sent', async () => {
    const { id, customerId } = await loanWith({ days_past_due: 7 })
    await makeReminders(program)
    await house.as('editor').ok('customerPromiseAdd', {
      id: randomUUID(),
      customerId,
      amount: '6166667',
      on: '2026-11-20',
      text: '',
    })
    expect(await found('overdue', 7)).not.toContain(id)
    await sendMessages(program)
    const { rows } = await house.as('auditor').ok('messageList', { subjectType: 'loan', subjectId: id })
    expect(rows).toMatchObject([{ status: 'cancelled', statusReason: 'paid or promised meanwhile' }])
  })
})

test('an opt-out has its id to itself: it is neither another number’s nor, once lifted, used again', async () => {
  const [id, phone, reason] = [randomUUID(), '08035557777', 'Asked on the phone']
  const added = await house.as('admin').ok('optOutAdd', { id, phone, reason })
  // once is enough, under whichever id
  expect(await house.as('admin').ok('optOutAdd', { id, phone, reason })).toEqual(added)
  expect(await house.as('admin').ok('optOutAdd', { id: randomUUID(), phone, reason })).toEqual(added)
  const other = { id, phone: '08035556666', reason }
  await house.as('admin').refused('optOutAdd', other, 'idempotency.other_body')
  await house.as('admin').ok('optOutLift', { id, reason: 'Called us' })
  await house.as('admin').refused('optOutAdd', { id, phone, reason }, 'idempotency.other_body')
  await house.as('admin').ok('optOutAdd', { id: randomUUID(), phone, reason })
})

describe('Africa’s Talking', () => {
  let key = ''
  let address = ''
  beforeAll(async () => {
    const made = await house.as('admin').ok('gatewayWebhookKeyMake', { reason: 'Set up callbacks' })
    key = made.secret
    address = made.paths[0]?.path ?? ''
  })

  it('is given an address that only it knows', () =>
    expect(address).toBe(`/api/webhooks/africas-talking/${key}/delivery`))
  const post = (kind: 'delivery' | 'inbound' | 'opt-out', form: Record<string, string>, given = key) =>
    house.stranger.call(
      'africasTalkingWebhook',
      { key: given, kind },
      {
        bytes: Buffer.from(new URLSearchParams(form).toString()),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )

  async function sentBy(providerId: string): Promise<string> {
    const { rows } = await house.pool.query(
      `insert into message (id, at, phone, purpose, body, segments, status, status_at, event, gateway, provider_id)
       values (gen_random_uuid(), now(), '+2348035557777', 'receipt', 'x', 1, 'sent', now(), $1, 'africasTalking', $1) returning id`,
      [providerId],
    )
    return rows[0].id
  }
  const statusOf = async (id: string) => (await house.as('auditor').ok('messageGet', { id })).message

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

  it('tells of opt-outs and replies', async () => {
    await post('opt-out', { senderId: 'Iroko', phoneNumber: '+2348035558888' })
    const { rows } = await house.as('editor').ok('optOutList', {})
    const row = rows.find(each => each.phone === '•••• 8888')
    expect(row).toMatchObject({ source: 'Africa’s Talking opt-out' })
    await house.as('editor').ok('optOutLift', { id: row?.id ?? '', reason: 'Called us' })
    expect((await house.as('editor').ok('optOutList', {})).rows.map(row => row.phone)).not.toContain(
      '•••• 8888',
    )
  })

  describe('bank alerts', () => {
    const alert = (amount: string, narration: string) =>
      `Acct:******4321\nAmt:NGN${amount} CR\nDesc:${narration}\nBal:NGN900,000.00\nDate:2026-11-16 09:17AM`

    it('become one claim each, with the loans they could be for, and post nothing by themselves', async () => {
      const customerId = await somebody({ surname: 'Danjuma', firstName: 'Halimat' })
      await house.pool.query(
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
      const { rows, total } = await house.as('admin').ok('claimList', { status: 'open' })
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
      expect((await house.as('auditor').ok('inboundList', { meaning: 'bank alert' })).rows[0]?.claimId).toBe(
        rows[0]?.id,
      )
      const id = rows[0]?.id ?? ''
      const rejected = await house.as('admin').ok('claimReject', { id, note: 'Not on the statement' })
      expect(rejected).toMatchObject({ status: 'rejected', decidedBy: 'Babatunde Adeyemi' })
      await house.as('admin').refused('claimReject', { id, note: 'Once more' }, 'claim.decided')
    })

    it('confirmed by a person become a receipt, above the limit once a second person agrees', async () => {
      const request = await recommended(house)
      const { loanId } = await house.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
      const loan = loanId ?? ''
      await disbursed(house, loan)
      const before = (await house.as('auditor').ok('loanGet', { id: loan })).row.outstandingTotal
      const text = alert('61,666.67', `TRF ${request.stated.ippisNumber}`)
      await post('inbound', { from: 'GTBank', text, id: randomUUID(), date: 'today' })
      const [open] = (await house.as('admin').ok('claimList', { status: 'open' })).rows
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
      await house.as('editor').refused('claimConfirm', confirm, 'permission.missing')
      const first = await house.as('admin').ok('claimConfirm', confirm)
      await house.as('authorizer').ok('approvalDecline', {
        id: first.approvalId ?? '',
        note: 'Another month’s transfer',
      })
      expect(await house.as('admin').ok('claimGet', { id })).toMatchObject({
        status: 'open',
        loanId: null,
        decidedBy: null,
        note: expect.stringContaining('declined it: Another month’s transfer'),
      })
      const { claim, approvalId } = await house.as('admin').ok('claimConfirm', confirm)
      expect(claim).toMatchObject({ status: 'confirmed', loanId: loan })
      expect((await house.as('auditor').ok('loanGet', { id: loan })).row.outstandingTotal).toBe(before)
      await approve(approvalId)
      const after = (await house.as('auditor').ok('loanGet', { id: loan })).row.outstandingTotal
      expect(before - after).toBe(6_166_667n)
      await house.as('admin').refused('claimConfirm', confirm, 'claim.decided')
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
        expect((await house.as('admin').ok('claimList', { status: 'open' })).total).toBe(0)
      },
    )

    it('a STOP from abroad is heeded, and the trail tells of it and of what undid it, once each', async () => {
      const from = '+44 7700 900199'
      const trail = async () => {
        const { rows } = await house.as('auditor').ok('auditList', { subjectType: 'optOut', limit: 2 })
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
      const [open] = (await house.as('admin').ok('claimList', { status: 'open' })).rows
      const id = open?.id ?? ''
      const { rows } = await house.as('auditor').ok('recordHistory', { subjectType: 'claim', subjectId: id })
      expect(rows).toMatchObject([{ action: 'claimMake', after: { amount: '200000000000', from: 'GTBank' } }])
      const loanId = open?.matches[0]?.loanId ?? ''
      const confirm = { id, loanId, paidOn: '2026-11-16', reference: 'NIP-9', note: 'On the statement' }
      await house.as('admin').refused('claimConfirm', confirm, 'claim.too_large')
      await house.as('admin').ok('claimReject', { id, note: 'Recorded in parts' })
    })
  })
})
