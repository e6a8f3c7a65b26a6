import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { MessagePurpose } from '../../../contract/messaging.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import { certificate } from '../../../test/certificate.ts'
import { type Mood, openTermii, type Provider } from '../../../test/gateways.ts'
import { createTestApp, type requestFor, type TestApp } from '../../../test/testApp.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Outcome } from './gateway.ts'
import { notify } from './notify.ts'
import { type Handed, openRecorder } from './recording.ts'
import { checkGateway, pollUnknownMessages, type Stops, sendWaiting, sweepSending } from './sending.ts'

const KEY = 'tk_canary_Do_Not_Log_8c1f'
const SECRET = 'tsk_canary_Do_Not_Log_77aa'
const MORNING = '2026-11-16T09:00:00Z'

let testApp: TestApp
let program: Program
let provider: Provider

async function setAccount(change: Parameters<typeof requestFor<'gatewayAccountChange'>>[1]): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('gatewayAccountChange', change)
  await testApp.as('authorizer').approve(approvalId)
}

beforeAll(async () => {
  testApp = await createTestApp()
  program = { ...testApp.program, localGateway: true }
  provider = await openTermii()
  await setAccount({
    gateway: 'termii',
    baseUrl: provider.url,
    username: '',
    apiKey: KEY,
    webhookSecret: SECRET,
    reason: 'Our account with Termii',
  })
})
afterAll(async () => {
  await provider.close()
  await testApp.close()
})
beforeEach(async () => {
  testApp.clock.set(MORNING)
  provider.mood = 'fine'
  provider.answersAfter = async () => {}
  provider.accepted.length = 0
  await testApp.pool.query('delete from message_report')
  await testApp.pool.query('delete from message')
  await testApp.pool.query(
    'update message_gateway set back_off_until = null, last_success_at = null, last_failure_at = null',
  )
  await rules({ gateway: 'termii' })
})

