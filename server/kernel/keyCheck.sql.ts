import { sql } from 'kysely'
import type { Tx } from './db.ts'
import type { Owner } from './keys.ts'

export type KnownKeys = { fingerprint: string; next: string | null }

export async function knownKeys(tx: Tx): Promise<KnownKeys | undefined> {
  const result = await sql<KnownKeys>`select fingerprint, next from key_check`.execute(tx)
  return result.rows[0]
}

/** Notes that the secret is being replaced; false where it is by another one. */
export async function announceNext(tx: Tx, fingerprint: string): Promise<boolean> {
  const result = await sql`
    update key_check set next = ${fingerprint} where next is null or next = ${fingerprint} returning 1`.execute(
    tx,
  )
  return result.rows.length > 0
}

/** The first one stays. */
export async function saveFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await sql`insert into key_check (fingerprint) values (${fingerprint}) on conflict (id) do nothing`.execute(
    tx,
  )
}

type SealedRow = { sealed: string; kind: Owner[0]; id: string }

/** At most one of each kind that a lender cannot be without. */
export async function someSealed(tx: Tx): Promise<SealedRow[]> {
  const result = await sql<SealedRow>`
    (select bvn_sealed as sealed, 'customer.bvn' as kind, id::text as id from customer limit 1)
    union all (select application ->> 'bvn', 'request.bvn', request_id::text from request_version limit 1)
    union all (select totp_secret, 'staff.totp', id::text from staff where totp_secret is not null limit 1)
    union all (select api_key_sealed, 'gateway.apiKey', gateway from message_gateway where api_key_sealed is not null limit 1)`.execute(
    tx,
  )
  return result.rows
}
