import { randomUUID } from 'node:crypto'
import type { ExclusionName } from '../../../contract/campaigns.ts'
import type { Facts } from '../../../contract/messaging.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { measureSms, toGsm7 } from '../../../engine/segments.ts'
import { renderTemplate } from '../../../engine/template.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context } from '../../kernel/context.ts'
import { guardsOfCampaign, insertMessages, markTemplateUsed } from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import { type Addressee, addresseesByGiven, addresseesById, addresseesIn } from './audience.ts'
import * as store from './campaigns.sql.ts'

const PAGE = 500

/** Finds recipients page by page, each page a transaction of its own: killed anywhere, it goes on where it was. */
export async function prepareCampaign(program: Program, id: string): Promise<void> {
  while (await act(program, 'campaignPrepare', SYSTEM, ctx => preparePage(ctx, id)));
}

async function preparePage(ctx: Context, id: string): Promise<boolean> {
  const campaign = await store.lockCampaign(ctx.tx, id)
  if (campaign?.status !== 'preparing') return false
  const page = await nextPage(ctx, campaign)
  if (page.found.length > 0) {
    const { costPerSegment } = await section(ctx.tx, 'sms', ctx.today)
    const members = await judge(ctx, campaign, page.found)
    await store.addMembers(ctx.tx, id, members, { through: page.through, pricePerSegment: costPerSegment })
  }
  if (page.isLast) await store.setCampaign(ctx.tx, id, { status: 'ready' })
  return !page.isLast
}

type Found = { given: string; addressee: Addressee | undefined }
type Page = { found: Found[]; through: string; isLast: boolean }

async function nextPage(ctx: Context, campaign: store.CampaignRow): Promise<Page> {
  const { audience, prepared_through: through } = campaign
  if (audience.kind === 'customer') {
    const [addressee] = await addresseesById(ctx.tx, [audience.customerId], ctx.today)
    return { found: [{ given: addressee?.number ?? '', addressee }], through: 'all', isLast: true }
  }
  if (audience.kind === 'segment') {
    const rows = await addresseesIn(ctx.tx, audience.filter, { after: through, limit: PAGE }, ctx.today)
    const found = rows.map(addressee => ({ given: addressee.number, addressee }))
    return { found, through: rows.at(-1)?.customerId ?? '', isLast: rows.length < PAGE }
  }
  const from = Number.parseInt(through ?? '0', 10)
  const lines = await store.linesOf(ctx.tx, campaign.id, from, PAGE)
  const found = await findGiven(ctx, lines)
  return { found, through: String(from + lines.length), isLast: lines.length < PAGE }
}

async function findGiven(ctx: Context, lines: readonly string[]): Promise<Found[]> {
  const phoneOf = new Map(lines.map(line => [line, parsePhone(line)]))
  const phones = [...phoneOf.values()].filter(phone => phone !== undefined)
  const numbers = lines.filter(line => phoneOf.get(line) === undefined).map(line => line.toUpperCase())
  const people = await addresseesByGiven(ctx.tx, { phones, numbers }, ctx.today)
  // where two records share a phone, the living customer is meant
  const isLiving = (person: Addressee): boolean => person.standing === 'ok'
  const inOrder = [...people.filter(isLiving), ...people.filter(person => !isLiving(person))]
  return lines.map(given => ({
    given,
    addressee: inOrder.find(
      person => person.phone === phoneOf.get(given) || person.number === given.toUpperCase(),
    ),
  }))
}

/** Each found person becomes a recipient with the text as it will read, or is left out for one reason. */
async function judge(
  ctx: Context,
  campaign: store.CampaignRow,
  found: readonly Found[],
): Promise<store.NewMember[]> {
  const people = found.flatMap(({ addressee }) => (addressee ? [addressee] : []))
  const phones = people.map(person => person.phone)
  const customerIds = people.map(person => person.customerId)
  const earlier = await store.alreadyIn(ctx.tx, campaign.id, { customerIds, phones })
  const known: Known = {
    ...(await guardsOfCampaign(ctx, campaign, phones)),
    customers: new Set(earlier.map(row => row.customer_id)),
    phones: new Set(earlier.map(row => row.phone)),
  }
  const start = await store.countMembersSoFar(ctx.tx, campaign.id)
  return found.map(({ given, addressee }, index) => {
    const verdict = judgeOne(campaign, addressee, known)
    if (addressee && 'text' in verdict) {
      known.customers.add(addressee.customerId)
      known.phones.add(addressee.phone)
    }
    return {
      position: start + index + 1,
      given,
      customer_id: addressee?.customerId ?? null,
      customer_name: addressee?.name ?? null,
      phone: addressee?.phone ?? null,
      body: 'text' in verdict ? verdict.text : null,
      segments: 'text' in verdict ? measureSms(verdict.text).segments : 0,
      excluded: 'text' in verdict ? null : verdict.excluded,
    }
  })
}

