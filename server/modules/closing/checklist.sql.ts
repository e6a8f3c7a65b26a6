import { sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'

const count = async (tx: Tx, rows: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from (${rows}) rows`.execute(tx)).rows[0]?.n ?? 0

/** The close itself does not hold itself up. */
export const pendingApprovals = (tx: Tx): Promise<number> =>
  count(tx, sql`select from approval where status = 'waiting' and command <> 'monthClose'`)

export const batchesNotPosted = (tx: Tx, month: LocalDate): Promise<number> =>
  count(
    tx,
    sql`select from repayment_batch where period = ${month}::date and status not in ('posted', 'undone')`,
  )

/** Deduction files of the month that the lender awaits. */
export const filesMissing = (tx: Tx, month: LocalDate): Promise<number> =>
  count(
    tx,
    sql`select from pay_month where period = ${month}::date and is_awaited and heard_on is null and skipped_by is null`,
  )

export const suspenseBefore = (tx: Tx, moment: Date): Promise<number> =>
  count(tx, sql`select from repayment_suspense where closed_at is null and opened_at < ${moment}`)
