import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export async function insertSetupCode(tx: Tx, code_hash: Buffer, made_at: Date): Promise<void> {
  await sql`insert into setup_code (code_hash, made_at) values (${code_hash}, ${made_at})`.execute(tx)
}

/** False when the code is unknown, used, or made before that moment. */
export async function spendSetupCode(
  tx: Tx,
  { codeHash, since, staffId, now }: { codeHash: Buffer; since: Date; staffId: string; now: Date },
): Promise<boolean> {
  const result = await sql`
    update setup_code set used_at = ${now}, used_by = ${staffId}
    where code_hash = ${codeHash} and used_at is null and made_at > ${since}`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function isSetupCodeOpen(tx: Tx, codeHash: Buffer, since: Date): Promise<boolean> {
  const result = await sql<{ open: boolean }>`
    select exists (select from setup_code where code_hash = ${codeHash} and used_at is null and made_at > ${since})
      as open`.execute(tx)
  return result.rows[0]?.open ?? false
}

export async function hasOpenSetupCode(tx: Tx, since: Date): Promise<boolean> {
  const result = await sql<{ open: boolean }>`
    select exists (select from setup_code where used_at is null and made_at > ${since}) as open`.execute(tx)
  return result.rows[0]?.open ?? false
}

export async function voidSetupCodes(tx: Tx): Promise<void> {
  await sql`delete from setup_code where used_at is null`.execute(tx)
}

export async function activeSuperAdmins(tx: Tx): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from staff where status = 'active' and 'superAdmin' = any (roles)`.execute(tx)
  return result.rows.map(row => row.id)
}
