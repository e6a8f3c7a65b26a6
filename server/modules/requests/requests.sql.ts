import { sql } from 'kysely'
import type { Rhythm } from '../../../contract/products.ts'
import type { CheckName, Flag, TimelineKind } from '../../../contract/requests.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'
import { storedIndex } from '../../kernel/rotation.sql.ts'
import { changesOf, valuesOf } from '../../kernel/rows.sql.ts'

export type RequestRow = {
  id: string
  reference: string
  stage: Stage
  version: number
  channel: 'public' | 'staff'
  applicant: string
  phone: string
  bvn_index: Buffer
  nin_index: Buffer
  account_number: string
  ippis_number: string
  mda: string
  state: string
  product_id: string
  product_version: number
  product_name: string
  requested_amount: bigint
  requested_tenor: number
  recommended_amount: bigint | null
  recommended_tenor: number | null
  approved_amount: bigint | null
  approved_tenor: number | null
  amount: bigint
  tenor: number
  /** The unit of the tenor, out of the product's terms. */
  rhythm: Rhythm
  instalment: bigint
  share_of_pay_ppm: number | null
  pay_month: string | null
  stated_share_of_pay_ppm: number | null
  officer_code: string
  officer_name: string | null
  officer_ids: string[]
  browser_of: string[]
  flags: Flag[]
  documents_wanted: string | null
  reason_code: string | null
  initiator_id: string | null
  reviewer_id: string | null
  authorizer_id: string | null
  claimed_by: string | null
  claimed_by_name: string | null
  claimed_at: Date | null
  submitted_at: Date
  stage_since: Date
  consent_version: number
  consent_hash: string
  consent_address: string
  customer_id: string | null
  loan_id: string | null
  settles: string[]
  erased_at: Date | null
}

export type NewRequest = Omit<
  RequestRow,
  | 'product_name'
  | 'rhythm'
  | 'officer_name'
  | 'claimed_by_name'
  | 'recommended_amount'
  | 'recommended_tenor'
  | 'approved_amount'
  | 'approved_tenor'
  | 'documents_wanted'
  | 'reason_code'
  | 'reviewer_id'
  | 'authorizer_id'
  | 'claimed_by'
  | 'claimed_at'
  | 'customer_id'
  | 'loan_id'
  | 'settles'
  | 'erased_at'
>

const NAMES = sql`
  v.name as product_name, v.terms->'frequency'->>'rhythm' as rhythm, o.first_name || ' ' || o.last_name as officer_name,
    c.first_name || ' ' || c.last_name as claimed_by_name`
export const WITH_STAFF = sql`
  join product_version v on v.product_id = r.product_id and v.version = r.product_version
  left join staff o on o.account_officer_code = r.officer_code and r.officer_code <> ''
  left join staff c on c.id = r.claimed_by`
const WITH_NAMES = sql`select r.*, ${NAMES} from loan_request r ${WITH_STAFF}`

/** False when the same person already has a request under way. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<boolean> {
  const result = await sql`insert into loan_request ${valuesOf(request)} on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function findRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  const result = await sql<RequestRow>`${WITH_NAMES} where r.id = ${id}`.execute(tx)
  return result.rows[0]
}

/** Two people deciding at once come one after the other; the second sees what the first did. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  await sql`select 1 from loan_request where id = ${id} for update`.execute(tx)
  return findRequest(tx, id)
}

export async function requestByReference(
  tx: Tx,
  reference: string,
  phone: string,
): Promise<RequestRow | undefined> {
  const result =
    await sql<RequestRow>`${WITH_NAMES} where r.reference = ${reference} and r.phone = ${phone}`.execute(tx)
  return result.rows[0]
}

export async function pendingOf(tx: Tx, bvnIndex: Buffer, phone: string): Promise<RequestRow | undefined> {
  const result = await sql<RequestRow>`
    ${WITH_NAMES} where r.bvn_index = ${storedIndex('bvn', bvnIndex)} and r.phone = ${phone} and r.stage in ('reviewer', 'authorizer')`.execute(
    tx,
  )
  return result.rows[0]
}

type Identity = Pick<RequestRow, 'bvn_index' | 'nin_index' | 'phone'>

/** Requests of one identity come one after the other, or a hundred at once would all find that there is none. */
export async function lockIdentity(tx: Tx, { bvn_index, nin_index, phone }: Identity): Promise<void> {
  // one of two indexes is that of who has one secret
  const halves = (index: Buffer): string[] => index.toString('hex').match(/.{64}/g) ?? []
  const names = [...halves(bvn_index), ...halves(nin_index), phone].map(each => `request of ${each}`)
  await sql`
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) k`.execute(
    tx,
  )
}

