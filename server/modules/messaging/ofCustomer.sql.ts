import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import type { ShownMessage } from './messaging.sql.ts'

/** A customer, with their requests by their ids as a part of a statement. */
export type Recipient = { customerId: string; requestIds: RawBuilder<unknown> }

/**
 * Messages to a person at every phone they had: as a customer, as a merged record and as an applicant. By phone alone,
 * messages to an earlier owner would be shown. Codes are left out.
 */
const isTo = ({ customerId, requestIds }: Recipient): RawBuilder<unknown> => sql`
  purpose <> 'code' and id in (
    select m.id from message m
    where m.customer_id in (select c.id from customer c where c.id = ${customerId} or c.merged_into = ${customerId})
    union
    select m.id from message m where m.subject_type = 'request' and m.subject_id in (${requestIds}))`

export async function messagesTo(
  tx: Tx,
  recipient: Recipient,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<ShownMessage[]> {
  const beyond = after ? sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<ShownMessage>`
    select id, at, phone, purpose, body, segments, status, status_at, subject_type, subject_id from message
    where ${isTo(recipient)} and ${beyond} order by at desc, id desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countMessagesTo(tx: Tx, recipient: Recipient): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message where ${isTo(recipient)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}
