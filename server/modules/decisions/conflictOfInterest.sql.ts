import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** A setting is named by a word where a loan is by its id; the one must not break the lookup of the other. */
const asId = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when (${text}) ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`

/** What waits and is about an account of this member of staff. */
export async function waitingOnOwn(tx: Tx, staffId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct about.id from (
      select a.id, ${asId(sql`a.subject_id`)} as customer_id from approval a
        where a.status = 'waiting' and a.subject_type = 'customer'
      union all select a.id, ${asId(sql`a.input ->> 'mergedId'`)} from approval a
        where a.status = 'waiting' and a.command = 'customerMerge'
      union all select a.id, l.customer_id from approval a join loan l on l.id = ${asId(sql`a.subject_id`)}
        where a.status = 'waiting' and a.subject_type = 'loan'
      union all select a.id, l.customer_id from approval a join loan l on l.id = ${asId(sql`a.input #>> '{use,loanId}'`)}
        where a.status = 'waiting' and a.command = 'suspenseUse'
      union all select a.id, l.customer_id from approval a
        join payout_line p on p.batch_id = ${asId(sql`a.subject_id`)} join loan l on l.id = p.loan_id
        where a.status = 'waiting' and a.subject_type = 'payoutBatch'
      union all select a.id, l.customer_id from approval a
        join refund_case f on f.proposal_id = ${asId(sql`a.subject_id`)} join loan l on l.id = f.loan_id
        where a.status = 'waiting' and a.subject_type = 'refundProposal'
      union all select a.id, l.customer_id from approval a
        join refund_case f on f.id = ${asId(sql`a.subject_id`)} join loan l on l.id = f.loan_id
        where a.status = 'waiting' and a.subject_type = 'refund'
      union all select a.id, l.customer_id from approval a
        join loan_event e on e.id = ${asId(sql`a.input ->> 'receiptId'`)} join loan l on l.id = e.loan_id
        where a.status = 'waiting' and a.command in ('repaymentTakeBack', 'suspenseTakeBack')) about
    join staff_customer t on t.customer_id = about.customer_id and t.staff_id = ${staffId}`.execute(tx)
  return result.rows.map(row => row.id)
}
