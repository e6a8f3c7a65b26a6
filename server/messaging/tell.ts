import { randomUUID } from 'node:crypto'
import { EVENTS, type EventName, type MessagePurpose, type VariableName } from '../../contract/messaging.ts'
import { measureSms, toGsm7 } from '../../engine/segments.ts'
import { describeTemplateProblem, renderTemplate } from '../../engine/template.ts'
import { businessDate } from '../clock.ts'
import type { PublicContext } from '../context.ts'
import type { Tx } from '../db.ts'
import { section } from '../settings/settings.ts'
import * as store from './messaging.sql.ts'
import { bannedIn, isStoppable, keepsQuietHours, quietUntil } from './rules.ts'
import { templateInForce } from './templates.sql.ts'

export type Facts = Partial<Record<VariableName, string>>

/** Something happened that its template tells about, or a text of the caller's own. */
export type Telling = {
  phone: string
  /** What happened, uniquely: the same event is told once, however often the act is repeated. */
  event: string
  subject?: readonly [type: string, id: string]
  customerId?: string
  /** Kept back for this reason until somebody lets it go. */
  heldFor?: string
} & ({ about: EventName; facts: Facts } | { purpose: MessagePurpose; text: string })

type Teller = Pick<PublicContext, 'tx' | 'now'>

type Words = {
  purpose: MessagePurpose
  body: string
  /** Why it cannot be said as it stands. */
  problem: string | null
  toldBy: EventName | null
  templateId: string | null
  templateVersion: number | null
}

/**
 * Writes a message in the transaction of the act it tells about; it is handed to the gateway after that committed. An
 * event whose template was retired is not told; one whose template lacks a value is kept unsent, with the reason, because
 * a receipt must never fail for want of its message.
 */
export async function tell(ctx: Teller, telling: Telling): Promise<void> {
  const words =
    'about' in telling ? await inItsTemplate(ctx, telling.about, telling.facts) : ownWords(telling)
  if (!words) return
  const found = words.problem ? cancelled(words.problem) : await fateOf(ctx, telling.phone, words)
  const fate: Fate =
    telling.heldFor && found.status === 'queued'
      ? { status: 'held', statusReason: telling.heldFor, notBefore: null }
      : found
  await store.insertMessage(ctx.tx, {
    id: randomUUID(),
    at: ctx.now,
    phone: telling.phone,
    segments: measureSms(words.body).segments,
    event: telling.event,
    customerId: telling.customerId ?? null,
    campaignId: null,
    resendOf: null,
    subjectType: telling.subject?.[0] ?? null,
    subjectId: telling.subject?.[1] ?? null,
    purpose: words.purpose,
    body: words.body,
    toldBy: words.toldBy,
    templateId: words.templateId,
    templateVersion: words.templateVersion,
    ...fate,
  })
}

const ownWords = ({ purpose, text }: { purpose: MessagePurpose; text: string }): Words => ({
  purpose,
  // one ₦ would turn the whole text into three short parts
  body: toGsm7(text),
  problem: null,
  toldBy: null,
  templateId: null,
  templateVersion: null,
})

/** An event in the words of its template; nothing where that was retired. */
export async function inItsTemplate(ctx: Teller, about: EventName, facts: Facts): Promise<Words | undefined> {
  const template = await templateInForce(ctx.tx, about)
  if (!template) return undefined
  const values = { ...facts, ...(await companyFacts(ctx, template.body)) }
  const rendered = renderTemplate(template.body, values)
  const isWhole = 'text' in rendered
  return {
    purpose: EVENTS[about].purpose,
    body: toGsm7(isWhole ? rendered.text : template.body),
    problem: isWhole ? null : rendered.problems.map(describeTemplateProblem).join(' '),
    toldBy: about,
    templateId: template.template_id,
    templateVersion: template.version,
  }
}

/** Read only where the text speaks of us: most receipts do not. */
export async function companyFacts(ctx: Teller, body: string): Promise<Facts> {
  if (!body.includes('company')) return {}
  const { operatingCompany, phone } = await section(ctx.tx, 'organisation', businessDate(ctx.now))
  return { company: operatingCompany, companyPhone: phone }
}

type Fate = Pick<store.NewMessage, 'status' | 'statusReason' | 'notBefore'>
const cancelled = (reason: string): Fate => ({ status: 'cancelled', statusReason: reason, notBefore: null })

/** The same guards stand again at the gateway's door: between queueing and sending somebody may answer STOP. */
export async function fateOf(
  ctx: Teller,
  phone: string,
  words: Pick<Words, 'purpose' | 'body'>,
): Promise<Fate> {
  const queued: Fate = { status: 'queued', statusReason: null, notBefore: null }
  if (!isStoppable(words.purpose)) return queued
  if ((await store.optedOut(ctx.tx, [phone])).has(phone)) return cancelled('opted out')
  const rules = await section(ctx.tx, 'sms', businessDate(ctx.now))
  const banned = words.purpose === 'recovery' ? bannedIn(words.body, rules) : []
  if (banned.length > 0) return cancelled(`banned words: ${banned.join(', ')}`)
  const morning = keepsQuietHours(words.purpose) ? quietUntil(ctx.now, rules) : undefined
  return morning ? { status: 'held', statusReason: 'quiet hours', notBefore: morning } : queued
}

export async function queuedMessages(tx: Tx): Promise<number> {
  return (await store.countMessages(tx, { status: 'queued' })).total
}
