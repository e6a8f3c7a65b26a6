import { sql } from 'kysely'
import type { CASH_ACTIVITIES } from '../../../contract/financials.ts'
import type { EntryReason } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'

export type Activity = (typeof CASH_ACTIVITIES)[number]
type Period = { from: LocalDate; to: LocalDate }

/**
 * Entries of a period that moved money on these accounts. A reversal counts with the entry that it reverses. Lending is what
 * a lender operates on, and so are the premiums and the VAT that it passes on; what people post by hand is told by the
 * largest line on another account.
 */
const entriesIn = (codes: readonly number[], { from, to }: Period) => sql`
  with moved as (
    select l.entry_id, sum(l.amount)::bigint as amount from ledger_line l
    where l.code = any (${codes}::smallint[]) and l.effective_on between ${from}::date and ${to}::date
    group by l.entry_id having sum(l.amount) <> 0
  ), entries as (
    select m.entry_id, m.amount, e.effective_on, e.note, coalesce(r.reason, e.reason) as reason,
      case
        when coalesce(r.reason, e.reason) not in ('journal', 'openingBalance') then 'operating'
        when other.kind in ('income', 'expense') or (other.kind = 'liability' and not other.is_own) then 'operating'
        when other.kind = 'asset' then 'investing' else 'financing'
      end as activity
    from moved m
    join ledger_entry e on e.id = m.entry_id
    left join ledger_entry r on r.id = e.reverses_id
    cross join lateral (
      select c.kind, c.is_own from ledger_line l join ledger_chart c on c.code = l.code
      where l.entry_id = m.entry_id and l.code <> all (${codes}::smallint[])
      order by abs(l.amount) desc, l.position limit 1) other
  )`

export type CashRow = { activity: Activity; reason: EntryReason; received: bigint; paid: bigint }

/** What moved on these accounts in a period, by activity and by the reason of the entry. */
export async function cashMoved(tx: Tx, codes: readonly number[], period: Period): Promise<CashRow[]> {
  const result = await sql<CashRow>`
    ${entriesIn(codes, period)}
    select activity, reason, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as received,
      coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as paid
    from entries group by 1, 2 order by 1, 2`.execute(tx)
  return result.rows
}

export type CashLine = {
  entry_id: bigint
  effective_on: LocalDate
  note: string | null
  /** Of an entry on one loan. */
  loan_id: string | null
  accounts: string
  amount: bigint
  total: number
  total_amount: bigint
}

/** The entries behind a line of the cash flow, newest first. */
export async function cashLines(
  tx: Tx,
  codes: readonly number[],
  { activity, reason, ...period }: Period & { activity: Activity; reason: EntryReason },
  before: { effectiveOn: string; entryId: string } | null,
  limit: number,
): Promise<CashLine[]> {
  const beyond = before
    ? sql`(f.effective_on, f.entry_id) < (${before.effectiveOn}::date, ${before.entryId}::bigint)`
    : sql`true`
  const result = await sql<CashLine>`
    ${entriesIn(codes, period)}, found as (
      select entry_id, effective_on, note, amount from entries where activity = ${activity} and reason = ${reason}
    )
    select f.entry_id, f.effective_on, f.note, f.amount, t.total, t.total_amount,
      (select min(s.loan_id::text) from ledger_line l join ledger_loan s on s.no = l.loan_no
        where l.entry_id = f.entry_id having count(distinct s.loan_id) = 1) as loan_id,
      (select string_agg(distinct c.code || ' ' || c.title, ', ') from ledger_line l join ledger_chart c on c.code = l.code
        where l.entry_id = f.entry_id and l.code = any (${codes}::smallint[])) as accounts
    from found f
    cross join (select count(*)::int as total, coalesce(sum(amount), 0)::bigint as total_amount from found) t
    where ${beyond} order by f.effective_on desc, f.entry_id desc limit ${limit}`.execute(tx)
  return result.rows
}
