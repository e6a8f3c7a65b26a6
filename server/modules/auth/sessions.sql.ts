import { sql } from 'kysely'
import type { Role } from '../../../contract/roles.ts'
import { gathered, type Tx } from '../../kernel/db.ts'
import { remembered } from '../../kernel/remembered.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'

export type LiveSession = {
  id: string
  staff_id: string
  name: string
  email: string
  roles: Role[]
  status: string
  account_officer_code: string | null
  totp_enrolled: boolean
  totp_required: boolean
  binding_hash: Buffer
  seen_at: Date
  ended_at: Date | null
}

/** Everything about a caller in one statement: session, user, current roles. */
export const findSessions = gathered<string, LiveSession>(async (tx, ids) => {
  const result = await sql<LiveSession>`
    select s.id, s.staff_id, p.first_name || ' ' || p.last_name as name, p.email, p.roles, p.status, p.account_officer_code,
      p.totp_enrolled_at is not null as totp_enrolled,
      p.totp_enrolled_at is null and p.roles && (select totp_required_for from sign_in_rule) as totp_required,
      s.binding_hash, s.seen_at, s.ended_at
    from staff_session s join staff p on p.id = s.staff_id where s.id = any (${ids}::uuid[])`.execute(tx)
  return new Map(result.rows.map(row => [row.id, row]))
})

/** As many as a large lender has at once; past them the others are read again. */
const SESSIONS_REMEMBERED = 2_000
/** The same, from memory: good for letting a caller in. To refuse one, it is read. */
export const rememberedSessions = remembered('sessions', SESSIONS_REMEMBERED, findSessions)

export type NewSession = {
  id: string
  staff_id: string
  binding_hash: Buffer
  started_at: Date
  seen_at: Date
  address: string
  user_agent: string
  line: string
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await sql`insert into staff_session ${valuesOf(session)}`.execute(tx)
}

/** The click behind it does not wait for the disk: after a power cut the person was last seen a moment earlier, no more. */
export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    update staff_session set seen_at = ${now}
    from (select set_config('synchronous_commit', 'off', true) as waits) disk
    where id = ${id} and ended_at is null and seen_at < ${now} and disk.waits = 'off'`.execute(tx)
}

export type SessionEnd = 'signOut' | 'idle' | 'suspended' | 'password' | 'superAdmin' | 'owner'

export async function endSession(
  tx: Tx,
  staffId: string,
  id: string,
  by: SessionEnd,
  now: Date,
): Promise<boolean> {
  const result = await sql`
    update staff_session set ended_at = ${now}, ended_by = ${by}
    where id = ${id} and staff_id = ${staffId} and ended_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function endSessionsOf(
  tx: Tx,
  staffId: string,
  by: SessionEnd,
  now: Date,
  except: string | null = null,
): Promise<void> {
  await sql`
    update staff_session set ended_at = ${now}, ended_by = ${by}
    where staff_id = ${staffId} and ended_at is null and id is distinct from ${except}::uuid`.execute(tx)
}

export type SessionRow = { id: string; started_at: Date; seen_at: Date; address: string; user_agent: string }

export async function liveSessionsOf(tx: Tx, staffId: string, idleSince: Date): Promise<SessionRow[]> {
  const result = await sql<SessionRow>`
    select id, started_at, seen_at, address, user_agent from staff_session
    where staff_id = ${staffId} and ended_at is null and seen_at > ${idleSince}
    order by seen_at desc limit 100`.execute(tx)
  return result.rows
}

/** Users who were signed in over this line between the two moments. */
export async function signedInOver(tx: Tx, line: string, from: Date, to: Date): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select distinct p.first_name || ' ' || p.last_name as name from staff_session s join staff p on p.id = s.staff_id
    where s.line = ${line} and s.seen_at >= ${from} and s.started_at <= ${to} order by name limit 5`.execute(
    tx,
  )
  return result.rows.map(row => row.name)
}

export async function namesOfStaff(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from staff where id = any (${[...ids]}::uuid[]) order by name`.execute(
    tx,
  )
  return result.rows.map(row => row.name)
}

export async function liveOwners(
  tx: Tx,
  { ids, bindings, since }: { ids: readonly string[]; bindings: readonly Buffer[]; since: Date },
): Promise<ReadonlySet<string>> {
  const result = await sql<{ staff_id: string }>`
    select distinct staff_id from staff_session
    where staff_id = any (${[...ids]}::uuid[]) and ended_at is null and seen_at > ${since}
      and binding_hash = any (${[...bindings]}::bytea[])`.execute(tx)
  return new Set(result.rows.map(row => row.staff_id))
}

// ── Guessing ───────────────────────────────────────────────────────────────────────────────────────────────────────

