import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

type InFlightRow = { amount: bigint; month: string; batchId: string; batchNumber: string }

/** Deductions of one loan that are in a batch and not posted yet: they arrive whatever is agreed since. */
export async function rowsInFlight(tx: Tx, loanId: string): Promise<InFlightRow[]> {
  const result = await sql<InFlightRow>`
    select r.amount - r.earlier as amount, to_char(r.period, 'YYYY-MM') as month, b.intake_id as "batchId",
      b.number as "batchNumber"
    from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
    where r.loan_id = ${loanId} and r.treatment = 'post' and r.status in ('open', 'refused') and r.amount > r.earlier
      and b.status not in ('undoing', 'undone')
    order by r.period, b.number, r.row_number, r.part limit 50`.execute(tx)
  return result.rows
}

/** Months whose deduction is on the loan, with its row or later out of suspense. */
export async function monthsPosted(tx: Tx, loanId: string): Promise<string[]> {
  const result = await sql<{ month: string }>`
    select to_char(period, 'YYYY-MM') as month from repayment_row where loan_id = ${loanId} and status = 'posted'
    union select to_char(r.period, 'YYYY-MM') from repayment_suspense_use u
      join repayment_suspense s on s.id = u.suspense_id
      join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part
      where u.loan_id = ${loanId} and u.undone_at is null`.execute(tx)
  return result.rows.map(row => row.month)
}

export async function sourceOf(tx: Tx, loanId: string): Promise<string> {
  const result = await sql<{ source: string }>`
    select c.payroll_source as source from loan l join customer c on c.id = l.customer_id where l.id = ${loanId}`.execute(
    tx,
  )
  return result.rows[0]?.source ?? ''
}
