import { sql } from 'kysely'
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

/**
 * A loan that owes less than the months in flight will deduct, by the usual instalment; of a repaid one, the months whose
 * list had gone before it was repaid. Loans that were never deducted from pay are left out. The two kinds have an index
 * each (three months at most: further back a missing file is a matter of its own; `loan_nearly_repaid`, `loan_repaid_on`), so that a million others are not read.
 */
const expected = (today: string, only: string | null) => sql`
    with month as materialized (
      select source, period, instruction_on from (
        select source, period, instruction_on, row_number() over (partition by source order by period desc) as n
        from refund_month where instruction_on <= ${today}::date) m
      where n <= 3),
    loans as (
      select l.id, l.number, l.customer_id, l.officer_code, l.owed_total, l.instalment, l.last_receipt_on, false as is_repaid
      from loan l where l.status = 'live' and l.owed_total < l.instalment * 3 and l.last_deduction_on is not null
        and (${only}::uuid is null or l.id = ${only}::uuid)
      union all
      select l.id, l.number, l.customer_id, l.officer_code, 0, l.instalment, l.last_receipt_on, true
      from loan l where l.status in ('closed', 'overpaid') and l.last_deduction_on is not null
        and l.last_receipt_on >= (select min(instruction_on) from month) and (${only}::uuid is null or l.id = ${only}::uuid)),
    found as (
      select l.id as loan_id, l.number as loan_number, c.id as customer_id, c.surname || ' ' || c.first_name as customer_name,
        l.officer_code, (select s.first_name || ' ' || s.last_name from staff s
          where l.officer_code <> '' and s.account_officer_code = l.officer_code) as officer_name, c.payroll_source as source, l.is_repaid, l.owed_total::bigint as owed, l.instalment,
        m.months, (l.instalment * cardinality(m.months))::bigint as expected,
        (l.instalment * cardinality(m.months) - l.owed_total)::bigint as over
      from loans l join customer c on c.id = l.customer_id, lateral (
        select coalesce(array_agg(to_char(m.period, 'YYYY-MM') order by m.period), '{}') as months from month m
        where m.source = c.payroll_source and (not l.is_repaid or m.instruction_on <= l.last_receipt_on)) m)`

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
