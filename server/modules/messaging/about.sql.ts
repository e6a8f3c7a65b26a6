import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** Messages about one record, such as a batch of repayments, taken together. */

export async function countAbout(
  tx: Tx,
  [type, id]: readonly [type: string, id: string],
): Promise<{ status: string; count: number; segments: number }[]> {
  const result = await sql<{ status: string; count: number; segments: number }>`
    select status, count(*)::int as count, sum(segments)::int as segments
    from message where subject_type = ${type} and subject_id = ${id} group by status`.execute(tx)
  return result.rows
}

/** Messages about this subject, to all customers or to one, that were not sent yet. */
export async function cancelAbout(
  tx: Tx,
  [type, id]: readonly [type: string, id: string],
  { reason, customerId = null }: { reason: string; customerId?: string | null | undefined },
  at: Date,
): Promise<void> {
  await sql`
    update message set status = 'cancelled', status_reason = ${reason}, status_at = ${at}, not_before = null
    where subject_type = ${type} and subject_id = ${id} and status in ('queued', 'held')
      and (${customerId}::uuid is null or customer_id = ${customerId}::uuid)`.execute(tx)
}

/**
 * A message that waits for its own time, the morning or a retry, would be sent early: it waits for the release instead.
 */
export async function holdAbout(
  tx: Tx,
  [type, id]: readonly [type: string, id: string],
  heldFor: string,
  at: Date,
): Promise<number> {
  const result = await sql<{ n: number }>`
    with kept as (
      update message set status = 'held', status_reason = ${heldFor}, status_at = ${at}, not_before = null
      where subject_type = ${type} and subject_id = ${id} and (status = 'queued' or status = 'held' and not_before is not null)
      returning 1)
    select count(*)::int as n from kept`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function releaseAbout(
  tx: Tx,
  [type, id]: readonly [type: string, id: string],
  heldFor: string,
  at: Date,
): Promise<number> {
  const result = await sql<{ n: number }>`
    with gone as (
      update message set status = 'queued', status_reason = null, status_at = ${at}
      where subject_type = ${type} and subject_id = ${id} and status = 'held' and status_reason = ${heldFor} returning 1)
    select count(*)::int as n from gone`.execute(tx)
  return result.rows[0]?.n ?? 0
}
