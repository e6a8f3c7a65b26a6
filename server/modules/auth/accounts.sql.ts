import { sql } from 'kysely'
import type { Role } from '../../../contract/roles.ts'
import type { UserStatus } from '../../../contract/staff.ts'
import type { Tx } from '../../kernel/db.ts'
import { storedIndex } from '../../kernel/rotation.sql.ts'
import { changesOf, valuesOf } from '../../kernel/rows.sql.ts'

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
  const result = await sql<{
    id: string
  }>`select id from staff where bvn_index = ${storedIndex('bvn', bvnIndex)}`.execute(tx)
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
  const result = await sql`insert into staff ${valuesOf(staff)} on conflict (email) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** The pending sign-up under this email; for an admitted user nothing is recorded. */
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
  await sql`update staff set ${changesOf(change)} where id = ${id}`.execute(tx)
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