/** How many of the public page's requests since then bear this BVN, this NIN or this phone: the most of the three. */
export async function mostSubmitted(
  tx: Tx,
  { bvn_index, nin_index, phone }: Identity,
  since: Date,
): Promise<number> {
  const recent = sql`submitted_at >= ${since} and channel = 'public'`
  const result = await sql<{ most: number }>`
    select greatest(
      (select count(*) from loan_request where bvn_index = ${storedIndex('bvn', bvn_index)} and ${recent}),
      (select count(*) from loan_request where nin_index = ${storedIndex('nin', nin_index)} and ${recent}),
      (select count(*) from loan_request where phone = ${phone} and ${recent}))::int as most`.execute(tx)
  return result.rows[0]?.most ?? 0
}

export type OtherRequest = { reference: string; applicant: string; same: 'BVN' | 'NIN' | 'phone' | 'account' }

/** Other people's requests that share something that should be one person's alone. */
export async function requestsLike(
  tx: Tx,
  own: { id: string; bvnIndex: Buffer; ninIndex: Buffer; phone: string; accountNumber: string },
): Promise<OtherRequest[]> {
  const result = await sql<OtherRequest>`
    select reference, applicant,
      case when bvn_index = ${storedIndex('bvn', own.bvnIndex)} then 'BVN' when nin_index = ${storedIndex('nin', own.ninIndex)} then 'NIN'
        when phone = ${own.phone} then 'phone' else 'account' end as same
    from loan_request
    where id <> ${own.id} and stage in ('reviewer', 'authorizer', 'approved') and (
      (bvn_index = ${storedIndex('bvn', own.bvnIndex)} and (phone <> ${own.phone} or nin_index <> ${storedIndex('nin', own.ninIndex)}))
      or (bvn_index <> ${storedIndex('bvn', own.bvnIndex)}
        and (nin_index = ${storedIndex('nin', own.ninIndex)} or phone = ${own.phone} or account_number = ${own.accountNumber})))
    limit 10`.execute(tx)
  return result.rows
}

export type RequestChange = Partial<
  Omit<RequestRow, 'id' | 'reference' | 'product_name' | 'rhythm' | 'officer_name' | 'claimed_by_name'>
>

export async function updateRequest(tx: Tx, id: string, change: RequestChange): Promise<void> {
  await sql`update loan_request set ${changesOf(change)} where id = ${id}`.execute(tx)
}

export async function insertVersion(
  tx: Tx,
  version: {
    requestId: string
    version: number
    application: object
    byId: string | null
    byName: string
    at: Date
  },
): Promise<void> {
  await sql`
    insert into request_version (request_id, version, application, by_id, by_name, at)
    values (${version.requestId}, ${version.version}, ${JSON.stringify(version.application)}::jsonb, ${version.byId},
      ${version.byName}, ${version.at})`.execute(tx)
}

export type VersionRow = { request_id: string; version: number; application: Json; by_name: string; at: Date }

export async function versionsOf(tx: Tx, requestId: string): Promise<VersionRow[]> {
  const result = await sql<VersionRow>`
    select request_id, version, application, by_name, at from request_version where request_id = ${requestId} order by version`.execute(
    tx,
  )
  return result.rows
}

// ── Timeline ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type EventRow = {
  id: bigint
  at: Date
  by_name: string
  kind: TimelineKind
  reason_code: string | null
  note: string | null
  amount: bigint | null
  tenor: number | null
}

export async function insertEvent(
  tx: Tx,
  event: {
    requestId: string
    at: Date
    byId: string | null
    byName: string
    kind: TimelineKind
    fromStage?: Stage | null
    toStage?: Stage | null
    reasonCode?: string | null
    note?: string | null
    amount?: bigint | null
    tenor?: number | null
  },
): Promise<void> {
  await sql`
    insert into request_event (request_id, at, by_id, by_name, kind, from_stage, to_stage, reason_code, note, amount, tenor)
    values (${event.requestId}, ${event.at}, ${event.byId}, ${event.byName}, ${event.kind}, ${event.fromStage ?? null},
      ${event.toStage ?? null}, ${event.reasonCode ?? null}, ${event.note ?? null}, ${event.amount ?? null}, ${event.tenor ?? null})`.execute(
    tx,
  )
}

