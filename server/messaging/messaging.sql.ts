import { type RawBuilder, sql } from 'kysely'
import type { MESSAGE_STATUSES } from '../../contract/messaging.ts'
import type { Tx } from '../db.ts'

export type MessageRow = {
  id: string
  at: Date
  phone: string
  purpose: string
  body: string
  segments: number
  status: (typeof MESSAGE_STATUSES)[number]
  status_at: Date
  subject_type: string | null
  subject_id: string | null
}

export type NewMessage = {
  id: string
  at: Date
  phone: string
  purpose: string
  body: string
  segments: number
  event: string
  subjectType: string | null
  subjectId: string | null
}

/** False when this event was told already. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<boolean> {
  const result = await sql`
    insert into message (id, at, phone, purpose, body, segments, status_at, subject_type, subject_id, event)
    values (${message.id}, ${message.at}, ${message.phone}, ${message.purpose}, ${message.body}, ${message.segments},
      ${message.at}, ${message.subjectType}, ${message.subjectId}, ${message.event})
    on conflict (event) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export type MessageFilter = { status?: MessageRow['status']; subjectType?: string; subjectId?: string }

function messageConditions(filter: MessageFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.status) parts.push(sql`m.status = ${filter.status}`)
  if (filter.subjectType) parts.push(sql`m.subject_type = ${filter.subjectType}`)
  if (filter.subjectId) parts.push(sql`m.subject_id = ${filter.subjectId}`)
  return sql.join(parts, sql` and `)
}

export async function listMessages(
  tx: Tx,
  filter: MessageFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<MessageRow[]> {
  const beyond = after ? sql`(m.at, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<MessageRow>`
    select m.* from message m where ${messageConditions(filter)} and ${beyond}
    order by m.at desc, m.id desc limit ${limit}`.execute(tx)
  return result.rows
}

const COUNT_LIMIT = 10_000

export async function countMessages(
  tx: Tx,
  filter: MessageFilter,
): Promise<{ total: number; exact: boolean }> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from
      (select 1 from message m where ${messageConditions(filter)} limit ${COUNT_LIMIT + 1}) limited`.execute(
    tx,
  )
  const count = result.rows[0]?.count ?? 0
  return { total: Math.min(count, COUNT_LIMIT), exact: count <= COUNT_LIMIT }
}
