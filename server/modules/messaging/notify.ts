import { randomUUID } from 'node:crypto'
import {
  EVENTS,
  type EventName,
  type Facts,
  isStoppable,
  type MessagePurpose,
} from '../../../contract/messaging.ts'
import type { Section } from '../../../contract/settings.ts'
import { bannedIn } from '../../../engine/messageWords.ts'
import { measureSms, toGsm7 } from '../../../engine/segments.ts'
import { describeTemplateProblem, renderTemplate } from '../../../engine/template.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { PublicContext } from '../../kernel/context.ts'
import { section, sections } from '../settings/settings.ts'
import * as store from './messaging.sql.ts'
import { quietUntil } from './rules.ts'
import { type InForce, templatesInForce } from './templates.sql.ts'

/** An event that has a template, or a text of the caller's own. */
export type Notice = {
  phone: string
  /** Unique id of the event: the same event is sent once, however often the act is repeated. */
  event: string
  subject?: readonly [type: string, id: string]
  customerId?: string
  /** Held back for this reason until it is released. */
  heldFor?: string
} & ({ about: EventName; facts: Facts } | { purpose: MessagePurpose; text: string })

export type Notifier = Pick<PublicContext, 'tx' | 'now'> & {
  /** Templates that the caller has already read. */
  templates?: Templates
}

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
 * Writes a message in the transaction of its act; it is sent after the commit. An event with a retired template sends
 * nothing; one whose template lacks a value is stored unsent with the reason, because a repayment must never fail for
 * its message. Many at once take as many statements as one.
 */
export async function notify(ctx: Notifier, ...notices: readonly Notice[]): Promise<void> {
  const abouts = notices.flatMap(notice => ('about' in notice ? [notice.about] : []))
  const templates = ctx.templates ?? (await templatesFor(ctx, [...new Set(abouts)]))
  const spoken = notices.flatMap((notice): { notice: Notice; words: Words }[] => {
    const words = 'about' in notice ? inWords(templates.get(notice.about), notice.facts) : ownWords(notice)
    return words ? [{ notice, words }] : []
  })
  const guards = await guardsFor(
    ctx,
    spoken.map(({ notice: { phone }, words: { purpose } }) => ({ phone, purpose })),
  )
  await store.insertMessages(
    ctx.tx,
    spoken.map(({ notice, words }) =>
      messageOf(ctx.now, notice, words, initialStatus(ctx.now, notice, words, guards)),
    ),
  )
}

const messageOf = (at: Date, notice: Notice, words: Words, initial: InitialStatus): store.NewMessage => ({
  id: randomUUID(),
  at,
  phone: notice.phone,
  segments: measureSms(words.body).segments,
  event: notice.event,
  customerId: notice.customerId ?? null,
  campaignId: null,
  resendOf: null,
  subjectType: notice.subject?.[0] ?? null,
  subjectId: notice.subject?.[1] ?? null,
  purpose: words.purpose,
  body: words.body,
  toldBy: words.toldBy,
  templateId: words.templateId,
  templateVersion: words.templateVersion,
  ...initial,
})

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
export const renderEvent = async (
  ctx: Notifier,
  about: EventName,
  facts: Facts,
): Promise<Words | undefined> => inWords((await templatesFor(ctx, [about])).get(about), facts)

type Template = InForce & { company: Facts }
type Templates = ReadonlyMap<EventName, Template>

export async function templatesFor(ctx: Notifier, abouts: readonly EventName[]): Promise<Templates> {
  if (abouts.length === 0) return new Map()
  const [inForce, company] = await Promise.all([templatesInForce(ctx.tx, abouts), readCompany(ctx)])
  return new Map(inForce.map(template => [template.event, { ...template, company }]))
}

