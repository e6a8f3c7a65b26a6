import { type RawBuilder, sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import { beyond, type Tx } from '../../kernel/db.ts'

/** What each active loan came to at the end of a month: `closing_loan`. */

/** Every statement of a calculation sees the same, and takes as long as it needs. Nothing may come before it. */
export async function seeOneMoment(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** One calculation at a time, taken before the moment that all statements see. */
export async function lockMonths(tx: Tx): Promise<void> {
  await sql`lock table closing_month in share row exclusive mode`.execute(tx)
}

/** The figures of a loan hold from the day they were booked to the day before its next change. */
const HOLDS = (day: LocalDate): RawBuilder<unknown> =>
  sql`l.booked_through <= ${day}::date and coalesce(l.next_change_on, date 'infinity') > ${day}::date`

/** Whether its projection says what the loan earns: it was made by then, reaches beyond the day and has the days of its rows. */
const FORESEEN = (day: LocalDate): RawBuilder<unknown> =>
  sql`p.holds_until > ${day}::date and cardinality(p.starts_on) = cardinality(p.due_on)`

const WITH_PROJECTION = (day: LocalDate): RawBuilder<unknown> => sql`
  from loan_on(${day}::date) l left join loan_projection p on p.loan_id = l.id`

/** Loans of the day that have to be folded: they have moved on since, or nothing was foreseen of them. */
const TO_FOLD = (day: LocalDate): RawBuilder<unknown> => sql`
  case when l.disbursed_on <= ${day}::date
    then (${HOLDS(day)}) is not true or (l.status = 'live' and (${FORESEEN(day)}) is not true)
  else l.approved_on <= ${day}::date and (select true from loan_event e
    where e.loan_id = l.id and e.type = 'disbursement' and e.effective_on <= ${day}::date limit 1) end`

/**
 * The loans whose figures are known without folding them, which are nearly all of a month that has just ended. What a row
 * earned by the day is its interest by days, rounded half up, less what of it is settled. Gives the first of those to fold,
 * found by the same reading.
 */
export async function insertKnown(
  tx: Tx,
  closingId: string,
  day: LocalDate,
  limit: number,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with found as materialized (
      select l.id, l.product_id, l.owed_principal, coalesce(b.balance, 0) as due, coalesce(earned.amount, 0) as earned,
        l.days_past_due, f.is_to_fold
      ${WITH_PROJECTION(day)}
      cross join lateral (select (${TO_FOLD(day)}) is true as is_to_fold) f
      left join ledger_loan n on n.loan_id = l.id
      left join ledger_balance b on b.loan_no = n.no and b.code = 1110 and b.stripe = 0
      cross join lateral (
        select sum(greatest(0, (2 * r.charged * (${day}::date - r.starts_on) + (r.due_on - r.starts_on))
          / (2 * (r.due_on - r.starts_on)) - (r.charged - r.owed)))::bigint as amount
        from unnest(p.starts_on, p.due_on, p.charged, p.interest) as r (starts_on, due_on, charged, owed)
        where r.starts_on < ${day}::date and r.due_on > ${day}::date
      ) earned
      where f.is_to_fold or (l.disbursed_on <= ${day}::date and l.status = 'live')
    ), inserted as (
      insert into closing_loan (closing_id, loan_id, product_id, principal, interest_due, interest_earned, days_past_due)
      select ${closingId}, id, product_id, owed_principal, due, earned, days_past_due from found where not is_to_fold
    )
    select id from found where is_to_fold order by id limit ${limit}`.execute(tx)
  return result.rows.map(row => row.id)
}

export async function nextToFold(tx: Tx, day: LocalDate, after: string, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select l.id ${WITH_PROJECTION(day)} where ${TO_FOLD(day)} and ${beyond(sql`l.id`, after)}
    order by l.id limit ${limit}`.execute(tx)
  return result.rows.map(row => row.id)
}

export type LoanAtMonthEnd = {
  loan_id: string
  product_id: string
  principal: bigint
  interest_due: bigint
  interest_earned: bigint
  days_past_due: number
}

export async function insertFolded(
  tx: Tx,
  closingId: string,
  loans: readonly Omit<LoanAtMonthEnd, 'product_id'>[],
): Promise<void> {
  if (loans.length === 0) return
  const rows = JSON.stringify(loans, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  await sql`
    insert into closing_loan (closing_id, loan_id, product_id, principal, interest_due, interest_earned, days_past_due)
    select ${closingId}, f.loan_id, l.product_id, f.principal, f.interest_due, f.interest_earned, f.days_past_due
    from jsonb_to_recordset(${rows}::jsonb) as f (loan_id uuid, principal bigint, interest_due bigint,
      interest_earned bigint, days_past_due integer) join loan l on l.id = f.loan_id`.execute(tx)
}

export type Calculated = { calculated_at: Date; seen: string }

/** The id of the transaction that wrote a row; a row holds the last 32 bits of it. */
const WRITER = sql`(n.xid - ((n.xid - e.xmin::text::bigint) & 4294967295))::text::xid8`

/**
 * Events recorded since a calculation that had taken effect by the day. The index is by the time of entry: what a slow
 * transaction entered an hour before it ended is found too. A restored database has other transactions, hence the time.
 */
const CHANGED = ({ calculated_at, seen }: Calculated, day: LocalDate): RawBuilder<unknown> => sql`
  from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xid) n, loan_event e
  where e.entered_at >= ${calculated_at}::timestamptz - interval '1 hour' and e.effective_on <= ${day}::date
    and (e.entered_at > ${calculated_at}::timestamptz or not pg_visible_in_snapshot(${WRITER}, ${seen}::pg_snapshot))`

export async function changedSince(tx: Tx, calculated: Calculated, day: LocalDate): Promise<string[]> {
  const result = await sql<{ loan_id: string }>`
    select distinct e.loan_id ${CHANGED(calculated, day)} order by 1`.execute(tx)
  return result.rows.map(row => row.loan_id)
}

export async function hasChanged(tx: Tx, calculated: Calculated, day: LocalDate): Promise<boolean> {
  const result = await sql`select ${CHANGED(calculated, day)} limit 1`.execute(tx)
  return result.rows.length > 0
}

export async function removeLoans(tx: Tx, closingId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from closing_loan where closing_id = ${closingId} and loan_id = any (${ids}::uuid[])`.execute(
    tx,
  )
}

/** A month that was reopened begins with what it was closed with. */
export async function copyLoans(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into closing_loan
    select ${to}::uuid, loan_id, product_id, principal, interest_due, interest_earned, days_past_due
    from closing_loan where closing_id = ${from}`.execute(tx)
}
