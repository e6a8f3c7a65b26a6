import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'
import type { LineRow } from './instructions.sql.ts'

/** Files taken of a list, and what lists know of payroll files and posted months. */

export type Scope = 'delta' | 'full'
const inScope = (scope: Scope): RawBuilder<unknown> =>
  scope === 'delta' ? sql`kind not in ('continue', 'none')` : sql`kind <> 'none'`

export type FileLine = Pick<
  LineRow,
  'no' | 'staff_number' | 'name' | 'employer' | 'kind' | 'previous' | 'amount' | 'loan_numbers'
> & { balance: bigint; until_month: string | null; instalments: number | null }

export async function fileLines(
  tx: Tx,
  listId: string,
  scope: Scope,
  after: number,
  limit: number,
): Promise<FileLine[]> {
  const result = await sql<FileLine>`
    select no, staff_number, name, employer, kind, previous, amount, loan_numbers, greatest(owed - in_flight, 0) as balance, until_month,
      case when amount > 0 then ceil(greatest(owed - in_flight, 1)::numeric / amount)::integer end as instalments
    from instruction_line where list_id = ${listId} and no > ${after} and ${inScope(scope)} order by no limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function sumOfScope(
  tx: Tx,
  listId: string,
  scope: Scope,
): Promise<{ lines: number; total: bigint }> {
  const result = await sql<{ lines: number; total: bigint }>`
    select count(*)::integer as lines, coalesce(sum(amount), 0)::bigint as total
    from instruction_line where list_id = ${listId} and ${inScope(scope)}`.execute(tx)
  return result.rows[0] ?? { lines: 0, total: 0n }
}

export type FileRow = {
  id: string
  list_id: string
  copy: number
  scope: Scope
  format: 'csv' | 'xlsx'
  lines: number
  total: bigint
  sha256: string
  taken_at: Date
  taken_by: string
  taken_by_name: string
  reason: string | null
}

/** False where its id is that of another list's file, taken at the same moment. */
export async function insertFile(tx: Tx, row: FileRow): Promise<boolean> {
  const result = await sql`insert into instruction_file ${valuesOf(row)} on conflict (id) do nothing`.execute(
    tx,
  )
  return result.numAffectedRows === 1n
}

export async function findFile(tx: Tx, id: string): Promise<FileRow | undefined> {
  return (await sql<FileRow>`select * from instruction_file where id = ${id}`.execute(tx)).rows[0]
}

export async function filesOf(tx: Tx, listId: string): Promise<FileRow[]> {
  const result = await sql<FileRow>`
    select * from instruction_file where list_id = ${listId} order by copy`.execute(tx)
  return result.rows
}

// ── Months ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export async function isMonthPosted(tx: Tx, source: string, month: string): Promise<boolean> {
  const result = await sql`
    select 1 from pay_month where source = ${source} and period = ${month}::date and heard_on is not null`.execute(
    tx,
  )
  return result.rows.length > 0
}

/** The newest payroll file in force. */
export async function newestPayroll(
  tx: Tx,
  source: string,
): Promise<{ intake_id: string; month: string } | undefined> {
  const result = await sql<{ intake_id: string; month: string }>`
    select f.intake_id, f.month from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
    where f.source = ${source} order by f.month desc limit 1`.execute(tx)
  return result.rows[0]
}
