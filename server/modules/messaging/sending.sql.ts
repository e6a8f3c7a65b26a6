import { sql } from 'kysely'
import type { GatewayName, MessagePurpose, MessageStatus } from '../../../contract/messaging.ts'
import type { Tx } from '../../kernel/db.ts'

/** Everything the sender writes. Leases and the pace are timed by the database, so that clocks cannot disagree. */

export type GatewayRow = {
  gateway: GatewayName
  base_url: string
  username: string
  api_key_sealed: string | null
  api_key_last4: string | null
  webhook_secret_sealed: string | null
  webhook_secret_last4: string | null
  changed_by_name: string | null
  changed_at: Date | null
  last_success_at: Date | null
  last_failure_at: Date | null
  last_failure: string | null
  balance: string | null
  balance_at: Date | null
  back_off_until: Date | null
}

export async function listGateways(tx: Tx): Promise<GatewayRow[]> {
  return (await sql<GatewayRow>`select * from message_gateway order by gateway`.execute(tx)).rows
}

/**
 * Claims of all workers pass here one after the other: the pace and the daily cap hold for all of them together. The
 * first slot lies at minus infinity, from which PostgreSQL before 17 cannot subtract.
 */
export async function lockPace(
  tx: Tx,
  gateway: GatewayName,
  now: Date,
): Promise<(GatewayRow & { wait_ms: number }) | undefined> {
  await sql`select 1 from message_gateway where gateway = ${gateway} for update`.execute(tx)
  const result = await sql<GatewayRow & { wait_ms: number }>`
    select *, greatest(0, ceil(extract(epoch from greatest(next_slot_at, now()) - clock_timestamp()) * 1000))::int as wait_ms
    from message_gateway
    where gateway = ${gateway} and (back_off_until is null or back_off_until <= ${now})
      and not exists (select 1 from message_pause)`.execute(tx)
  return result.rows[0]
}

export async function takeSlots(
  tx: Tx,
  gateway: GatewayName,
  count: number,
  perSecond: number,
): Promise<void> {
  await sql`
    update message_gateway set next_slot_at = greatest(next_slot_at, clock_timestamp())
      + make_interval(secs => ${count}::float8 / ${perSecond}::float8)
    where gateway = ${gateway}`.execute(tx)
}

export async function releaseHeld(tx: Tx, now: Date): Promise<void> {
  await sql`
    update message set status = 'queued', status_reason = null, status_at = ${now}, not_before = null
    where id in (select id from message where status = 'held' and not_before <= ${now}
      order by not_before limit 1000 for update skip locked)`.execute(tx)
}

export type Candidate = {
  id: string
  phone: string
  purpose: MessagePurpose
  body: string
  segments: number
  attempt: number
  subject_type: string | null
  subject_id: string | null
  /** The same text went to this phone within a day. */
  is_repeat: boolean
}

const REACHED = sql`('sending', 'sent', 'delivered', 'simulated', 'unknown')`

export async function nextWaiting(tx: Tx, now: Date, limit: number): Promise<Candidate[]> {
  const result = await sql<Candidate>`
    select m.id, m.phone, m.purpose, m.body, m.segments, m.attempt, m.subject_type, m.subject_id,
      exists (select 1 from message o where o.phone = m.phone and o.body = m.body and o.id <> m.id
        and o.status in ${REACHED} and o.at > ${now}::timestamptz - interval '1 day') as is_repeat
    from message m
    where m.status || '' = 'queued' and (m.not_before is null or m.not_before <= ${now})
    order by m.priority, m.at, m.id limit ${limit} for update of m skip locked`.execute(tx)
  return result.rows
}

/** How many a person got since a moment, of those that a cap counts. */
export async function notifiedSince(
  tx: Tx,
  phones: readonly string[],
  purposes: readonly MessagePurpose[],
  since: Date,
): Promise<Map<string, number>> {
  const result = await sql<{ phone: string; count: number }>`
    select phone, count(*)::int as count from message
    where phone = any (${phones}::text[]) and purpose = any (${purposes}::text[]) and status in ${REACHED}
      and status_at >= ${since} group by phone`.execute(tx)
  return new Map(result.rows.map(row => [row.phone, row.count]))
}

