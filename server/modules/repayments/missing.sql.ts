import { sql } from 'kysely'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { monthly } from '../payroll/payroll.ts'

/** Who brought nothing in a payroll month. */

export type MissingRow = {
  loan_id: string
  loan_number: string
  customer_id: string
  customer_name: string
  staff_number: string
  employer: string
  expected: bigint
  arrears: bigint
  signals: string[] | null
  is_on_payroll: boolean | null
}

/**
 * Something is due by the month's end and was neither deducted in a file of it nor paid otherwise; payers at the bank,
 * holidays and quarterly loans are left out. After collection few are unpaid and `loan_by_lateness` finds them; before,
 * nearly all are (`isLong`) and a page is read off the index of numbers. Rows of a file are looked up per loan: freshly
 * posted rows have no statistics, and a join was quadratic.
 */
const missing = (source: string, period: string, today: string, isLong = false) => {
  const month = sql`${`${period}-01`}::date`
  return sql`
    from loan_on(${today}::date) l join customer c on c.id = l.customer_id and c.payroll_source = ${source}
    where l.status = 'live' and l.disbursed_on < ${month} and ${isLong ? sql`(l.unpaid_on + 0)` : sql`l.unpaid_on`} < ${monthly.after(month)}
      and not exists (select 1 from repayment_row r
        where r.loan_id = l.id and r.period + 0 = ${month} and r.status || '' = 'posted' offset 0)
      and ${monthly.most(month)} > coalesce((
        select sum(e.amount) from loan_event e
        where e.loan_id = l.id and e.type = 'receipt' and e.effective_on >= ${month} and e.effective_on < ${monthly.after(month)}
          and not exists (
            select 1 from loan_event u where u.loan_id = l.id and u.type = 'reversal' and u.event->>'of' = e.id::text)), 0)`
}

/** Customers opened after the file came are on the payroll all the same; retired people on it draw no pay. */
const isOnPayroll = sql`case when exists (select 1 from newest) then coalesce((
  select bool_or(coalesce(p.status, '') not in ('left', 'retired', 'deceased')) from payroll_row p
  where p.intake_id = (select intake_id from newest) and p.staff_key = m.staff_key), false) end`

export async function listMissing(
  tx: Tx,
  source: string,
  period: string,
  today: string,
  { after, limit, isLong }: { after: string; limit: number; isLong: boolean },
): Promise<MissingRow[]> {
  const month = sql`${`${period}-01`}::date`
  const result = await sql<MissingRow>`
    with newest as materialized (
      select f.intake_id from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
      where f.source = ${source} order by f.month desc limit 1)
    select m.loan_id, m.loan_number, m.customer_id, m.customer_name, m.staff_number, m.employer, m.expected, m.arrears,
      (select array_agg(s.kind order by s.raised_at desc) from (
        select kind, max(raised_at) as raised_at from loan_signal where loan_id = m.loan_id and closed_at is null group by kind) s) as signals,
      ${isOnPayroll} as is_on_payroll
    from (
      select l.id as loan_id, l.number as loan_number, c.id as customer_id, c.surname || ' ' || c.first_name as customer_name,
        c.ippis_number as staff_number, ltrim(upper(c.ippis_number), '0') as staff_key, c.mda as employer,
        least(${monthly.expected(month)}, ${monthly.due(month)}) as expected, l.arrears
      ${missing(source, period, today, isLong)} and l.number > ${after} order by l.number limit ${limit}) m
    order by m.loan_number`.execute(tx)
  return result.rows
}

export const countMissing = (tx: Tx, source: string, period: string, today: string): Promise<Counted> =>
  countUpTo(COUNTED_MAX, `missing ${source} ${period} ${today}`, limit =>
    countWithin(tx, limit, sql`select 1 ${missing(source, period, today)}`),
  )

/** Read only where the list was counted to its end. */
export async function sumMissing(tx: Tx, source: string, period: string, today: string): Promise<bigint> {
  const month = sql`${`${period}-01`}::date`
  const result = await sql<{ expected: bigint }>`
    select coalesce(sum(least(${monthly.expected(month)}, ${monthly.due(month)})), 0)::bigint as expected
    ${missing(source, period, today)}`.execute(tx)
  return result.rows[0]?.expected ?? 0n
}
