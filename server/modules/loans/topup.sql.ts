import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'

/** Loans and what their disbursements settle, always in the same order, so that two acts cannot lock each other out. */
export async function lockFamily(tx: Tx, ...ids: string[]): Promise<void> {
  // which loans a disbursement settles is said once, when its loan is opened
  const settled = await sql<{ id: string }>`
    select unnest(settles) as id from loan where id = any (${ids}::uuid[])
    union select settled_loan_id from loan_settled where loan_id = any (${ids}::uuid[])`.execute(tx)
  const family = [...ids, ...settled.rows.map(row => row.id)]
  await sql`select 1 from loan where id = any (${family}::uuid[]) order by id for no key update`.execute(tx)
}

export type SettledRow = {
  settlement_id: string
  payout_id: string
  loan_id: string
  loan_number: string
  settled_loan_id: string
  settled_number: string
  amount: bigint
}

const WITH_NUMBERS = sql`
  select s.*, l.number as loan_number, o.number as settled_number
  from loan_settled s join loan l on l.id = s.loan_id join loan o on o.id = s.settled_loan_id`

export async function insertSettled(
  tx: Tx,
  row: { settlementId: string; payoutId: string; loanId: string; settledLoanId: string; amount: bigint },
): Promise<void> {
  await sql`
    insert into loan_settled (settlement_id, payout_id, loan_id, settled_loan_id, amount)
    values (${row.settlementId}, ${row.payoutId}, ${row.loanId}, ${row.settledLoanId}, ${row.amount})`.execute(
    tx,
  )
}

export async function settledByPayout(tx: Tx, payoutId: string): Promise<SettledRow[]> {
  const result = await sql<SettledRow>`
    ${WITH_NUMBERS} where s.payout_id = ${payoutId} order by s.settled_loan_id`.execute(tx)
  return result.rows
}

/** Every settlement of a loan out of another's disbursement, reversed ones too. */
export async function settlementsOf(tx: Tx, loanId: string): Promise<SettledRow[]> {
  const result = await sql<SettledRow>`${WITH_NUMBERS} where s.settled_loan_id = ${loanId}`.execute(tx)
  return result.rows
}

export type SettledPart = Omit<SettledRow, 'amount'> & { amount: string }

/** What settles a loan and what its own disbursements settled, as a part of the statement that reads its page. */
export const settledAround = (loanId: string): RawBuilder<SettledPart> => sql`
  select s.settlement_id, s.payout_id, s.loan_id, l.number as loan_number, s.settled_loan_id, o.number as settled_number,
    s.amount::text as amount
  from loan_settled s join loan l on l.id = s.loan_id join loan o on o.id = s.settled_loan_id
  where s.settled_loan_id = ${loanId} or s.payout_id in (
    select id from loan_event where loan_id = ${loanId} and type = 'disbursement')
  order by s.settled_loan_id`

export type LoanLink = { id: string; number: string; status: string }

/** The loans whose disbursement settles one of these, or did. */
export const settling = (ids: readonly string[]): RawBuilder<LoanLink> => sql`
  select id, number, status from loan
  where settles <> '{}' and settles && ${ids}::uuid[] and status <> 'cancelled' order by approved_at desc`

export async function loansSettling(tx: Tx, ids: readonly string[]): Promise<LoanLink[]> {
  return (await sql<LoanLink>`${settling(ids)}`.execute(tx)).rows
}

/** Held in the order in which every act holds several loans. */
export const lockLoans = (tx: Tx, ids: readonly string[]): Promise<void> =>
  withoutWaiting(tx, sql`select 1 from loan where id = any (${ids}::uuid[]) order by id for no key update`)
