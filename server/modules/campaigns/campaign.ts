import type { Api, CommandInput } from '../../../contract/api.ts'
import { CAMPAIGN_MAX } from '../../../contract/campaigns.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { isStoppable, type MessageStatus, noCounts } from '../../../contract/messaging.ts'
import type { Section } from '../../../contract/settings.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { cutText } from '../../../engine/text.ts'
import { sayMoment } from '../../kernel/clock.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import type { Tx } from '../../kernel/db.ts'
import { enqueue } from '../../kernel/jobs.ts'
import { coverNumbers, maskPhone } from '../../kernel/mask.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import {
  approvedTemplate,
  changeWaitingOf,
  quietUntil,
  resendFailed as resendFailedMessages,
} from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import { addresseesById, countAudience } from './audience.ts'
import * as store from './campaigns.sql.ts'
import { noteStart } from './jobs.ts'

type Campaign = Reply<Api['campaignList']>['rows'][number]

async function describe(
  ctx: Pick<Context, 'tx' | 'today' | 'now'>,
  rows: readonly store.CampaignRow[],
): Promise<Campaign[]> {
  const { campaignRecipients } = await section(ctx.tx, 'approvalLimits', ctx.today)
  const counts = await store.countsOf(
    ctx.tx,
    rows.map(row => row.id),
  )
  const rules = await section(ctx.tx, 'sms', ctx.today)
  return rows.map(row => {
    const own = noCounts()
    const statusCounts = counts.filter(each => each.campaign_id === row.id)
    for (const each of statusCounts) own[each.status] = each.count
    return {
      id: row.id,
      name: row.name,
      templateId: row.template_id,
      templateName: row.template_name,
      templateVersion: row.template_version,
      purpose: row.purpose,
      audienceKind: row.audience.kind,
      audienceName: row.audience_name,
      status: row.status,
      recipients: row.recipients,
      excluded: row.excluded,
      segments: row.segments,
      cost: kobo(row.cost),
      scheduledAt: row.scheduled_at?.toISOString() ?? null,
      waitsUntil: waitsUntil(row, statusCounts, nightOf(row, rules, ctx.now)),
      counts: own,
      needsSecondPerson: row.recipients > campaignRecipients,
      pendingApprovalId: row.approval_id,
      madeBy: row.made_by_name,
      madeAt: row.made_at.toISOString(),
      startedAt: row.started_at?.toISOString() ?? null,
    }
  })
}

/** The end of the night for what the night holds back. */
const nightOf = (
  { purpose }: Pick<store.CampaignRow, 'purpose'>,
  rules: Section<'sms'>,
  at: Date,
): string | null => quietUntil(at, purpose, rules)?.toISOString() ?? null

/** Held messages know their own time; those still in the queue are held as soon as they are checked. */
function waitsUntil(
  row: store.CampaignRow,
  statusCounts: readonly store.StatusCount[],
  night: string | null,
): string | null {
  const of = (status: MessageStatus) => statusCounts.find(each => each.status === status)
  if (row.status !== 'sending' || of('sending')) return null
  const held = of('held')
  if (held && !of('queued')) return held.not_before?.toISOString() ?? null
  return held || of('queued') || !row.is_queued ? night : null
}

const unknownCampaign = (): never => refuse('record.unknown', { what: 'campaign' })

async function shown(ctx: Context, id: string): Promise<Campaign> {
  const row = (await store.findCampaign(ctx.tx, id)) ?? unknownCampaign()
  return (await describe(ctx, [row]))[0] ?? unknownCampaign()
}

export const listCampaigns: Handler<Api['campaignList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'campaigns', filter, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listCampaigns(ctx.tx, filter.status, after, limit + 1), limit)
  return {
    rows: await describe(ctx, rows),
    total: await store.countCampaigns(ctx.tx, filter.status),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'campaigns', filter, [last.made_at.toISOString(), last.id]) : null,
  }
}

const SAMPLE = 3

export const getCampaign: Handler<Api['campaignGet']> = async (ctx, { id }) => {
  const campaign = await shown(ctx, id)
  const sample = await store.listMembers(ctx.tx, id, { view: 'recipients' }, 0, SAMPLE)
  return {
    campaign,
    exclusions: await store.exclusionsOf(ctx.tx, id),
    sample: sample.map(member => ({ customerName: member.customer_name ?? '', text: member.body ?? '' })),
  }
}

/** A list is pasted with whole phones; readers see them masked like every phone. */
const shownGiven = (line: string): string => {
  const phone = parsePhone(line)
  return phone ? maskPhone(phone) : coverNumbers(line)
}

export const listMembers: Handler<Api['campaignMembers']> = async (ctx, { cursor, limit, id, ...filter }) => {
  if (!(await store.findCampaign(ctx.tx, id))) unknownCampaign()
  const shape = { id, ...filter }
  const position = readCursor(ctx.keys, 'members', shape, cursor)
  const after = Number.parseInt(position?.[0] ?? '0', 10)
  const { rows, last } = cutPage(await store.listMembers(ctx.tx, id, filter, after, limit + 1), limit)
  return {
    rows: rows.map(row => ({
      position: row.position,
      given: shownGiven(row.given),
      customerId: row.customer_id,
      customerName: row.customer_name,
      phone: row.phone === null ? null : maskPhone(row.phone),
      text: row.body,
      segments: row.segments,
      excluded: row.excluded,
      messageId: row.message_id,
      status: row.status,
      statusReason: row.status_reason,
    })),
    total: await store.countMembers(ctx.tx, id, filter),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'members', shape, [String(last.position)]) : null,
  }
}

