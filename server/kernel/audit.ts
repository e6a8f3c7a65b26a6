import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { auditEntry, auditFilter } from '../../contract/staff.ts'
import { addDays } from '../../engine/dates.ts'
import { type Counted, countList } from './counting.sql.ts'
import type { Tx } from './db.ts'
import type { AuditAnchor } from './files.ts'
import { storableJson } from './json.ts'
import { anywhere } from './like.ts'
import { withoutWaiting } from './transaction.ts'

/** What an act changed. `before` and `after` hold no secrets and no unmasked personal data: the trail is read widely. */
export type AuditNote = {
  subject: readonly [type: string, id: string]
  /** The act's name; the endpoint's own name when not given. */
  action?: string
  before?: object | null
  after?: object | null
  reason?: string | null | undefined
  outcome?: 'done' | 'refused'
  /** Actor of an act before sign-in: signing up and signing in. */
  by?: { id: string; name: string }
}

/** A searched number is personal data: the trail records only that there was one, and its last digits. */
export const storedText = (text: string): string => text.replace(/\d(?=(?:[\s().-]*\d){4})/g, '•')
export const storedFilter = <F extends { search?: string | undefined }>(filter: F): F =>
  filter.search ? { ...filter, search: storedText(filter.search) } : filter

export type AuditRecord = AuditNote & {
  action: string
  at: Date
  actorId: string | null
  actorName: string
  address: string | null
  requestId: string | null
}

/** The notes of one act as records: what was done where no note says otherwise, by whom, when, from where. */
export const recordsOf = (
  notes: readonly AuditNote[],
  {
    by,
    ...act
  }: Pick<AuditRecord, 'action' | 'at' | 'address' | 'requestId'> & {
    by: { id: string | null; name: string }
  },
): AuditRecord[] =>
  notes.map(note => ({ ...act, ...note, actorId: (note.by ?? by).id, actorName: (note.by ?? by).name }))

export async function appendAudit(tx: Tx, entries: readonly AuditRecord[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(entry => ({
    at: entry.at,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    action: entry.action,
    subject_type: entry.subject[0],
    subject_id: entry.subject[1],
    outcome: entry.outcome ?? 'done',
    before: entry.before ?? null,
    after: entry.after ?? null,
    reason: entry.reason ?? null,
    address: entry.address,
    request_id: entry.requestId,
  }))
  // one text for one entry and for hundreds, so that the database plans it once
  await withoutWaiting(
    tx,
    sql`
    insert into audit_entry (at, actor_id, actor_name, action, subject_type, subject_id, outcome, before, after, reason, address,
      request_id)
    select e.* from jsonb_to_recordset(${storableJson(rows)}::jsonb) as e (at timestamptz, actor_id uuid, actor_name text,
      action text, subject_type text, subject_id text, outcome text, before jsonb, after jsonb, reason text, address text,
      request_id text)`,
  )
}

export type AuditFilter = z.output<typeof auditFilter>
/**
 * What the trail knows a person by: the ids of all that is theirs, the same as entries about documents name them, and every
 * number that they ever had on the payroll, unless those were erased.
 */
export type Held = {
  ids: readonly string[]
  documentsOf: readonly string[]
  staffNumbers: readonly string[] | 'erased'
}
/**
 * Includes the records whose own number was searched for and, on request, everything stored on each person whose data
 * was read.
 */
export type AuditSearch = AuditFilter & { about?: readonly string[]; held?: readonly Held[] }
export type AuditEntry = z.output<typeof auditEntry>

function conditions(filter: AuditSearch): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.actorId) parts.push(sql`e.actor_id = ${filter.actorId}`)
  if (filter.action) parts.push(sql`e.action = ${filter.action}`)
  if (filter.looks) parts.push(sql`audit_is_look(e.action, e.subject_type) and e.outcome = 'done'`)
  if (filter.subjectType) parts.push(sql`e.subject_type = ${filter.subjectType}`)
  if (filter.subjectId) parts.push(sql`e.subject_id = ${filter.subjectId}`)
  for (const held of filter.held ?? []) parts.push(mayShow(held))
  if (filter.outcome) parts.push(sql`e.outcome = ${filter.outcome}`)
  if (filter.from) parts.push(sql`e.at >= (${filter.from}::date::timestamp at time zone 'Africa/Lagos')`)
  if (filter.to)
    parts.push(sql`e.at < (${addDays(filter.to, 1)}::date::timestamp at time zone 'Africa/Lagos')`)
  if (filter.about?.length) parts.push(sql`e.subject_id = any (${filter.about}::text[])`)
  else if (filter.search) {
    const pattern = anywhere(filter.search)
    parts.push(
      sql`(e.actor_name ilike ${pattern} or e.action ilike ${pattern} or e.subject_id ilike ${pattern} or e.reason ilike ${pattern})`,
    )
  }
  return sql.join(parts, sql` and `)
}