function inWords(template: Template | undefined, facts: Facts): Words | undefined {
  if (!template) return undefined
  const rendered = renderTemplate(template.body, { ...facts, ...template.company })
  const isWhole = 'text' in rendered
  return {
    purpose: EVENTS[template.event].purpose,
    body: toGsm7(isWhole ? rendered.text : template.body),
    problem: isWhole ? null : rendered.problems.map(describeTemplateProblem).join(' '),
    toldBy: template.event,
    templateId: template.template_id,
    templateVersion: template.version,
  }
}

/** Longer names give way to the sender ID, so that no seeded text needs a second page (decision 13). */
export const COMPANY_MAX_LENGTH = 20

/** The lender's name and phone, read only where the text uses them. */
export const companyFacts = async (ctx: Notifier, body: string): Promise<Facts> =>
  body.includes('company') ? readCompany(ctx) : {}

async function readCompany(ctx: Notifier): Promise<Facts> {
  const { organisation, sms } = await sections(ctx.tx, businessDate(ctx.now), ['organisation', 'sms'])
  const name = organisation.operatingCompany
  return {
    company: name.length > COMPANY_MAX_LENGTH && sms.senderId !== '' ? sms.senderId : name,
    // a provider needs the phone number; the test gateway may do without
    companyPhone: organisation.phone || 'our office',
  }
}

type InitialStatus = Pick<store.NewMessage, 'status' | 'statusReason' | 'notBefore'>
const cancelled = (reason: string): InitialStatus => ({
  status: 'cancelled',
  statusReason: reason,
  notBefore: null,
})

type Guards = { optedOut: ReadonlySet<string>; rules: Section<'sms'> | undefined }

/** What is checked before queueing, for all messages at once; messages that cannot be stopped need no check. */
async function guardsFor(
  ctx: Notifier,
  asked: readonly { phone: string; purpose: MessagePurpose }[],
): Promise<Guards> {
  const phones = asked.filter(({ purpose }) => isStoppable(purpose)).map(({ phone }) => phone)
  if (phones.length === 0) return { optedOut: new Set(), rules: undefined }
  return {
    optedOut: await store.optedOut(ctx.tx, phones),
    rules: await section(ctx.tx, 'sms', businessDate(ctx.now)),
  }
}

function initialStatus(
  now: Date,
  { phone, heldFor }: Pick<Notice, 'phone' | 'heldFor'>,
  words: Pick<Words, 'purpose' | 'body'> & { problem?: string | null },
  { optedOut, rules }: Guards,
): InitialStatus {
  if (words.problem) return cancelled(words.problem)
  const queued: InitialStatus = heldFor
    ? { status: 'held', statusReason: heldFor, notBefore: null }
    : { status: 'queued', statusReason: null, notBefore: null }
  if (!rules || !isStoppable(words.purpose)) return queued
  if (optedOut.has(phone)) return cancelled('opted out')
  const banned = words.purpose === 'recovery' ? bannedIn(words.body, rules) : []
  if (banned.length > 0) return cancelled(`banned words: ${banned.join(', ')}`)
  const morning = quietUntil(now, words.purpose, rules)
  return morning ? { status: 'held', statusReason: 'quiet hours', notBefore: morning } : queued
}

/** The same checks run again before sending: a customer may reply STOP in between. */
export const statusFromOutcome = async (
  ctx: Notifier,
  phone: string,
  words: Pick<Words, 'purpose' | 'body'>,
): Promise<InitialStatus> =>
  initialStatus(ctx.now, { phone }, words, await guardsFor(ctx, [{ phone, purpose: words.purpose }]))

/** Of those that a campaign would write to, whose STOP it heeds, and what its text says of us. */
export const guardsOfCampaign = async (
  ctx: Notifier,
  { purpose, body }: { purpose: MessagePurpose; body: string },
  phones: readonly string[],
): Promise<{ out: ReadonlySet<string>; company: Facts }> => ({
  out: isStoppable(purpose) ? await store.optedOut(ctx.tx, phones) : new Set(),
  company: await companyFacts(ctx, body),
})