type Known = { out: ReadonlySet<string>; customers: Set<string>; phones: Set<string>; company: Facts }

function judgeOne(
  { body, purpose }: Pick<store.CampaignRow, 'body' | 'purpose'>,
  person: Addressee | undefined,
  known: Known,
): { text: string } | { excluded: ExclusionName } {
  if (!person) return { excluded: 'not a customer' }
  if (known.customers.has(person.customerId)) return { excluded: 'listed twice' }
  if (person.standing === 'merged') return { excluded: 'merged record' }
  // blacklisted customers get no offers, but messages about what they owe
  const isLeftOut = person.standing !== 'blacklisted' || purpose === 'marketing'
  if (person.standing !== 'ok' && isLeftOut) return { excluded: person.standing }
  if (person.isAwaited && purpose === 'recovery') return { excluded: 'file awaited' }
  if (known.out.has(person.phone)) return { excluded: 'opted out' }
  if (parsePhone(person.phone) === undefined) return { excluded: 'not a mobile number' }
  if (known.phones.has(person.phone)) return { excluded: 'same phone' }
  const rendered = renderTemplate(body, { ...person.values, ...known.company })
  return 'text' in rendered ? { text: toGsm7(rendered.text) } : { excluded: 'empty variable' }
}

const QUEUE_PAGE = 1_000

/** Queues the recipients' messages; paused or cancelled, it stops between two pages. */
export async function queueCampaign(program: Program, id: string): Promise<void> {
  while (await act(program, 'campaignQueue', SYSTEM, ctx => queuePage(ctx, id)));
}

async function queuePage(ctx: Context, id: string): Promise<boolean> {
  const campaign = await store.lockCampaign(ctx.tx, id)
  if (!campaign || campaign.is_queued) return false
  if (campaign.status === 'scheduled' && campaign.scheduled_at !== null && campaign.scheduled_at <= ctx.now)
    await startScheduled(ctx, campaign)
  else if (campaign.status !== 'sending') return false
  const queued = await queueMembers(ctx, campaign)
  if (queued === QUEUE_PAGE) return true
  await store.setCampaign(ctx.tx, id, { status: 'sending', isQueued: true })
  return false
}

async function startScheduled(ctx: Context, campaign: store.CampaignRow): Promise<void> {
  await store.setCampaign(ctx.tx, campaign.id, { status: 'sending', startedAt: ctx.now })
  await noteStart(ctx, campaign)
}

/** Its template was used, the first time that it is sent. */
export async function noteStart(ctx: Context, campaign: store.CampaignRow): Promise<void> {
  if (campaign.started_at === null) await markTemplateUsed(ctx.tx, campaign.template_id, ctx.now)
}

/** Gives the number of messages written; fewer than a page means that all of them are in the queue. */
async function queueMembers(ctx: Context, campaign: store.CampaignRow): Promise<number> {
  const members = await store.unsentMembers(ctx.tx, campaign.id, QUEUE_PAGE)
  const written = members.map(member => ({ ...member, messageId: randomUUID() }))
  await insertMessages(
    ctx.tx,
    written.map(each => ({
      id: each.messageId,
      at: ctx.now,
      phone: each.phone,
      purpose: campaign.purpose,
      body: each.body,
      segments: each.segments,
      status: 'queued',
      statusReason: null,
      notBefore: null,
      event: `campaign ${campaign.id} ${each.customer_id}`,
      toldBy: null,
      templateId: campaign.template_id,
      templateVersion: campaign.template_version,
      customerId: each.customer_id,
      campaignId: campaign.id,
      resendOf: null,
      subjectType: 'customer',
      subjectId: each.customer_id,
    })),
  )
  if (written.length > 0) await store.linkMessages(ctx.tx, campaign.id, written)
  return written.length
}
