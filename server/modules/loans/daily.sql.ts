import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'
import { sourceIn } from '../payMonths/payMonths.ts'
import type { LoanFigures, LoanRow } from './loans.sql.ts'

/** A second worker joins a run that has begun. */
export async function beginRun(tx: Tx, day: string, worker: string, at: Date): Promise<void> {
  await sql`
    insert into loan_daily_run (day, worker, started_at) values (${day}::date, ${worker}, ${at})
    on conflict (day) do nothing`.execute(tx)
}

export async function recordChunk(
  tx: Tx,
  day: string,
  done: { booked: number; postings: number },
): Promise<void> {
  await sql`
    update loan_daily_run set booked = booked + ${done.booked},
      postings = postings + ${done.postings}, chunks = chunks + 1
    where day = ${day}::date`.execute(tx)
}

export async function finishRun(tx: Tx, day: string, at: Date): Promise<void> {
  await sql`
    update loan_daily_run set finished_at = ${at},
      open_loans = (select count(*) from loan where status in ('live', 'overpaid'))
    where day = ${day}::date and finished_at is null`.execute(tx)
}

export async function lastFinishedDay(tx: Tx): Promise<string | null> {
  const result = await sql<{ day: string | null }>`
    select max(day) as day from loan_daily_run where finished_at is not null`.execute(tx)
  return result.rows[0]?.day ?? null
}

/** The first day that time changes an open loan not yet processed by a run. No index has it, since it changes with every loan a night folds. */
export async function firstChange(tx: Tx): Promise<string | null> {
  const result = await sql<{ day: string | null }>`
    select min(next_change_on) as day from loan where next_change_on is not null`.execute(tx)
  return result.rows[0]?.day ?? null
}

/** How many pages of the disk the loans take. */
export async function countPages(tx: Tx): Promise<number> {
  const result = await sql<{ pages: number }>`
    select (pg_relation_size('loan') / current_setting('block_size')::bigint)::integer as pages`.execute(tx)
  return result.rows[0]?.pages ?? 0
}

/** Where the day changes a loan: on some pages, since neighbours on the disk are read and written together, or anywhere. */
export async function dueIn(
  tx: Tx,
  day: string,
  where: { from: number; to: number } | { atMost: number },
): Promise<string[]> {
  const part =
    'atMost' in where
      ? sql`limit ${where.atMost}`
      : sql`and ctid >= ${`(${where.from},0)`}::tid and ctid < ${`(${where.to},0)`}::tid`
  const result = await sql<{ ctid: string }>`
    select ctid from loan where next_change_on <= ${day}::date ${part}`.execute(tx)
  return result.rows.map(row => row.ctid)
}

export type LockedLoan = { id: string; place: string }

/**
 * Locks the loans in some places that the day still changes; locked, they stay where they are. Loans in use are skipped at
 * first and waited for at the end; their changes are seen only once they are locked.
 */
export async function lockDue(
  tx: Tx,
  day: string,
  places: readonly string[],
  busy: 'pass over' | 'wait',
): Promise<LockedLoan[]> {
  const due = sql`ctid = any (${places}::tid[]) and next_change_on <= ${day}::date`
  const locked =
    busy === 'wait'
      ? sql<LockedLoan>`select id, ctid as place from loan where ${due} order by id for no key update`
      : sql<LockedLoan>`select id, ctid as place from loan where ${due} for no key update skip locked`
  return (await locked.execute(tx)).rows
}

export type DueLoan = Pick<LoanRow, 'id' | 'principal' | 'tenor' | 'terms' | 'booked_through'>

export async function dueLoans(tx: Tx, ids: readonly string[]): Promise<DueLoan[]> {
  const result = await sql<DueLoan>`
    select id, principal, tenor, terms::text, booked_through from loan where id = any (${ids}::uuid[])`.execute(
    tx,
  )
  return result.rows
}

type ById = Map<string, string>

/** Events of each of some loans, or those that came with an import, in the order of entry, as a JSON list: parsed by our own code. */
export async function eventsByLoan(tx: Tx, ids: readonly string[], imported = false): Promise<ById> {
  const result = await sql<{ loan_id: string; events: string }>`
    select loan_id, '[' || string_agg(event::text, ',' order by sequence) || ']' as events from loan_event
    where loan_id = any (${ids}::uuid[]) ${imported ? sql`and cash = 'openingBalances'` : sql``} group by loan_id`.execute(
    tx,
  )
  return new Map(result.rows.map(row => [row.loan_id, row.events]))
}

