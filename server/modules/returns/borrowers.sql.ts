import { sql } from 'kysely'
import type { LoanStatusName } from '../../../contract/loans.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { beyond, type Tx } from '../../kernel/db.ts'

/** Loans as the snapshot of a month-end has them, with the borrower as known today. */

export async function storedMonths(tx: Tx): Promise<string[]> {
  const result = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month from dashboard_month_end where dimension = 'all'
    order by month desc limit 120`.execute(tx)
  return result.rows.map(({ month }) => month)
}

export type ClassRow = {
  name: string
  loans: number
  principal: bigint
  interest: bigint
  fee: bigint
  penalty: bigint
  provision: bigint
}

export async function classesIn(tx: Tx, month: string): Promise<ClassRow[]> {
  const result = await sql<ClassRow>`
    select key as name, loans, principal, interest, fee, penalty, provision from dashboard_month_end
    where month = ${`${month}-01`}::date and dimension = 'class' order by key`.execute(tx)
  return result.rows
}

export type BorrowerRow = {
  number: string
  id: string
  customer_number: string
  title: string
  surname: string
  first_name: string
  other_names: string
  gender: string
  date_of_birth: LocalDate
  bvn_sealed: string
  nin_sealed: string
  phone: string
  email: string
  address: string
  state: string
  mda: string
  ippis_number: string
  product: string
  disbursed_on: LocalDate
  last_due_on: LocalDate | null
  lent: bigint
  tenor: number
  instalment: bigint
  owed: bigint
  owed_principal: bigint
  arrears: bigint
  days_past_due: number
  class: string | null
  status: LoanStatusName
  paid_on: LocalDate | null
}

/** What is reported: loans that owe something, and those that closed in the month. */
const REPORTED = (month: string) => sql`
  m.month = ${`${month}-01`}::date and (m.status in ('live', 'written off', 'overpaid')
    or (m.status = 'closed' and greatest(l.last_receipt_on, l.last_deduction_on) >= m.month))`

export async function borrowerTotals(tx: Tx, month: string): Promise<{ loans: number; owed: bigint }> {
  const result = await sql<{ loans: number; owed: bigint }>`
    select count(*)::int as loans,
      coalesce(sum(m.owed_principal + m.owed_interest + m.owed_fee + m.owed_penalty), 0)::bigint as owed
    from dashboard_month_end_loan m join loan l on l.number = m.number where ${REPORTED(month)}`.execute(tx)
  return result.rows[0] ?? { loans: 0, owed: 0n }
}

export async function borrowersIn(
  tx: Tx,
  month: string,
  after: string | null,
  limit: number,
): Promise<BorrowerRow[]> {
  const result = await sql<BorrowerRow>`
    select m.number, c.id, c.number as customer_number, c.title, c.surname, c.first_name, c.other_names, c.gender,
      c.date_of_birth, c.bvn_sealed, c.nin_sealed, c.phone, c.email, c.address, m.state, m.employer as mda, c.ippis_number,
      v.name as product, m.disbursed_on, l.last_due_on, l.principal as lent, l.tenor, l.instalment,
      (m.owed_principal + m.owed_interest + m.owed_fee + m.owed_penalty)::bigint as owed, m.owed_principal,
      m.arrears, m.days_past_due, m.class, m.status,
      case when greatest(l.last_receipt_on, l.last_deduction_on) < m.month + interval '1 month'
        then greatest(l.last_receipt_on, l.last_deduction_on) end as paid_on
    from dashboard_month_end_loan m
    join loan l on l.number = m.number
    join customer c on c.id = l.customer_id
    join product_version v on v.product_id = l.product_id and v.version = l.product_version
    where ${REPORTED(month)} and ${beyond(sql`m.number`, after)}
    order by m.number limit ${limit}`.execute(tx)
  return result.rows
}
