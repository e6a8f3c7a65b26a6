import { sql } from 'kysely'
import type { Tx } from '../db.ts'

export type DraftRow = {
  id: string
  opened_at: Date
  phone: string | null
  code_hash: Buffer | null
  code_sent_at: Date | null
  code_tries: number
  submitted_request_id: string | null
}

/** False when this proof of work was spent before. */
export async function spendProof(tx: Tx, challenge: string, at: Date): Promise<boolean> {
  const result = await sql`
    insert into request_proof (challenge, at) values (${challenge}, ${at}) on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function insertDraft(tx: Tx, draft: { id: string; at: Date; address: string }): Promise<void> {
  await sql`
    insert into request_draft (id, opened_at, address) values (${draft.id}, ${draft.at}, ${draft.address})
    on conflict (id) do nothing`.execute(tx)
}

export async function lockDraft(tx: Tx, id: string): Promise<DraftRow | undefined> {
  const result = await sql<DraftRow>`
    select id, opened_at, phone, code_hash, code_sent_at, code_tries, submitted_request_id
    from request_draft where id = ${id} for update`.execute(tx)
  return result.rows[0]
}

export async function updateDraft(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<DraftRow, 'phone' | 'code_hash' | 'code_sent_at' | 'code_tries' | 'submitted_request_id'>
  >,
): Promise<void> {
  await tx.updateTable('request_draft').set(change).where('id', '=', id).execute()
}

export async function draftsFrom(tx: Tx, address: string, since: Date): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from request_draft where address = ${address} and opened_at > ${since}`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

export async function codesTo(tx: Tx, phone: string, since: Date): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from request_draft where phone = ${phone} and code_sent_at > ${since}`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

export async function submittedSince(tx: Tx, since: Date): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from loan_request where submitted_at >= ${since} and channel = 'public'`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

export async function sweepDrafts(tx: Tx, before: Date): Promise<void> {
  await sql`delete from request_draft where opened_at < ${before}`.execute(tx)
  await sql`delete from request_proof where at < ${before}`.execute(tx)
}
