import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** By what a person's messages are known: the records they are about, and the numbers that are theirs alone. */
export type Reader = {
  customerIds: readonly string[]
  requestIds: readonly string[]
  /** A number that others use too is theirs as well: what went there is erased only where it names the person's record. */
  phones: readonly string[]
}

/** Whoever is erased, and what stands in their place. */
export type ErasedReader = Reader & {
  mark: string
  label: string
  at: Date
  /** Of whoever is only forgotten a word to be left in peace goes on to count. */
  keepsOptOuts?: true
}

const ofReader = ({ customerIds, requestIds, phones }: Reader): RawBuilder<unknown> => sql`
  (customer_id = any (${customerIds}::uuid[])
    or (subject_type = 'request' and subject_id = any (${requestIds}::text[]))
    or (phone = any (${phones}::text[]) and customer_id is null))`

const WAITS = sql`status in ('queued', 'held')`

/** What waits is not sent any more; what was sent keeps its time, its price and its fate. */
export async function eraseMessages(tx: Tx, reader: ErasedReader): Promise<void> {
  await sql`
    update message set phone = ${reader.mark}, body = 'Erased',
      status = case when ${WAITS} then 'cancelled' else status end,
      status_reason = case when ${WAITS} then 'erased' else status_reason end,
      status_at = case when ${WAITS} then ${reader.at}::timestamptz else status_at end,
      not_before = case when ${WAITS} then null else not_before end
    where ${ofReader(reader)}`.execute(tx)
}

export async function countMessagesOf(tx: Tx, reader: Reader): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message where ${ofReader(reader)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function deleteOptOuts(tx: Tx, { phones }: ErasedReader): Promise<void> {
  await sql`delete from message_opt_out where phone = any (${phones}::text[])`.execute(tx)
}