export async function leaseAll(
  tx: Tx,
  ids: readonly string[],
  lease: { id: string; gateway: GatewayName; pricePerSegment: bigint; now: Date },
): Promise<void> {
  await sql`
    update message set status = 'sending', status_reason = null, status_at = ${lease.now}, claimed_at = clock_timestamp(),
      lease = ${lease.id}, gateway = ${lease.gateway}, attempt = attempt + 1, cost = segments * ${lease.pricePerSegment}::bigint
    where id = any (${ids}::uuid[])`.execute(tx)
}

export async function park(
  tx: Tx,
  id: string,
  fate: { status: 'cancelled' | 'held'; reason: string; notBefore: Date | null },
  now: Date,
): Promise<void> {
  await sql`
    update message set status = ${fate.status}, status_reason = ${fate.reason}, status_at = ${now},
      not_before = ${fate.notBefore} where id = ${id}`.execute(tx)
}

export type Settled = {
  status: 'sent' | 'failed' | 'queued' | 'unknown'
  reason: string | null
  providerId: string | null
  cost: bigint | null
  notBefore: Date | null
}

/** Only the holder of the lease records its outcome; a faster sweeper left it unknown, which this resolves. */
export async function settleLeases(
  tx: Tx,
  settled: readonly (Settled & { id: string; lease: string })[],
  now: Date,
): Promise<void> {
  const each = <Key extends keyof Settled | 'id' | 'lease'>(key: Key) => settled.map(one => one[key])
  await sql`
    update message m set status = o.status, status_reason = o.reason, status_at = ${now}, lease = null,
      provider_id = o.provider_id, cost = coalesce(o.cost, m.cost), not_before = o.not_before
    from unnest(${each('id')}::uuid[], ${each('lease')}::uuid[], ${each('status')}::text[], ${each('reason')}::text[],
      ${each('providerId')}::text[], ${each('cost')}::bigint[], ${each('notBefore')}::timestamptz[])
      as o (id, lease, status, reason, provider_id, cost, not_before)
    where m.id = o.id and m.lease = o.lease and m.status in ('sending', 'unknown')`.execute(tx)
}

/** What is being recorded at this moment is not in doubt. */
export async function sweepLeases(tx: Tx, seconds: number, now: Date): Promise<number> {
  const result = await sql`
    update message set status = 'unknown', status_at = ${now},
      status_reason = 'the program stopped while it was being handed over'
    where id in (select id from message
      where status = 'sending' and claimed_at < clock_timestamp() - make_interval(secs => ${seconds})
      for update skip locked)`.execute(tx)
  return Number.parseInt(String(result.numAffectedRows ?? 0n), 10)
}

export async function noteSuccess(tx: Tx, gateway: GatewayName, now: Date): Promise<void> {
  await sql`
    update message_gateway set last_success_at = ${now}, back_off_until = null where gateway = ${gateway}
      and (last_success_at is null or last_success_at < ${now}::timestamptz - interval '5 seconds'
        or back_off_until is not null)`.execute(tx)
}

export async function noteFailure(
  tx: Tx,
  gateway: GatewayName,
  failure: { reason: string; backOffUntil: Date | null },
  now: Date,
): Promise<void> {
  await sql`
    update message_gateway set last_failure_at = ${now}, last_failure = ${failure.reason},
      back_off_until = greatest(back_off_until, ${failure.backOffUntil}::timestamptz) where gateway = ${gateway}`.execute(
    tx,
  )
}

export async function noteBalance(tx: Tx, gateway: GatewayName, balance: string, now: Date): Promise<void> {
  await sql`
    update message_gateway set balance = ${balance}, balance_at = ${now}, last_success_at = ${now}, back_off_until = null
    where gateway = ${gateway}`.execute(tx)
}

// ── Reports ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A report and the record of its id may arrive at once; the second sees the first. */
export async function lockProviderId(tx: Tx, gateway: GatewayName, providerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${gateway} ${providerId}`}, 50))`.execute(tx)
}

