import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type NewEvent = {
  id: string
  loan_id: string
  sequence: number
  type: string
  effective_on: string
  event: string
  amount: string
  reference: string
}

/** What the loans of many lines have lived through. */
export async function insertEvents(
  tx: Tx,
  events: readonly NewEvent[],
  by: { at: Date; byName: string },
): Promise<void> {
  await sql`
    insert into loan_event (id, loan_id, sequence, type, effective_on, event, amount, channel, reference, note, cash,
      entered_at, entered_by_name)
    select e.id, e.loan_id, e.sequence, e.type, e.effective_on, e.event::jsonb, e.amount, 'older books', e.reference,
      'Taken over from older books', 'openingBalances', ${by.at}, ${by.byName}
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id uuid, loan_id uuid, sequence integer, type text,
      effective_on date, event text, amount bigint, reference text)`.execute(tx)
}
