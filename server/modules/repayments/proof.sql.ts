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

/** Batches whose rows say another amount than the account of their payroll office. */
export async function dueOtherwise(tx: Tx): Promise<{ due: bigint; problems: string[] }> {
  const result = await sql<{ due: bigint; problems: string[] }>`
    with deducted as (
      select r.batch_id, sum(r.amount - r.earlier - coalesce(u.amount, 0)) as amount
      from repayment_row r left join (
        select s.batch_id, s.row_number, s.part, sum(u.amount) as amount
        from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id
        where u.kind = 'notDeducted' and u.undone_at is null group by 1, 2, 3
      ) u on u.batch_id = r.batch_id and u.row_number = r.row_number and u.part = r.part and r.status = 'suspense'
      where r.status in ('posted', 'suspense') group by r.batch_id
    ), owed as (
      select b.batch_id, coalesce(sum(d.amount), 0) as amount
      from office_batch b left join office_due d on d.batch_id = b.batch_id group by b.batch_id
    )
    select coalesce(sum(o.amount), 0)::bigint as due, coalesce(array_agg('batch ' || b.number || ' deducted ' || coalesce(d.amount, 0)
      || ' kobo by its rows and ' || o.amount || ' by the account') filter (where coalesce(d.amount, 0) <> o.amount), '{}') as problems
    from owed o join repayment_batch b on b.intake_id = o.batch_id left join deducted d on d.batch_id = o.batch_id`.execute(
    tx,
  )
  return result.rows[0] ?? { due: 0n, problems: [] }
}

/** Items that nobody sent to suspense, of a person whose loan could take them. */
export async function anonymousOfKnown(tx: Tx): Promise<{ items: number; problems: string[] }> {
  const result = await sql<{ items: number; problems: string[] }>`
    select (select count(*)::int from repayment_suspense where remaining > 0) as items, coalesce(array_agg(problem), '{}') as problems from (
      select 'batch ' || b.number || ', line ' || r.line || ' is in suspense, and its loan was repaid' as problem
      from repayment_suspense s
      join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part
      join repayment_batch b on b.intake_id = s.batch_id
      where s.remaining > 0 and not s.before_credit and r.bin = 'closedLoan' and r.loan_id is not null
        and r.matched_by <> 'hand' and r.name_score is null
      limit 20) found`.execute(tx)
  return result.rows[0] ?? { items: 0, problems: [] }
}
