import { sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'

/** Closed months beside the loans that they were closed with, and beside the ledger, added up the plain way. */

export async function closedMonths(tx: Tx, most: number): Promise<{ id: string; month: LocalDate }[]> {
  const result = await sql<{ id: string; month: LocalDate }>`
    select id, month from closing_month where status = 'closed' order by month desc limit ${most}`.execute(tx)
  return result.rows
}

/** What each kind comes to by the loans, by the lines, and by the accounts at the end of the month. */
export async function compareMonth(
  tx: Tx,
  id: string,
): Promise<{ kind: string; loans: bigint; lines: bigint; account: bigint }[]> {
  const result = await sql<{ kind: string; loans: bigint; lines: bigint; account: bigint }>`
    with closing as (
      select id, classes, (month + interval '1 month' - interval '1 day')::date as day from closing_month where id = ${id}
    ), classed as (
      select l.*, (c.cl ->> 'isSuspended')::boolean as is_suspended, (c.cl ->> 'provisionPpm')::bigint as ppm
      from closing cross join lateral (select * from closing_loan where closing_id = closing.id) l
      cross join lateral (
        select e.value as cl from jsonb_array_elements(closing.classes) e
        where (e.value ->> 'fromDays')::integer <= l.days_past_due order by (e.value ->> 'fromDays')::integer desc limit 1) c
    ), added as (
      select coalesce(sum(interest_earned) filter (where not is_suspended), 0) as accrual,
        coalesce(sum(round(principal * ppm / 1000000::numeric)), 0) as provision,
        coalesce(sum(interest_due) filter (where is_suspended), 0) as suspension from classed
    )
    select k.kind, k.loans::bigint,
      (select coalesce(sum(balance), 0)::bigint from closing_line where closing_id = ${id} and kind = k.kind) as lines,
      (select coalesce(sum(l.amount), 0)::bigint * k.sign from ledger_line l, closing
        where l.code = k.code and l.effective_on <= closing.day) as account
    from added cross join lateral (values ('accrual', accrual, 1140, 1), ('provision', provision, 1190, -1),
      ('suspension', suspension, 1150, -1)) as k (kind, loans, code, sign)`.execute(tx)
  return result.rows
}

/** Accrued interest that the first day of the next month did not reverse. */
export async function accrualLeft(tx: Tx): Promise<bigint> {
  const result = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from ledger_line where code = 1140`.execute(tx)
  return result.rows[0]?.amount ?? 0n
}

/** Lines whose entry moved another amount, or was reversed while the month is closed. */
export async function otherEntries(tx: Tx): Promise<string[]> {
  const result = await sql<{ problem: string }>`
    select format('%s, entry %s: not what its line says', to_char(m.month, 'YYYY-MM'), l.entry_id) as problem
    from closing_line l join closing_month m on m.id = l.closing_id and m.status = 'closed'
    join ledger_line e on e.entry_id = l.entry_id
      and e.code = case l.kind when 'accrual' then 1140 when 'provision' then 1190 else 1150 end
    where l.kind <> 'yearEnd' and (e.amount <> case l.kind when 'accrual' then l.change else -l.change end
      or exists (select from ledger_entry r where r.reverses_id = l.entry_id))
    order by 1 limit 20`.execute(tx)
  return result.rows.map(row => row.problem)
}
