import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import { isReversed } from './loans.sql.ts'

/** What the bank calls our payments, once it has told us. */

/** Of every payment of a loan: told later for one alone, or with the results of its batch. */
export const bankReferencesOf = (loanId: string) => sql`
  select event_id as id, reference from loan_bank_reference where loan_id = ${loanId}
  union all
  select payout_id, bank_reference from payout_line where loan_id = ${loanId} and bank_reference <> ''`

export async function bankReferenceOf(tx: Tx, loanId: string, eventId: string): Promise<string | undefined> {
  const result = await sql<{ reference: string }>`
    select reference from (${bankReferencesOf(loanId)}) known where id = ${eventId}`.execute(tx)
  return result.rows[0]?.reference
}

/** A loan with another payment that the bank calls so and that did not come back, or that bears it as ours. */
export async function otherWithReference(
  tx: Tx,
  reference: string,
  eventId: string,
): Promise<{ number: string } | undefined> {
  const result = await sql<{ number: string }>`
    select l.number from loan_event e join loan l on l.id = e.loan_id
    where e.id in (
        select event_id from loan_bank_reference where reference = ${reference}
        union all select payout_id from payout_line where bank_reference = ${reference}
        union all select id from loan_event where channel = 'pay-out' and reference = ${reference})
      and e.id <> ${eventId} and not ${isReversed(sql`e`)}
    limit 1`.execute(tx)
  return result.rows[0]
}

export async function insertBankReference(
  tx: Tx,
  told: { eventId: string; loanId: string; reference: string; at: Date; by: { id: string; name: string } },
): Promise<void> {
  await sql`
    insert into loan_bank_reference (event_id, loan_id, reference, round, added_at, added_by, added_by_name)
    values (${told.eventId}, ${told.loanId}, ${told.reference},
      (select count(*) from loan_bank_reference b join loan_event e on e.id = b.event_id
        where b.reference = ${told.reference} and ${isReversed(sql`e`)}),
      ${told.at}, ${told.by.id}, ${told.by.name})`.execute(tx)
}
