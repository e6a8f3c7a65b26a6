import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** Returns the key that was stored first. */
export async function saveTrailKey(tx: Tx, customerId: string, sealed: string): Promise<string> {
  const result = await sql<{ key_sealed: string }>`
    insert into customer_trail_key (customer_id, key_sealed) values (${customerId}, ${sealed})
    on conflict (customer_id) do update set key_sealed = customer_trail_key.key_sealed
    returning key_sealed`.execute(tx)
  return result.rows[0]?.key_sealed ?? sealed
}

export async function trailKeysOf(tx: Tx, customerIds: readonly string[]): Promise<Map<string, string>> {
  const result = await sql<{ customer_id: string; key_sealed: string }>`
    select customer_id, key_sealed from customer_trail_key where customer_id = any (${customerIds}::uuid[])`.execute(
    tx,
  )
  return new Map(result.rows.map(row => [row.customer_id, row.key_sealed]))
}

/** What was sealed with them can no longer be opened. */
export async function forgetTrailKeys(tx: Tx, customerIds: readonly string[]): Promise<void> {
  await sql`delete from customer_trail_key where customer_id = any (${customerIds}::uuid[])`.execute(tx)
}
