import type { ExclusionName } from '../../../contract/campaigns.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { measureSms, toGsm7 } from '../../../engine/segments.ts'
import { renderTemplate } from '../../../engine/template.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context } from '../../kernel/context.ts'
import { section } from '../settings/settings.ts'
import * as store from './campaigns.sql.ts'
import { optedOut } from './messaging.sql.ts'
import { isStoppable } from './rules.ts'
import type { Addressee, Addressees } from './seams.ts'
import { companyFacts, type Facts } from './tell.ts'

const PAGE = 500

/** Finds recipients page by page, each page a transaction of its own: killed anywhere, it goes on where it was. */
export async function prepareCampaign(program: Program, addressees: Addressees, id: string): Promise<void> {
  while (await act(program, 'campaignPrepare', SYSTEM, ctx => preparePage(ctx, addressees, id)));
}

async function preparePage(ctx: Context, addressees: Addressees, id: string): Promise<boolean> {
  const campaign = await store.lockCampaign(ctx.tx, id)
  if (campaign?.status !== 'preparing') return false
  const page = await nextPage(ctx, addressees, campaign)
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

async function nextPage(ctx: Context, addressees: Addressees, campaign: store.CampaignRow): Promise<Page> {
  const { audience, prepared_through: through } = campaign
  if (audience.kind === 'customer') {
    const [addressee] = await addressees.byId(ctx.tx, [audience.customerId], ctx.today)
    return { found: [{ given: addressee?.number ?? '', addressee }], through: 'all', isLast: true }
  }
  if (audience.kind === 'segment') {
    const rows = await addressees.inSegment(
      ctx.tx,
      audience.filter,
      { after: through, limit: PAGE },
      ctx.today,
    )
    const found = rows.map(addressee => ({ given: addressee.number, addressee }))
    return { found, through: rows.at(-1)?.customerId ?? '', isLast: rows.length < PAGE }
  }
  const from = Number.parseInt(through ?? '0', 10)
  const lines = await store.linesOf(ctx.tx, campaign.id, from, PAGE)
  const found = await findGiven(ctx, addressees, lines)
  return { found, through: String(from + lines.length), isLast: lines.length < PAGE }
}

async function findGiven(ctx: Context, addressees: Addressees, lines: readonly string[]): Promise<Found[]> {
  const phoneOf = new Map(lines.map(line => [line, parsePhone(line)]))
  const phones = [...phoneOf.values()].filter(phone => phone !== undefined)
  const numbers = lines.filter(line => phoneOf.get(line) === undefined).map(line => line.toUpperCase())
  const people = await addressees.byGiven(ctx.tx, { phones, numbers }, ctx.today)
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
    out: isStoppable(campaign.purpose) ? await optedOut(ctx.tx, phones) : new Set(),
    customers: new Set(earlier.map(row => row.customer_id)),
    phones: new Set(earlier.map(row => row.phone)),
    company: await companyFacts(ctx, campaign.body),
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
  // whoever is on the blacklist is offered nothing, but is told what they owe
  const isLeftOut = person.standing !== 'blacklisted' || purpose === 'marketing'
  if (person.standing !== 'ok' && isLeftOut) return { excluded: person.standing }
  if (known.out.has(person.phone)) return { excluded: 'opted out' }
  if (parsePhone(person.phone) === undefined) return { excluded: 'not a mobile number' }
  if (known.phones.has(person.phone)) return { excluded: 'same phone' }
  const rendered = renderTemplate(body, { ...person.values, ...known.company })
  return 'text' in rendered ? { text: toGsm7(rendered.text) } : { excluded: 'empty variable' }
}

const QUEUE_PAGE = 1_000

/** Puts the recipients' messages into the queue; paused or cancelled meanwhile, it stops between two pages. */
export async function queueCampaign(program: Program, id: string): Promise<void> {
  while (await act(program, 'campaignQueue', SYSTEM, ctx => queuePage(ctx, id)));
}

async function queuePage(ctx: Context, id: string): Promise<boolean> {
  const campaign = await store.lockCampaign(ctx.tx, id)
  if (!campaign || campaign.is_queued) return false
  if (campaign.status === 'scheduled' && campaign.scheduled_at !== null && campaign.scheduled_at <= ctx.now)
    await store.setCampaign(ctx.tx, id, { status: 'sending', startedAt: ctx.now })
  else if (campaign.status !== 'sending') return false
  const queued = await store.queueMembers(ctx.tx, campaign, ctx.now, QUEUE_PAGE)
  if (queued === QUEUE_PAGE) return true
  await store.setCampaign(ctx.tx, id, { status: 'sending', isQueued: true })
  return false
}