// ── Making one ───────────────────────────────────────────────────────────────────────────────────────────────────

export const createCampaign: Handler<Api['campaignCreate']> = async (ctx, input) => {
  const found = await approvedTemplate(ctx.tx, input.templateId)
  if (!found) return refuseFields({ templateId: 'Choose a template' })
  const { template, version } = found
  if (template.event !== null)
    refuseFields({ templateId: 'This template is sent automatically for an event' })
  // what a STOP does not hold back would reach people who asked for silence
  if (!isStoppable(template.purpose))
    refuseFields({ templateId: 'A campaign takes a reminder, recovery or marketing template' })
  if (!version) return refuse('template.not_in_force')
  const stored = await saveAudience(ctx, input.audience)
  const campaign = {
    id: input.id,
    name: input.name,
    templateId: template.id,
    templateVersion: version.version,
    purpose: template.purpose,
    audience: stored.audience,
    audienceName: stored.name,
    by: ctx.actor,
    at: ctx.now,
  }
  const isNew = await store.insertCampaign(ctx.tx, campaign)
  if (!isNew && !(await store.isSameCampaign(ctx.tx, campaign))) refuse('idempotency.other_body')
  if (isNew) await ctx.queue('campaignPrepare', { id: input.id })
  const made = { name: input.name, template: template.name, version: version.version, audience: stored.name }
  ctx.audit({ subject: ['campaign', input.id], after: isNew ? made : { repeated: true } })
  return shown(ctx, input.id)
}

type Audience = Parameters<Handler<Api['campaignCreate']>>[1]['audience']
type Stored = { audience: store.StoredAudience; name: string }

function refuseTooMany(people: number): void {
  if (people > CAMPAIGN_MAX) refuse('campaign.too_many', { most: countText(CAMPAIGN_MAX) })
}

async function saveAudience(ctx: Context, audience: Audience): Promise<Stored> {
  if (audience.kind === 'segment') {
    const segment = await store.findSegment(ctx.tx, audience.segmentId)
    if (!segment) return refuseFields({ audience: 'Choose a segment' })
    const { count } = await countAudience(ctx.tx, segment.filter, ctx.today)
    refuseTooMany(count)
    return { audience: { kind: 'segment', filter: segment.filter }, name: segment.name }
  }
  if (audience.kind === 'customer') {
    const [customer] = await addresseesById(ctx.tx, [audience.customerId], ctx.today)
    if (!customer) return refuseFields({ audience: 'Choose a customer' })
    // by number: what a campaign is called outlives a person's right to be forgotten
    return { audience, name: `Customer ${customer.number}` }
  }
  const lines = audience.lines
    .split(/[\r\n,;]+/)
    .map(line => cutText(line.trim(), 60))
    .filter(Boolean)
  if (lines.length === 0) refuseFields({ audience: 'The list is empty' })
  refuseTooMany(lines.length)
  return {
    audience: { kind: 'list', lines },
    name: `List of ${countOf(lines.length, 'line')}`,
  }
}

// ── Starting, stopping ───────────────────────────────────────────────────────────────────────────────────────────

async function lockIn(tx: Tx, id: string, ...statuses: store.CampaignStatus[]): Promise<store.CampaignRow> {
  const row = (await store.lockCampaign(tx, id)) ?? unknownCampaign()
  if (!statuses.includes(row.status)) refuse('campaign.wrong_status', { status: row.status })
  return row
}

export const startCampaign: Handler<Api['campaignStart']> = async (ctx, { id, at, reason }) => {
  const row = await lockIn(ctx.tx, id, 'ready')
  if (row.recipients === 0) refuse('campaign.nobody')
  if (at !== null && new Date(at) < ctx.now) refuseFields({ at: 'This moment is over' })
  const { campaignRecipients } = await section(ctx.tx, 'approvalLimits', ctx.today)
  const input = { id, at, recipients: row.recipients }
  if (row.recipients <= campaignRecipients) {
    await begin(ctx, row, input, reason)
    const rules = await section(ctx.tx, 'sms', ctx.today)
    return { approvalId: null, waitsUntil: nightOf(row, rules, at === null ? ctx.now : new Date(at)) }
  }
  const approvalId = await propose(ctx, {
    command: 'campaignStart',
    input,
    subject: ['campaign', id],
    summary: `${row.name}: ${countText(row.recipients)} people, ${countOf(row.segments, 'page')}, about ${formatNaira(kobo(row.cost))}`,
    amount: kobo(row.cost),
    after: effectOf(row, at),
    reason,
    // who wrote it has decided what is said, and to whom
    involved: row.made_by_id === null ? [] : [row.made_by_id],
  })
  return { approvalId, waitsUntil: null }
}

