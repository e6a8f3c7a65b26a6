import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { isMember, type Reader } from './erase.sql.ts'

/** What is held about a person, for that person: found as an erasure would find it. */

export type HeldReply = { at: Date; sender: string; body: string; meaning: string }

export async function repliesFrom(tx: Tx, phones: readonly string[]): Promise<HeldReply[]> {
  const result = await sql<HeldReply>`
    select at, sender, body, meaning from message_inbound where sender = any (${phones}::text[]) order by at, id`.execute(
    tx,
  )
  return result.rows
}

export type HeldOptOut = {
  phone: string
  since: Date
  source: string
  reason: string | null
  lifted_at: Date | null
  lifted_reason: string | null
}

export async function optOutsOf(tx: Tx, phones: readonly string[]): Promise<HeldOptOut[]> {
  const result = await sql<HeldOptOut>`
    select phone, since, source, reason, lifted_at, lifted_reason from message_opt_out
    where phone = any (${phones}::text[]) order by since, id`.execute(tx)
  return result.rows
}

export type HeldMembership = {
  campaign: string
  given: string
  customer_name: string | null
  phone: string | null
  body: string | null
  excluded: string | null
}

/** Campaigns that were to reach them, sent or not. */
export async function campaignsNaming(
  tx: Tx,
  reader: Pick<Reader, 'customerIds' | 'phones'>,
): Promise<HeldMembership[]> {
  const result = await sql<HeldMembership>`
    select c.name as campaign, m.given, m.customer_name, m.phone, m.body, m.excluded
    from message_campaign_member m join message_campaign c on c.id = m.campaign_id
    where ${isMember(reader)} order by m.campaign_id, m.position`.execute(tx)
  return result.rows
}

export type HeldClaim = {
  at: Date
  sender: string
  body: string
  amount: bigint
  account_mask: string | null
  paid_at: string | null
  description: string | null
  reference: string | null
  status: string
  decided_at: Date | null
  note: string | null
}

/** Alerts of the bank that were taken for these loans, or thought to be about them first of all. */
export async function claimsOn(tx: Tx, loanIds: readonly string[]): Promise<HeldClaim[]> {
  const result = await sql<HeldClaim>`
    select at, sender, body, amount, account_mask, paid_at, description, reference, status, decided_at, note from message_claim
    where loan_id = any (${loanIds}::uuid[])
      or (loan_id is null and matches -> 0 ->> 'loanId' = any (${loanIds}::text[])) order by at, id`.execute(
    tx,
  )
  return result.rows
}
