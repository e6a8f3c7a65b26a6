import { sql } from 'kysely'
import type { Tx } from '../db.ts'

export type InFlightRow = { amount: bigint; month: string; batchId: string; batchNumber: string }

/** Deductions of one loan that stand in a batch and are not in its books: they come whatever is agreed meanwhile. */
export async function inFlightOf(tx: Tx, loanId: string): Promise<InFlightRow[]> {
  const result = await sql<InFlightRow>`
    select r.amount - r.earlier as amount, to_char(r.period, 'YYYY-MM') as month, b.intake_id as "batchId",
      b.number as "batchNumber"
    from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
    where r.loan_id = ${loanId} and r.treatment = 'post' and r.status in ('open', 'refused') and r.amount > r.earlier
      and b.status not in ('undoing', 'undone')
    order by r.period, b.number, r.row_number, r.part limit 50`.execute(tx)
  return result.rows
}
