import { type RawBuilder, sql } from 'kysely'
import type { CAMPAIGN_STATUSES, ExclusionName, SegmentFilter } from '../../../contract/campaigns.ts'
import type { MessagePurpose, MessageStatus } from '../../../contract/messaging.ts'
import type { Tx } from '../../kernel/db.ts'
import { storableJson } from '../../kernel/json.ts'

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** Whom it is for, frozen when it was made. */
export type StoredAudience =
  | { kind: 'customer'; customerId: string }
  | { kind: 'segment'; filter: SegmentFilter }
  | { kind: 'list'; lines: string[] }

export type CampaignRow = {
  id: string
  name: string
  template_id: string
  template_name: string
  template_version: number
  body: string
  purpose: MessagePurpose
  audience: StoredAudience
  audience_name: string
  status: CampaignStatus
  prepared_through: string | null
  recipients: number
  excluded: number
  segments: number
  cost: bigint
  scheduled_at: Date | null
  is_queued: boolean
  made_by_name: string
  /** Null for campaigns created before this was recorded. */
  made_by_id: string | null
  made_at: Date
  started_at: Date | null
  approval_id: string | null
}

// a big list stays out of what is read for every row
const COLUMNS = sql`
  c.id, c.name, c.template_id, t.name as template_name, c.template_version, v.body, c.purpose, c.audience_name,
  case when c.status = 'ready' and a.id is not null then 'waiting' else c.status end as status,
  c.prepared_through, c.recipients, c.excluded, c.segments, c.cost, c.scheduled_at, c.is_queued, c.made_by_name, c.made_by_id, c.made_at,
  c.started_at, a.id as approval_id`

const FROM = sql`
  from message_campaign c join message_template t on t.id = c.template_id
  join message_template_version v on v.template_id = c.template_id and v.version = c.template_version
  left join approval a on a.subject_type = 'campaign' and a.subject_id = c.id::text and a.status = 'waiting'`

export async function insertCampaign(
  tx: Tx,
  campaign: {
    id: string
    name: string
    templateId: string
    templateVersion: number
    purpose: MessagePurpose
    audience: StoredAudience
    audienceName: string
    by: { id: string; name: string }
    at: Date
  },
): Promise<boolean> {
  const result = await sql`
    insert into message_campaign (id, name, template_id, template_version, purpose, audience, audience_name, made_by_name, made_by_id,
      made_at)
    values (${campaign.id}, ${campaign.name}, ${campaign.templateId}, ${campaign.templateVersion}, ${campaign.purpose},
      ${storableJson(campaign.audience)}::jsonb, ${campaign.audienceName}, ${campaign.by.name},
      ${campaign.by.id}, ${campaign.at})
    on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Whether a campaign was made with these details; what a segment asks for may have changed since. */
export async function isSameCampaign(
  tx: Tx,
  campaign: { id: string; name: string; templateId: string; audience: StoredAudience; audienceName: string },
): Promise<boolean> {
  const result = await sql`
    select 1 from message_campaign where id = ${campaign.id} and name = ${campaign.name}
      and template_id = ${campaign.templateId} and audience_name = ${campaign.audienceName}
      and audience ->> 'kind' = ${campaign.audience.kind}
      and (audience ->> 'kind' = 'segment' or audience = ${storableJson(campaign.audience)}::jsonb)`.execute(
    tx,
  )
  return result.rows.length > 0
}

export async function findCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  const result = await sql<CampaignRow>`
    select ${COLUMNS}, c.audience - 'lines' as audience ${FROM} where c.id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  await sql`select 1 from message_campaign where id = ${id} for update`.execute(tx)
  return findCampaign(tx, id)
}

/** The lines of a list from one on, as they were given. */
export async function linesOf(tx: Tx, id: string, from: number, count: number): Promise<string[]> {
  const result = await sql<{ line: string }>`
    select line from message_campaign c, jsonb_array_elements_text(c.audience -> 'lines') with ordinality as l (line, place)
    where c.id = ${id} and place > ${from} and place <= ${from + count} order by place`.execute(tx)
  return result.rows.map(row => row.line)
}

