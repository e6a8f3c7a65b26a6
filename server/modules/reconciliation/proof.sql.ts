import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { CHANGED, IS_FILED, PAID, sentLists } from './sources.sql.ts'

/** Months whose lines are as new as their facts: a change since then is calculated by a job that is queued. */
const CURRENT = sql`
  select m.* from reconciliation_month m
  where m.calculated_at is not null
    and not exists (select from (${CHANGED}) c where c.source = m.source and c.month = m.month and c.at >= m.calculated_at)
    and not exists (select from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
      where j.task_identifier = 'reconciliationRun' and p.payload->>'source' = m.source and p.payload->>'month' = m.month::text)`

const batchesOf = (what: RawBuilder<unknown>) => sql`coalesce((
  select sum(${what}) from repayment_batch b where b.source = m.source and b.period = m.month), 0)::bigint`

/** Deducted and posted by the rows of the batches themselves, remitted by the account of the office. */
const FILED = batchesOf(sql`case when ${IS_FILED} then (
  select coalesce(sum(r.amount - r.earlier), 0) from repayment_row r
  where r.batch_id = b.intake_id and r.treatment <> 'skip' and r.status in ('open', 'posted', 'suspense', 'refused'))
  - (select coalesce(sum(u.amount), 0) from repayment_suspense s join repayment_suspense_use u on u.suspense_id = s.id
    join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part and r.status = 'suspense'
    where s.batch_id = b.intake_id and u.kind = 'notDeducted' and u.undone_at is null) else 0 end`)
const BOOKED = batchesOf(sql`case when ${IS_FILED} then (
  select coalesce(sum(e.amount), 0) from repayment_row r join loan_event e on e.id = r.posting_id
  where r.batch_id = b.intake_id and r.status = 'posted')
  + (select coalesce(sum(e.amount), 0) from repayment_suspense s
    join repayment_suspense_use u on u.suspense_id = s.id and u.kind = 'loan' and u.undone_at is null
    join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part and r.status = 'suspense'
    join loan_event e on e.id = u.id where s.batch_id = b.intake_id) else 0 end`)
const RECEIVED = batchesOf(sql`coalesce((select p.amount from ${PAID} p where p.batch_id = b.intake_id), 0)`)

const SENT = sql`coalesce((
  select sum(n.amount) from (${sentLists(sql`m.source`, sql`m.month`)}) s join instruction_line n on n.list_id = s.id), 0)::bigint`

export type Column = {
  source: string
  month: string
  name: string
  lines: bigint
  facts: bigint
}

/** Each column of each month beside the file, the bank and the ledger, where they are not the same. */
export async function otherColumns(tx: Tx): Promise<{ months: number; other: Column[] }> {
  const result = await sql<Column & { months: number }>`
    with current as materialized (${CURRENT}),
    line as materialized (
      select source, month, sum(instructed)::bigint as instructed, sum(deducted)::bigint as deducted, sum(posted)::bigint as posted, sum(remitted)::bigint as remitted
      from reconciliation_line group by source, month),
    each as (
      select m.source, m.month, v.name, v.lines, v.facts
      from current m left join line using (source, month)
      cross join lateral (values
        ('instructed', coalesce(line.instructed, 0), ${SENT}),
        ('deducted', coalesce(line.deducted, 0), ${FILED}),
        ('posted', coalesce(line.posted, 0), ${BOOKED}),
        ('remitted', coalesce(line.remitted, 0), ${RECEIVED})) v (name, lines, facts))
    select (select count(*)::integer from current) as months, source, month, name, lines, facts
    from (select 1) one left join (select * from each where lines <> facts limit 20) each on true`.execute(tx)
  return {
    months: result.rows[0]?.months ?? 0,
    other: result.rows.filter(row => row.name !== null),
  }
}

/** Lines whose verdict is not the one of their amounts, and totals that are not those of their lines. */
export async function otherVerdicts(tx: Tx): Promise<{ lines: number; problems: string[] }> {
  const result = await sql<{ lines: number; problems: string[] }>`
    select (select count(*)::integer from reconciliation_line) as lines, coalesce(array_agg(problem), '{}') as problems from (
      select 'line ' || t.id || ' says ' || coalesce(t.verdict, 'nothing') as problem
      from reconciliation_line t join reconciliation_month m using (source, month)
      where t.verdict is distinct from case when m.file_in
        then reconciliation_verdict(t.expected, t.instructed, t.deducted, t.remitted, t.posted, t.state) end
      limit 20) found`.execute(tx)
  return result.rows[0] ?? { lines: 0, problems: [] }
}
