import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../../contract/roles.ts'
import type { UserStatus } from '../../../contract/users.ts'
import type { Tx } from '../../kernel/db.ts'
import { anywhere, typedWords } from '../../kernel/like.ts'

export type StaffRow = {
  id: string
  email: string
  first_name: string
  last_name: string
  phone: string
  password_hash: string
  status: UserStatus
  roles: Role[]
  account_officer_code: string | null
  totp_secret: string | null
  totp_enrolled_at: Date | null
  totp_last_step: bigint | null
  recovery_code_hashes: string[]
  signed_up_at: Date
  signed_up_again_at: Date | null
  last_sign_in_at: Date | null
  bvn_sealed: string | null
  bvn_index: Buffer | null
  roles_lapse_at: Date | null
}

/** Everybody who can be given a task. */
export async function colleagues(tx: Tx): Promise<{ id: string; name: string; roles: string[] }[]> {
  const result = await sql<{ id: string; name: string; roles: string[] }>`
    select id, first_name || ' ' || last_name as name, roles from staff where status = 'active'
    order by lower(last_name), lower(first_name), id limit 500`.execute(tx)
  return result.rows
}

export async function staffByEmail(tx: Tx, email: string): Promise<StaffRow | undefined> {
  const result = await sql<StaffRow>`select * from staff where email = ${email}`.execute(tx)
  return result.rows[0]
}

/** Locks the row, so that two changes of one person come one after the other. */
export async function lockStaff(tx: Tx, id: string): Promise<StaffRow | undefined> {
  const result = await sql<StaffRow>`select * from staff where id = ${id} for update`.execute(tx)
  return result.rows[0]
}

/** For signing in: a reset or suspension under way is waited for, so that the old password opens nothing behind it. */
export async function lockStaffByEmail(tx: Tx, email: string): Promise<StaffRow | undefined> {
  const result = await sql<StaffRow>`select * from staff where email = ${email} for update`.execute(tx)
  return result.rows[0]
}

export async function staffWithBvn(tx: Tx, bvnIndex: Buffer): Promise<string | undefined> {
  const result = await sql<{ id: string }>`select id from staff where bvn_index = ${bvnIndex}`.execute(tx)
  return result.rows[0]?.id
}

/** Serialises everything that could remove the last superAdmin or appoint the first. */
export async function lockAppointments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('staff appointments'))`.execute(tx)
}

/** False when another sign-in for the same e-mail is running: guesses cannot be made in parallel. */
export async function tryLockSignIn(tx: Tx, accountKey: Buffer): Promise<boolean> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('sign in'), hashtext(encode(${accountKey}, 'hex'))) as locked`.execute(
    tx,
  )
  return result.rows[0]?.locked ?? false
}

export async function countStaff(tx: Tx): Promise<number> {
  const result = await sql<{ count: number }>`select count(*)::int as count from staff`.execute(tx)
  return result.rows[0]?.count ?? 0
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

export type NewStaff = Pick<
  StaffRow,
  | 'id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'password_hash'
  | 'status'
  | 'roles'
  | 'signed_up_at'
>

/** False when the e-mail is taken. */
export async function insertStaff(tx: Tx, staff: NewStaff): Promise<boolean> {
  const result = await tx
    .insertInto('staff')
    .values(staff)
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Whose sign-up waits under this e-mail; of anybody who was let in already nothing is noted. */
export async function noteSignedUpAgain(tx: Tx, email: string, at: Date): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    update staff set signed_up_again_at = ${at} where email = ${email} and status = 'waiting' returning id`.execute(
    tx,
  )
  return result.rows[0]?.id
}

export async function updateStaff(
  tx: Tx,
  id: string,
  change: Partial<Omit<StaffRow, 'id' | 'email' | 'signed_up_at'>>,
): Promise<void> {
  await tx.updateTable('staff').set(change).where('id', '=', id).execute()
}

export async function officerCodeHolder(
  tx: Tx,
  code: string,
): Promise<{ id: string; name: string } | undefined> {
  const result = await sql<{ id: string; name: string }>`
    select id, first_name || ' ' || last_name as name from staff where account_officer_code = ${code}`.execute(
    tx,
  )
  return result.rows[0]
}

// ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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

/** The phone in both the forms that people write: +2348031234567 and 08031234567. */
const SEARCHED = sql`
  (customer_plain(s.first_name || ' ' || s.last_name || ' ' || s.email || ' ' || coalesce(s.account_officer_code, ''))
    || ' ' || s.phone || ' 0' || substr(s.phone, 5))`

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

// ── Rules of signing in ────────────────────────────────────────────────────────────────────────────────────────────

export type SignInRule = { totpRequiredFor: Role[]; refuseSamePlace: boolean }

export async function signInRule(tx: Tx): Promise<SignInRule> {
  const result = await sql<SignInRule>`
    select totp_required_for as "totpRequiredFor", refuse_same_place as "refuseSamePlace" from sign_in_rule`.execute(
    tx,
  )
  return result.rows[0] ?? { totpRequiredFor: [], refuseSamePlace: false }
}

export async function setSignInRule(tx: Tx, rule: SignInRule): Promise<void> {
  await sql`
    update sign_in_rule set totp_required_for = ${rule.totpRequiredFor}::text[],
      refuse_same_place = ${rule.refuseSamePlace}`.execute(tx)
}
