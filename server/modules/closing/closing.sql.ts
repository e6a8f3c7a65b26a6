import { sql } from 'kysely'
import type { CLOSING_STATES, ClosingCheck } from '../../../contract/closing.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'

/** Attempts to close a month, and the lines that were posted. */

export type ClassRule = { name: string; fromDays: number; provisionPpm: number; isSuspended: boolean }
export type Acknowledged = { check: ClosingCheck; found: string; reason: string }

export type ClosingRow = {
  id: string
  month: LocalDate
  status: (typeof CLOSING_STATES)[number]
  calculated_at: Date
  seen: string
  classes: ClassRule[]
  closed_at: Date | null
  reopened_at: Date | null
  submitted_by: string | null
  approved_by: string | null
  reopen_submitted_by: string | null
  reopen_approved_by: string | null
  reopen_reason: string | null
  acknowledged: Acknowledged[]
}

const WHOLE = sql`
  select m.id, m.month, m.status, m.calculated_at, m.seen::text as seen, m.classes, m.closed_at, m.reopened_at,
    (select first_name || ' ' || last_name from staff where id = m.submitted_by) as submitted_by,
    (select first_name || ' ' || last_name from staff where id = m.approved_by) as approved_by,
    (select first_name || ' ' || last_name from staff where id = m.reopen_submitted_by) as reopen_submitted_by,
    (select first_name || ' ' || last_name from staff where id = m.reopen_approved_by) as reopen_approved_by,
    m.reopen_reason, m.acknowledged
  from closing_month m`

/** The attempt that counts: calculated or closed. */
export async function findClosing(tx: Tx, month: LocalDate): Promise<ClosingRow | undefined> {
  const result =
    await sql<ClosingRow>`${WHOLE} where m.month = ${month}::date and m.status <> 'reopened'`.execute(tx)
  return result.rows[0]
}

export async function lockClosing(tx: Tx, month: LocalDate): Promise<void> {
  await sql`select 1 from closing_month where month = ${month}::date and status <> 'reopened' for update`.execute(
    tx,
  )
}

/** The last attempt that was reopened. */
export async function findReopened(tx: Tx, month: LocalDate): Promise<ClosingRow | undefined> {
  const result = await sql<ClosingRow>`
    ${WHOLE} where m.month = ${month}::date and m.status = 'reopened' order by m.reopened_at desc limit 1`.execute(
    tx,
  )
  return result.rows[0]
}

/** Two people's worth of months: ten years. */
const LISTED_MAX = 120

export async function listClosings(tx: Tx): Promise<ClosingRow[]> {
  const result = await sql<ClosingRow>`
    ${WHOLE} where m.status <> 'calculated' order by m.month desc, m.closed_at desc limit ${LISTED_MAX}`.execute(
    tx,
  )
  return result.rows
}

export async function lastClosed(tx: Tx, before: LocalDate | null): Promise<ClosingRow | undefined> {
  const result = await sql<ClosingRow>`
    ${WHOLE} where m.status = 'closed' and m.month < ${before ?? 'infinity'}::date order by m.month desc limit 1`.execute(
    tx,
  )
  return result.rows[0]
}

export async function saveClosing(
  tx: Tx,
  closing: { id: string; month: LocalDate; classes: readonly ClassRule[]; at: Date },
): Promise<void> {
  await sql`
    insert into closing_month (id, month, calculated_at, seen, classes)
    values (${closing.id}, ${closing.month}::date, ${closing.at}, pg_current_snapshot(),
      ${JSON.stringify(closing.classes)}::jsonb)
    on conflict (id) do update set calculated_at = excluded.calculated_at, seen = excluded.seen,
      classes = excluded.classes`.execute(tx)
}

export async function markClosed(
  tx: Tx,
  id: string,
  done: { submittedBy: string; approvedBy: string; at: Date; acknowledged: readonly Acknowledged[] },
): Promise<void> {
  await sql`
    update closing_month set status = 'closed', submitted_by = ${done.submittedBy}, approved_by = ${done.approvedBy},
      closed_at = ${done.at}, acknowledged = ${JSON.stringify(done.acknowledged)}::jsonb where id = ${id}`.execute(
    tx,
  )
}

export async function markReopened(
  tx: Tx,
  id: string,
  done: { submittedBy: string; approvedBy: string; at: Date; reason: string },
): Promise<void> {
  await sql`
    update closing_month set status = 'reopened', reopen_submitted_by = ${done.submittedBy},
      reopen_approved_by = ${done.approvedBy}, reopened_at = ${done.at}, reopen_reason = ${done.reason}
    where id = ${id}`.execute(tx)
}

export type PostedLine = {
  kind: 'accrual' | 'provision' | 'suspension' | 'yearEnd'
  product_id: string | null
  class: string
  loans: number
  balance: bigint
  change: bigint
  written_off: bigint
  entry_id: bigint | null
  back_entry_id: bigint | null
}

export async function insertLines(tx: Tx, closingId: string, lines: readonly PostedLine[]): Promise<void> {
  const rows = JSON.stringify(lines, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  await sql`
    insert into closing_line (closing_id, kind, product_id, class, loans, balance, change, written_off, entry_id, back_entry_id)
    select ${closingId}, r.* from jsonb_to_recordset(${rows}::jsonb) as r (kind text, product_id uuid, class text,
      loans integer, balance bigint, change bigint, written_off bigint, entry_id bigint, back_entry_id bigint)`.execute(
    tx,
  )
}

export async function linesOf(tx: Tx, closingId: string): Promise<PostedLine[]> {
  const result = await sql<PostedLine>`
    select kind, product_id, class, loans, balance, change, written_off, entry_id, back_entry_id
    from closing_line where closing_id = ${closingId} order by kind, product_id, class`.execute(tx)
  return result.rows
}
