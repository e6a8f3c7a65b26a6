import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export async function batchesHolding(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select intake_id as id from repayment_batch where intake_id = any (${ids}::uuid[]) and holds_messages`.execute(
    tx,
  )
  return result.rows.map(row => row.id)
}
