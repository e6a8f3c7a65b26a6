import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** What is held about a person, and how it is erased. */

export type HeldReply = { at: Date; sender: string; body: string; meaning: string }

export async function repliesFrom(tx: Tx, phones: readonly string[]): Promise<HeldReply[]> {
  const result = await sql<HeldReply>`
    select at, sender, body, meaning from message_inbound where sender = any (${phones}::text[]) order by at, id`.execute(
    tx,
  )
  return result.rows
}

export async function eraseInbound(
  tx: Tx,
  { phones, mark }: { phones: readonly string[]; mark: string },
): Promise<void> {
  await sql`
    update message_inbound set sender = ${mark}, body = 'Erased', dedupe = id::text
    where sender = any (${phones}::text[])`.execute(tx)
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

/** Alerts of the bank that were taken for these loans, or thought to be about them first of all. */
async function eraseClaims(tx: Tx, loanIds: readonly string[]): Promise<void> {
  await sql`
    with claim as (
      update message_claim set body = 'Erased', description = null, account_mask = null, account_tail = null, matches = '[]', note = null,
        -- one that is still open would come back by the next copy of the same alert
        dedupe = case when loan_id is null then dedupe else id::text end
      where loan_id = any (${loanIds}::uuid[])
        or (loan_id is null and matches -> 0 ->> 'loanId' = any (${loanIds}::text[]))
      returning id)
    update message_inbound set body = 'Erased' where claim_id in (select id from claim)`.execute(tx)
}

/** Alerts that could also have been about these loans: matched to another, or likelier so. */
async function eraseFromMatches(tx: Tx, loanIds: readonly string[]): Promise<void> {
  const isTheirs = sql`match ->> 'loanId' = any (${loanIds}::text[])`
  await sql`
    update message_claim set matches = coalesce((
      select jsonb_agg(match order by place) from jsonb_array_elements(matches) with ordinality as found (match, place)
      where not ${isTheirs}), '[]')
    where exists (select from jsonb_array_elements(matches) as found (match) where ${isTheirs})`.execute(tx)
}

/** Alerts about these loans, including those that name them among others. */
export async function eraseClaimsOn(tx: Tx, loanIds: readonly string[]): Promise<void> {
  await eraseClaims(tx, loanIds)
  await eraseFromMatches(tx, loanIds)
}
