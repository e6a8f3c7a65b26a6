import { sql } from 'kysely'
import type { PromiseOutcome } from '../../../contract/customers.ts'
import type { Tx } from '../../kernel/db.ts'

export type ContactRow = {
  promised_on: string | null
  promised_amount: bigint | null
  outcome: PromiseOutcome | null
  noted_at: Date | null
  sent_at: Date | null
}

/** The last promise of each customer, the last note about them and the last message that reached their network. */
export async function contactsOf(tx: Tx, customerIds: readonly string[]): Promise<Map<string, ContactRow>> {
  const result = await sql<ContactRow & { id: string }>`
    select c.id, p.promised_on, p.promised_amount, p.outcome, n.at as noted_at, m.at as sent_at
    from unnest(${customerIds}::uuid[]) c (id)
    left join lateral (
      select promised_on, promised_amount, outcome from customer_note
      where customer_id = c.id and kind = 'promise' order by at desc, id limit 1) p on true
    left join lateral (select at from customer_note where customer_id = c.id order by at desc, id limit 1) n on true
    left join lateral (
      select at from message where customer_id = c.id and status in ('sent', 'delivered') and purpose <> 'code'
      order by at desc, id limit 1) m on true`.execute(tx)
  return new Map(result.rows.map(row => [row.id, row]))
}
