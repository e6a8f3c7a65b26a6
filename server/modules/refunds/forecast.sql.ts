import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type OverDeduction = {
  loan_id: string
  loan_number: string
  customer_id: string
  customer_name: string
  officer_code: string
  officer_name: string | null
  source: string
  is_repaid: boolean
  owed: bigint
  instalment: bigint
  months: string[]
  expected: bigint
  over: bigint
}

/** What an office deducts for loan `l` by the first line found. */
const partOf = (line: RawBuilder<unknown>) => sql`(
    select p.amount from (${line} limit 1) i join refund_part p on p.list_id = i.list_id and p.no = i.no and p.loan_id = l.id)`

/** By the list of the month; without one by what the office was last told; from a source that has no lists, the usual instalment. */
const AMOUNT = sql`case
  when m.is_listed then ${partOf(sql`
    select list_id, no from refund_instruction
    where source = m.source and month = m.period and staff_key = ltrim(upper(c.ippis_number), '0') order by round desc`)}
  when m.is_instructed then ${partOf(sql`
    select list_id, no from refund_standing
    where source = m.source and staff_key = ltrim(upper(c.ippis_number), '0') and since <= m.period order by held desc`)}
  when l.last_deduction_on is not null and (not l.is_repaid or m.instruction_on <= l.last_receipt_on) then l.instalment end`

/**
 * A loan that owes less than the months in flight will deduct. Of a repaid loan that is all of it. The two kinds of loan have
 * an index each (three months at most: further back a missing file is a matter of its own; `loan_nearly_repaid`,
 * `loan_repaid_on`), so that a million others are not read.
 */
const expected = (today: string, only: string | null) => sql`
    with month as materialized (
      select source, period, instruction_on, is_listed, is_instructed from (
        select *, row_number() over (partition by source order by period desc) as n
        from refund_month where (instruction_on <= ${today}::date or is_listed) and awaited_until >= ${today}::date) m
      where n <= 3),
    loans as (
      select l.id, l.number, l.customer_id, l.officer_code, l.owed_total, l.instalment, l.last_receipt_on, l.last_deduction_on,
        false as is_repaid
      from loan l where l.status = 'live' and l.owed_total < l.instalment * 3 and (${only}::uuid is null or l.id = ${only}::uuid)
      union all
      select l.id, l.number, l.customer_id, l.officer_code, 0, l.instalment, l.last_receipt_on, l.last_deduction_on, true
      from loan l where l.status in ('closed', 'overpaid')
        and l.last_receipt_on >= (select min(instruction_on) - interval '1 month' from month)
        and (${only}::uuid is null or l.id = ${only}::uuid)),
    found as (
      select l.id as loan_id, l.number as loan_number, c.id as customer_id, c.surname || ' ' || c.first_name as customer_name,
        l.officer_code, (select s.first_name || ' ' || s.last_name from staff s
          where l.officer_code <> '' and s.account_officer_code = l.officer_code) as officer_name, c.payroll_source as source, l.is_repaid, l.owed_total::bigint as owed, l.instalment,
        m.months, m.expected, (m.expected - l.owed_total)::bigint as over
      from loans l join customer c on c.id = l.customer_id, lateral (
        select coalesce(array_agg(to_char(a.period, 'YYYY-MM') order by a.period), '{}') as months,
          coalesce(sum(a.amount), 0)::bigint as expected
        from (select m.period, ${AMOUNT} as amount from month m where m.source = c.payroll_source) a where a.amount > 0) m)`

export async function overDeductions(
  tx: Tx,
  today: string,
  only: string | null,
  after: string,
  limit: number,
): Promise<OverDeduction[]> {
  const result = await sql<OverDeduction>`
    ${expected(today, only)}
    select loan_id, loan_number, customer_id, customer_name, officer_code, officer_name, source, is_repaid, owed, instalment, months, expected, over
    from found where over > 0 and loan_number > ${after} order by loan_number limit ${limit}`.execute(tx)
  return result.rows
}

export async function sumOverDeductions(
  tx: Tx,
  today: string,
  only: string | null,
): Promise<{ total: number; amount: bigint }> {
  const result = await sql<{ total: number; amount: bigint }>`
    ${expected(today, only)}
    select count(*)::int as total, coalesce(sum(over), 0)::bigint as amount from found where over > 0`.execute(
    tx,
  )
  return result.rows[0] ?? { total: 0, amount: 0n }
}
