import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { accountFits, parseAlert } from '../../../engine/alerts.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { cutText, storable } from '../../../engine/text.ts'
import type { Handler, PublicContext } from '../../kernel/context.ts'
import { maskPhone } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { section } from '../settings/settings.ts'
import { webhookSecretOf } from './accounts.sql.ts'
import { readObject, readWord } from './gateway.ts'
import { africasTalkingStatus } from './gatewayAfricasTalking.ts'
import { termiiStatus } from './gatewayTermii.ts'
import * as store from './inbound.sql.ts'
import { findOptOut, insertOptOut, liftOptOut } from './messaging.sql.ts'
import { recordReport } from './reports.ts'
import { meaningOf } from './rules.ts'
import type { MatchAlert } from './seams.ts'

/** Thirteen joined parts; whatever is longer no handset sent. */
const TEXT_MOST = 2_000

const hash = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex')

/** Compared by hash, so that neither content nor length can be guessed from the time it takes. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

// ── Termii ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Termii does not say whether it writes the signature in hex or base64, nor which secret it uses: either is taken. */
function isSignedBy(secret: string, bytes: Buffer, signature: string): boolean {
  const mac = createHmac('sha512', secret).update(bytes).digest()
  const given = signature.trim().replace(/^sha512=/i, '')
  return [mac.toString('hex'), mac.toString('base64')].some(
    expected => isSame(expected, given) || isSame(expected, given.toLowerCase()),
  )
}

/** Without one nobody is believed. */
async function secretOf(
  ctx: PublicContext,
  gateway: 'termii' | 'africasTalking',
): Promise<string | undefined> {
  const row = await webhookSecretOf(ctx.tx, gateway)
  if (row?.webhook_secret_sealed)
    return ctx.keys.open(row.webhook_secret_sealed, ['gateway.webhookSecret', gateway])
  // Termii's older accounts sign with the key itself
  return gateway === 'termii' && row?.api_key_sealed
    ? ctx.keys.open(row.api_key_sealed, ['gateway.apiKey', gateway])
    : undefined
}

export const fromTermii =
  (match: MatchAlert): Handler<Api['termiiWebhook']> =>
  async ctx => {
    const signature = ctx.header('x-termii-signature') ?? ''
    const secret = await secretOf(ctx, 'termii')
    if (secret === undefined || !isSignedBy(secret, ctx.bytes, signature)) refuse('webhook.forged')
    const event = readObject(ctx.bytes.toString('utf8'))
    if (!event) return refuse('input.malformed')
    const type = readWord(event.type)?.toLowerCase()
    const said = readWord(event.status) ?? ''
    const providerId = readWord(event.message_id) ?? readWord(event.id)
    if (type === 'inbound' || /^received/i.test(said)) {
      const text = typeof event.message === 'string' ? event.message : ''
      await takeIn(ctx, match, {
        gateway: 'termii',
        sender: readWord(event.sender, 40) ?? '',
        text,
        dedupe: providerId ?? hash(readWord(event.sender) ?? '', text, readWord(event.sent_at) ?? ''),
      })
    } else if (providerId && said) {
      const status = termiiStatus(said) ?? null
      await recordReport(ctx, { at: ctx.now, gateway: 'termii', providerId, said, status })
    }
    return {}
  }

// ── Africa's Talking ─────────────────────────────────────────────────────────────────────────────────────────────

/** It signs nothing: whoever knows the address is believed about delivery, and nobody is ever believed about money. */
export const fromAfricasTalking =
  (match: MatchAlert): Handler<Api['africasTalkingWebhook']> =>
  async (ctx, { key, kind }) => {
    const secret = await secretOf(ctx, 'africasTalking')
    if (secret === undefined || !isSame(secret, key)) refuse('webhook.forged')
    const form = readForm(ctx.bytes)
    const word = (name: string, longest?: number): string => readWord(form.get(name), longest) ?? ''
    if (kind === 'opt-out') {
      const phone = parsePhone(word('phoneNumber', 40))
      if (phone) await optOut(ctx, phone, 'Africa’s Talking opt-out')
    } else if (kind === 'inbound') {
      const text = form.get('text') ?? ''
      const sender = word('from', 40)
      const dedupe = word('id') || hash(sender, text, word('date'))
      await takeIn(ctx, match, { gateway: 'africasTalking', sender, text, dedupe })
    } else {
      const [providerId, status] = [word('id'), word('status')]
      const failure = word('failureReason', 60)
      if (providerId && status)
        await recordReport(ctx, {
          at: ctx.now,
          gateway: 'africasTalking',
          providerId,
          said: failure ? `${status}: ${failure}` : status,
          status: africasTalkingStatus(status) ?? null,
        })
    }
    return {}
  }

