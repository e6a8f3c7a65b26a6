import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** A payment to them with an unknown result. */
export async function openPaymentTo(tx: Tx, customerId: string): Promise<string | undefined> {
  const result = await sql<{ reference: string }>`
    select p.reference from payout_line p join loan l on l.id = p.loan_id
    where l.customer_id = ${customerId} and p.status in ('open', 'posting', 'claimed') limit 1`.execute(tx)
  return result.rows[0]?.reference
}

export type HeldPayout = {
  loan_id: string
  reference: string
  beneficiary: string
  bank_code: string
  account_number: string
  amount: bigint
  status: string
  bank_reference: string | null
  bank_on: string | null
  reason: string | null
}

export async function payoutsTo(tx: Tx, loanIds: readonly string[]): Promise<HeldPayout[]> {
  const result = await sql<HeldPayout>`
    select loan_id, reference, beneficiary, bank_code, account_number, amount, status, bank_reference, bank_on, reason
    from payout_line where loan_id = any (${loanIds}::uuid[]) order by reference`.execute(tx)
  return result.rows
}

export async function erasePayouts(tx: Tx, loanIds: readonly string[], label: string): Promise<void> {
  await sql`
    update payout_line set beneficiary = ${label}, account_number = '', reason = null
    where loan_id = any (${loanIds}::uuid[])`.execute(tx)
}
