import { sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Place } from './ledger.sql.ts'

export type JournalRow = {
  id: bigint
  ref: string
  effective_on: LocalDate
  memo: string
  amount: bigint
  inserted_at: Date
  made_by: string | null
  approved_by: string | null
  recurring_id: string | null
  reversed_by: bigint | null
}

const JOURNALS = sql`from ledger_entry e where e.reason = 'journal'`

export const countJournals = (tx: Tx): Promise<Counted> => countList(tx, sql`select ${JOURNALS}`)

/** A recurring journal is posted under its own id and the month. */
export async function listJournals(tx: Tx, before: Place | null, limit: number): Promise<JournalRow[]> {
  const beyond = before
    ? sql`(e.effective_on, e.id) < (${before.effectiveOn}::date, ${before.entryId}::bigint)`
    : sql`true`
  const result = await sql<JournalRow>`
    select e.id, e.ref, e.effective_on, e.note as memo, e.inserted_at,
      (select sum(l.amount)::bigint from ledger_line l where l.entry_id = e.id and l.amount > 0) as amount,
      p.first_name || ' ' || p.last_name as made_by,
      (select s.first_name || ' ' || s.last_name from approval a join staff s on s.id = a.checker_id
        where a.command in ('journalPost', 'recurringJournal') and a.subject_id = split_part(e.ref, ' ', 1)
          and a.subject_type in ('journal', 'recurringJournal') and a.status = 'approved' order by a.decided_at limit 1) as approved_by,
      (select r.id from ledger_recurring r where r.id::text = split_part(e.ref, ' ', 1)) as recurring_id,
      (select r.id from ledger_entry r where r.reverses_id = e.id) as reversed_by
    from (select e.* ${JOURNALS} and ${beyond} order by e.effective_on desc, e.id desc limit ${limit}) e
    left join staff p on p.id = e.posted_by
    order by e.effective_on desc, e.id desc`.execute(tx)
  return result.rows
}

/** Whether a journal of this id was submitted, posted or set to repeat. */
export async function isJournal(tx: Tx, id: string): Promise<boolean> {
  const result = await sql<{ found: boolean }>`
    select exists (select from ledger_entry where ref = ${id} and reason = 'journal')
      or exists (select from ledger_recurring where id = ${id})
      or exists (select from approval where subject_type in ('journal', 'recurringJournal') and subject_id = ${id})
      as found`.execute(tx)
  return result.rows[0]?.found ?? false
}

export type StoredLine = { code: number; amount: string }
export type Recurring = {
  id: string
  memo: string
  lines: StoredLine[]
  day: number
  starts_on: LocalDate
  ends_on: LocalDate | null
  posted_through: LocalDate | null
  made_by: string
  stopped_at: Date | null
}

export async function listRecurring(tx: Tx): Promise<Recurring[]> {
  const result = await sql<Recurring>`
    select id, memo, lines, day, starts_on, ends_on, posted_through, made_by, stopped_at from ledger_recurring
    order by stopped_at is not null, memo, id`.execute(tx)
  return result.rows
}

/** Those that may post up to a day, held until the transaction ends. */
export async function recurringUpTo(tx: Tx, day: LocalDate): Promise<Recurring[]> {
  const result = await sql<Recurring>`
    select id, memo, lines, day, starts_on, ends_on, posted_through, made_by, stopped_at from ledger_recurring
    where stopped_at is null and starts_on <= ${day} and coalesce(posted_through, '-infinity') < ${day}
    order by id for update`.execute(tx)
  return result.rows
}

export async function findRecurring(tx: Tx, id: string): Promise<Recurring | undefined> {
  const result = await sql<Recurring>`
    select id, memo, lines, day, starts_on, ends_on, posted_through, made_by, stopped_at from ledger_recurring
    where id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function saveRecurring(
  tx: Tx,
  { lines, ...row }: Omit<Recurring, 'posted_through' | 'stopped_at'>,
  at: Date,
): Promise<boolean> {
  const result = await sql`
    insert into ledger_recurring (id, memo, lines, day, starts_on, ends_on, made_by, made_at)
    values (${row.id}, ${row.memo}, ${JSON.stringify(lines)}::jsonb, ${row.day}, ${row.starts_on}, ${row.ends_on},
      ${row.made_by}, ${at})
    on conflict (id) do update set memo = excluded.memo, lines = excluded.lines, day = excluded.day,
      starts_on = excluded.starts_on, ends_on = excluded.ends_on, made_by = excluded.made_by,
      made_at = excluded.made_at
    where ledger_recurring.stopped_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function notePostedThrough(tx: Tx, id: string, day: LocalDate): Promise<void> {
  await sql`update ledger_recurring set posted_through = ${day} where id = ${id}`.execute(tx)
}

export async function stopRecurring(tx: Tx, id: string, at: Date): Promise<boolean> {
  const result = await sql`
    update ledger_recurring set stopped_at = ${at} where id = ${id} and stopped_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}
