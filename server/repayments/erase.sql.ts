import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/** The line stays with its amount and its posting; its key would name the payer's number. */
export async function eraseRowsOf(
  tx: Tx,
  { ids, label, mark }: { ids: readonly string[]; label: string; mark: string },
): Promise<void> {
  await sql`
    update repayment_row set name = ${label}, staff_number = ${mark}, staff_key = ${mark}, account_number = null, narration = '',
      row_key = 'erased ' || batch_id || ' ' || row_number
    where customer_id = any (${ids}::uuid[])
      or loan_id in (select id from loan where customer_id = any (${ids}::uuid[]))`.execute(tx)
}
