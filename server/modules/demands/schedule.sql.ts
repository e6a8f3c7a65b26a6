import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type ScheduleLine = {
  number: string
  period: string
  staff_key: string
  staff_number: string
  name: string
  amount: bigint
  /** Of that: what the office advised that it remitted for the person. */
  advised: bigint
}

/** What the office said it did not deduct after all is no deduction. */
const NOT_DEDUCTED = sql`
  select s.row_number, s.part, s.batch_id, sum(u.amount) as amount
  from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id
  where u.kind = 'notDeducted' and u.undone_at is null group by s.batch_id, s.row_number, s.part`

const deducted = (batches: RawBuilder<unknown>) => sql`
  select b.intake_id as batch_id, b.number, b.period, r.staff_key, r.staff_number, r.name, r.employer, r.amount - r.earlier - coalesce(u.amount, 0) as amount
  from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
  left join (${NOT_DEDUCTED}) u on r.status = 'suspense' and u.batch_id = r.batch_id and u.row_number = r.row_number and u.part = r.part
  where r.batch_id in ${batches} and r.status in ('posted', 'suspense')`

const ofBatches = (ids: readonly string[]) => sql`(select unnest(${[...ids]}::uuid[]))`

/**
 * One line a person and batch, as the file of the office named them, without persons for whom it advised the whole deduction
 * at that moment. Of several batches that a receipt paid, the advised amount of a person covers the oldest first.
 */
export async function scheduleOf(
  tx: Tx,
  of: { source: string; batchIds: readonly string[]; advisedAt: Date | null },
  limit: number,
): Promise<ScheduleLine[]> {
  const result = await sql<ScheduleLine>`
    with said as materialized (
      select month, batches, staff_key, sum(amount) as amount from office_advised(${of.source}, ${of.advisedAt}::timestamptz)
      where staff_key <> '' group by month, batches, staff_key),
    person as materialized (
      select d.batch_id, d.number, d.period, d.staff_key, min(d.staff_number) as staff_number, min(d.name) as name, sum(d.amount) as amount
      from (${deducted(sql`(select unnest(${[...of.batchIds]}::uuid[]) union select unnest(batches) from said)`)}) d
      group by d.batch_id, d.number, d.period, d.staff_key having sum(d.amount) > 0),
    covered as (
      select batch_id, staff_key, sum(least(here, greatest(amount - before, 0))) as amount from (
        select p.batch_id, s.staff_key, s.amount, p.amount as here,
          sum(p.amount) over (partition by s.month, s.batches, s.staff_key order by p.number) - p.amount as before
        from said s join person p on p.period = s.month and p.batch_id = any (s.batches) and p.staff_key = s.staff_key) each
      group by batch_id, staff_key)
    select p.number, p.period, p.staff_key, p.staff_number, p.name, p.amount::bigint as amount, coalesce(c.amount, 0)::bigint as advised
    from person p left join covered c on c.batch_id = p.batch_id and c.staff_key = p.staff_key
    where p.batch_id in ${ofBatches(of.batchIds)} and p.amount > coalesce(c.amount, 0)
    order by p.period, p.number, p.staff_key limit ${limit}`.execute(tx)
  return result.rows
}

export type EmployerRow = { employer: string; persons: number; deductions: number; amount: bigint }

export async function employersOf(
  tx: Tx,
  batchIds: readonly string[],
  after: string | null,
  limit: number,
): Promise<{ rows: EmployerRow[]; total: number; amount: bigint }> {
  const beyond = after === null ? sql`true` : sql`g.employer > ${after}`
  const grouped = sql`
    select d.employer, count(distinct d.staff_key)::int as persons, count(*)::int as deductions, sum(d.amount)::bigint as amount
    from (${deducted(ofBatches(batchIds))}) d group by d.employer`
  const result = await sql<EmployerRow>`
    select g.employer, g.persons, g.deductions, g.amount from (${grouped}) g where ${beyond} order by g.employer limit ${limit}`.execute(
    tx,
  )
  const counted = await sql<{ total: number; amount: bigint }>`
    select count(*)::int as total, coalesce(sum(g.amount), 0)::bigint as amount from (${grouped}) g`.execute(
    tx,
  )
  return { rows: result.rows, ...(counted.rows[0] ?? { total: 0, amount: 0n }) }
}
