import { sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'
import { described, type LineRow, type MovementRow } from './matching.sql.ts'
import { firstStatement } from './statements.sql.ts'

/** Both sides of a bank account at the end of a day. */

export type Sides = {
  first_on: LocalDate | null
  opening: bigint
  through: LocalDate | null
  ledger: bigint
  statement: bigint
  before_first: bigint
  receipts: number
  receipts_total: bigint
  payments: number
  payments_total: bigint
  unmatched: number
  unmatched_total: bigint
}

/** A match counts on a day once all that belongs to it has happened: a payment of October that the bank booked in November. */
const lateMatches = (code: number, day: LocalDate) => sql`
  select match_id from bank_line where code = ${code} and booked_on > ${day}::date and match_id is not null
  union
  select m.match_id from bank_match_entry m join ledger_entry e on e.id = m.entry_id
  where m.code = ${code} and e.effective_on > ${day}::date`

const outstandingOn = (code: number, day: LocalDate) => sql`
  select l.entry_id, l.effective_on, sum(l.amount)::bigint as amount from ledger_line l
  left join bank_match_entry m on m.code = l.code and m.entry_id = l.entry_id
  where l.code = ${code} and l.effective_on <= ${day}::date
    and (m.match_id is null or m.match_id in (${lateMatches(code, day)}))
  group by l.entry_id, l.effective_on having sum(l.amount) <> 0`

const unmatchedOn = (code: number, day: LocalDate) => sql`
  select l.id, l.booked_on, l.narration, l.reference, l.amount from bank_line l
  where l.code = ${code} and l.booked_on <= ${day}::date
    and (l.match_id is null or l.match_id in (${lateMatches(code, day)}))`

const FIRST = (code: number) => sql`(${firstStatement(sql`${code}`)})`

export async function sidesOn(tx: Tx, code: number, day: LocalDate): Promise<Sides> {
  const result = await sql<Sides>`
    with first as (select * from ${FIRST(code)} f),
    outstanding as materialized (${outstandingOn(code, day)}),
    unmatched as materialized (${unmatchedOn(code, day)}),
    since as (select o.* from outstanding o, first f where o.effective_on >= f.from_on)
    select (select from_on from first) as first_on, coalesce((select opening from first), 0)::bigint as opening,
      (select max(to_on) from bank_statement where code = ${code} and status = 'imported') as through,
      (select coalesce(sum(amount), 0)::bigint from ledger_line where code = ${code} and effective_on <= ${day}::date) as ledger,
      (select coalesce(sum(amount), 0)::bigint from bank_line where code = ${code} and booked_on <= ${day}::date)
        + coalesce((select opening from first), 0)::bigint as statement,
      (select coalesce(sum(amount), 0)::bigint from outstanding) - (select coalesce(sum(amount), 0)::bigint from since) as before_first,
      (select count(*)::int from since where amount > 0) as receipts,
      (select coalesce(sum(amount), 0)::bigint from since where amount > 0) as receipts_total,
      (select count(*)::int from since where amount < 0) as payments,
      (select coalesce(sum(amount), 0)::bigint from since where amount < 0) as payments_total,
      (select count(*)::int from unmatched) as unmatched,
      (select coalesce(sum(amount), 0)::bigint from unmatched) as unmatched_total`.execute(tx)
  const [row] = result.rows
  if (!row) throw new Error('a reconciliation without figures')
  return row
}

export async function outstandingEntries(
  tx: Tx,
  code: number,
  day: LocalDate,
  limit: number,
): Promise<MovementRow[]> {
  const result = await sql<MovementRow>`
    ${described(sql`
      select o.* from (${outstandingOn(code, day)}) o, ${FIRST(code)} f where o.effective_on >= f.from_on
      order by o.effective_on, o.entry_id limit ${limit}`)}
    order by m.effective_on, m.entry_id`.execute(tx)
  return result.rows
}

export async function unmatchedLines(tx: Tx, code: number, day: LocalDate, limit: number) {
  const result = await sql<Pick<LineRow, 'id' | 'booked_on' | 'narration' | 'reference' | 'amount'>>`
    select * from (${unmatchedOn(code, day)}) u order by u.booked_on, u.id limit ${limit}`.execute(tx)
  return result.rows
}

/** Matched entries that were reversed since, the reversal being on no statement. */
export async function reversedMatches(tx: Tx, code: number, day: LocalDate, limit: number) {
  const result = await sql<{
    entry_id: bigint
    reversal_id: bigint
    effective_on: LocalDate
    amount: bigint
  }>`
    select m.entry_id, r.id as reversal_id, r.effective_on,
      (select sum(amount)::bigint from ledger_line l where l.entry_id = m.entry_id and l.code = m.code) as amount
    from bank_match_entry m join ledger_entry r on r.reverses_id = m.entry_id
    where m.code = ${code} and r.effective_on <= ${day}::date
      and not exists (select from bank_match_entry x where x.code = m.code and x.entry_id = r.id)
    order by r.effective_on, r.id limit ${limit}`.execute(tx)
  return result.rows
}

export async function insertReconciled(
  tx: Tx,
  row: {
    code: number
    through: LocalDate
    ledger: bigint
    statement: bigint
    by: string
    approver: string
    at: Date
  },
): Promise<void> {
  await sql`
    insert into bank_reconciled (code, through, ledger_balance, statement_balance, submitted_by, approved_by, approved_at)
    values (${row.code}, ${row.through}, ${row.ledger}, ${row.statement}, ${row.by}, ${row.approver}, ${row.at})
    on conflict (code, through) do nothing`.execute(tx)
}