export type NewFigures = { id: string } & Omit<LoanFigures, 'frozen' | 'last_deduction_on'> & {
    /** The day of what now came by deduction from pay; absent when nothing did. */
    deducted_on?: string
  }

/** The figures of many loans in one statement. */
export async function updateFigures(tx: Tx, figures: readonly NewFigures[]): Promise<void> {
  const rows = JSON.stringify(figures, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  await withoutWaiting(
    tx,
    sql`
    update loan l set status = f.status, disbursed_on = f.disbursed_on, instalment = f.instalment,
      owed_principal = f.owed_principal, owed_interest = f.owed_interest, owed_fee = f.owed_fee,
      owed_penalty = f.owed_penalty, credit = f.credit, arrears = f.arrears, oldest_unpaid_on = f.oldest_unpaid_on,
      late_on = f.late_on, late_owed = f.late_owed, next_due_on = f.next_due_on, next_due_amount = f.next_due_amount,
      coming_on = f.coming_on, coming_sum = f.coming_sum, last_due_on = f.last_due_on,
      last_receipt_on = f.last_receipt_on, last_deduction_on = greatest(l.last_deduction_on, f.deducted_on),
      booked_through = f.booked_through, next_change_on = f.next_change_on
    from jsonb_to_recordset(${rows}::jsonb) as f (id uuid, status text, disbursed_on date, instalment bigint,
      owed_principal bigint, owed_interest bigint, owed_fee bigint, owed_penalty bigint, credit bigint, arrears bigint,
      oldest_unpaid_on date, late_on date[], late_owed bigint[], next_due_on date, next_due_amount bigint,
      coming_on date[], coming_sum bigint[], last_due_on date, last_receipt_on date,
      deducted_on date, booked_through date, next_change_on date)
    where l.id = f.id`,
  )
}

export type SignedLoan = Pick<LoanRow, 'id' | 'principal' | 'tenor' | 'terms'>

export async function signedLoans(tx: Tx, ids: readonly string[]): Promise<SignedLoan[]> {
  const result = await sql<SignedLoan>`
    select id, principal, tenor, terms::text from loan where id = any (${ids}::uuid[]) order by id`.execute(
    tx,
  )
  return result.rows
}

/** Active loans with a penalty and an instalment of the month, or of an earlier one, unpaid: due already or not. */
export async function loansWithPenaltyIn(tx: Tx, source: string, period: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select l.id from loan l join customer c on c.id = l.customer_id
    where l.status = 'live' and l.unpaid_on < (${period}::date + interval '1 month')::date and l.terms->'penalty' <> 'null'::jsonb
      and ${sourceIn(sql`${period}::date`)} = ${source}`.execute(tx)
  return result.rows.map(row => row.id)
}

/** What was foreseen of their nights ends. A loan that a later act took through the day was folded with what is known. */
export async function lookAgain(tx: Tx, ids: readonly string[], day: string): Promise<void> {
  await sql`select 1 from loan where id = any (${ids}::uuid[]) order by id for no key update`.execute(tx)
  await sql`
    update loan_projection set holds_until = '-infinity'
    where loan_id = any (${ids}::uuid[]) and holds_until > '-infinity'`.execute(tx)
  await sql`
    update loan set next_change_on = least(next_change_on, ${day}::date)
    where id = any (${ids}::uuid[]) and booked_through < ${day}::date`.execute(tx)
}

export type OpenLoan = Pick<
  LoanRow,
  'id' | 'number' | 'principal' | 'tenor' | 'terms' | 'instalment' | 'status'
>

/** Loans that still take from pay, or soon will; the terms as text, since few of them differ. */
export async function openLoansOf(tx: Tx, customerId: string): Promise<OpenLoan[]> {
  const result = await sql<OpenLoan>`
    select id, number, principal, tenor, terms::text, instalment, status from loan
    where customer_id = ${customerId} and status in ('awaiting disbursement', 'live') order by approved_at`.execute(
    tx,
  )
  return result.rows
}
