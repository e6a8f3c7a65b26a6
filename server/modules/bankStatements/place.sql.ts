import { sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'
import { firstStatement, identified, staged, type Uncovered, uncoveredLines } from './statements.sql.ts'

/** Where among the known lines a statement is. */

/** Where the lines of an account begin, and what those before a day come to. */
export async function balanceBefore(tx: Tx, code: number, from: LocalDate) {
  const result = await sql<{ first_on: LocalDate; first_opening: bigint; before: bigint }>`
    select from_on as first_on, opening as first_opening,
      (select coalesce(sum(amount), 0)::bigint from bank_line where code = ${code} and booked_on < ${from}::date) as before
    from (${firstStatement(sql`${code}`)}) f`.execute(tx)
  return result.rows[0]
}

const BEGINNINGS_MAX = 10

/** The lines of a day after which the account has moved by this since the day began. */
export async function beginningsAt(tx: Tx, code: number, on: LocalDate, moved: bigint): Promise<Uncovered[]> {
  const result = await sql<{ through: string }>`
    select id::text as through from (
      select id, sum(amount) over (order by id) as reached from bank_line where code = ${code} and booked_on = ${on}::date) d
    where reached = ${moved} order by id limit ${BEGINNINGS_MAX}`.execute(tx)
  return result.rows.map(({ through }) => ({ on, through, total: moved }))
}

/** All lines of a day. */
export async function dayOf(tx: Tx, code: number, on: LocalDate): Promise<Uncovered | null> {
  const result = await sql<{ through: string | null; total: bigint }>`
    select max(id)::text as through, coalesce(sum(amount), 0)::bigint as total from bank_line
    where code = ${code} and booked_on = ${on}::date`.execute(tx)
  const [row] = result.rows
  return row?.through ? { on, through: row.through, total: row.total } : null
}

/** What a statement adds to the lines that are known, of the days that it covers. */
export async function additions(
  tx: Tx,
  { code, id, from, to }: { code: number; id: string; from: LocalDate; to: LocalDate },
  uncovered: Uncovered | null,
) {
  const result = await sql<{
    within: bigint
    unknown: number
    unknown_total: bigint
    /** Of days that are reconciled. */
    unknown_reconciled: number
  }>`
    with news as (
      select n.amount, n.booked_on from (${identified(code, id, uncovered)}) n
      where not exists (select from bank_line l where l.code = ${code} and l.identity = n.identity)
    )
    select (select coalesce(sum(amount), 0)::bigint from bank_line
        where code = ${code} and booked_on between ${from}::date and ${to}::date and not (${uncoveredLines(code, uncovered)})) as within,
      (select count(*)::int from news) as unknown,
      (select coalesce(sum(amount), 0)::bigint from news) as unknown_total,
      (select count(*)::int from news
        where booked_on <= (select max(through) from bank_reconciled where code = ${code})) as unknown_reconciled`.execute(
    tx,
  )
  const [row] = result.rows
  if (!row) throw new Error('a statement without figures')
  return row
}

/** Statements that begin within a day have these lines of it before them too. */
export async function addSkipped(tx: Tx, code: number, id: string, on: LocalDate): Promise<void> {
  await sql`
    update bank_statement set skipped = skipped + (
      select coalesce(sum(amount), 0) from bank_line where code = ${code} and booked_on = ${on}::date and statement_id = ${id})
    where code = ${code} and status = 'imported' and from_on = ${on}::date and id <> ${id}`.execute(tx)
}

/** What the new lines before a day come to: those of a statement older than the first one. */
export async function stagedBefore(tx: Tx, id: string, day: LocalDate): Promise<bigint> {
  const result = await sql<{ total: bigint }>`
    select coalesce(sum(amount), 0)::bigint as total from ${staged(id)} where booked_on < ${day}::date`.execute(
    tx,
  )
  return result.rows[0]?.total ?? 0n
}
