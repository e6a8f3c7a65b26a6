import { type RawBuilder, sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'

/** Transfers to retained earnings, and what reversed one. */
const YEAR_ENDS = sql`(
  select id, effective_on from ledger_entry where reason = 'yearEnd'
  union all
  select r.id, r.effective_on from ledger_entry e join ledger_entry r on r.reverses_id = e.id where e.reason = 'yearEnd')`

/** What transfers moved on each account in a period: no income and no expense of it. */
export async function transferred(
  tx: Tx,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<Map<number, bigint>> {
  const result = await sql<{ code: number; amount: bigint }>`
    select l.code, sum(l.amount)::bigint as amount from ${YEAR_ENDS} y join ledger_line l on l.entry_id = y.id
    where y.effective_on between ${from}::date and ${to}::date group by l.code`.execute(tx)
  return new Map(result.rows.map(({ code, amount }) => [code, amount]))
}

const CLOSES: RawBuilder<unknown> = sql`closed_at, closed_by, last_entry_id`

/** Takes the latest close out and leaves it on record. */
export async function takeOutClose(
  tx: Tx,
  reopening: { through: LocalDate; at: Date; submittedBy: string; approvedBy: string; reason: string },
): Promise<void> {
  const { through, at, submittedBy, approvedBy, reason } = reopening
  await sql`
    insert into ledger_reopening (through, ${CLOSES}, reopened_at, submitted_by, approved_by, reason)
    select through, ${CLOSES}, ${at}, ${submittedBy}, ${approvedBy}, ${reason}
    from ledger_close where through = ${through}::date`.execute(tx)
  await sql`delete from ledger_closing where through = ${through}::date`.execute(tx)
  await sql`delete from ledger_close where through = ${through}::date`.execute(tx)
}
