import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import type { ShownMessage } from '../messaging/messaging.ts'

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
  const result = await tx
    .insertInto('customer_note')
    .values(note)
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
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

// ── Messages ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A customer's requests by their ids, as a part of a statement; handed in by api.ts. */
export type RequestsOf = (customerId: string) => RawBuilder<unknown>
type Reader = { customerId: string; requestsOf: RequestsOf }

/**
 * What was written to a person, whichever number they had then: as a customer, as one whose record was merged into this
 * one, and as an applicant. By the number alone one would be shown what went to whoever had it before or shares it. Codes
 * are no part of a customer's story, and nobody else's business.
 */
const isTo = ({ customerId, requestsOf }: Reader): RawBuilder<unknown> => sql`
  purpose <> 'code' and id in (
    select m.id from message m
    where m.customer_id in (select c.id from customer c where c.id = ${customerId} or c.merged_into = ${customerId})
    union
    select m.id from message m where m.subject_type = 'request' and m.subject_id in (${requestsOf(customerId)}))`

export async function messagesTo(
  tx: Tx,
  reader: Reader,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<ShownMessage[]> {
  const beyond = after ? sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<ShownMessage>`
    select id, at, phone, purpose, body, segments, status, status_at, subject_type, subject_id from message
    where ${isTo(reader)} and ${beyond} order by at desc, id desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countMessagesTo(tx: Tx, reader: Reader): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message where ${isTo(reader)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}
