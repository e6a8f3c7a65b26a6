import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** By what a person's messages are known: the records they are about, and the numbers that are theirs alone. */
export type Reader = {
  customerIds: readonly string[]
  requestIds: readonly string[]
  /** A number that others use too is theirs as well: what went there is erased only where it names the person's record. */
  phones: readonly string[]
}

/** The person to erase, and the values that replace them. */
export type ErasedReader = Reader & {
  mark: string
  label: string
  at: Date
  /** An opt-out stays in force for a person whose data is only forgotten. */
  keepsOptOuts?: true
}

const ofReader = ({ customerIds, requestIds, phones }: Reader): RawBuilder<unknown> => sql`
  (customer_id = any (${customerIds}::uuid[])
    or (subject_type = 'request' and subject_id = any (${requestIds}::text[]))
    or (phone = any (${phones}::text[]) and customer_id is null))`

const WAITS = sql`status in ('queued', 'held')`

/** Pending messages are cancelled; sent messages retain their time, price and delivery status. */
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
