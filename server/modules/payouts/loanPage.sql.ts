import { type RawBuilder, sql } from 'kysely'
import type { PayoutLineStatus } from '../../../contract/payouts.ts'
import type { Tx } from '../../kernel/db.ts'
import type { StoredStatus } from './payouts.sql.ts'

/** The line of a batch that the loan is in, until it is posted or ends. */
export type OpenLine = {
  batch_id: string
  number: string
  status: StoredStatus
  value_on: string
  lines: number
  line_id: string
  line_status: PayoutLineStatus
  amount: bigint
  bank_code: string
  account_number: string
  reference: string
  waiting_approval: string | null
}

export async function openLineOf(tx: Tx, loanId: string): Promise<OpenLine | undefined> {
  const result = await sql<OpenLine>`
    select b.id as batch_id, b.number, b.status, b.value_on, b.lines, p.id as line_id, p.status as line_status,
      p.amount, p.bank_code, p.account_number, p.reference,
      (select a.id from approval a where a.status = 'waiting' and (a.subject_type, a.subject_id) = ('payoutBatch', b.id::text)
        limit 1) as waiting_approval
    from payout_line p join payout_batch b on b.id = p.batch_id
    where p.loan_id = ${loanId} and p.kind = 'loan' and p.status in ('open', 'posting')`.execute(tx)
  return result.rows[0]
}

/** The number a loan had in the book it was imported from; null for a loan of our own. */
export const oldNumberOf = (loanId: string): RawBuilder<string | null> =>
  sql`select old_number from loan_import where loan_id = ${loanId} limit 1`
