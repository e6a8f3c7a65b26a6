import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export async function misplacedRows(tx: Tx): Promise<{ rows: number; problems: string[] }> {
  const result = await sql<{ rows: number; problems: string[] }>`
    select (select count(*)::int from repayment_row) as rows, coalesce(array_agg(problem), '{}') as problems from (
      select 'batch ' || b.number || ' has ' || count(distinct r.row_number) || ' rows of ' || b.file_rows as problem
      from repayment_batch b left join repayment_row r on r.batch_id = b.intake_id group by b.intake_id
      having b.file_rows > 0 and (count(distinct r.row_number) <> b.file_rows or sum(r.amount) <> b.file_total)
      union all
      select 'row ' || r.row_number || ' of a batch is posted without its receipt' from repayment_row r
      where r.status = 'posted' and not exists (
        select 1 from loan_event e where e.id = r.posting_id and e.loan_id = r.loan_id and e.amount = r.amount - r.earlier)
      union all
      select 'batch ' || b.number || ' is posted and row ' || r.row_number || ' still open' from repayment_batch b
      join repayment_row r on r.batch_id = b.intake_id and r.status = 'open' where b.status = 'posted'
      limit 20) found`.execute(tx)
  return result.rows[0] ?? { rows: 0, problems: [] }
}

export async function heldInSuspense(tx: Tx): Promise<bigint> {
  const result = await sql<{ held: bigint }>`
    select coalesce(sum(remaining), 0)::bigint as held from repayment_suspense`.execute(tx)
  return result.rows[0]?.held ?? 0n
}

export async function owedByOffices(tx: Tx): Promise<bigint> {
  const result = await sql<{ owed: bigint }>`
    select (select coalesce(sum(amount - earlier), 0) from repayment_row where status in ('posted', 'suspense'))
      - (select coalesce(sum(u.amount), 0) from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id
        join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part and r.status = 'suspense'
        where u.kind = 'notDeducted' and u.undone_at is null)
      - (select coalesce(sum(amount), 0) from repayment_remittance where undone_at is null) as owed`.execute(
    tx,
  )
  return BigInt(result.rows[0]?.owed ?? 0n)
}
