import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { isReversed } from './loans.sql.ts'
import { lockFamily } from './topup.sql.ts'

/** References that the bank gives to our payments. */

/** Of every payment of a loan: recorded alone, or with the results of its batch. */
export const bankReferencesOf = (loanId: string) => sql`
  select event_id as id, reference from loan_bank_reference where loan_id = ${loanId}
  union all
  select payout_id, bank_reference from loan_payout where loan_id = ${loanId} and bank_reference <> ''`

export async function bankReferenceOf(tx: Tx, loanId: string, eventId: string): Promise<string | undefined> {
  const result = await sql<{ reference: string }>`
    select reference from (${bankReferencesOf(loanId)}) known where id = ${eventId}`.execute(tx)
  return result.rows[0]?.reference
}

/** Every payment that is called so, by the bank or by us, and did not come back; one on its way into the ledger has no event yet. */
const paymentsCalled = (references: readonly string[], own: RawBuilder<unknown>) => sql`
  with asked as (select reference, reference_key(reference) as key from unnest(${references}::text[]) as asked (reference))
  select asked.reference, l.number from (
    select event_id as id, loan_id, reference_key(reference) as key from loan_bank_reference
      where reference_key(reference) = any (array(select key from asked))
    union all select payout_id, loan_id, reference_key(bank_reference) from loan_payout
      where bank_reference is not null and reference_key(bank_reference) = any (array(select key from asked))
        and status in ('posting', 'paid', 'returned', 'claimed', 'lost')
    union all select id, loan_id, reference_key(reference) from loan_event
      where channel is not null and reference is not null
        and payment_key(channel, reference) = any (array(select payment_key('pay-out', reference) from asked))) known
  join asked on asked.key = known.key
  join loan l on l.id = known.loan_id left join loan_event e on e.id = known.id
  where known.id not in (${own}) and (e.id is null or not ${isReversed(sql`e`)})`

/** Serialises checks for a free reference until the new one is written. */
const oneAtATime = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('bank references'))`.execute(tx)

/** A loan with another payment that bears this reference. */
export async function otherWithReference(
  tx: Tx,
  reference: string,
  eventId: string,
): Promise<{ number: string } | undefined> {
  await oneAtATime(tx)
  const result = await sql<{ number: string }>`
    ${paymentsCalled([reference], sql`select ${eventId}::uuid`)} limit 1`.execute(tx)
  return result.rows[0]
}

/**
 * Which of these references a payment outside a batch has already, and of which loan. Loans with a `returned` payment
 * are locked first, as an act locks its loans before it checks references: the other order would deadlock.
 */
export async function takenOutside(
  tx: Tx,
  batchId: string,
  references: readonly string[],
  returned: readonly string[],
): Promise<Map<string, string>> {
  if (returned.length > 0) await lockFamily(tx, ...returned)
  await oneAtATime(tx)
  const own = sql`select payout_id from loan_payout where batch_id = ${batchId}`
  const result = await sql<{ reference: string; number: string }>`${paymentsCalled(references, own)}`.execute(
    tx,
  )
  return new Map(result.rows.map(row => [row.reference, row.number]))
}

export async function insertBankReference(
  tx: Tx,
  reported: {
    eventId: string
    loanId: string
    reference: string
    at: Date
    by: { id: string; name: string }
  },
): Promise<void> {
  await sql`
    insert into loan_bank_reference (event_id, loan_id, reference, round, added_at, added_by, added_by_name)
    values (${reported.eventId}, ${reported.loanId}, ${reported.reference},
      (select count(*) from loan_bank_reference b join loan_event e on e.id = b.event_id
        where reference_key(b.reference) = reference_key(${reported.reference}) and ${isReversed(sql`e`)}),
      ${reported.at}, ${reported.by.id}, ${reported.by.name})`.execute(tx)
}

/** Which batch has a loan on its way to the bank. */
export async function openPayoutOf(
  tx: Tx,
  loanId: string,
): Promise<{ id: string; number: string } | undefined> {
  const result = await sql<{ id: string; number: string }>`
    select batch_id as id, number from loan_payout where loan_id = ${loanId} and status in ('open', 'posting')`.execute(
    tx,
  )
  return result.rows[0]
}

/** Cases that a user has proposed and that were not paid yet. */
export async function openRefundsOf(tx: Tx, loanId: string): Promise<{ number: string; amount: bigint }[]> {
  const result = await sql<{ number: string; amount: bigint }>`
    select number, amount from loan_refund where loan_id = ${loanId} and status in ('proposed', 'approved', 'paying')
    order by number`.execute(tx)
  return result.rows
}

export type Payee = { bank_code: string; account_number: string; account_waits: boolean }

/** The account that a refund goes to. */
export async function payeeOf(tx: Tx, loanId: string): Promise<Payee | undefined> {
  const result = await sql<Payee>`
    select c.bank_code, c.account_number,
      exists (select 1 from approval a where a.status = 'waiting' and a.command = 'customerSensitiveChange'
        and a.subject_type = 'customer' and a.subject_id = c.id::text
        and a.input -> 'to' ?| array['accountNumber', 'bankCode']) as account_waits
    from loan l join customer c on c.id = l.customer_id where l.id = ${loanId}`.execute(tx)
  return result.rows[0]
}
