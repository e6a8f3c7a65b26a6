import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/** Whoever is erased: the numbers they were written to, and what stands in their place. */
export type ErasedReader = {
  customerIds: readonly string[]
  phones: readonly string[]
  mark: string
  label: string
  /** Of whoever is only forgotten a word to be left in peace goes on to count. */
  keepsOptOuts?: true
}

/** What waits is not sent any more; what was sent keeps its time, its price and its fate. */
export async function eraseMessages(tx: Tx, { customerIds, phones, mark }: ErasedReader): Promise<void> {
  await sql`
    update message set phone = ${mark}, body = 'Erased',
      status = case when status in ('queued', 'held') then 'failed' else status end
    where phone = any (${phones}::text[]) or customer_id = any (${customerIds}::uuid[])`.execute(tx)
}

export async function eraseMembers(
  tx: Tx,
  { customerIds, phones, mark, label }: ErasedReader,
): Promise<void> {
  await sql`
    update message_campaign_member set given = ${mark}, customer_name = ${label}, phone = ${mark} || ' ' || position,
      body = case when body is not null then 'Erased' end
    where phone = any (${phones}::text[]) or customer_id = any (${customerIds}::uuid[])`.execute(tx)
}

/** The numbers of a pasted list stand in its campaign as they were typed. */
export async function eraseFromAudiences(tx: Tx, typed: string, mark: string): Promise<void> {
  await sql`
    update message_campaign set audience = replace(audience::text, ${typed}, ${mark})::jsonb
    where position(${typed} in audience::text) > 0`.execute(tx)
}

export async function eraseInbound(tx: Tx, { phones, mark }: ErasedReader): Promise<void> {
  await sql`
    update message_inbound set sender = ${mark}, body = 'Erased', dedupe = id::text
    where sender = any (${phones}::text[])`.execute(tx)
}

export async function deleteOptOuts(tx: Tx, { phones }: ErasedReader): Promise<void> {
  await sql`delete from message_opt_out where phone = any (${phones}::text[])`.execute(tx)
}

/** Alerts of the bank that were taken for these loans. */
export async function eraseClaimsOn(tx: Tx, loanIds: readonly string[]): Promise<void> {
  await sql`
    with claim as (
      update message_claim set body = 'Erased', description = null, account_mask = null, account_tail = null, matches = '[]', note = null,
        dedupe = id::text
      where loan_id = any (${loanIds}::uuid[]) returning id)
    update message_inbound set body = 'Erased' where claim_id in (select id from claim)`.execute(tx)
}

export async function countMessagesOf(tx: Tx, phones: readonly string[]): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message where phone = any (${phones}::text[])`.execute(tx)
  return result.rows[0]?.count ?? 0
}