/** Written straight into the table: the history of settings is another test's business. */
async function rules(changes: Record<string, unknown>): Promise<void> {
  const value = { ...SECTIONS.sms.initial, senderId: 'Iroko', ratePerSecond: 100, ...changes }
  await testApp.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_by, changed_at, reason)
     select 'sms', coalesce(max(version), 0) + 1, $1, '2026-01-01', null, now(), 'test' from setting_version where section = 'sms'`,
    [JSON.stringify(value)],
  )
}

const unknown: Stops = {
  standing: async () => new Map(),
  settled: async () => new Set(),
  paused: async () => new Map(),
}
const send = async (stops: Stops = unknown) => (await sendWaiting(program, stops)).sent

let line = 0
const freshPhone = (): string => `+23480300${String(10_000 + line++)}`

type Said = { phone?: string; purpose?: MessagePurpose; subject?: [string, string] }

async function say(
  text: string,
  { phone = freshPhone(), purpose = 'receipt', subject }: Said = {},
): Promise<string> {
  const event = randomUUID()
  await act(program, 'tell', SYSTEM, ctx =>
    notify(ctx, { phone, purpose, text, event, ...(subject ? { subject } : {}) }),
  )
  const { rows } = await testApp.pool.query('select id from message where event = $1', [event])
  return rows[0].id
}

const stateOf = async (id: string) => (await testApp.as('auditor').ok('messageGet', { id })).message
const statuses = async (): Promise<Record<string, number>> => {
  const { rows } = await testApp.pool.query('select status, count(*)::int as count from message group by 1')
  return Object.fromEntries(rows.map(row => [row.status, row.count]))
}

/** The provider takes the next message and answers only on request. */
function holdAnswer(): () => void {
  let answer: () => void = () => {}
  const reported = new Promise<void>(resolve => {
    answer = resolve
  })
  provider.mood = 'accepts slowly'
  provider.answersAfter = () => reported
  return () => answer()
}
async function taken(): Promise<void> {
  while (provider.accepted.length === 0) await new Promise(resolve => setTimeout(resolve, 10))
}

/** No phone got a message twice, by the provider's own log. */
function expectNoDuplicates(): void {
  const texts = provider.accepted.map(({ to, text }) => `${to} ${text}`)
  expect(new Set(texts).size).toBe(texts.length)
}

describe('a message', () => {
  it('is sent once, with its id, its cost and the time', async () => {
    const id = await say('Loan L0100001: we received NGN50,000.00 on 16 Nov 2026. Balance NGN210,000.00.')
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    expect(provider.accepted).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ status: 'sent', gateway: 'termii', attempt: 1, cost: 400n })
    const { rows } = await testApp.as('admin').ok('outsideLinkList', {})
    expect(rows[0]).toMatchObject({ name: 'SMS gateway: Termii', state: 'working' })
  })

  it('of the same event is sent once', async () => {
    const sendOnce = () =>
      act(program, 'tell', SYSTEM, ctx =>
        notify(ctx, { phone: freshPhone(), purpose: 'receipt', text: 'Once', event: 'the same event' }),
      )
    await sendOnce()
    await sendOnce()
    expect(await send()).toBe(1)
  })

  it('that is a code goes before a thousand offers', async () => {
    for (let i = 0; i < 5; i++) await say(`Offer ${i}`, { purpose: 'marketing' })
    await say('Your code is 482913', { purpose: 'code' })
    await send()
    expect(provider.accepted[0]?.text).toBe('Your code is 482913')
  })

  it('waits while sending is paused, and goes on afterwards', async () => {
    await say('Paused')
    await testApp.as('admin').ok('sendingPause', { reason: 'Wrong sender id' })
    expect(await send()).toBe(0)
    expect(await testApp.as('editor').ok('messagingOverview', {})).toMatchObject({
      isPaused: true,
      waiting: 1,
    })
    await testApp.as('admin').ok('sendingResume', {})
    expect(await send()).toBe(1)
  })

  it('that failed is sent again by a person, once, as a new message', async () => {
    provider.mood = 'refuses'
    const id = await say('Refused')
    await send()
    expect(await stateOf(id)).toMatchObject({ status: 'failed', statusReason: 'Invalid phone number' })
    provider.mood = 'fine'
    expect(await send()).toBe(0)
    const newId = randomUUID()
    await testApp.as('admin').ok('messageResend', { id, newId, reason: 'The number works again' })
    const again = { id, newId: randomUUID(), reason: 'Once more' }
    await testApp.as('admin').refused('messageResend', again, 'message.resent')
    await send()
    expect(await stateOf(newId)).toMatchObject({ status: 'sent', resendOf: id })
    expect(await stateOf(id)).toMatchObject({ status: 'failed', resentAs: newId })
    const sentOne = { id: newId, newId: randomUUID(), reason: 'Why not' }
    await testApp.as('admin').refused('messageResend', sentOne, 'message.not_failed')
  })
})

describe('a provider in trouble', () => {
  test.each<[Mood, string]>([
    ['accepts then 500', 'unknown'],
    ['accepts then cuts', 'unknown'],
    ['accepts then wrong JSON', 'unknown'],
  ])('%s: %s, and never sent again by itself', async (mood, status) => {
    provider.mood = mood
    const id = await say(`Text of ${mood}`)
    await send()
    expect(await stateOf(id)).toMatchObject({ status })
    provider.mood = 'fine'
    testApp.clock.advance({ hours: 2 })
    await send()
    expect(provider.accepted).toHaveLength(1)
    // the lost answer is found by asking
    await pollUnknownMessages(program)
    expect(await stateOf(id)).toMatchObject({ status: 'delivered' })
    expectNoDuplicates()
  })

  it('that is busy is paused for all workers as long as it asks, and gets the message later', async () => {
    provider.mood = 'busy with a time'
    const first = await say('First')
    await send()
    expect(await stateOf(first)).toMatchObject({ status: 'queued' })
    provider.mood = 'fine'
    await say('Second')
    expect(await send()).toBe(0)
    const { rows } = await testApp.as('admin').ok('outsideLinkList', {})
    expect(rows[0]).toMatchObject({ state: 'failing', detail: expect.stringContaining('busy') })
    testApp.clock.advance({ seconds: 8 })
    expect(await send()).toBe(2)
    expectNoDuplicates()
  })

  it('that refuses our key costs no message its life', async () => {
    provider.mood = 'wrong key'
    const id = await say('Kept')
    for (let i = 0; i < 12; i++) {
      await send()
      testApp.clock.advance({ minutes: 6 })
    }
    expect(await stateOf(id)).toMatchObject({ status: 'queued' })
    provider.mood = 'fine'
    expect(await send()).toBe(1)
  })

  it('F08 shows an untrusted certificate: nothing is sent, nothing fails, and it goes out once', async () => {
    const secured = await openTermii(certificate())
    const keys = { apiKey: KEY, webhookSecret: SECRET }
    const account = { gateway: 'termii', username: '', ...keys, reason: 'Another address' } as const
    try {
      await setAccount({ ...account, baseUrl: secured.url })
      const id = await say('Over a line that nobody can trust')
      for (let i = 0; i < 12; i++) {
        await send()
        expect(await stateOf(id)).toMatchObject({ status: 'queued' })
        testApp.clock.advance({ minutes: 1 })
      }
      expect(secured.requests).toEqual([])
      const { rows } = await testApp.as('admin').ok('outsideLinkList', {})
      expect(rows[0]).toMatchObject({ state: 'failing' })
      await setAccount({ ...account, baseUrl: provider.url })
      testApp.clock.advance({ minutes: 1 })
      expect(await send()).toBe(1)
      expect(await stateOf(id)).toMatchObject({ status: 'sent' })
      expect(provider.accepted).toHaveLength(1)
    } finally {
      await setAccount({ ...account, baseUrl: provider.url })
      await secured.close()
    }
  })

  it('returns its balance on request', async () => {
    await checkGateway(program)
    expect(await testApp.as('auditor').ok('gatewayGet', {})).toMatchObject({ balance: 'NGN 1250.5' })
  })
})

describe('a program that dies', () => {
  it('between claiming and recording leaves the message unknown within the minute, and it is not sent again', async () => {
    const id = await say('In its hands')
    // as a killed process leaves it: claimed, perhaps sent, never recorded
    await testApp.pool.query(
      `update message set status = 'sending', lease = gen_random_uuid(), claimed_at = now() - interval '41 seconds',
         gateway = 'termii', attempt = 1 where id = $1`,
      [id],
    )
    expect(await send()).toBe(0)
    expect(await sweepSending(program)).toBe(1)
    expect(await stateOf(id)).toMatchObject({ status: 'unknown' })
    testApp.clock.advance({ hours: 24 })
    expect(await send()).toBe(0)
    expect(provider.accepted).toHaveLength(0)
  })

  it('does not lose a message that a sweep only thought lost: the answer still counts', async () => {
    const answer = holdAnswer()
    const id = await say('Slow')
    const sending = send()
    await taken()
    expect(await sweepSending(program, 0)).toBe(1)
    answer()
    await sending
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
  })

  it('before its transaction commits has claimed nothing', async () => {
    const id = await say('Still waiting')
    const failing: Stops = {
      ...unknown,
      standing: () => Promise.reject(new Error('the database went away')),
    }
    await expect(send(failing)).rejects.toThrow('went away')
    expect(await stateOf(id)).toMatchObject({ status: 'queued' })
    expect(await send()).toBe(1)
    expectNoDuplicates()
  })
})

describe('several workers', () => {
  it('share one pace and send nothing twice', async () => {
    await rules({ gateway: 'termii', ratePerSecond: 20 })
    for (let i = 0; i < 30; i++) await say(`Shared ${i}`)
    const { rows: began } = await testApp.pool.query<{ at: string }>('select clock_timestamp()::text as at')
    const handed = await Promise.all([send(), send(), send()])
    expect(handed.reduce((a, b) => a + b)).toBe(30)
    // thirty at twenty a second: the slot after the last of them lies a second and a half after the first
    const { rows } = await testApp.pool.query<{ paced: boolean }>(
      `select next_slot_at >= $1::timestamptz + interval '1500 milliseconds' as paced from message_gateway where gateway = 'termii'`,
      [began[0]?.at],
    )
    expect(rows).toEqual([{ paced: true }])
    expectNoDuplicates()
  })

  it('send three hundred with five per cent errors and two per cent losses, and no doubt is a duplicate', async () => {
    provider.mood = to => {
      const last = Number(to.slice(-2))
      if (last < 5) return 'refuses'
      return last < 7 ? 'accepts then cuts' : 'fine'
    }
    for (let i = 0; i < 300; i++)
      await say(`Number ${i}`, { phone: `+234803001${String(i).padStart(4, '0')}` })
    await Promise.all([send(), send()])
    expect(await statuses()).toEqual({ sent: 279, failed: 15, unknown: 6 })
    expectNoDuplicates()
    expect(provider.accepted).toHaveLength(285)
    await pollUnknownMessages(program)
    expect(await statuses()).toMatchObject({ delivered: 6, sent: 279 })
  })
})

describe('what became of messages', () => {
  const accepted = (id: string): Outcome => ({ kind: 'accepted', providerId: `theirs-${id}`, said: 'kept' })
  const busy: Outcome = { kind: 'retry', afterSeconds: 30, reason: 'no credit left', everyone: true }

  /** As a claim leaves them: each under a lease. */
  async function claimed(count: number): Promise<Omit<Handed, 'outcome'>[]> {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await say(`In hand ${randomUUID()}`))
    const lease = randomUUID()
    await testApp.pool.query(
      `update message set status = 'sending', lease = $2, claimed_at = now(), gateway = 'termii', attempt = 1
       where id = any ($1::uuid[])`,
      [ids, lease],
    )
    return ids.map(id => ({ gateway: 'termii', parcel: { id, attempt: 1 }, lease }))
  }
  const backsOff = async (): Promise<boolean> => {
    const { rows } = await testApp.pool.query(
      `select back_off_until is not null as backs_off from message_gateway where gateway = 'termii'`,
    )
    return rows[0].backs_off
  }

  it('is written down together, each under its own lease, with what was said of it before', async () => {
    const record = openRecorder(program)
    const handed = await claimed(40)
    const early = handed.slice(0, 3).map(each => `theirs-${each.parcel.id}`)
    for (const providerId of early) await post(signed(report(providerId, 'Delivered')))
    const [lost] = handed.slice(-1)
    await testApp.pool.query('update message set lease = gen_random_uuid() where id = $1', [lost?.parcel.id])
    const { rows: before } = await testApp.pool.query('select pg_current_xact_id()::text::bigint as n')
    await Promise.all(handed.map(each => record({ ...each, outcome: accepted(each.parcel.id) })))
    const { rows: after } = await testApp.pool.query('select pg_current_xact_id()::text::bigint as n')
    expect(after[0].n - before[0].n).toBeLessThan(10n)
    expect(await statuses()).toEqual({ delivered: 3, sent: 36, sending: 1 })
  })

  it('and cannot be written down costs the others nothing', async () => {
    const record = openRecorder(program)
    const handed = await claimed(3)
    const [broken, ...others] = handed
    if (!broken) throw new Error('none was claimed')
    await Promise.all(
      [{ ...broken, lease: 'no lease' }, ...others].map(each =>
        record({ ...each, outcome: accepted(each.parcel.id) }),
      ),
    )
    expect(await statuses()).toEqual({ sent: 2, sending: 1 })
  })

  it('pauses all workers or ends the pause, whichever came last', async () => {
    const record = openRecorder(program)
    const inOrder = async (outcomes: ((id: string) => Outcome)[]): Promise<boolean> => {
      const handed = await claimed(outcomes.length)
      await Promise.all(
        handed.map((each, n) => record({ ...each, outcome: outcomes[n]?.(each.parcel.id) ?? busy })),
      )
      return backsOff()
    }
    expect(await inOrder([accepted, () => busy])).toBe(true)
    expect(await inOrder([() => busy, accepted, accepted])).toBe(false)
    expect(await statuses()).toEqual({ queued: 2, sent: 3 })
  })
})

// ── Reports ──────────────────────────────────────────────────────────────────────────────────────────────────────

const signed = (body: string, secret = SECRET, encoding: 'hex' | 'base64' = 'hex') => ({
  bytes: Buffer.from(body),
  headers: {
    'content-type': 'application/json',
    'x-termii-signature': createHmac('sha512', secret).update(body).digest(encoding),
  },
})
const report = (providerId: string, status: string): string =>
  JSON.stringify({ type: 'outbound', id: randomUUID(), message_id: providerId, status, channel: 'dnd' })
const post = (options: ReturnType<typeof signed>) => testApp.stranger.call('termiiWebhook', {}, options)

async function sentMessage(): Promise<{ id: string; providerId: string }> {
  const id = await say(`Reported ${randomUUID()}`)
  await send()
  return { id, providerId: provider.accepted.at(-1)?.id ?? '' }
}

describe('delivery reports', () => {
  test.each(['hex', 'base64'] as const)('move a message on, signed in %s', async encoding => {
    const { id, providerId } = await sentMessage()
    const body = report(providerId, 'DELIVERED | Message delivered to handset')
    expect((await post(signed(body, SECRET, encoding))).status).toBe(200)
    const got = await testApp.as('auditor').ok('messageGet', { id })
    expect(got.message.status).toBe('delivered')
    expect(got.reports).toMatchObject([{ status: 'delivered', moved: true }])
  })

  test.each([
    [['Message Sent', 'Delivered'], 'delivered'],
    [['Delivered', 'Message Sent'], 'delivered'],
    [['Message Failed', 'Message Sent'], 'failed'],
    [['Message Failed', 'Delivered'], 'delivered'],
    [['Delivered', 'Message Failed'], 'delivered'],
    [['DND Active on Phone Number'], 'failed'],
    [['Some new word of theirs'], 'sent'],
  ])('%j: %s', async (said, status) => {
    const { id, providerId } = await sentMessage()
    for (const word of said) await post(signed(report(providerId, word)))
    expect(await stateOf(id)).toMatchObject({ status })
  })

  it('count once, however often and however many at a time they come', async () => {
    const { id, providerId } = await sentMessage()
    const body = report(providerId, 'Delivered')
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(signed(body))))
    expect(answers.map(answer => answer.status)).toEqual(Array(10).fill(200))
    expect((await testApp.as('auditor').ok('messageGet', { id })).reports).toHaveLength(1)
  })

  it('that come two days late still count', async () => {
    const { id, providerId } = await sentMessage()
    testApp.clock.advance({ hours: 48 })
    await post(signed(report(providerId, 'Delivered')))
    expect(await stateOf(id)).toMatchObject({ status: 'delivered' })
  })

  it('that come before the answer do wait for it', async () => {
    const answer = holdAnswer()
    const id = await say('Reported early')
    const sending = send()
    await taken()
    await post(signed(report(provider.accepted[0]?.id ?? '', 'Delivered')))
    expect(await stateOf(id)).toMatchObject({ status: 'sending' })
    answer()
    await sending
    expect(await stateOf(id)).toMatchObject({ status: 'delivered' })
  })

  test.each([
    ['Delivered', 'Delivered', 'delivered'],
    ['Delivered', 'Message Sent', 'delivered'],
    ['Message Sent', 'Delivered', 'delivered'],
    ['Message Failed', 'Message Sent', 'failed'],
  ])(
    'F16 of %j about a message in doubt wait until the provider is asked, who says %j: %s',
    async (word, asked, status) => {
      provider.mood = 'accepts then cuts'
      const id = await say(`In doubt ${randomUUID()}`)
      await send()
      const [accepted] = provider.accepted
      if (accepted) accepted.status = asked
      await post(signed(report(accepted?.id ?? '', word)))
      expect(await stateOf(id)).toMatchObject({ status: 'unknown' })
      await pollUnknownMessages(program)
      expect(await stateOf(id)).toMatchObject({ status })
    },
  )

  it('about an unknown id are stored and change nothing', async () => {
    const { id } = await sentMessage()
    await post(signed(report('not-ours', 'Message Failed')))
    const { rows } = await testApp.pool.query(
      `select message_id from message_report where provider_id = 'not-ours'`,
    )
    expect(rows).toEqual([{ message_id: null }])
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
  })

  it('that are unsigned, wrongly signed or altered are refused without effect', async () => {
    const { id, providerId } = await sentMessage()
    const body = report(providerId, 'Delivered')
    const forged = [
      { ...signed(body), headers: { 'content-type': 'application/json' } },
      signed(body, 'another secret altogether'),
      { ...signed(body), bytes: Buffer.from(body.replace('Delivered', 'Delivered ')) },
    ]
    for (const each of forged) expect((await post(each as ReturnType<typeof signed>)).status).toBe(401)
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
    const { rows } = await testApp.pool.query('select count(*)::int as count from message_report')
    expect(rows[0].count).toBe(0)
  })
})

// ── Guards ───────────────────────────────────────────────────────────────────────────────────────────────────────

const inbound = (sender: string, message: string): string =>
  JSON.stringify({
    type: 'inbound',
    message_id: randomUUID(),
    sender,
    receiver: '35131',
    message,
    status: 'Received',
  })

describe('an answer of STOP', () => {
  test.each(['STOP', ' stop. ', 'Stop!!', 'OPT-OUT please'])(
    '%j silences all but receipts and answers',
    async word => {
      const phone = freshPhone()
      const queuedBefore = await say('Queued before', { phone, purpose: 'marketing' })
      await post(signed(inbound(phone.slice(1), word)))
      const after = await say('Written after', { phone, purpose: 'recovery' })
      const receipt = await say('Receipt', { phone })
      await send()
      expect(await stateOf(queuedBefore)).toMatchObject({ status: 'cancelled', statusReason: 'opted out' })
      expect(await stateOf(after)).toMatchObject({ status: 'cancelled', statusReason: 'opted out' })
      expect(await stateOf(receipt)).toMatchObject({ status: 'sent' })
      await post(signed(inbound(phone, 'START')))
      const again = await say('Wanted again', { phone, purpose: 'marketing' })
      await send()
      expect(await stateOf(again)).toMatchObject({ status: 'sent' })
    },
  )

  it('is not any sentence with the word in it, and shows up among what came in', async () => {
    const phone = freshPhone()
    await post(signed(inbound(phone, 'Please do not stop, I have paid at the office today')))
    const id = await say('Offer', { phone, purpose: 'marketing' })
    await send()
    expect(await stateOf(id)).toMatchObject({ status: 'sent' })
    const { rows } = await testApp.as('editor').ok('inboundList', { meaning: 'reply' })
    expect(rows[0]).toMatchObject({ from: `•••• ${phone.slice(-4)}`, meaning: 'reply' })
  })
})

describe('the route at Termii', () => {
  const routeBy = async (channel: 'dnd' | 'generic', purpose: MessagePurpose): Promise<string> => {
    await rules({ gateway: 'termii', channel })
    const text = `${purpose} by ${channel}`
    await say(text, { purpose })
    await send()
    const body = provider.requests.find(each => each.body.includes(text))?.body ?? '{}'
    return JSON.parse(body).channel
  }

  it.each(['code', 'receipt', 'reminder', 'recovery', 'request'] as const)(
    'of a %s is the one of the settings',
    async purpose => {
      expect(await routeBy('dnd', purpose)).toBe('dnd')
      expect(await routeBy('generic', purpose)).toBe('generic')
    },
  )

  it('of an offer is the promotional one: do-not-disturb numbers get none', async () => {
    expect(await routeBy('dnd', 'marketing')).toBe('generic')
  })
})

describe('D7 B77 checks before sending', () => {
  it('send only codes, replies and receipts at night; the rest waits until eight in the morning', async () => {
    testApp.clock.set('2026-11-16T19:30:00Z')
    const offer = await say('Night offer', { purpose: 'marketing' })
    const chase = await say('Night arrears', { purpose: 'recovery' })
    const due = await say('Night reminder', { purpose: 'reminder' })
    const answer = await say('Night answer', { purpose: 'request' })
    const receipt = await say('Night receipt')
    await send()
    expect(await stateOf(offer)).toMatchObject({ status: 'held', notBefore: '2026-11-17T07:00:00.000Z' })
    expect(await stateOf(due)).toMatchObject({ status: 'held', notBefore: '2026-11-17T07:00:00.000Z' })
    for (const reported of [receipt, answer])
      expect(await stateOf(reported)).toMatchObject({ status: 'sent' })
    testApp.clock.set('2026-11-17T06:59:59Z')
    expect(await send()).toBe(0)
    testApp.clock.set('2026-11-17T07:00:00Z')
    expect(await send()).toBe(3)
    expect(await stateOf(chase)).toMatchObject({ status: 'sent' })
  })

  it.each([
    ['20:30 in Lagos', '2026-11-16T19:30:00Z', '2026-11-17T07:00:00.000Z'],
    ['07:30 in Lagos', '2026-11-16T06:30:00Z', '2026-11-16T07:00:00.000Z'],
  ])(
    'let no offer out before eight or after eight, whatever the settings say: %s',
    async (_, at, morning) => {
      await rules({ gateway: 'termii', quietFromHour: 24, quietUntilHour: 0 })
      testApp.clock.set('2026-11-15T18:00:00Z')
      const queuedByDay = await say('Evening offer', { purpose: 'marketing' })
      testApp.clock.set(at)
      const offer = await say('Night offer', { purpose: 'marketing' })
      const due = await say('Night reminder', { purpose: 'reminder' })
      await send()
      for (const held of [queuedByDay, offer])
        expect(await stateOf(held)).toMatchObject({ status: 'held', notBefore: morning })
      expect(await stateOf(due)).toMatchObject({ status: 'sent' })
    },
  )

  it('hold what was queued by day and not sent before night', async () => {
    const offer = await say('Evening offer', { purpose: 'marketing' })
    testApp.clock.set('2026-11-16T19:00:01Z')
    await send()
    expect(await stateOf(offer)).toMatchObject({ status: 'held', statusReason: 'quiet hours' })
  })

  it('count three a day to one person, receipts apart', async () => {
    const phone = freshPhone()
    const ids: string[] = []
    for (const n of [1, 2, 3, 4]) ids.push(await say(`Offer ${n}`, { phone, purpose: 'marketing' }))
    const receipt = await say('Receipt', { phone })
    await send()
    const reasons: (string | null)[] = []
    for (const id of ids) reasons.push((await stateOf(id)).statusReason)
    expect(reasons.filter(fate => fate === 'daily cap')).toHaveLength(1)
    expect(await stateOf(receipt)).toMatchObject({ status: 'sent' })
    testApp.clock.advance({ hours: 24 })
    const next = await say('Offer of tomorrow', { phone, purpose: 'marketing' })
    await send()
    expect(await stateOf(next)).toMatchObject({ status: 'sent' })
  })

  it('do not send one person the same text twice within a day', async () => {
    const phone = freshPhone()
    const [first, second] = [await say('Same', { phone }), await say('Same', { phone })]
    await send()
    const reasons = [await stateOf(first), await stateOf(second)].map(each => each.statusReason)
    expect(new Set(reasons)).toEqual(new Set(['same text today', null]))
    testApp.clock.advance({ hours: 25 })
    const later = await say('Same', { phone })
    await send()
    expect(await stateOf(later)).toMatchObject({ status: 'sent' })
  })

  it('exclude the deceased, the disputed and those who have paid or promised since', async () => {
    const [dead, disputed, paid] = [freshPhone(), freshPhone(), freshPhone()]
    const stops: Stops = {
      standing: async () =>
        new Map([
          [dead, 'deceased' as const],
          [disputed, 'dispute' as const],
        ]),
      settled: async () => new Set(['loan-paid']),
      paused: (tx, ids) => unknown.paused(tx, ids),
    }
    const cases = [
      [await say('Receipt of the dead', { phone: dead }), 'deceased'],
      [await say('Chase', { phone: disputed, purpose: 'recovery' }), 'dispute'],
      [
        await say('Chase paid', { phone: paid, purpose: 'recovery', subject: ['loan', 'loan-paid'] }),
        'paid or promised since then',
      ],
    ] as const
    const receipt = await say('Receipt in dispute', { phone: disputed })
    await send(stops)
    for (const [id, reason] of cases)
      expect(await stateOf(id)).toMatchObject({ status: 'cancelled', statusReason: reason })
    expect(await stateOf(receipt)).toMatchObject({ status: 'sent' })
  })

  it('send no threat', async () => {
    const id = await say('Pay now or we call the POLICE!', { purpose: 'recovery' })
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', statusReason: 'banned words: POLICE' })
    const harmless = await say('Thank you for your courtesy; policemen pay too', { purpose: 'recovery' })
    expect(await stateOf(harmless)).toMatchObject({ status: 'queued' })
  })
})

// ── The built-in outbox ──────────────────────────────────────────────────────────────────────────────────────────

describe('the outbox forces every outcome by the last digits', () => {
  test.each([
    ['0001', ['sent', 'simulated', 'simulated']],
    ['9001', ['failed', 'failed', 'failed']],
    ['9002', ['sent', 'sent', 'sent']],
    ['9003', ['unknown', 'unknown', 'unknown']],
    ['9004', ['sent', 'sent', 'simulated']],
    ['9005', ['sent', 'failed', 'failed']],
  ])('%s: %j', async (digits, reasons) => {
    await rules({ gateway: 'outbox' })
    const id = await say(`Fate ${digits}`, { phone: `+234803123${digits}` })
    const seen: string[] = []
    for (const minutes of [0, 2, 20]) {
      testApp.clock.advance({ minutes })
      await send()
      seen.push((await stateOf(id)).status)
      await pollUnknownMessages(program)
    }
    await pollUnknownMessages(program)
    expect([seen[0], seen[1], (await stateOf(id)).status]).toEqual(reasons)
    expect(provider.accepted).toHaveLength(0)
  })

  it('9006 is busy once', async () => {
    await rules({ gateway: 'outbox' })
    const id = await say('Busy', { phone: '+2348031239006' })
    await send()
    expect(await stateOf(id)).toMatchObject({ status: 'queued', attempt: 1 })
    testApp.clock.advance({ seconds: 2 })
    await send()
    expect(await stateOf(id)).toMatchObject({ status: 'sent', attempt: 2 })
  })
})

describe('secrets', () => {
  it('are sealed in the database, never in an answer, a log or the trail', async () => {
    const { rows } = await testApp.pool.query('select * from message_gateway')
    const seen = [
      JSON.stringify(rows),
      JSON.stringify(await testApp.as('superAdmin').ok('gatewayGet', {}), (_, v) =>
        typeof v === 'bigint' ? String(v) : v,
      ),
      JSON.stringify((await testApp.as('auditor').ok('auditList', { limit: 200 })).rows),
      testApp.log.join('\n'),
    ]
    for (const text of seen) {
      expect(text).not.toContain(KEY)
      expect(text).not.toContain(SECRET)
    }
    const { accounts } = await testApp.as('admin').ok('gatewayGet', {})
    expect(accounts.find(each => each.gateway === 'termii')?.apiKey).toEqual({
      isSet: true,
      last4: KEY.slice(-4),
    })
  })

  it('cannot be aimed at a private network', async () => {
    for (const baseUrl of ['https://169.254.169.254', 'https://10.1.2.3', 'http://api.ng.termii.com'])
      await testApp
        .as('admin')
        .refused(
          'gatewayAccountChange',
          { gateway: 'termii', baseUrl, username: '', reason: 'A new address' },
          'input.invalid',
        )
  })
})
