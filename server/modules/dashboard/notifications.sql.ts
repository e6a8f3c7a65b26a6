import { sql } from 'kysely'
import type { CommandName } from '../../../contract/api.ts'
import type { Tx } from '../../kernel/db.ts'

export type DecidedRow = {
  id: string
  command: CommandName
  summary: string
  status: 'approved' | 'declined'
  subject_type: string
  subject_id: string
  note: string | null
  checker_name: string
  decided_at: Date
}

/** What others decided of this user's items. */
export async function decidedFor(tx: Tx, staffId: string, since: Date, limit: number): Promise<DecidedRow[]> {
  const result = await sql<DecidedRow>`
    select a.id, a.command, a.summary, a.status, a.subject_type, a.subject_id, a.note, a.decided_at,
      c.first_name || ' ' || c.last_name as checker_name
    from approval a join staff c on c.id = a.checker_id
    where a.maker_id = ${staffId} and a.status in ('approved', 'declined') and a.decided_at > ${since}
    order by a.decided_at desc limit ${limit}`.execute(tx)
  return result.rows
}

export type AssignedRow = { id: string; loan_id: string; number: string; detail: string; at: Date }

/** Early warning signals of the loans of an account officer. */
export async function signalsFor(
  tx: Tx,
  officerCode: string,
  since: Date,
  limit: number,
): Promise<AssignedRow[]> {
  const result = await sql<AssignedRow>`
    select s.id, l.id as loan_id, l.number, s.detail, s.raised_at as at
    from loan_signal s join loan l on l.id = s.loan_id
    where l.officer_code = ${officerCode} and s.closed_at is null and s.raised_at > ${since}
    order by s.raised_at desc limit ${limit}`.execute(tx)
  return result.rows
}

export type PromiseRow = {
  id: string
  customer_id: string
  customer_name: string
  amount: bigint
  on: string
}

/** Open promises to pay that this user recorded and whose date has come. */
export async function promisesFor(
  tx: Tx,
  staffId: string,
  { since, today }: { since: string; today: string },
  limit: number,
): Promise<PromiseRow[]> {
  const result = await sql<PromiseRow>`
    select n.id, n.customer_id, c.first_name || ' ' || c.surname as customer_name, n.promised_amount as amount,
      n.promised_on::text as "on"
    from customer_note n join customer c on c.id = n.customer_id
    where n.outcome = 'open' and n.promised_on between ${since}::date and ${today}::date and n.by_id = ${staffId}
    order by n.promised_on desc limit ${limit}`.execute(tx)
  return result.rows
}

export type FailedRow = { id: string; number: string; rows: number; at: Date }

/** Repayment batches of this user with rows that were not posted. */
export async function failedPostingsOf(tx: Tx, staffId: string, since: Date): Promise<FailedRow[]> {
  const result = await sql<FailedRow>`
    select b.intake_id as id, b.number, count(*)::integer as rows, b.posted_at as at
    from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
    where r.status = 'refused' and b.submitted_by = ${staffId} and b.posted_at > ${since}
    group by b.intake_id, b.number, b.posted_at`.execute(tx)
  return result.rows
}

export async function seenAt(tx: Tx, staffId: string): Promise<Date | undefined> {
  const result = await sql<{ seen_at: Date }>`
    select seen_at from dashboard_notifications_seen where staff_id = ${staffId}`.execute(tx)
  return result.rows[0]?.seen_at
}

/** Never back: a second tab may send an older mark. */
export async function markSeen(tx: Tx, staffId: string, at: Date): Promise<void> {
  await sql`
    insert into dashboard_notifications_seen as n (staff_id, seen_at) values (${staffId}, ${at})
    on conflict (staff_id) do update set seen_at = greatest(n.seen_at, excluded.seen_at)`.execute(tx)
}
