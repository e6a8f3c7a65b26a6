import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** As text: the part of a statement that a page is read by is JSON. */
export type LoanTotals = { total: number; open: number; outstanding: string; arrears: string }

/** Also where its next event stands among those it has. */
export type FrozenLoan = { id: string; status: string; booked_through: string | null; sequence: number }

/** Taken by id, as every act takes more than one loan, so that two of them cannot lock each other out. */
export async function lockLoansOf(tx: Tx, customerId: string): Promise<void> {
  await sql`select id from loan where customer_id = ${customerId} order by id for update`.execute(tx)
}

/** Also what is repaid: a receipt that bounces opens it again. Locked before, or an event of whoever held it last goes unseen. */
export async function freezeLoansOf(
  tx: Tx,
  customerId: string,
  cause: 'deceased' | 'dispute',
): Promise<FrozenLoan[]> {
  const result = await sql<FrozenLoan>`
    update loan set frozen = ${cause}
    where customer_id = ${customerId} and status <> 'cancelled' and frozen is distinct from ${cause}
    returning id, status, booked_through,
      (select coalesce(max(e.sequence), 0) + 1 from loan_event e where e.loan_id = loan.id) as sequence`.execute(
    tx,
  )
  return result.rows
}

export async function moveLoansOf(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ id: string; number: string }[]> {
  await lockLoansOf(tx, from)
  const result = await sql<{ id: string; number: string }>`
    update loan set customer_id = ${to} where customer_id = ${from} returning id, number`.execute(tx)
  return result.rows
}

/** Also a part of the statement that reads a customer's page. */
export const loanTotals = (customerId: string): RawBuilder<LoanTotals> => sql`
  select count(*)::int as total,
    (count(*) filter (where status in ('awaiting disbursement', 'live', 'overpaid')))::int as open,
    coalesce(sum(owed_total), 0)::text as outstanding, coalesce(sum(arrears), 0)::text as arrears
  from loan where customer_id = ${customerId} and status <> 'cancelled'`
