import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { changesOf } from '../../kernel/rows.sql.ts'

export type DraftRow = {
  id: string
  opened_at: Date
  /** The line it was opened from. */
  address: string
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
    select id, opened_at, address, phone, code_hash, code_sent_at, code_tries, submitted_request_id
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
  await sql`update request_draft set ${changesOf(change)} where id = ${id}`.execute(tx)
}

export async function draftsFrom(tx: Tx, address: string, since: Date): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from request_draft where address = ${address} and opened_at > ${since}`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

/**
 * Size of the files of recent unsubmitted drafts of one connection, without those added by staff; one at a time per
 * connection, so that the limit holds.
 */
export async function bytesInDrafts(
  tx: Tx,
  address: string,
  since: Date,
): Promise<{ of_line: bigint; in_all: bigint }> {
  await sql`select pg_advisory_xact_lock(hashtext('draft files'), hashtext(${address}))`.execute(tx)
  const result = await sql<{ of_line: bigint; in_all: bigint }>`
    select
      (select coalesce(sum(f.bytes), 0)::bigint from request_draft d
        join document f on f.subject_type = 'draft' and f.subject_id = d.id
        where d.address = ${address} and f.source <> 'staff' and f.added_at > ${since}) as of_line,
      (select coalesce(sum(bytes), 0)::bigint from document where subject_type = 'draft') as in_all`.execute(
    tx,
  )
  return result.rows[0] ?? { of_line: 0n, in_all: 0n }
}

export type CodesSent = { to_phone: number; of_draft: number; from_address: number }

/**
 * Codes as they were sent, since a draft knows only its last one: to a phone and from an address within the hour, and of a
 * draft in all its time. One after the other for each phone, so that a limit is a limit.
 */
export async function codesSent(
  tx: Tx,
  { phone, draftId, address }: { phone: string; draftId: string; address: string },
  since: Date,
): Promise<CodesSent> {
  await sql`select pg_advisory_xact_lock(hashtext('phone code'), hashtext(${phone}))`.execute(tx)
  const result = await sql<CodesSent>`
    select
      (select count(*)::int from message m
        where m.phone = ${phone} and m.told_by = 'phoneCode' and m.at > ${since}) as to_phone,
      (select count(*)::int from message m
        where m.subject_type = 'draft' and m.subject_id = ${draftId} and m.told_by = 'phoneCode') as of_draft,
      (select count(*)::int from request_draft d join message m on m.subject_type = 'draft' and m.subject_id = d.id::text
        where d.address = ${address} and m.told_by = 'phoneCode' and m.at > ${since}) as from_address`.execute(
    tx,
  )
  return result.rows[0] ?? { to_phone: 0, of_draft: 0, from_address: 0 }
}

export async function submittedSince(tx: Tx, since: Date): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from loan_request where submitted_at >= ${since} and channel = 'public'`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

/** Of those, how many came over one line. Drafts outlive the day. */
export async function submittedFrom(tx: Tx, address: string, since: Date): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from request_draft d join loan_request r on r.id = d.submitted_request_id
    where d.address = ${address} and r.submitted_at >= ${since} and r.channel = 'public'`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function sweepDrafts(tx: Tx, before: Date): Promise<void> {
  await sql`delete from request_draft where opened_at < ${before}`.execute(tx)
  await sql`delete from request_proof where at < ${before}`.execute(tx)
}