export async function recentFailures(
  tx: Tx,
  accountKey: Buffer,
  address: string,
  since: Date,
): Promise<{ account: number; address: number }> {
  const result = await sql<{ account: number; address: number }>`
    select
      (select count(*)::int from sign_in_attempt where account_key = ${accountKey} and at > ${since} and not succeeded)
        as account,
      (select count(*)::int from sign_in_attempt where address = ${address} and at > ${since} and not succeeded)
        as address`.execute(tx)
  return result.rows[0] ?? { account: 0, address: 0 }
}

export async function noteAttempt(
  tx: Tx,
  attempt: { account_key: Buffer; address: string; at: Date; succeeded: boolean },
): Promise<void> {
  await sql`insert into sign_in_attempt ${valuesOf(attempt)}`.execute(tx)
}

/** A right sign-in or a new password clears the counter of that account, not of the address. */
export async function forgiveFailures(tx: Tx, accountKey: Buffer): Promise<void> {
  await sql`delete from sign_in_attempt where account_key = ${accountKey} and not succeeded`.execute(tx)
}

/** One more failure of this account within the hour, and how many that makes. */
export async function countFailure(tx: Tx, account: string, now: Date): Promise<number> {
  const result = await sql<{ failures: number }>`
    insert into sign_in_failure (account, hour) values (${account}, date_trunc('hour', ${now}::timestamptz))
    on conflict (account, hour) do update set failures = sign_in_failure.failures + 1 returning failures`.execute(
    tx,
  )
  return result.rows[0]?.failures ?? 1
}

export async function forgetAttempts(tx: Tx, before: Date): Promise<void> {
  await sql`delete from sign_in_failure where hour < ${before}`.execute(tx)
  await sql`delete from sign_in_attempt where at < ${before}`.execute(tx)
}

// ── Signing up ─────────────────────────────────────────────────────────────────────────────────────────────────────

export async function signUpsFrom(tx: Tx, address: string, since: Date): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from sign_up_attempt where address = ${address} and at > ${since}`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

export async function noteSignUp(tx: Tx, address: string, at: Date): Promise<void> {
  await sql`insert into sign_up_attempt (address, at) values (${address}, ${at})`.execute(tx)
}

export async function forgetSignUps(tx: Tx, before: Date): Promise<void> {
  await sql`delete from sign_up_attempt where at < ${before}`.execute(tx)
}

// ── Reset links ────────────────────────────────────────────────────────────────────────────────────────────────────

export type NewReset = {
  token_hash: Buffer
  staff_id: string
  made_by: string
  approved_by: string | null
  drop_totp: boolean
  expires_at: Date
  shown_at: Date | null
}

export async function insertReset(tx: Tx, reset: NewReset): Promise<void> {
  await sql`insert into password_reset ${valuesOf(reset)}`.execute(tx)
}

/** Gives an approved link its token, once, for the person who asked for it; undefined where there is none. */
export async function showApprovedReset(
  tx: Tx,
  shown: Pick<NewReset, 'token_hash' | 'staff_id' | 'made_by' | 'expires_at'> & { shown_at: Date },
): Promise<Pick<NewReset, 'drop_totp'> | undefined> {
  const result = await sql<Pick<NewReset, 'drop_totp'>>`
    update password_reset set token_hash = ${shown.token_hash}, expires_at = ${shown.expires_at}, shown_at = ${shown.shown_at}
    where staff_id = ${shown.staff_id} and made_by = ${shown.made_by} and approved_by is not null and shown_at is null
      and used_at is null and expires_at > ${shown.shown_at}
    returning drop_totp`.execute(tx)
  return result.rows[0]
}

export async function isResetOpen(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await sql<{ open: boolean }>`
    select exists (
      select 1 from password_reset where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}
    ) as open`.execute(tx)
  return result.rows[0]?.open ?? false
}

type SpentReset = Pick<NewReset, 'staff_id' | 'made_by' | 'approved_by' | 'drop_totp'>

/** Uses the link up; undefined when it was used or has expired. */
export async function spendReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<SpentReset | undefined> {
  const result = await sql<SpentReset>`
    update password_reset set used_at = ${now}, changed_password = true
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}
    returning staff_id, made_by, approved_by, drop_totp`.execute(tx)
  return result.rows[0]
}

export async function voidResets(tx: Tx, staffId: string, now: Date): Promise<void> {
  await sql`update password_reset set used_at = ${now} where staff_id = ${staffId} and used_at is null`.execute(
    tx,
  )
}

/** Deletes sessions last used, and password links that ran out, before a moment. */
export async function sweepSessions(tx: Tx, before: Date): Promise<void> {
  await sql`delete from staff_session where seen_at < ${before}`.execute(tx)
  await sql`delete from password_reset where expires_at < ${before} and coalesce(used_at, expires_at) < ${before}`.execute(
    tx,
  )
}
