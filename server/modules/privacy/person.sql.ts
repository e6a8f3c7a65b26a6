import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { loanTotals } from '../requests/requests.ts'

/** Every number that a customer was ever written to. */
export async function phonesWrittenTo(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ phone: string }>`
    select distinct phone from message where customer_id = any (${customerIds}::uuid[])`.execute(tx)
  return result.rows.map(row => row.phone)
}

export type HeldOptOut = {
  phone: string
  since: Date
  source: string
  reason: string | null
  lifted_at: Date | null
  lifted_reason: string | null
}

export async function optOutsOf(tx: Tx, phones: readonly string[]): Promise<HeldOptOut[]> {
  const result = await sql<HeldOptOut>`
    select phone, since, source, reason, lifted_at, lifted_reason from message_opt_out
    where phone = any (${phones}::text[]) order by since, id`.execute(tx)
  return result.rows
}

export async function countNotes(tx: Tx, customerId: string): Promise<number> {
  const result = await sql<{ notes: number }>`
    select count(*)::int as notes from customer_note where customer_id = ${customerId}`.execute(tx)
  return result.rows[0]?.notes ?? 0
}

export async function loanIdsOf(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from loan where customer_id = any (${customerIds}::uuid[]) order by id`.execute(tx)
  return result.rows.map(row => row.id)
}

export async function loansOf(
  { tx, today }: { tx: Tx; today: string },
  customerId: string,
): Promise<{ total: number; open: number }> {
  const result = await sql<{ total: number; open: number }>`
    select total, open from (${loanTotals(customerId, today)}) totals`.execute(tx)
  return result.rows[0] ?? { total: 0, open: 0 }
}
