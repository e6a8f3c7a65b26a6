import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { type Staged, saveRefusals } from '../intake/intake.ts'

export type ImportRow = {
  intake_id: string
  row_number: number
  line: number
  old_number: string
  stated: string
  name: string
  principal: bigint
  repaid: bigint
  outstanding: bigint
  status: 'ready' | 'taken' | 'refused'
  problem: string | null
  loan_id: string | null
}

export type NewImportRow = Omit<ImportRow, 'intake_id' | 'status' | 'problem' | 'loan_id'>

/** Amounts as text: a number of JSON would lose the last kobo of a large one. */
const rowsAsJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

export async function insertRows(tx: Tx, intakeId: string, rows: readonly NewImportRow[]): Promise<void> {
  await sql`
    insert into loan_import (intake_id, row_number, line, old_number, stated, name, principal, repaid, outstanding)
    select ${intakeId}, r.* from jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) as r (row_number integer, line integer,
      old_number text, stated text, name text, principal bigint, repaid bigint, outstanding bigint)`.execute(
    tx,
  )
}

export async function refuseRow(tx: Tx, staged: Staged, rowNumber: number, faults: string): Promise<void> {
  const faulty = sql`select ${rowNumber}::int as row_number, ${faults}::text as faults`
  await saveRefusals(staged.row.id, staged.columns, faulty, [rowNumber, rowNumber]).execute(tx)
}

/** Lines whose old number stands twice in the file, or was taken over before. */
export async function doubledRows(tx: Tx, intakeId: string): Promise<number[]> {
  const result = await sql<{ row_number: number }>`
    select row_number from (
      select row_number, old_number, row_number() over (partition by old_number order by row_number) as place
      from loan_import where intake_id = ${intakeId}) i
    where place > 1 or exists (select from loan_import o where o.old_number = i.old_number and o.status = 'taken')
    order by row_number`.execute(tx)
  return result.rows.map(row => row.row_number)
}

export async function deleteRow(tx: Tx, intakeId: string, rowNumber: number): Promise<void> {
  await sql`delete from loan_import where intake_id = ${intakeId} and row_number = ${rowNumber}`.execute(tx)
}

export async function deleteRows(tx: Tx, intakeId: string): Promise<void> {
  await sql`delete from loan_import where intake_id = ${intakeId} and status <> 'taken'`.execute(tx)
}

export async function countRows(tx: Tx, intakeId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from loan_import where intake_id = ${intakeId}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function rowsToTake(tx: Tx, intakeId: string, limit: number): Promise<number[]> {
  const result = await sql<{ row_number: number }>`
    select row_number from loan_import where intake_id = ${intakeId} and status = 'ready' order by row_number limit ${limit}`.execute(
    tx,
  )
  return result.rows.map(row => row.row_number)
}

/** Those of some lines that are still to be taken. */
export async function lockRows(
  tx: Tx,
  intakeId: string,
  rowNumbers: readonly number[],
): Promise<ImportRow[]> {
  const result = await sql<ImportRow>`
    select * from loan_import
    where intake_id = ${intakeId} and row_number = any (${rowNumbers}::integer[]) and status = 'ready'
    order by row_number for update`.execute(tx)
  return result.rows
}

export async function markTaken(
  tx: Tx,
  intakeId: string | null,
  taken: readonly { rowNumber: number; loanId: string }[],
): Promise<void> {
  await sql`
    update loan_import i set status = 'taken', loan_id = t.loan_id
    from unnest(${taken.map(each => each.rowNumber)}::integer[], ${taken.map(each => each.loanId)}::uuid[])
      as t (row_number, loan_id)
    where i.intake_id = ${intakeId} and i.row_number = t.row_number`.execute(tx)
}

export async function refuseTaking(
  tx: Tx,
  intakeId: string,
  rowNumber: number,
  problem: string,
): Promise<void> {
  await sql`
    update loan_import set status = 'refused', problem = ${problem}
    where intake_id = ${intakeId} and row_number = ${rowNumber} and status = 'ready'`.execute(tx)
}

export async function listRows(tx: Tx, intakeId: string, after: number, limit: number): Promise<ImportRow[]> {
  const result = await sql<ImportRow>`
    select * from loan_import where intake_id = ${intakeId} and row_number > ${after} order by row_number limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export type ImportSums = {
  rows: number
  taken: number
  refused: number
  principal: bigint
  repaid: bigint
  outstanding: bigint
}

export async function sumRows(tx: Tx, intakeId: string): Promise<ImportSums> {
  const result = await sql<ImportSums>`
    select count(*)::int as rows, count(*) filter (where status = 'taken')::int as taken, count(*) filter (where status = 'refused')::int as refused,
      coalesce(sum(principal), 0)::bigint as principal, coalesce(sum(repaid), 0)::bigint as repaid, coalesce(sum(outstanding), 0)::bigint as outstanding
    from loan_import where intake_id = ${intakeId}`.execute(tx)
  const [row] = result.rows
  if (!row) throw new Error('a sum without a row')
  return row
}

/** A freshly imported book has no statistics yet: the database would treat thousands of loans as a few. */
export async function gatherStatistics(tx: Tx): Promise<void> {
  await sql`analyze customer, loan`.execute(tx)
}