/** A form as documented, or the same fields as JSON, which its newer console offers. */
function readForm(bytes: Buffer): Map<string, string> {
  const text = bytes.toString('utf8')
  const object = text.trimStart().startsWith('{') ? readObject(text) : undefined
  if (object)
    return new Map(
      Object.entries(object).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
      ),
    )
  return new Map(new URLSearchParams(text))
}

// ── What people and banks wrote ──────────────────────────────────────────────────────────────────────────────────

type Incoming = { gateway: 'termii' | 'africasTalking'; sender: string; text: string; dedupe: string }

async function takeIn(ctx: PublicContext, match: MatchAlert, incoming: Incoming): Promise<void> {
  // NUL and halves of letters cannot be kept
  const body = cutText(storable(incoming.text), TEXT_MOST)
  if (body.trim() === '' || incoming.sender === '') return
  const phone = parsePhone(incoming.sender) ?? foreignPhone(incoming.sender)
  const reading = parseAlert(body)
  const rules = await section(ctx.tx, 'sms', ctx.today)
  // a person's phone number never speaks for a bank, and a bank never answers STOP
  const meaning: store.Meaning = phone
    ? (meaningOf(body, rules) ?? 'reply')
    : 'alert' in reading && reading.alert.direction === 'credit'
      ? 'bank alert'
      : 'reply'
  const id = randomUUID()
  const isNew = await store.insertInbound(ctx.tx, {
    id,
    at: ctx.now,
    gateway: incoming.gateway,
    sender: phone ?? incoming.sender,
    body,
    meaning,
    dedupe: incoming.dedupe,
    claim_id: null,
  })
  if (!isNew) return
  if (phone && meaning === 'opt out') await optOut(ctx, phone, `Answered “${cutText(body.trim(), 40)}”`)
  if (phone && meaning === 'opt in') await optIn(ctx, phone)
  if (meaning === 'bank alert' && 'alert' in reading)
    await store.linkClaim(ctx.tx, id, await makeClaim(ctx, match, incoming.sender, body, reading.alert))
}

/** From abroad, or a fixed line: no number that we send to, and still somebody's. Banks write under a name or a short code. */
function foreignPhone(sender: string): string | undefined {
  const digits = sender.replace(/\D/g, '')
  if (!/^\+?[\d\s().-]+$/.test(sender.trim()) || digits.length < PHONE_LEAST_DIGITS) return undefined
  return sender.trim().startsWith('+') ? `+${digits}` : digits
}
const PHONE_LEAST_DIGITS = 7

/** What somebody agreed to changes here as much as at the desk, so the trail tells both. */
async function optOut(ctx: PublicContext, phone: string, source: string): Promise<void> {
  const id = randomUUID()
  const isNew = await insertOptOut(ctx.tx, { id, phone, since: ctx.now, source, reason: null })
  if (!isNew) return
  ctx.audit({
    action: 'optOutAdd',
    subject: ['optOut', id],
    after: { phone: maskPhone(phone), messages: 'stopped' },
    reason: source,
  })
}

async function optIn(ctx: PublicContext, phone: string): Promise<void> {
  const held = await findOptOut(ctx.tx, phone)
  if (!held) return
  const reason = 'Answered that they want messages'
  await liftOptOut(ctx.tx, { id: held.id }, ctx.now, reason)
  ctx.audit({
    action: 'optOutLift',
    subject: ['optOut', held.id],
    after: { phone: maskPhone(phone), messages: 'wanted again' },
    reason,
  })
}

type Alert = Extract<ReturnType<typeof parseAlert>, { alert: unknown }>['alert']

async function makeClaim(
  ctx: PublicContext,
  match: MatchAlert,
  sender: string,
  body: string,
  alert: Alert,
): Promise<string> {
  const fits = (accountNumber: string): boolean =>
    alert.accountMask !== null && accountFits(alert.accountMask, accountNumber)
  const id = randomUUID()
  const claimId = await store.insertClaim(ctx.tx, {
    id,
    at: ctx.now,
    sender,
    body,
    amount: alert.amount,
    account_mask: alert.accountMask,
    account_tail: alert.accountTail,
    paid_at: alert.at,
    description: alert.description,
    reference: alert.reference,
    // the same alert through another gateway, or sent again by the bank, is the same payment
    dedupe: hash(
      sender.toLowerCase(),
      String(alert.amount),
      alert.accountTail ?? '',
      alert.at ?? '',
      body.replace(/\s+/g, ' ').trim(),
    ),
    matches: await match(ctx.tx, { ...alert, body, fits }),
  })
  if (claimId === id)
    ctx.audit({
      action: 'claimMake',
      subject: ['claim', id],
      after: { amount: alert.amount.toString(), from: sender },
    })
  return claimId
}
