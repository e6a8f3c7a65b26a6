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
