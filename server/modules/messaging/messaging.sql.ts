import { type RawBuilder, sql } from 'kysely'
import {
  type GatewayName,
  MESSAGE_GROUPS,
  type MessageGroup,
  type MessagePurpose,
  type MessageStatus,
} from '../../../contract/messaging.ts'
import { addDays, type LocalDate } from '../../../engine/dates.ts'
import { lagosMidnight } from '../../kernel/clock.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { storableJson } from '../../kernel/json.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'

export type ShownMessage = {
  id: string
  at: Date
  phone: string
  purpose: MessagePurpose
  body: string
  segments: number
  status: MessageStatus
  status_at: Date
  subject_type: string | null
  subject_id: string | null
}

export type MessageRow = ShownMessage & {
  status_reason: string | null
  event: string
  gateway: GatewayName | null
  provider_id: string | null
  cost: bigint
  told_by: string | null
  template_id: string | null
  template_version: number | null
  campaign_id: string | null
  customer_id: string | null
  attempt: number
  resend_of: string | null
  resent_as: string | null
  not_before: Date | null
  claimed_at: Date | null
}

export type NewMessage = {
  id: string
  at: Date
  phone: string
  purpose: MessagePurpose
  body: string
  segments: number
  status: 'queued' | 'held' | 'cancelled'
  statusReason: string | null
  notBefore: Date | null
  event: string
  toldBy: string | null
  templateId: string | null
  templateVersion: number | null
  customerId: string | null
  campaignId: string | null
  resendOf: string | null
  subjectType: string | null
  subjectId: string | null
}

/** Leaves out those whose event was sent already. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  // one text for one message and for hundreds, so that the database plans it once
  await withoutWaiting(
    tx,
    sql`
    insert into message (id, at, phone, purpose, body, segments, status, status_reason, status_at, not_before, event, told_by,
      template_id, template_version, customer_id, campaign_id, resend_of, subject_type, subject_id)
    select m.id, m.at, m.phone, m.purpose, m.body, m.segments, m.status, m."statusReason", m.at, m."notBefore", m.event, m."toldBy",
      m."templateId", m."templateVersion", m."customerId", m."campaignId", m."resendOf", m."subjectType", m."subjectId"
    from jsonb_to_recordset(${storableJson(messages)}::jsonb) as m (id uuid, at timestamptz, phone text, purpose text, body text,
      segments integer, status text, "statusReason" text, "notBefore" timestamptz, event text, "toldBy" text, "templateId" uuid,
      "templateVersion" integer, "customerId" uuid, "campaignId" uuid, "resendOf" uuid, "subjectType" text, "subjectId" text)
    on conflict (event) do nothing`,
  )
}

/**
 * Creates a new message for every failed one, of a campaign or about a record, not sent again yet; erased people have
 * no phone.
 */
export async function resendFailed(
  tx: Tx,
  of: { campaignId: string } | { subject: readonly [type: string, id: string] },
  now: Date,
): Promise<{ id: string; resend_of: string }[]> {
  const which =
    'campaignId' in of
      ? sql`m.campaign_id = ${of.campaignId}`
      : sql`m.subject_type = ${of.subject[0]} and m.subject_id = ${of.subject[1]}`
  const result = await sql<{ id: string; resend_of: string }>`
    insert into message (id, at, phone, purpose, body, segments, status, status_at, event, told_by, template_id,
      template_version, campaign_id, customer_id, subject_type, subject_id, resend_of)
    select gen_random_uuid(), ${now}, m.phone, m.purpose, m.body, m.segments, 'queued', ${now}, 'resend ' || m.id, m.told_by,
      m.template_id, m.template_version, m.campaign_id, m.customer_id, m.subject_type, m.subject_id, m.id
    from message m where ${which} and m.status = 'failed' and m.phone like '+%'
      and not exists (select 1 from message again where again.resend_of = m.id)
    on conflict do nothing returning id, resend_of`.execute(tx)
  return result.rows
}

