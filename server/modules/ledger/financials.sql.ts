import { sql } from 'kysely'
import type { AccountKind, EntryReason } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'

export type CashRow = {
  reason: EntryReason
  /** Of the largest line on another account. */
  against: AccountKind
  /** Whether the lender added that account. */
  is_own: boolean
  received: bigint
  paid: bigint
}

/** What moved on these accounts in a period, by the reason of the entry; a reversal counts with the entry that it reverses. */
export async function cashMoved(
  tx: Tx,
  codes: readonly number[],
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<CashRow[]> {
  const result = await sql<CashRow>`
    with moved as (
      select l.entry_id, sum(l.amount) as amount from ledger_line l
      where l.code = any (${codes}::smallint[]) and l.effective_on between ${from}::date and ${to}::date
      group by l.entry_id having sum(l.amount) <> 0
    )
    select coalesce(r.reason, e.reason) as reason, other.kind as against, other.is_own,
      coalesce(sum(m.amount) filter (where m.amount > 0), 0)::bigint as received,
      coalesce(-sum(m.amount) filter (where m.amount < 0), 0)::bigint as paid
    from moved m
    join ledger_entry e on e.id = m.entry_id
    left join ledger_entry r on r.id = e.reverses_id
    cross join lateral (
      select c.kind, c.is_own from ledger_line l join ledger_chart c on c.code = l.code
      where l.entry_id = m.entry_id and l.code <> all (${codes}::smallint[])
      order by abs(l.amount) desc, l.position limit 1) other
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return result.rows
}