export async function listCampaigns(
  tx: Tx,
  status: CampaignStatus | undefined,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<CampaignRow[]> {
  const beyond = after ? sql`(c.made_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<CampaignRow>`
    select ${COLUMNS}, c.audience - 'lines' as audience ${FROM} where ${statusIs(status)} and ${beyond}
    order by c.made_at desc, c.id desc limit ${limit}`.execute(tx)
  return result.rows
}

const statusIs = (status: CampaignStatus | undefined): RawBuilder<unknown> => {
  if (status === undefined) return sql`true`
  if (status === 'waiting') return sql`c.status = 'ready' and a.id is not null`
  return status === 'ready' ? sql`c.status = 'ready' and a.id is null` : sql`c.status = ${status}`
}

export async function countCampaigns(tx: Tx, status: CampaignStatus | undefined): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count ${FROM} where ${statusIs(status)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function setCampaign(
  tx: Tx,
  id: string,
  change: { status: CampaignStatus; scheduledAt?: Date | null; startedAt?: Date; isQueued?: boolean },
): Promise<void> {
  await sql`
    update message_campaign set status = ${change.status},
      scheduled_at = case when ${change.scheduledAt !== undefined} then ${change.scheduledAt ?? null}::timestamptz else scheduled_at end,
      started_at = coalesce(started_at, ${change.startedAt ?? null}::timestamptz),
      is_queued = coalesce(${change.isQueued ?? null}::boolean, is_queued)
    where id = ${id}`.execute(tx)
}

// ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type NewMember = {
  position: number
  given: string
  customer_id: string | null
  customer_name: string | null
  phone: string | null
  body: string | null
  segments: number
  excluded: ExclusionName | null
}

/** The rows and how far we have come, together: a job that was killed goes on exactly there. */
export async function addMembers(
  tx: Tx,
  campaignId: string,
  members: readonly NewMember[],
  progress: { through: string; pricePerSegment: bigint },
): Promise<void> {
  await sql`
    insert into message_campaign_member (campaign_id, position, given, customer_id, customer_name, phone, body, segments, excluded)
    select ${campaignId}, m.* from jsonb_to_recordset(${storableJson(members)}::jsonb) as m (position integer, given text,
      customer_id uuid, customer_name text, phone text, body text, segments integer, excluded text)`.execute(
    tx,
  )
  const going = members.filter(member => member.excluded === null)
  const segments = going.reduce((total, member) => total + member.segments, 0)
  await sql`
    update message_campaign set prepared_through = ${progress.through}, recipients = recipients + ${going.length},
      excluded = excluded + ${members.length - going.length}, segments = segments + ${segments},
      cost = cost + ${progress.pricePerSegment}::bigint * ${segments}
    where id = ${campaignId}`.execute(tx)
}

export async function alreadyIn(
  tx: Tx,
  campaignId: string,
  sought: { customerIds: readonly string[]; phones: readonly string[] },
): Promise<{ customer_id: string; phone: string }[]> {
  const result = await sql<{ customer_id: string; phone: string }>`
    select customer_id, phone from message_campaign_member where campaign_id = ${campaignId} and excluded is null
      and (customer_id = any (${sought.customerIds}::uuid[]) or phone = any (${sought.phones}::text[]))`.execute(
    tx,
  )
  return result.rows
}

export async function countMembersSoFar(tx: Tx, campaignId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select coalesce(max(position), 0)::int as count from message_campaign_member where campaign_id = ${campaignId}`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

export async function exclusionsOf(tx: Tx, id: string): Promise<{ reason: ExclusionName; count: number }[]> {
  const result = await sql<{ reason: ExclusionName; count: number }>`
    select excluded as reason, count(*)::int as count from message_campaign_member
    where campaign_id = ${id} and excluded is not null group by excluded order by 2 desc, 1`.execute(tx)
  return result.rows
}

export type MemberRow = NewMember & {
  message_id: string | null
  status: MessageStatus | null
  status_reason: string | null
}

export type MemberFilter = {
  view: 'all' | 'recipients' | 'excluded'
  excluded?: ExclusionName | undefined
  status?: MessageStatus | undefined
}

function memberConditions(campaignId: string, filter: MemberFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`x.campaign_id = ${campaignId}`]
  if (filter.view === 'recipients') parts.push(sql`x.excluded is null`)
  if (filter.view === 'excluded') parts.push(sql`x.excluded is not null`)
  if (filter.excluded) parts.push(sql`x.excluded = ${filter.excluded}`)
  if (filter.status) parts.push(sql`m.status = ${filter.status}`)
  return sql.join(parts, sql` and `)
}

export async function listMembers(
  tx: Tx,
  campaignId: string,
  filter: MemberFilter,
  after: number,
  limit: number,
): Promise<MemberRow[]> {
  const result = await sql<MemberRow>`
    select x.*, m.status, m.status_reason from message_campaign_member x left join message m on m.id = x.message_id
    where ${memberConditions(campaignId, filter)} and x.position > ${after} order by x.position limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function countMembers(tx: Tx, campaignId: string, filter: MemberFilter): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message_campaign_member x left join message m on m.id = x.message_id
    where ${memberConditions(campaignId, filter)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

// ── Their messages ───────────────────────────────────────────────────────────────────────────────────────────────

export type Unsent = { position: number; customer_id: string; phone: string; body: string; segments: number }

/** Recipients whose message is yet to be written. */
export async function unsentMembers(tx: Tx, campaignId: string, limit: number): Promise<Unsent[]> {
  const result = await sql<Unsent>`
    select position, customer_id, phone, body, segments from message_campaign_member
    where campaign_id = ${campaignId} and excluded is null and message_id is null order by position limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function linkMessages(
  tx: Tx,
  campaignId: string,
  written: readonly { position: number; messageId: string }[],
): Promise<void> {
  await sql`
    update message_campaign_member x set message_id = written.id
    from (select * from unnest(${written.map(each => each.position)}::integer[], ${written.map(each => each.messageId)}::uuid[]))
      as written (position, id)
    where x.campaign_id = ${campaignId} and x.position = written.position`.execute(tx)
}

/** Whose failed message was sent again is known by the new one. */
export async function linkResent(
  tx: Tx,
  campaignId: string,
  made: readonly { id: string; resend_of: string }[],
): Promise<void> {
  await sql`
    update message_campaign_member x set message_id = made.id
    from (select * from unnest(${made.map(each => each.id)}::uuid[], ${made.map(each => each.resend_of)}::uuid[]))
      as made (id, resend_of)
    where x.campaign_id = ${campaignId} and x.message_id = made.resend_of`.execute(tx)
}

export type StatusCount = {
  campaign_id: string
  status: MessageStatus
  count: number
  not_before: Date | null
}

export async function countsOf(tx: Tx, ids: readonly string[]): Promise<StatusCount[]> {
  const result = await sql<StatusCount>`
    select m.campaign_id, m.status, count(*)::int as count, min(m.not_before) as not_before from message m
    where m.campaign_id = any (${ids}::uuid[]) and not exists (select 1 from message again where again.resend_of = m.id)
    group by m.campaign_id, m.status`.execute(tx)
  return result.rows
}

export async function finishCampaigns(tx: Tx): Promise<void> {
  await sql`
    update message_campaign c set status = 'done' where c.status = 'sending' and c.is_queued
      and not exists (select 1 from message m where m.campaign_id = c.id and m.status in ('queued', 'held', 'sending'))`.execute(
    tx,
  )
}

// ── Segments ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type SegmentRow = {
  id: string
  name: string
  filter: SegmentFilter
  made_by_name: string
  made_at: Date
}

export async function listSegments(tx: Tx): Promise<SegmentRow[]> {
  const result = await sql<SegmentRow>`
    select id, name, filter, made_by_name, made_at from message_segment where retired_at is null
    order by lower(name) limit 200`.execute(tx)
  return result.rows
}

export async function findSegment(tx: Tx, id: string): Promise<SegmentRow | undefined> {
  const result = await sql<SegmentRow>`
    select id, name, filter, made_by_name, made_at from message_segment where id = ${id} and retired_at is null`.execute(
    tx,
  )
  return result.rows[0]
}

export async function saveSegment(
  tx: Tx,
  segment: { id: string; name: string; filter: SegmentFilter; byName: string; at: Date },
): Promise<void> {
  await sql`
    insert into message_segment (id, name, filter, made_by_name, made_at)
    values (${segment.id}, ${segment.name}, ${JSON.stringify(segment.filter)}::jsonb, ${segment.byName}, ${segment.at})
    on conflict (id) do update set name = excluded.name, filter = excluded.filter`.execute(tx)
}

export async function retireSegment(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update message_segment set retired_at = ${at} where id = ${id}`.execute(tx)
}
