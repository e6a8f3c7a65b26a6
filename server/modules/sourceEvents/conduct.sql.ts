import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { figuresOfBatch } from '../offices/offices.ts'
import { conductText, sourceIn } from '../payMonths/payMonths.ts'

/** Lateness of one loan by contract and by conduct. */

export type ConductRow = {
  days_past_due: number
  arrears: bigint
  conduct_days: number
  conduct_arrears: bigint
  /** A payroll month. */
  last_heard: string | null
}

export async function findConduct(tx: Tx, id: string, today: string): Promise<ConductRow | undefined> {
  const result = await sql<ConductRow>`
    select l.days_past_due, l.arrears, k."daysPastDue" as conduct_days, k.arrears as conduct_arrears, k."lastHeard" as last_heard
    from loan_on(${today}::date) l join customer c on c.id = l.customer_id,
      json_to_record(${conductText(today)}) as k ("daysPastDue" integer, arrears bigint, "lastHeard" text)
    where l.id = ${id}`.execute(tx)
  return result.rows[0]
}

export type LoanMonth = {
  period: string
  unpaid: bigint
  is_awaited: boolean
  is_heard: boolean
  is_deducted: boolean
  is_unremitted: boolean
}

/** Months with something late, or deducted from pay: the newest first. */
export async function monthsOfLoan(tx: Tx, id: string, today: string): Promise<LoanMonth[]> {
  const result = await sql<LoanMonth>`
    with late as (
      select date_trunc('month', d.due_on)::date as period, sum(d.owed)::bigint as unpaid
      from loan_on(${today}::date) l, unnest(l.late_on, l.late_owed) as d (due_on, owed) where l.id = ${id} group by 1
    ), deducted as (
      select r.period, bool_or(exists (select 1 from (${figuresOfBatch(sql`r.batch_id`)}) f where f.owed > 0)) as is_unremitted
      from repayment_row r where r.loan_id = ${id} and r.status = 'posted' group by r.period
    )
    select k.period, coalesce(k.unpaid, 0)::bigint as unpaid,
      coalesce(m.is_awaited and m.heard_on is null and m.awaited_until >= ${today}::date, false) as is_awaited,
      m.heard_on is not null as is_heard, k.is_unremitted is not null as is_deducted,
      coalesce(k.is_unremitted, false) as is_unremitted
    from (select period, late.unpaid, deducted.is_unremitted from late full join deducted using (period)) k
    cross join loan l join customer c on c.id = l.customer_id
    left join pay_month m on m.period = k.period and m.source = ${sourceIn(sql`k.period`)}
    where l.id = ${id} order by k.period desc limit 60`.execute(tx)
  return result.rows
}