const effectOf = (row: store.CampaignRow, at: string | null): object => ({
  effect: `${countOf(row.recipients, 'SMS', 'SMS')} in ${countOf(row.segments, 'page')}, about ${formatNaira(kobo(row.cost))}`,
  template: `${row.template_name}, version ${row.template_version}`,
  text: row.body,
  audience: row.audience_name,
  recipients: countText(row.recipients),
  at: at === null ? 'at once' : sayMoment(new Date(at)),
})

export async function foreseeStart(ctx: Context, input: CommandInput<'campaignStart'>): Promise<Foresight> {
  const find = ctx.tx.isTransaction ? store.lockCampaign : store.findCampaign
  const row = (await find(ctx.tx, input.id)) ?? unknownCampaign()
  return { after: effectOf(row, input.at), isStale: row.recipients !== input.recipients }
}

export async function beginApproved(
  ctx: Context,
  input: CommandInput<'campaignStart'>,
  asked: { reason: string | null },
): Promise<void> {
  // by the time it is decided it no longer waits, so it stands as ready again
  const row = await lockIn(ctx.tx, input.id, 'ready', 'waiting')
  if (row.recipients !== input.recipients) refuse('approval.stale')
  await begin(ctx, row, input, asked.reason)
}

async function begin(
  ctx: Context,
  row: store.CampaignRow,
  input: CommandInput<'campaignStart'>,
  reason: string | null,
): Promise<void> {
  // as moments: a text with an offset sorts by the hour of another place
  const wanted = input.at === null ? ctx.now : new Date(input.at)
  const scheduledAt = wanted > ctx.now ? wanted : null
  await store.setCampaign(ctx.tx, row.id, {
    status: scheduledAt ? 'scheduled' : 'sending',
    scheduledAt,
    ...(scheduledAt ? {} : { startedAt: ctx.now }),
  })
  if (!scheduledAt) await noteStart(ctx, row)
  await enqueue(ctx.tx, 'campaignQueue', { id: row.id }, scheduledAt ? { runAt: scheduledAt } : {})
  ctx.audit({
    action: 'campaignStart',
    subject: ['campaign', row.id],
    after: { name: row.name, recipients: row.recipients, at: scheduledAt?.toISOString() ?? 'at once' },
    reason,
  })
}

export const pauseCampaign: Handler<Api['campaignPause']> = async (ctx, { id, reason }) => {
  const row = await lockIn(ctx.tx, id, 'sending', 'scheduled')
  await store.setCampaign(ctx.tx, id, { status: 'paused' })
  await changeWaitingOf(ctx.tx, id, { from: 'both', to: 'held', reason: 'campaign paused' }, ctx.now)
  ctx.audit({
    subject: ['campaign', id],
    before: { status: row.status },
    after: { status: 'paused' },
    reason: reason ?? null,
  })
  return shown(ctx, id)
}

export const resumeCampaign: Handler<Api['campaignResume']> = async (ctx, { id }) => {
  const row = await lockIn(ctx.tx, id, 'paused')
  const isLater = row.scheduled_at !== null && row.scheduled_at > ctx.now
  const status = isLater ? 'scheduled' : 'sending'
  await store.setCampaign(ctx.tx, id, { status, ...(isLater ? {} : { startedAt: ctx.now }) })
  if (!isLater) await noteStart(ctx, row)
  await changeWaitingOf(ctx.tx, id, { from: 'held', to: 'queued', reason: null }, ctx.now)
  await enqueue(
    ctx.tx,
    'campaignQueue',
    { id },
    isLater && row.scheduled_at ? { runAt: row.scheduled_at } : {},
  )
  ctx.audit({ subject: ['campaign', id], before: { status: 'paused' }, after: { status } })
  return shown(ctx, id)
}

export const cancelCampaign: Handler<Api['campaignCancel']> = async (ctx, { id, reason }) => {
  const row = await lockIn(ctx.tx, id, 'preparing', 'ready', 'scheduled', 'sending', 'paused')
  await store.setCampaign(ctx.tx, id, { status: 'cancelled' })
  await changeWaitingOf(ctx.tx, id, { from: 'both', to: 'cancelled', reason: 'campaign cancelled' }, ctx.now)
  ctx.audit({
    subject: ['campaign', id],
    before: { status: row.status },
    after: { status: 'cancelled' },
    reason,
  })
  return shown(ctx, id)
}

export const resendFailed: Handler<Api['campaignResendFailed']> = async (ctx, { id, reason }) => {
  const row = await lockIn(ctx.tx, id, 'sending', 'done')
  const made = await resendFailedMessages(ctx.tx, { campaignId: id }, ctx.now)
  const resent = made.length
  if (resent > 0) await store.linkResent(ctx.tx, id, made)
  if (resent > 0) await store.setCampaign(ctx.tx, id, { status: 'sending' })
  ctx.audit({ subject: ['campaign', id], after: { resent }, reason })
  return { resent, waitsUntil: nightOf(row, await section(ctx.tx, 'sms', ctx.today), ctx.now) }
}
