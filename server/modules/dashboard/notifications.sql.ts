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
  amount: bigint | null
  checker_name: string
  decided_at: Date
}

/** What others decided of this user's items. */
export async function decidedFor(tx: Tx, staffId: string, since: Date, limit: number): Promise<DecidedRow[]> {
  const result = await sql<DecidedRow>`
    select a.id, a.command, a.summary, a.status, a.subject_type, a.subject_id, a.note, a.amount, a.decided_at,
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

/** Disbursement batches of this user with lines that the bank paid and that were not posted. */
export async function failedDisbursementsOf(tx: Tx, staffId: string, since: Date): Promise<FailedRow[]> {
  const result = await sql<FailedRow>`
    select b.id, b.number, count(*)::integer as rows, max(p.told_at) as at
    from payout_line p join payout_batch b on b.id = p.batch_id
    where p.problem is not null and p.status = 'posting' and b.made_by = ${staffId} and p.told_at > ${since}
    group by b.id`.execute(tx)
  return result.rows
}

export type FailedUploadRow = { id: string; file_name: string; problem: string | null; at: Date }

/** Files of this user that could not be read. */
export async function failedUploadsOf(
  tx: Tx,
  staffId: string,
  since: Date,
  limit: number,
): Promise<FailedUploadRow[]> {
  const result = await sql<FailedUploadRow>`
    select id, file_name, problem, uploaded_at as at from intake
    where uploaded_by = ${staffId} and status = 'refused' and uploaded_at > ${since}
    order by uploaded_at desc limit ${limit}`.execute(tx)
  return result.rows
}

export type OwnedRecord = { id: string; name: string }

/** Of these records, the ones that this user uploaded, submitted or created, with their number or name. */
export async function ownedBy(tx: Tx, staffId: string, ids: readonly string[]): Promise<OwnedRecord[]> {
  const asked = sql`any (${[...ids]}::uuid[])`
  const result = await sql<OwnedRecord>`
    select i.id, coalesce(b.number, i.file_name) as name
      from intake i left join repayment_batch b on b.intake_id = i.id
      where i.id = ${asked} and ${staffId} in (i.uploaded_by, b.submitted_by)
    union all select id, number from payout_batch where id = ${asked} and made_by = ${staffId}
    union all select id, name from message_campaign where id = ${asked} and made_by_id = ${staffId}`.execute(
    tx,
  )
  return result.rows
}

export async function readKeys(tx: Tx, staffId: string): Promise<Set<string>> {
  const result = await sql<{ key: string }>`
    select key from dashboard_notification_read where staff_id = ${staffId}`.execute(tx)
  return new Set(result.rows.map(row => row.key))
}

/** Marks of notifications that are too old to be shown are deleted. */
export async function markRead(
  tx: Tx,
  staffId: string,
  keys: readonly string[],
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await sql`delete from dashboard_notification_read where staff_id = ${staffId} and read_at < ${since}`.execute(
    tx,
  )
  await sql`
    insert into dashboard_notification_read (staff_id, key, read_at)
    select ${staffId}, key, ${now} from unnest(${[...keys]}::text[]) as key
    on conflict (staff_id, key) do nothing`.execute(tx)
}