/** An export or a search by number may have shown anyone, so these entries match every person. */
const OF_MANY = [
  'export',
  'search',
  'intake',
  'repayment',
  'payoutBatch',
  'refund',
  'refundProposal',
  'campaign',
]

/** A document that was erased is known only by whose it was. */
const mayShow = ({ ids, documentsOf, staffNumbers }: Held): RawBuilder<unknown> => sql`(
  e.subject_id = any (${ids}::text[]) or e.subject_type = any (${OF_MANY}::text[])
  or (e.subject_type = 'document' and e.after ->> 'of' = any (${documentsOf}::text[]))
  or (e.subject_type = 'payroll' and ${
    // once their number is erased, any that was looked up may have been theirs
    staffNumbers === 'erased'
      ? sql`true`
      : sql`ltrim(upper(right(e.subject_id, 4)), '0') = any (${staffNumbers.map(staffEnd)}::text[])`
  }))`

/** The trail keeps no more of a number on the payroll than how it ends, and zeros before it mean nothing. */
const staffEnd = (staffNumber: string): string => staffNumber.slice(-4).toUpperCase().replace(/^0+/, '')

type AuditRow = {
  id: bigint
  at: Date
  actor_id: string | null
  actor_name: string
  action: string
  subject_type: string
  subject_id: string
  outcome: 'done' | 'refused'
  before: AuditEntry['before']
  after: AuditEntry['after']
  reason: string | null
  address: string | null
  request_id: string | null
  sealed: boolean
}

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id.toString(),
  at: row.at.toISOString(),
  actorId: row.actor_id,
  actorName: row.actor_name,
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  outcome: row.outcome,
  before: row.before,
  after: row.after,
  reason: row.reason,
  address: row.address,
  requestId: row.request_id,
  sealed: row.sealed,
})

export async function auditEntries(
  tx: Tx,
  filter: AuditSearch,
  beforeId: bigint | null,
  limit: number,
): Promise<AuditEntry[]> {
  const result = await sql<AuditRow>`
    select e.*, s.entry_id is not null as sealed
    from audit_entry e left join audit_seal s on s.entry_id = e.id
    where ${conditions(filter)} and ${beforeId === null ? sql`true` : sql`e.id < ${beforeId}`}
    order by e.id desc limit ${limit}`.execute(tx)
  return result.rows.map(toEntry)
}

/** The newest entry: an export of the trail ends with it, not with the entry of the export itself. */
export async function newestAudit(tx: Tx): Promise<bigint> {
  const result = await sql<{ id: bigint | null }>`select max(id) as id from audit_entry`.execute(tx)
  return result.rows[0]?.id ?? 0n
}

export const countAudit = (tx: Tx, filter: AuditSearch): Promise<Counted> =>
  countList(tx, sql`select 1 from audit_entry e where ${conditions(filter)}`)

/** One statement seals one batch; the job repeats it until nothing is left. */
export async function sealAudit(tx: Tx, most: number): Promise<number> {
  const result = await sql<{ sealed: number }>`select audit_seal_next(${most}) as sealed`.execute(tx)
  return result.rows[0]?.sealed ?? 0
}

