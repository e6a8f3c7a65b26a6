import { sql } from 'kysely'
import type { CLAIM_STATUSES, GatewayName } from '../../../contract/messaging.ts'
import { cutText } from '../../../engine/text.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'
import { storableJson } from '../../kernel/json.ts'

export type Meaning = 'opt out' | 'opt in' | 'bank alert' | 'reply'

export type InboundRow = {
  id: string
  at: Date
  gateway: GatewayName
  sender: string
  body: string
  meaning: Meaning
  claim_id: string | null
}

/** False for a repeat. */
export async function insertInbound(tx: Tx, row: InboundRow & { dedupe: string }): Promise<boolean> {
  const result = await sql`
    insert into message_inbound (id, at, gateway, sender, body, meaning, dedupe, claim_id)
    values (${row.id}, ${row.at}, ${row.gateway}, ${row.sender}, ${row.body}, ${row.meaning}, ${row.dedupe}, ${row.claim_id})
    on conflict (gateway, dedupe) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function linkClaim(tx: Tx, inboundId: string, claimId: string): Promise<void> {
  await sql`update message_inbound set claim_id = ${claimId} where id = ${inboundId}`.execute(tx)
}

export async function listInbound(
  tx: Tx,
  meaning: Meaning | undefined,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<InboundRow[]> {
  const beyond = after ? sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<InboundRow>`
    select id, at, gateway, sender, body, meaning, claim_id from message_inbound
    where ${meaning ? sql`meaning = ${meaning}` : sql`true`} and ${beyond} order by at desc, id desc limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export const countInbound = (tx: Tx, meaning: Meaning | undefined): Promise<Counted> =>
  countList(tx, sql`select 1 from message_inbound where ${meaning ? sql`meaning = ${meaning}` : sql`true`}`)

// ── Claims ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

export type ClaimRow = {
  id: string
  at: Date
  sender: string
  body: string
  amount: bigint
  account_mask: string | null
  account_tail: string | null
  paid_at: string | null
  description: string | null
  reference: string | null
  /** Of the last receipt it was confirmed by; older ones bear the id of the claim. */
  receipt_id: string | null
  matches: Json
  status: ClaimStatus
  loan_id: string | null
  decided_by_name: string | null
  decided_at: Date | null
  note: string | null
}

export type NewClaim = Pick<
  ClaimRow,
  | 'id'
  | 'at'
  | 'sender'
  | 'body'
  | 'amount'
  | 'account_mask'
  | 'account_tail'
  | 'paid_at'
  | 'description'
  | 'reference'
> & { dedupe: string; matches: object }

/** The id of the claim this alert made, or of the one that an earlier copy of it made. */
export async function insertClaim(tx: Tx, claim: NewClaim): Promise<string> {
  await sql`
    insert into message_claim (id, at, sender, body, amount, account_mask, account_tail, paid_at, description, reference,
      dedupe, matches)
    values (${claim.id}, ${claim.at}, ${claim.sender}, ${claim.body}, ${claim.amount}, ${claim.account_mask},
      ${claim.account_tail}, ${claim.paid_at}, ${claim.description}, ${claim.reference}, ${claim.dedupe},
      ${storableJson(claim.matches)}::jsonb)
    on conflict (dedupe) do nothing`.execute(tx)
  const result = await sql<{
    id: string
  }>`select id from message_claim where dedupe = ${claim.dedupe}`.execute(tx)
  return result.rows[0]?.id ?? claim.id
}

export async function listClaims(
  tx: Tx,
  status: ClaimStatus | undefined,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<ClaimRow[]> {
  const beyond = after ? sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<ClaimRow>`
    select * from message_claim where ${status ? sql`status = ${status}` : sql`true`} and ${beyond}
    order by at desc, id desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countClaims(tx: Tx, status: ClaimStatus | undefined): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message_claim where ${status ? sql`status = ${status}` : sql`true`}`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

export async function findClaim(tx: Tx, id: string): Promise<ClaimRow | undefined> {
  return (await sql<ClaimRow>`select * from message_claim where id = ${id}`.execute(tx)).rows[0]
}

export async function lockClaim(tx: Tx, id: string): Promise<ClaimRow | undefined> {
  return (await sql<ClaimRow>`select * from message_claim where id = ${id} for update`.execute(tx)).rows[0]
}

/** The claim that a receipt was recorded on. */
export async function lockClaimOf(tx: Tx, receiptId: string): Promise<ClaimRow | undefined> {
  const result = await sql<ClaimRow>`
    select * from message_claim where receipt_id = ${receiptId} or (id = ${receiptId} and receipt_id is null)
    for update`.execute(tx)
  return result.rows[0]
}

export async function decideClaim(
  tx: Tx,
  id: string,
  decision: {
    status: 'confirmed' | 'rejected'
    loanId: string | null
    receiptId: string | null
    by: { id: string; name: string }
    at: Date
    note: string
  },
): Promise<void> {
  await sql`
    update message_claim set status = ${decision.status}, loan_id = ${decision.loanId}, decided_by = ${decision.by.id},
      decided_by_name = ${decision.by.name}, decided_at = ${decision.at}, note = ${decision.note},
      receipt_id = coalesce(${decision.receiptId}::uuid, receipt_id)
    where id = ${id}`.execute(tx)
}

export async function reopenClaim(tx: Tx, id: string, note: string): Promise<void> {
  await sql`
    update message_claim set status = 'open', loan_id = null, decided_by = null, decided_by_name = null, decided_at = null,
      note = ${cutText(note, 500)}
    where id = ${id}`.execute(tx)
}

// ── Loans that an alert could be about ─────────────────────────────────────────────────────────────────────────────

export type AlertMatch = {
  id: string
  number: string
  surname: string
  first_name: string
  instalment: bigint
  how: 'loan number' | 'customer number' | 'payroll number' | 'name'
}

/** Matches what a narration names: a loan number, a payroll number, or two names of a person in sequence. */
export async function loansNamed(
  tx: Tx,
  named: { numbers: readonly string[]; names: readonly string[] },
): Promise<AlertMatch[]> {
  const result = await sql<AlertMatch>`
    with found as (
      select l.id, 'loan number' as how, 1 as place from loan l where l.number = any (${named.numbers}::text[])
      union all
      select l.id, 'customer number', 2 from loan l join customer c on c.id = l.customer_id
        where c.number = any (${named.numbers}::text[])
      union all
      select l.id, 'payroll number', 3 from loan l join customer c on c.id = l.customer_id
        where c.ippis_number = any (${named.numbers}::text[])
      union all
      (select l.id, 'name', 4 from loan l join customer c on c.id = l.customer_id
        where c.search like any (${named.names}::text[]) and c.status not in ('merged', 'erased') limit 20)
    ), best as (select distinct on (id) id, how, place from found order by id, place)
    select l.id, l.number, c.surname, c.first_name, l.instalment, best.how from best
    join loan l on l.id = best.id join customer c on c.id = l.customer_id
    where l.status in ('live', 'overpaid', 'written off') order by best.place, l.number limit 5`.execute(tx)
  return result.rows
}

export async function loanNumber(tx: Tx, loanId: string): Promise<string> {
  const result = await sql<{ number: string }>`select number from loan where id = ${loanId}`.execute(tx)
  return result.rows[0]?.number ?? ''
}
