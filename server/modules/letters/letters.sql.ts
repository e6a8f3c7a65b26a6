import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import type { Addressee } from '../../kernel/letterPdf.ts'
import type { findQuote } from '../quotes/quotes.ts'

export async function loanByNumber(
  tx: Tx,
  number: string,
): Promise<{ id: string; status: string } | undefined> {
  const result = await sql<{
    id: string
    status: string
  }>`select id, status from loan where number = ${number}`.execute(tx)
  return result.rows[0]
}

/** True when every loan of the customer is repaid or was cancelled before disbursement. */
export async function owesNothing(tx: Tx, customerId: string): Promise<boolean> {
  const result = await sql`
    select 1 from loan where customer_id = ${customerId} and status not in ('closed', 'overpaid', 'cancelled')
    limit 1`.execute(tx)
  return result.rows.length === 0
}

/** Whom a paper about a loan is addressed to. */
export async function addresseeOf(tx: Tx, customerId: string): Promise<Addressee | undefined> {
  const result = await sql<Addressee>`
    select title, first_name as "firstName", other_names as "otherNames", surname, address, lga, state
    from customer where id = ${customerId}`.execute(tx)
  return result.rows[0]
}

type QuoteRow = NonNullable<Awaited<ReturnType<typeof findQuote>>>

export async function quotesOf(tx: Tx, loanId: string): Promise<QuoteRow[]> {
  const result = await sql<QuoteRow>`
    select * from loan_quote where loan_id = ${loanId} order by made_at desc, number desc limit 100`.execute(
    tx,
  )
  return result.rows
}
