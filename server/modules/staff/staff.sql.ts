import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../../contract/roles.ts'
import type { UserStatus } from '../../../contract/staff.ts'
import type { Tx } from '../../kernel/db.ts'
import { anywhere, typedWords } from '../../kernel/like.ts'
import type { insertLink, StaffRow } from '../auth/auth.ts'

/** All users who can be given a task. */
export async function colleagues(tx: Tx): Promise<{ id: string; name: string; roles: string[] }[]> {
  const result = await sql<{ id: string; name: string; roles: string[] }>`
    select id, first_name || ' ' || last_name as name, roles from staff where status = 'active'
    order by lower(last_name), lower(first_name), id limit 500`.execute(tx)
  return result.rows
}

/** Active people, other than the given ones, who hold one of the roles. */
export async function countActiveWith(
  tx: Tx,
  roles: readonly Role[],
  except: readonly string[],
): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from staff
    where status = 'active' and roles && ${[...roles]}::text[] and not (id = any (${[...except]}::uuid[]))`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

/** By name, for a sentence that lists them. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from staff where id = any (${[...ids]}::uuid[])
    order by lower(last_name), lower(first_name), id limit 100`.execute(tx)
  return result.rows.map(row => row.name)
}

export type StaffFilter = { search?: string; status?: UserStatus; role?: Role }

export type StaffListRow = StaffRow & {
  live_sessions: number
  sort_key: string | null
}

const SORT_KEYS = {
  name: sql`lower(s.first_name) || ' ' || lower(s.last_name)`,
  signedUpAt: sql`to_char(s.signed_up_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  lastSignInAt: sql`coalesce(to_char(s.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '')`,
}

export type StaffSort = keyof typeof SORT_KEYS

function staffConditions(filter: StaffFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.status) parts.push(sql`s.status = ${filter.status}`)
  if (filter.role) parts.push(sql`${filter.role} = any (s.roles)`)
  for (const word of typedWords(filter.search)) parts.push(sql`${SEARCHED} like ${anywhere(word)}`)
  return sql.join(parts, sql` and `)
}

/** Staff number in the hundreds, so a sorted scan is the right plan here. */
export async function listStaff(
  tx: Tx,
  filter: StaffFilter,
  order: { sort: StaffSort; descending: boolean; after: { key: string; id: string } | null; limit: number },
  idleSince: Date,
): Promise<StaffListRow[]> {
  const key = SORT_KEYS[order.sort]
  const direction = order.descending ? sql`desc` : sql`asc`
  const beyond = order.descending ? sql`<` : sql`>`
  const after = order.after
    ? sql`(${key}, s.id) ${beyond} (${order.after.key}, ${order.after.id}::uuid)`
    : sql`true`
  const result = await sql<StaffListRow>`
    select s.*, ${key} as sort_key,
      (select count(*)::int from staff_session n
        where n.staff_id = s.id and n.ended_at is null and n.seen_at > ${idleSince}) as live_sessions
    from staff s where ${staffConditions(filter)} and ${after}
    order by ${key} ${direction}, s.id ${direction} limit ${order.limit}`.execute(tx)
  return result.rows
}

export async function countStaffIn(tx: Tx, filter: StaffFilter): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from staff s where ${staffConditions(filter)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function staffListRow(tx: Tx, id: string, idleSince: Date): Promise<StaffListRow | undefined> {
  const result = await sql<StaffListRow>`
    select s.*, null as sort_key,
      (select count(*)::int from staff_session n
        where n.staff_id = s.id and n.ended_at is null and n.seen_at > ${idleSince}) as live_sessions
    from staff s where s.id = ${id}`.execute(tx)
  return result.rows[0]
}

export type OpenLink = { name: string; kind: Parameters<typeof insertLink>[1]['kind']; made_at: Date }

/** The links that lead straight to or from a person, the newest first. */
export async function openLinksOf(tx: Tx, id: string): Promise<OpenLink[]> {
  const result = await sql<OpenLink>`
    select o.first_name || ' ' || o.last_name as name, l.kind, l.made_at
    from staff_link l join staff o on o.id = case when l.staff_id = ${id} then l.made_by else l.staff_id end
    where ${id}::uuid in (l.made_by, l.staff_id) and l.approved_by is null and l.ended_at is null
    order by l.made_at desc, l.id desc limit 100`.execute(tx)
  return result.rows
}

/** The phone in both the forms that people write: +2348031234567 and 08031234567. */
const SEARCHED = sql`
  (customer_plain(s.first_name || ' ' || s.last_name || ' ' || s.email || ' ' || coalesce(s.account_officer_code, ''))
    || ' ' || s.phone || ' 0' || substr(s.phone, 5))`
