import { createHash, randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { parseAlert } from '../../../engine/bankAlertText.ts'
import { parseOptReply } from '../../../engine/messageWords.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { cutText, storable } from '../../../engine/text.ts'
import type { Handler, PublicContext } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { maskPhone } from '../../kernel/mask.ts'
import { namesOfPhones } from '../customers/customers.ts'
import { applyReply, readWebhook } from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import * as store from './bankAlerts.sql.ts'
import { matchAlert } from './match.ts'

/** What people and banks write to us. */

export const listInbound: Handler<Api['inboundList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'inbound', filter, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listInbound(ctx.tx, filter.meaning, after, limit + 1), limit)
  const names = await namesOfPhones(
    ctx.tx,
    rows.map(row => row.sender),
  )
  const { total, exact } = await store.countInbound(ctx.tx, filter.meaning)
  return {
    rows: rows.map(row => ({
      id: row.id,
      at: row.at.toISOString(),
      from: parsePhone(row.sender) ? maskPhone(row.sender) : row.sender,
      text: row.body,
      meaning: row.meaning,
      customerId: names.get(row.sender)?.customerId ?? null,
      customerName: names.get(row.sender)?.name ?? null,
      claimId: row.claim_id,
    })),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'inbound', filter, [last.at.toISOString(), last.id]) : null,
  }
}

// ── From the gateways ────────────────────────────────────────────────────────────────────────────────────────────

export const fromTermii: Handler<Api['termiiWebhook']> = async ctx => {
  await takeIn(ctx, await readWebhook(ctx, 'termii'))
  return {}
}

export const fromAfricasTalking: Handler<Api['africasTalkingWebhook']> = async (ctx, input) => {
  await takeIn(ctx, await readWebhook(ctx, input))
  return {}
}

/** Thirteen joined parts; whatever is longer no handset sent. */
const TEXT_MAX = 2_000

const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex')

async function takeIn(ctx: PublicContext, incoming: Awaited<ReturnType<typeof readWebhook>>): Promise<void> {
  if (!incoming) return
  // NUL and unpaired surrogates cannot be stored
  const body = cutText(storable(incoming.text), TEXT_MAX)
  if (body.trim() === '' || incoming.sender === '') return
  const phone = parsePhone(incoming.sender) ?? foreignPhone(incoming.sender)
  const reading = parseAlert(body)
  const rules = await section(ctx.tx, 'sms', ctx.today)
  // a person's phone number never speaks for a bank, and a bank never answers STOP
  const meaning: store.Meaning = phone
    ? (parseOptReply(body, rules) ?? 'reply')
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
  if (phone && (meaning === 'opt out' || meaning === 'opt in'))
    await applyReply(ctx, phone, { meaning, text: body })
  if (meaning === 'bank alert' && 'alert' in reading)
    await store.linkClaim(ctx.tx, id, await makeClaim(ctx, incoming.sender, body, reading.alert))
}

/** From abroad, or a fixed line: not a number we send to, but a person's. Banks use a name or a short code. */
function foreignPhone(sender: string): string | undefined {
  const digits = sender.replace(/\D/g, '')
  if (!/^\+?[\d\s().-]+$/.test(sender.trim()) || digits.length < PHONE_MIN_DIGITS) return undefined
  return sender.trim().startsWith('+') ? `+${digits}` : digits
}
const PHONE_MIN_DIGITS = 7

type Alert = Extract<ReturnType<typeof parseAlert>, { alert: unknown }>['alert']

async function makeClaim(ctx: PublicContext, sender: string, body: string, alert: Alert): Promise<string> {
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
    dedupe: hashOf(
      sender.toLowerCase(),
      String(alert.amount),
      alert.accountTail ?? '',
      alert.at ?? '',
      body.replace(/\s+/g, ' ').trim(),
    ),
    matches: await matchAlert(ctx.tx, alert),
  })
  if (claimId === id)
    ctx.audit({
      action: 'claimMake',
      subject: ['claim', id],
      after: { amount: alert.amount.toString(), from: sender },
    })
  return claimId
}
