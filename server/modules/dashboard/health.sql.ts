import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export async function lastProof(tx: Tx): Promise<{ at: Date; holds: boolean } | undefined> {
  const result = await sql<{
    at: Date
    holds: boolean
  }>`select at, holds from proof_run order by at desc limit 1`.execute(tx)
  return result.rows[0]
}

export async function unsentMessages(tx: Tx): Promise<{ messagesQueued: number; messagesHeld: number }> {
  const result = await sql<{ queued: number; held: number }>`
    select (count(*) filter (where status = 'queued'))::int as queued, (count(*) filter (where status = 'held'))::int as held
    from message where status in ('queued', 'held')`.execute(tx)
  const { queued, held } = result.rows[0] ?? { queued: 0, held: 0 }
  return { messagesQueued: queued, messagesHeld: held }
}
