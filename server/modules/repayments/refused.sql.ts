import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { NAMED, type RepaymentRow, WITH_NAMES } from './rows.sql.ts'

export type RefusedRow = RepaymentRow & {
  batch_number: string
  source: string
  period: string
  batch_opened_at: Date
}

export type RefusedPlace = Pick<RefusedRow, 'batch_opened_at' | 'batch_id' | 'row_number' | 'part'>

/** Of every batch, the newest first, and in each as its file has them. */
export async function listRefused(tx: Tx, after: RefusedPlace | null, limit: number): Promise<RefusedRow[]> {
  const beyond = after
    ? sql`((b.opened_at, b.intake_id) < (${after.batch_opened_at}::timestamptz, ${after.batch_id}::uuid)
        or b.intake_id = ${after.batch_id}::uuid and (r.row_number, r.part) > (${after.row_number}, ${after.part}))`
    : sql`true`
  const result = await sql<RefusedRow>`
    select ${NAMED}, b.number as batch_number, b.source, b.period, b.opened_at as batch_opened_at
    from ${WITH_NAMES} join repayment_batch b on b.intake_id = r.batch_id
    where r.status = 'refused' and ${beyond}
    order by b.opened_at desc, b.intake_id desc, r.row_number, r.part limit ${limit}`.execute(tx)
  return result.rows
}

export async function countRefused(tx: Tx): Promise<{ count: number; amount: bigint }> {
  const result = await sql<{ count: number; amount: bigint }>`
    select count(*)::int as count, coalesce(sum(amount - earlier), 0)::bigint as amount
    from repayment_row where status = 'refused'`.execute(tx)
  return result.rows[0] ?? { count: 0, amount: 0n }
}
