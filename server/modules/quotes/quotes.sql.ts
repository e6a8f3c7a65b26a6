import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'

/** Settlement quotes: what a loan costs to settle on a day, as it was printed. */

/** A deduction on its way; without a batch it is only expected. The amount in digits, since JSON would lose the last kobo. */
export type InFlight = { amount: string; month: string; batchId: string | null; batchNumber: string | null }

export type QuoteRow = {
  id: string
  number: string
  loan_id: string
  on_date: string
  expires_on: string
  principal: bigint
  interest: bigint
  fees: bigint
  penalties: bigint
  settlement_fee: bigint
  credit: bigint
  rebate: bigint
  total: bigint
  per_day: bigint
  in_flight: InFlight[]
  stop_month: string | null
  made_by_name: string
  made_at: Date
}

export async function insertQuote(
  tx: Tx,
  quote: Omit<QuoteRow, 'number' | 'made_by_name' | 'in_flight'> & {
    in_flight: string
    made_by: string
    made_by_name: string
  },
): Promise<QuoteRow> {
  const number = sql`'Q' || lpad(nextval('loan_quote_number')::text, 6, '0')`
  await sql`insert into loan_quote ${valuesOf(quote, { number })} on conflict (id) do nothing`.execute(tx)
  const made = await findQuote(tx, quote.id)
  if (!made) throw new Error('a quote vanished while it was made')
  return made
}

export async function findQuote(tx: Tx, id: string): Promise<QuoteRow | undefined> {
  const result = await sql<QuoteRow>`select * from loan_quote where id = ${id}`.execute(tx)
  return result.rows[0]
}
