import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type ScheduleLine = {
  number: string
  period: string
  staff_key: string
  staff_number: string
  name: string
  amount: bigint
}

/** What the office said it did not deduct after all is no deduction. */
const NOT_DEDUCTED = sql`
  select s.row_number, s.part, s.batch_id, sum(u.amount) as amount
  from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id
  where u.kind = 'notDeducted' and u.undone_at is null group by s.batch_id, s.row_number, s.part`

const deducted = (batchIds: readonly string[]) => sql`
  select b.number, b.period, r.staff_key, r.staff_number, r.name, r.employer, r.amount - r.earlier - coalesce(u.amount, 0) as amount
  from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
  left join (${NOT_DEDUCTED}) u on r.status = 'suspense' and u.batch_id = r.batch_id and u.row_number = r.row_number and u.part = r.part
  where r.batch_id = any (${[...batchIds]}::uuid[]) and r.status in ('posted', 'suspense')`

/** One line a person and batch, as the file of the office named them. */
export async function scheduleOf(
  tx: Tx,
  batchIds: readonly string[],
  limit: number,
): Promise<ScheduleLine[]> {
  const result = await sql<ScheduleLine>`
    select d.number, d.period, d.staff_key, min(d.staff_number) as staff_number, min(d.name) as name, sum(d.amount)::bigint as amount
    from (${deducted(batchIds)}) d group by d.period, d.number, d.staff_key having sum(d.amount) > 0
    order by d.period, d.number, d.staff_key limit ${limit}`.execute(tx)
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
    from (${deducted(batchIds)}) d group by d.employer`
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
