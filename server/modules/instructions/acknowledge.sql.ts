import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { type Staged, saveRefusals } from '../intake/intake.ts'

/** Rows of an acknowledgement file, until a user records them. */

export type NewAnswerRow = {
  rowNumber: number
  line: number
  staffNumber: string
  staffKey: string
  outcome: 'accepted' | 'rejected'
  amount: bigint | null
  reason: string
}

export async function deleteRows(tx: Tx, intakeId: string): Promise<void> {
  await sql`delete from instruction_answer_row where intake_id = ${intakeId}`.execute(tx)
}

export async function insertRows(tx: Tx, intakeId: string, rows: readonly NewAnswerRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into instruction_answer_row (intake_id, row_number, line, staff_number, staff_key, outcome, amount, reason)
    select ${intakeId}::uuid, * from unnest(${rows.map(each => each.rowNumber)}::integer[], ${rows.map(each => each.line)}::integer[],
      ${rows.map(each => each.staffNumber)}::text[], ${rows.map(each => each.staffKey)}::text[], ${rows.map(each => each.outcome)}::text[],
      ${rows.map(each => each.amount)}::bigint[], ${rows.map(each => each.reason)}::text[])
    on conflict do nothing`.execute(tx)
}

export async function refuseRows(
  tx: Tx,
  staged: Staged,
  faulty: readonly { rowNumber: number; faults: string }[],
): Promise<void> {
  if (faulty.length === 0) return
  const rows = sql`
    select * from unnest(${faulty.map(each => each.rowNumber)}::int[], ${faulty.map(each => each.faults)}::text[]) as f (row_number, faults)`
  await sql`${saveRefusals(staged.row.id, staged.columns, rows, [1, staged.rows])}`.execute(tx)
}

/** Rows that were read, and those of people in the last list sent for the month. */
export async function countMatched(
  tx: Tx,
  intakeId: string,
  source: string,
  month: string,
): Promise<{ good: number; matched: number }> {
  const result = await sql<{ good: number; matched: number }>`
    with last as materialized (
      select id from instruction_list where source = ${source} and month = ${month}::date and sent_at is not null order by round desc limit 1)
    select count(*)::integer as good, count(*) filter (where exists (
      select 1 from instruction_line n where n.list_id = (select id from last) and n.staff_key = r.staff_key))::integer as matched
    from instruction_answer_row r where r.intake_id = ${intakeId}`.execute(tx)
  return result.rows[0] ?? { good: 0, matched: 0 }
}

/** Rows of a file and the lines they answer. Of two rows of one person the last one counts. */
const answered = (listId: string, intakeId: string) => sql`
  with last as materialized (
    select distinct on (staff_key) * from instruction_answer_row where intake_id = ${intakeId} order by staff_key, row_number desc),
  found as (
    select n.no, n.staff_number, n.name, last.outcome, last.reason
    from last join instruction_line n on n.list_id = ${listId} and n.staff_key = last.staff_key and n.kind <> 'none')`

export async function countAnswers(
  tx: Tx,
  listId: string,
  intakeId: string,
): Promise<{ accepted: number; rejected: number; unknown: number }> {
  const result = await sql<{ accepted: number; rejected: number; unknown: number }>`
    ${answered(listId, intakeId)}
    select count(*) filter (where outcome = 'accepted')::integer as accepted,
      count(*) filter (where outcome = 'rejected')::integer as rejected,
      ((select count(*) from last) - count(*))::integer as unknown
    from found`.execute(tx)
  return result.rows[0] ?? { accepted: 0, rejected: 0, unknown: 0 }
}

export async function rejectedIn(
  tx: Tx,
  listId: string,
  intakeId: string,
  limit: number,
): Promise<{ staff_number: string; name: string; reason: string }[]> {
  const result = await sql<{ staff_number: string; name: string; reason: string }>`
    ${answered(listId, intakeId)}
    select staff_number, name, reason from found where outcome = 'rejected' order by no limit ${limit}`.execute(
    tx,
  )
  return result.rows
}
