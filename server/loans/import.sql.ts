import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import { keepRefusals, type Staged } from '../intake/intake.ts'

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

export async function insertRow(
  tx: Tx,
  row: Omit<ImportRow, 'status' | 'problem' | 'loan_id'>,
): Promise<void> {
  await sql`
    insert into loan_import (intake_id, row_number, line, old_number, stated, name, principal, repaid, outstanding)
    values (${row.intake_id}, ${row.row_number}, ${row.line}, ${row.old_number}, ${row.stated}, ${row.name}, ${row.principal}, ${row.repaid},
      ${row.outstanding})`.execute(tx)
}

export async function refuseRow(tx: Tx, staged: Staged, rowNumber: number, faults: string): Promise<void> {
  const faulty = sql`select ${rowNumber}::int as row_number, ${faults}::text as faults`
  await keepRefusals(staged.row.id, staged.columns, faulty, [rowNumber, rowNumber]).execute(tx)
}

/** Lines whose old number stands twice in the file, or was taken over before. */
export async function doubledRows(tx: Tx, intakeId: string): Promise<number[]> {
  const result = await sql<{ row_number: number }>`
    select row_number from loan_import i where intake_id = ${intakeId} and (
      exists (select 1 from loan_import o where o.old_number = i.old_number and o.status = 'taken')
      or exists (select 1 from loan_import o where o.intake_id = i.intake_id and o.old_number = i.old_number and o.row_number < i.row_number))
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

export async function lockRow(tx: Tx, intakeId: string, rowNumber: number): Promise<ImportRow | undefined> {
  const result = await sql<ImportRow>`
    select * from loan_import where intake_id = ${intakeId} and row_number = ${rowNumber} for update`.execute(
    tx,
  )
  return result.rows[0]
}

export async function markRow(
  tx: Tx,
  { intake_id, row_number }: Pick<ImportRow, 'intake_id' | 'row_number'>,
  { status, loanId, problem }: { status: ImportRow['status']; loanId?: string; problem?: string },
): Promise<void> {
  await sql`
    update loan_import set status = ${status}, loan_id = ${loanId ?? null}, problem = ${problem ?? null}
    where intake_id = ${intake_id} and row_number = ${row_number}`.execute(tx)
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