export async function auditHead(tx: Tx): Promise<{ position: bigint; hash: string } | undefined> {
  const result = await sql<{ position: bigint; hash: string }>`
    select position, encode(hash, 'hex') as hash from audit_seal order by position desc limit 1`.execute(tx)
  return result.rows[0]
}

export type AuditVerdict = {
  entries: number
  sealed: number
  breaks: { position: string; problem: string }[]
  head: string | null
}

/** A statement over this many seals takes about half a second, well within its limit, however long the chain is. */
const VERIFY_BATCH = 50_000
const BREAKS_SHOWN = 100

type Break = { position: string; problem: string }

/**
 * Recomputes the whole chain: each seal must be the hash of its predecessor and its entry, positions must have no gap,
 * every entry must be sealed or waiting for it, and every anchor noted outside the database must still be where it was.
 */
export async function verifyAudit(tx: Tx, anchors: readonly AuditAnchor[]): Promise<AuditVerdict> {
  const breaks = [
    ...(await brokenSeals(tx)),
    ...(await entriesOutsideTheChain(tx)),
    ...(await movedAnchors(tx, anchors)),
  ]
  const counts = await sql<{ entries: number; sealed: number }>`
    select (select count(*)::int from audit_entry) as entries, (select count(*)::int from audit_seal) as sealed`.execute(
    tx,
  )
  return {
    entries: counts.rows[0]?.entries ?? 0,
    sealed: counts.rows[0]?.sealed ?? 0,
    breaks,
    head: (await auditHead(tx))?.hash ?? null,
  }
}

async function brokenSeals(tx: Tx): Promise<Break[]> {
  const breaks: Break[] = []
  let last: { position: bigint; hash: Buffer } = { position: 0n, hash: Buffer.alloc(0) }
  while (breaks.length < BREAKS_SHOWN) {
    const found = await sql<{ position: bigint; hash: Buffer; problem: string | null }>`
      with seal as (
        select s.position, s.hash, e,
          coalesce(lag(s.position) over (order by s.position), ${last.position}) as position_before,
          coalesce(lag(s.hash) over (order by s.position), ${last.hash}) as hash_before
        from (select * from audit_seal where position > ${last.position} order by position limit ${VERIFY_BATCH}) s
        left join audit_entry e on e.id = s.entry_id
      ), judged as (
        select position, hash, case
          when position <> position_before + 1 then 'a seal before this one was removed'
          when (e).id is null then 'its entry was removed'
          when hash <> sha256(hash_before || audit_canonical(e)) then 'the entry or the one before it was changed'
        end as problem from seal
      )
      (select position, hash, problem from judged where problem is not null order by position limit ${BREAKS_SHOWN})
      union all (select position, hash, null from judged order by position desc limit 1)`.execute(tx)
    const end = found.rows.pop()
    if (!end) break
    last = end
    for (const { position, problem } of found.rows)
      breaks.push({ position: position.toString(), problem: problem ?? '' })
  }
  return breaks.slice(0, BREAKS_SHOWN)
}

async function entriesOutsideTheChain(tx: Tx): Promise<Break[]> {
  const found = await sql<{ id: bigint }>`
    select e.id from audit_entry e
    where not exists (select 1 from audit_seal s where s.entry_id = e.id)
      and not exists (select 1 from audit_waiting w where w.entry_id = e.id)
    order by e.id limit ${BREAKS_SHOWN}`.execute(tx)
  return found.rows.map(({ id }) => ({ position: `entry ${id}`, problem: 'is not in the chain' }))
}

async function movedAnchors(tx: Tx, anchors: readonly AuditAnchor[]): Promise<Break[]> {
  const found = await sql<{ position: string }>`
    select a.position::text as position
    from jsonb_to_recordset(${JSON.stringify(anchors)}::jsonb) as a (position bigint, hash text)
    left join audit_seal s on s.position = a.position
    where s.hash is null or encode(s.hash, 'hex') <> a.hash order by a.position limit ${BREAKS_SHOWN}`.execute(
    tx,
  )
  return found.rows.map(({ position }) => ({ position, problem: 'differs from the external anchor' }))
}
