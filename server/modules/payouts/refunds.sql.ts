import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type RefundRow = {
  refund_id: string
  number: string
  loan_id: string
  amount: bigint
  status: string
  payout_id: string | null
  loan_credit: bigint
  /** The payroll source to whose office it is returned. */
  office: string | null
}

/** Refund cases with the credit that they are paid from. */
export async function refundsBy(tx: Tx, ids: readonly string[]): Promise<RefundRow[]> {
  const result = await sql<RefundRow>`
    select f.refund_id, f.number, f.loan_id, f.amount, f.status, f.payout_id, f.office, l.credit as loan_credit
    from payout_refund f join loan l on l.id = f.loan_id where f.refund_id = any (${ids}::uuid[]) order by f.number`.execute(
    tx,
  )
  return result.rows
}

export type Contact = { phone: string; customer_id: string; status: string; frozen: string | null }

export async function payeeContact(tx: Tx, loanId: string): Promise<Contact | undefined> {
  const result = await sql<Contact>`
    select c.phone, c.id as customer_id, c.status, l.frozen
    from loan l join customer c on c.id = l.customer_id where l.id = ${loanId}`.execute(tx)
  return result.rows[0]
}
