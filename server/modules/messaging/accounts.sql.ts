import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type SealedSecret = { sealed: string; last4: string }

/** A secret that is not given stays as it is. */
export async function saveAccount(
  tx: Tx,
  account: {
    gateway: 'termii' | 'africasTalking'
    baseUrl: string
    username: string
    apiKey: SealedSecret | null
    webhookSecret: SealedSecret | null
    byName: string
    at: Date
  },
): Promise<void> {
  const { apiKey, webhookSecret } = account
  await sql`
    update message_gateway set base_url = ${account.baseUrl}, username = ${account.username},
      api_key_sealed = coalesce(${apiKey?.sealed ?? null}, api_key_sealed),
      api_key_last4 = coalesce(${apiKey?.last4 ?? null}, api_key_last4),
      webhook_secret_sealed = coalesce(${webhookSecret?.sealed ?? null}, webhook_secret_sealed),
      webhook_secret_last4 = coalesce(${webhookSecret?.last4 ?? null}, webhook_secret_last4),
      changed_by_name = ${account.byName}, changed_at = ${account.at}, back_off_until = null
    where gateway = ${account.gateway}`.execute(tx)
}

export async function saveWebhookSecret(
  tx: Tx,
  gateway: 'termii' | 'africasTalking',
  secret: SealedSecret,
): Promise<void> {
  await sql`
    update message_gateway set webhook_secret_sealed = ${secret.sealed}, webhook_secret_last4 = ${secret.last4}
    where gateway = ${gateway}`.execute(tx)
}

export async function dropWebhookSecret(tx: Tx, gateway: 'termii' | 'africasTalking'): Promise<void> {
  await sql`
    update message_gateway set webhook_secret_sealed = null, webhook_secret_last4 = null
    where gateway = ${gateway}`.execute(tx)
}

export async function webhookSecretOf(
  tx: Tx,
  gateway: 'termii' | 'africasTalking',
): Promise<{ webhook_secret_sealed: string | null; api_key_sealed: string | null } | undefined> {
  const result = await sql<{ webhook_secret_sealed: string | null; api_key_sealed: string | null }>`
    select webhook_secret_sealed, api_key_sealed from message_gateway where gateway = ${gateway}`.execute(tx)
  return result.rows[0]
}

export async function findPause(tx: Tx): Promise<{ by_name: string; reason: string } | undefined> {
  return (
    await sql<{ by_name: string; reason: string }>`select by_name, reason from message_pause`.execute(tx)
  ).rows[0]
}

export async function insertPause(
  tx: Tx,
  pause: { at: Date; byName: string; reason: string },
): Promise<void> {
  await sql`
    insert into message_pause (at, by_name, reason) values (${pause.at}, ${pause.byName}, ${pause.reason})
    on conflict (single) do update set reason = excluded.reason`.execute(tx)
}

export async function deletePause(tx: Tx): Promise<void> {
  await sql`delete from message_pause`.execute(tx)
}
