import { type RawBuilder, sql } from 'kysely'
import type { CommandName } from '../../../contract/api.ts'
import type { APPROVAL_STATUSES } from '../../../contract/approvals.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'

export type ApprovalRow = {
  id: string
  command: CommandName
  input: Json
  subject_type: string
  subject_id: string
  summary: string
  amount: bigint | null
  before: Json | null
  after: Json | null
  reason: string | null
  status: (typeof APPROVAL_STATUSES)[number]
  maker_id: string
  maker_name: string
  maker_status: string
  maker_roles: string[]
  maker_address: string | null
  maker_user_agent: string | null
  involved: string[]
  asked_at: Date
  checker_id: string | null
  checker_name: string | null
  decided_at: Date | null
  note: string | null
}

export type NewApproval = {
  id: string
  command: CommandName
  input: string
  subject_type: string
  subject_id: string
  summary: string
  amount: bigint | null
  before: string | null
  after: string | null
  reason: string | null
  maker_id: string
  maker_address: string
  maker_user_agent: string
  involved: string[]
  asked_at: Date
}

/** False when the same command already waits on the same record. */
export async function insertApproval(tx: Tx, approval: NewApproval): Promise<boolean> {
  const result = await sql`
    insert into approval (id, command, input, subject_type, subject_id, summary, amount, before, after, reason, maker_id,
      involved, asked_at, maker_address, maker_user_agent)
    values (${approval.id}, ${approval.command}, ${approval.input}::jsonb, ${approval.subject_type}, ${approval.subject_id},
      ${approval.summary}, ${approval.amount}, ${approval.before}::jsonb, ${approval.after}::jsonb, ${approval.reason}, ${approval.maker_id},
      ${approval.involved}::uuid[], ${approval.asked_at}, ${approval.maker_address}, ${approval.maker_user_agent})
    on conflict (command, subject_type, subject_id) where status = 'waiting' do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

const WITH_NAMES = sql`
  select a.*, m.first_name || ' ' || m.last_name as maker_name, m.status as maker_status, m.roles as maker_roles,
    c.first_name || ' ' || c.last_name as checker_name
  from approval a join staff m on m.id = a.maker_id left join staff c on c.id = a.checker_id`

export async function findApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const result = await sql<ApprovalRow>`${WITH_NAMES} where a.id = ${id}`.execute(tx)
  return result.rows[0]
}

/** Two people deciding at once come one after the other; the second finds it decided. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  await sql`select 1 from approval where id = ${id} for update`.execute(tx)
  return findApproval(tx, id)
}

export async function waitingApproval(
  tx: Tx,
  command: CommandName,
  subject: readonly [string, string],
): Promise<ApprovalRow | undefined> {
  const result = await sql<ApprovalRow>`
    ${WITH_NAMES} where a.status = 'waiting' and a.command = ${command}
      and a.subject_type = ${subject[0]} and a.subject_id = ${subject[1]}`.execute(tx)
  return result.rows[0]
}

export async function decideApproval(
  tx: Tx,
  id: string,
  decision: {
    status: 'approved' | 'declined' | 'withdrawn'
    checkerId: string | null
    note: string | null
    at: Date
  },
): Promise<void> {
  await sql`
    update approval set status = ${decision.status}, checker_id = ${decision.checkerId}, note = ${decision.note},
      decided_at = ${decision.at} where id = ${id} and status = 'waiting'`.execute(tx)
}

/** False when it is not this maker's, or was not declined. At no time: it is before them again. */
export async function markSeen(
  tx: Tx,
  { id, makerId, at }: { id: string; makerId: string; at: Date | null },
): Promise<boolean> {
  const result = await sql`
    update approval set seen_at = ${at}
    where id = ${id} and maker_id = ${makerId} and status = 'declined'`.execute(tx)
  return result.numAffectedRows === 1n
}

export type ApprovalFilter = {
  view: 'toDecide' | 'mine' | 'declined' | 'all'
  /** `amount`: the largest first. Absent: by age. */
  order: 'age' | 'amount'
  viewerId: string
  /** Those that are about the viewer's own account. */
  own: readonly string[]
  /** People whom the viewer is linked to. */
  linked: readonly string[]
  /** What was declined before it is old. */
  declinedSince: Date
  status?: ApprovalRow['status']
  subjectType?: string
  subjectId?: string
}

function approvalConditions(filter: ApprovalFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.view === 'mine') parts.push(sql`a.maker_id = ${filter.viewerId}`)
  if (filter.view === 'toDecide')
    parts.push(
      sql`a.status = 'waiting' and a.maker_id <> ${filter.viewerId} and not (${filter.viewerId}::uuid = any (a.involved))
        and a.id <> all (${[...filter.own]}::uuid[]) and a.maker_id <> all (${[...filter.linked]}::uuid[])
        and not (a.involved && ${[...filter.linked]}::uuid[])`,
    )
  if (filter.view === 'declined')
    parts.push(
      sql`a.maker_id = ${filter.viewerId} and a.status = 'declined' and a.seen_at is null
        and a.decided_at > ${filter.declinedSince}`,
    )
  if (filter.status) parts.push(sql`a.status = ${filter.status}`)
  if (filter.subjectType) parts.push(sql`a.subject_type = ${filter.subjectType}`)
  if (filter.subjectId) parts.push(sql`a.subject_id = ${filter.subjectId}`)
  return sql.join(parts, sql` and `)
}

/** The column by which a list is sorted, and its direction. */
function orderOf({ view, order }: ApprovalFilter) {
  if (order === 'amount') return { by: sql`coalesce(a.amount, -1)`, type: sql`bigint`, ascending: false }
  // an approver starts with the oldest item; declined items are sorted by the decision
  const by = view === 'declined' ? sql`a.decided_at` : sql`a.asked_at`
  return { by, type: sql`timestamptz`, ascending: view === 'toDecide' }
}

export async function listApprovals(
  tx: Tx,
  filter: ApprovalFilter,
  after: { by: string; id: string } | null,
  limit: number,
): Promise<ApprovalRow[]> {
  const { by, type, ascending } = orderOf(filter)
  const direction = ascending ? sql`asc` : sql`desc`
  const beyond = after
    ? sql`(${by}, a.id) ${ascending ? sql`>` : sql`<`} (${after.by}::${type}, ${after.id}::uuid)`
    : sql`true`
  const result = await sql<ApprovalRow>`
    ${WITH_NAMES} where ${approvalConditions(filter)} and ${beyond}
    order by ${by} ${direction}, a.id ${direction} limit ${limit}`.execute(tx)
  return result.rows
}

export const countApprovals = (tx: Tx, filter: ApprovalFilter): Promise<Counted> =>
  countList(tx, sql`select 1 from approval a where ${approvalConditions(filter)}`)

export async function waitingBySubject(
  tx: Tx,
  subjectType: string,
  subjectIds: readonly string[],
): Promise<{ subject_id: string; id: string }[]> {
  const result = await sql<{ subject_id: string; id: string }>`
    select subject_id, id from approval
    where status = 'waiting' and subject_type = ${subjectType} and subject_id = any (${[...subjectIds]}::text[])`.execute(
    tx,
  )
  return result.rows
}

/** What was asked about an erased person no longer says who it was; that it was asked and answered stays. */
export async function eraseSubjects(
  tx: Tx,
  type: string,
  ids: readonly string[],
  label: string,
): Promise<void> {
  await sql`
    update approval set summary = ${label}, before = null, after = null,
      input = case when command = 'customerSensitiveChange'
        then jsonb_build_object('id', subject_id, 'from', '{}'::jsonb, 'to', '{}'::jsonb) else input - 'payee' end
    where subject_type = ${type} and subject_id = any (${ids}::text[])`.execute(tx)
}

/** What records held before and after the changes that were agreed to, and before those that were not. */
export async function valuesOnceHeld(
  tx: Tx,
  command: CommandName,
  subjectType: string,
  ids: readonly string[],
): Promise<{ id: string; values: Record<string, string> }[]> {
  const result = await sql<{ id: string; held: Record<string, string> | null }>`
    select subject_id as id, unnest(array[input -> 'from', case when status = 'approved' then input -> 'to' end]) as held
    from approval where command = ${command} and subject_type = ${subjectType} and subject_id = any (${ids}::text[])`.execute(
    tx,
  )
  return result.rows.flatMap(({ id, held }) => (held === null ? [] : [{ id, values: held }]))
}

/** Who agreed to changes of a record, by the moment at which each was carried out. */
export async function approversOf(
  tx: Tx,
  subjectType: string,
  subjectId: string,
): Promise<{ decided_at: Date; checker_name: string }[]> {
  const result = await sql<{ decided_at: Date; checker_name: string }>`
    select a.decided_at, c.first_name || ' ' || c.last_name as checker_name
    from approval a join staff c on c.id = a.checker_id
    where a.subject_type = ${subjectType} and a.subject_id = ${subjectId} and a.status = 'approved'
    order by a.decided_at desc limit 1000`.execute(tx)
  return result.rows
}
