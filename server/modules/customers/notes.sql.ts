import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'

export type NoteRow = {
  id: string
  customer_id: string
  kind: 'note' | 'promise'
  body: string
  promised_amount: bigint | null
  promised_on: string | null
  outcome: 'open' | 'kept' | 'broken' | null
  outcome_note: string | null
  outcome_at: Date | null
  outcome_by_name: string | null
  at: Date
  by_name: string
}

export type NewNote = Pick<
  NoteRow,
  'id' | 'customer_id' | 'kind' | 'body' | 'promised_amount' | 'promised_on' | 'outcome' | 'at' | 'by_name'
> & { by_id: string }

/** False when this note was written already. */
export async function insertNote(tx: Tx, note: NewNote): Promise<boolean> {
  const result = await sql`insert into customer_note ${valuesOf(note)} on conflict (id) do nothing`.execute(
    tx,
  )
  return result.numAffectedRows === 1n
}

export async function lockNote(tx: Tx, id: string): Promise<NoteRow | undefined> {
  const result = await sql<NoteRow>`select * from customer_note where id = ${id} for update`.execute(tx)
  return result.rows[0]
}

export async function markPromise(
  tx: Tx,
  id: string,
  mark: { outcome: 'kept' | 'broken'; note: string | null; at: Date; byName: string },
): Promise<void> {
  await sql`
    update customer_note set outcome = ${mark.outcome}, outcome_note = ${mark.note}, outcome_at = ${mark.at},
      outcome_by_name = ${mark.byName}
    where id = ${id} and outcome = 'open'`.execute(tx)
}

export async function notesOf(
  tx: Tx,
  customerId: string,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<NoteRow[]> {
  const beyond = after ? sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<NoteRow>`
    select * from customer_note where customer_id = ${customerId} and ${beyond}
    order by at desc, id desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countNotes(tx: Tx, customerId: string): Promise<{ notes: number; open: number }> {
  const result = await sql<{ notes: number; open: number }>`
    select count(*)::int as notes, (count(*) filter (where outcome = 'open'))::int as open
    from customer_note where customer_id = ${customerId}`.execute(tx)
  return result.rows[0] ?? { notes: 0, open: 0 }
}

export const openPromises = (customerId: string): RawBuilder<{ count: number }> => sql`
  select count(*)::int from customer_note where customer_id = ${customerId} and outcome = 'open'`

/** A merge carries what was written down along. */
export async function moveNotes(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update customer_note set customer_id = ${to} where customer_id = ${from}`.execute(tx)
}
