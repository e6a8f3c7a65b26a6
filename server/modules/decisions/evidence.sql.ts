import { sql } from 'kysely'
import type { CheckName } from '../../../contract/requests.ts'
import type { Tx } from '../../kernel/db.ts'

/** A sheet lists so many; a batch with more is read on its page. */
export const LISTED_MAX = 20

export type OverriddenCheck = { loan_number: string; check_name: CheckName; by_name: string; note: string }

/** Failed checks overridden on the requests behind the loans of a disbursement batch, one more than is listed. */
export async function overriddenInBatch(tx: Tx, batchId: string): Promise<OverriddenCheck[]> {
  const result = await sql<OverriddenCheck>`
    select l.number as loan_number, o.check_name, o.by_name, o.note
    from payout_line p join loan l on l.id = p.loan_id join loan_request r on r.id = l.request_id
    join request_override o on o.request_id = r.id and o.version = r.version
    where p.batch_id = ${batchId} and p.kind = 'loan' order by l.number, o.check_name limit ${LISTED_MAX + 1}`.execute(
    tx,
  )
  return result.rows
}

export type LoanRecord = { id: string; number: string; customer_id: string; customer_name: string }

/** The loans an item is about: that of its subject, that of its input, or those of its disbursement batch. */
export async function loansBehind(
  tx: Tx,
  { loanIds, batchId }: { loanIds: readonly string[]; batchId: string | null },
): Promise<LoanRecord[]> {
  const result = await sql<LoanRecord>`
    select l.id, l.number, c.id as customer_id, c.surname || ' ' || c.first_name as customer_name
    from loan l join customer c on c.id = l.customer_id
    where l.id = any (${[...loanIds]}::uuid[])
      or l.id in (select loan_id from payout_line where batch_id = ${batchId})
    order by l.number limit ${LISTED_MAX}`.execute(tx)
  return result.rows
}