export async function eventsOf(tx: Tx, requestId: string): Promise<EventRow[]> {
  const result = await sql<EventRow>`
    select id, at, by_name, kind, reason_code, note, amount, tenor from request_event
    where request_id = ${requestId} order by id desc limit 500`.execute(tx)
  return result.rows
}

/** Who moved it to where it is. */
export async function lastMove(tx: Tx, requestId: string): Promise<EventRow | undefined> {
  const result = await sql<EventRow>`
    select id, at, by_name, kind, reason_code, note, amount, tenor from request_event
    where request_id = ${requestId} and to_stage is not null order by id desc limit 1`.execute(tx)
  return result.rows[0]
}

export type PartTaken = { staff_id: string; part: 'initiator' | 'reviewer' | 'authorizer' }

/** Who of the staff wrote any version of it or sent the link it came through, and who decided in either queue in any round. */
export async function partsTaken(tx: Tx, requestId: string): Promise<PartTaken[]> {
  const result = await sql<PartTaken>`
    select by_id as staff_id, 'initiator' as part from request_version
    where request_id = ${requestId} and by_id is not null
    union
    select unnest(officer_ids), 'initiator' from loan_request where id = ${requestId}
    union
    select by_id, coalesce(from_stage, 'reviewer') from request_event
    where request_id = ${requestId} and by_id is not null
      and (from_stage in ('reviewer', 'authorizer') or kind = 'override')`.execute(tx)
  return result.rows
}

export type OverrideRow = {
  check_name: CheckName
  reason_code: string
  note: string
  by_name: string
  at: Date
}

export async function overridesOf(tx: Tx, requestId: string, version: number): Promise<OverrideRow[]> {
  const result = await sql<OverrideRow>`
    select check_name, reason_code, note, by_name, at from request_override
    where request_id = ${requestId} and version = ${version}`.execute(tx)
  return result.rows
}

export async function overridesEver(
  tx: Tx,
  requestId: string,
): Promise<(OverrideRow & { version: number })[]> {
  const result = await sql<OverrideRow & { version: number }>`
    select version, check_name, reason_code, note, by_name, at from request_override
    where request_id = ${requestId} order by version, at`.execute(tx)
  return result.rows
}

export async function insertOverride(
  tx: Tx,
  override: {
    requestId: string
    version: number
    check: CheckName
    reasonCode: string
    note: string
    byId: string
    byName: string
    at: Date
  },
): Promise<void> {
  await sql`
    insert into request_override (request_id, version, check_name, reason_code, note, by_id, by_name, at)
    values (${override.requestId}, ${override.version}, ${override.check}, ${override.reasonCode}, ${override.note},
      ${override.byId}, ${override.byName}, ${override.at})
    on conflict (request_id, version, check_name) do update set reason_code = excluded.reason_code, note = excluded.note,
      by_id = excluded.by_id, by_name = excluded.by_name, at = excluded.at`.execute(tx)
}

// ── Queues ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export async function stageCounts(tx: Tx): Promise<Map<Stage, number>> {
  const result = await sql<{
    stage: Stage
    rows: string
  }>`select stage, rows::text as rows from request_count`.execute(tx)
  return new Map(result.rows.map(row => [row.stage, Number.parseInt(row.rows, 10)]))
}

/** Keeps the totals in step. Stages are always taken in the same order, so that two moves cannot lock each other out. */
export async function recordMove(tx: Tx, from: Stage | null, to: Stage | null): Promise<void> {
  const steps = [...(from ? [{ stage: from, by: -1 }] : []), ...(to ? [{ stage: to, by: 1 }] : [])].sort(
    (a, b) => (a.stage < b.stage ? -1 : 1),
  )
  if (from === to) return
  for (const { stage, by } of steps)
    await sql`update request_count set rows = rows + ${by} where stage = ${stage}`.execute(tx)
}

/** The rows before and after one in its queue, by age. */
export async function neighbours(
  tx: Tx,
  row: Pick<RequestRow, 'id' | 'stage' | 'stage_since'>,
): Promise<{ previous: string | null; next: string | null }> {
  const result = await sql<{ previous: string | null; next: string | null }>`
    select
      (select id from loan_request where stage = ${row.stage} and (stage_since, id) < (${row.stage_since}, ${row.id}::uuid)
        order by stage_since desc, id desc limit 1) as previous,
      (select id from loan_request where stage = ${row.stage} and (stage_since, id) > (${row.stage_since}, ${row.id}::uuid)
        order by stage_since, id limit 1) as next`.execute(tx)
  return result.rows[0] ?? { previous: null, next: null }
}