export type MessageFilter = {
  status?: MessageStatus | MessageGroup | undefined
  purpose?: MessagePurpose | undefined
  event?: string | undefined
  campaignId?: string | undefined
  customerId?: string | undefined
  subjectType?: string | undefined
  subjectId?: string | undefined
  from?: LocalDate | undefined
  to?: LocalDate | undefined
  /** In its state since this moment or later. */
  since?: Date | undefined
  sought?: SoughtMessages | undefined
}

/** What was typed into the search box, as the indexes understand it. */
export type SoughtMessages = {
  /** Ten digits after the country's: all of them, or how they begin. */
  phoneBegins?: string | undefined
  phoneEnds?: string | undefined
  people: readonly { customerId: string; phone: string }[]
}

/** Every phone is as long as any other, so a beginning is a range of an ordinary index. */
function isSought({ phoneBegins, phoneEnds, people }: SoughtMessages): RawBuilder<unknown> {
  const customers = people.map(person => person.customerId)
  const phones = people.map(person => person.phone)
  const ways = [sql`m.customer_id = any (${customers}::uuid[])`, sql`m.phone = any (${phones}::text[])`]
  if (phoneBegins) {
    const [first, last] = [phoneBegins.padEnd(10, '0'), phoneBegins.padEnd(10, '9')]
    ways.push(sql`m.phone between ${`+234${first}`} and ${`+234${last}`}`)
  }
  if (phoneEnds) ways.push(sql`right(m.phone, 4) = ${phoneEnds}`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** Written out, so that the indexes of what waits are known to fit. */
const hasStatus = (status: MessageStatus | MessageGroup): RawBuilder<unknown> =>
  status === 'waiting' || status === 'handedOver'
    ? sql`m.status in (${sql.join(MESSAGE_GROUPS[status].map(each => sql.lit(each)))})`
    : sql`m.status = ${status}`

function messageConditions(filter: MessageFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.status) parts.push(hasStatus(filter.status))
  if (filter.purpose) parts.push(sql`m.purpose = ${filter.purpose}`)
  if (filter.event) parts.push(sql`m.told_by = ${filter.event}`)
  if (filter.campaignId) parts.push(sql`m.campaign_id = ${filter.campaignId}`)
  if (filter.customerId) parts.push(sql`m.customer_id = ${filter.customerId}`)
  if (filter.subjectType) parts.push(sql`m.subject_type = ${filter.subjectType}`)
  if (filter.subjectId) parts.push(sql`m.subject_id = ${filter.subjectId}`)
  if (filter.from) parts.push(sql`m.at >= ${lagosMidnight(filter.from)}`)
  if (filter.sought) parts.push(isSought(filter.sought))
  if (filter.since) parts.push(sql`m.status_at >= ${filter.since}`)
  if (filter.to) parts.push(sql`m.at < ${lagosMidnight(addDays(filter.to, 1))}`)
  return sql.join(parts, sql` and `)
}

const WITH_RESENT = sql`
  select m.*, again.id as resent_as from message m left join message again on again.resend_of = m.id`

export async function listMessages(
  tx: Tx,
  filter: MessageFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<MessageRow[]> {
  const beyond = after ? sql`(m.at, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<MessageRow>`
    ${WITH_RESENT} where ${messageConditions(filter)} and ${beyond}
    order by ${isFew(filter) ? sql`m.at + interval '0'` : sql`m.at`} desc, m.id desc limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

/** What is searched for is a few of millions: found by its index and then sorted, not met on the way through them. */
const isFew = ({ sought }: MessageFilter): boolean =>
  sought !== undefined && (sought.phoneBegins === undefined || sought.phoneBegins.length > 5)

export const countMessages = (tx: Tx, filter: MessageFilter): Promise<Counted> =>
  countList(tx, sql`select 1 from message m where ${messageConditions(filter)}`)

export async function findMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  const result = await sql<MessageRow>`${WITH_RESENT} where m.id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function lockMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  await sql`select 1 from message where id = ${id} for update`.execute(tx)
  return findMessage(tx, id)
}

export type ReportRow = {
  at: Date
  gateway: GatewayName
  said: string
  status: MessageStatus | null
  moved: boolean
}

export async function reportsOf(tx: Tx, messageId: string): Promise<ReportRow[]> {
  const result = await sql<ReportRow>`
    select at, gateway, said, status, moved from message_report where message_id = ${messageId} order by id limit 100`.execute(
    tx,
  )
  return result.rows
}

export type DayRow = { status: MessageStatus; count: number; segments: number; cost: bigint }

export async function countSince(tx: Tx, since: Date): Promise<DayRow[]> {
  const result = await sql<DayRow>`
    select status, count(*)::int as count, sum(segments)::int as segments, sum(cost)::bigint as cost
    from message where status_at >= ${since} group by status`.execute(tx)
  return result.rows
}

export async function countWaiting(tx: Tx): Promise<{ count: number; oldest: Date | null }> {
  const result = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(at) as oldest from message where status in ('queued', 'held')`.execute(
    tx,
  )
  return result.rows[0] ?? { count: 0, oldest: null }
}

/** One statement for a whole campaign; what already left stays. */
export async function changeWaitingOf(
  tx: Tx,
  campaignId: string,
  change: { from: 'queued' | 'held' | 'both'; to: 'queued' | 'held' | 'cancelled'; reason: string | null },
  now: Date,
): Promise<void> {
  const from = change.from === 'both' ? ['queued', 'held'] : [change.from]
  await sql`
    update message set status = ${change.to}, status_reason = ${change.reason}, status_at = ${now}, not_before = null
    where campaign_id = ${campaignId} and status = any (${from}::text[])`.execute(tx)
}

// ── Opt-outs ─────────────────────────────────────────────────────────────────────────────────────────────────────

export async function optedOut(tx: Tx, phones: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ phone: string }>`
    select phone from message_opt_out where phone = any (${phones}::text[]) and lifted_at is null`.execute(tx)
  return new Set(result.rows.map(row => row.phone))
}

export type OptOutRow = { id: string; phone: string; since: Date; source: string; reason: string | null }

export async function listOptOuts(
  tx: Tx,
  after: { since: string; id: string } | null,
  limit: number,
): Promise<OptOutRow[]> {
  const beyond = after ? sql`(since, id) < (${after.since}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<OptOutRow>`
    select id, phone, since, source, reason from message_opt_out where lifted_at is null and ${beyond}
    order by since desc, id desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countOptOuts(tx: Tx): Promise<number> {
  const result = await sql<{
    count: number
  }>`select count(*)::int as count from message_opt_out where lifted_at is null`.execute(tx)
  return result.rows[0]?.count ?? 0
}

/** Opts a phone out once: an existing opt-out stays as it is, and an id is used for one opt-out only. */
export async function insertOptOut(tx: Tx, row: OptOutRow): Promise<boolean> {
  const result = await sql`
    insert into message_opt_out (id, phone, since, source, reason)
    values (${row.id}, ${row.phone}, ${row.since}, ${row.source}, ${row.reason})
    on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function liftOptOut(
  tx: Tx,
  by: { id: string } | { phone: string },
  at: Date,
  reason: string,
): Promise<string | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`phone = ${by.phone}`
  const result = await sql<{ phone: string }>`
    update message_opt_out set lifted_at = ${at}, lifted_reason = ${reason} where ${which} and lifted_at is null
    returning phone`.execute(tx)
  return result.rows[0]?.phone
}

export async function findOptOut(tx: Tx, phone: string): Promise<OptOutRow | undefined> {
  const result = await sql<OptOutRow>`
    select id, phone, since, source, reason from message_opt_out where phone = ${phone} and lifted_at is null`.execute(
    tx,
  )
  return result.rows[0]
}