/** In one order for all callers: two that hold some locks and wait for others would deadlock. */
export async function lockProviderIds(
  tx: Tx,
  gateway: GatewayName,
  providerIds: readonly string[],
): Promise<void> {
  if (providerIds.length === 0) return
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(${gateway}::text || ' ' || id, 50) as key from unnest(${providerIds}::text[]) id
    order by key) sorted`.execute(tx)
}

export type NewReport = {
  at: Date
  gateway: GatewayName
  providerId: string
  said: string
  status: MessageStatus | null
}

/** Undefined for a repeat. */
export async function insertReport(tx: Tx, report: NewReport): Promise<bigint | undefined> {
  const result = await sql<{ id: bigint }>`
    insert into message_report (at, gateway, provider_id, said, status)
    values (${report.at}, ${report.gateway}, ${report.providerId}, ${report.said}, ${report.status})
    on conflict (gateway, provider_id, said) do nothing returning id`.execute(tx)
  return result.rows[0]?.id
}

export async function waitingReports(
  tx: Tx,
  gateway: GatewayName,
  providerIds: readonly string[],
): Promise<(NewReport & { id: bigint })[]> {
  if (providerIds.length === 0) return []
  const result = await sql<NewReport & { id: bigint }>`
    select id, at, gateway, provider_id as "providerId", said, status from message_report
    where gateway = ${gateway} and provider_id = any (${providerIds}::text[]) and message_id is null
    order by id`.execute(tx)
  return result.rows
}

/**
 * Only forward: in doubt < sent < failed < delivered. Delivered wins over failed, whichever is heard first, because a
 * handset that showed the text is proof, and networks report a failed part of a text that arrived.
 */
const RANK = sql`array['queued', 'held', 'sending', 'unknown', 'sent', 'failed', 'delivered', 'simulated']`

/** Changes nothing while the id is unknown. */
export async function followReport(tx: Tx, id: bigint, report: NewReport, now: Date): Promise<void> {
  const { gateway, providerId, status } = report
  await sql`
    with told as (
      select id from message where gateway = ${gateway} and provider_id = ${providerId} limit 1),
    moved as (
      update message m set status = ${status}::text, status_reason = ${status === 'failed' ? report.said : null}, status_at = ${now}
      from told where m.id = told.id and m.status <> 'cancelled'
        and array_position(${RANK}, m.status) < array_position(${RANK}, ${status}::text)
      returning 1)
    update message_report r set message_id = told.id, moved = exists (select 1 from moved)
    from told where r.id = ${id}`.execute(tx)
}

// ── Asking ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type InDoubt = {
  id: string
  gateway: GatewayName
  provider_id: string | null
  phone: string
  body: string
  claimed_at: Date
  status_at: Date
}

/** What the provider can be asked about: doubts of two days, and what the outbox has yet to deliver. */
export async function toAskAbout(tx: Tx, now: Date, limit: number): Promise<InDoubt[]> {
  const result = await sql<InDoubt>`
    select id, gateway, provider_id, phone, body, claimed_at, status_at from message
    where (status = 'unknown' or (status = 'sent' and gateway = 'outbox'))
      and gateway in ('outbox', 'termii') and status_at > ${now}::timestamptz - interval '2 days'
      and (asked_at is null or asked_at < ${now}::timestamptz - interval '1 minute')
    order by asked_at nulls first, status_at limit ${limit}`.execute(tx)
  return result.rows
}

export async function noteAsked(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update message set asked_at = ${now} where id = any (${ids}::uuid[])`.execute(tx)
}

/** Their id becomes ours, unless another message has it already. */
export async function adoptProviderId(
  tx: Tx,
  messageId: string,
  gateway: GatewayName,
  providerId: string,
): Promise<boolean> {
  const result = await sql`
    update message set provider_id = ${providerId} where id = ${messageId} and (provider_id is null or provider_id = ${providerId})
      and not exists (select 1 from message o where o.gateway = ${gateway} and o.provider_id = ${providerId} and o.id <> ${messageId})`.execute(
    tx,
  )
  return result.numAffectedRows === 1n
}
