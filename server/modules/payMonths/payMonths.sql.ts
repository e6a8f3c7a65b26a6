import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** Months of a payroll source, and what became known of each. */

export type MonthDates = {
  instruction_on: string
  pay_on: string
  file_on: string
  remittance_on: string
  awaited_until: string
}

export type MonthRow = MonthDates & {
  source: string
  period: string
  tolerance_days: number
  is_awaited: boolean
  awaited_from: string | null
  heard_on: string | null
  batch_id: string | null
  owner_id: string | null
  note: string
  opened_on: string
  first_until: string
  skipped_by: string | null
  banned_by: string | null
}

export type NewMonth = MonthDates & {
  source: string
  period: string
  tolerance_days: number
  is_awaited: boolean
  awaited_from: string | null
}

/** The dates of a month that has not begun follow the settings; after that only a move changes them. */
export async function openMonths(tx: Tx, months: readonly NewMonth[], day: string): Promise<void> {
  await sql`
    insert into pay_month as m (source, period, instruction_on, pay_on, file_on, remittance_on, awaited_until, tolerance_days,
      is_awaited, awaited_from, opened_on, first_until)
    select source, period, instruction_on, pay_on, file_on, remittance_on, awaited_until, tolerance_days, is_awaited,
      awaited_from, ${day}::date, awaited_until
    from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as n (source text, period date, instruction_on date, pay_on date,
      file_on date, remittance_on date, awaited_until date, tolerance_days smallint, is_awaited boolean, awaited_from date)
    order by source, period
    on conflict (source, period) do update set instruction_on = excluded.instruction_on, pay_on = excluded.pay_on,
      file_on = excluded.file_on, remittance_on = excluded.remittance_on, awaited_until = excluded.awaited_until,
      tolerance_days = excluded.tolerance_days, first_until = excluded.first_until
    where m.period > ${day}::date and (m.pay_on, m.instruction_on, m.file_on, m.remittance_on, m.awaited_until, m.tolerance_days)
        is distinct from (excluded.pay_on, excluded.instruction_on, excluded.file_on, excluded.remittance_on,
          excluded.awaited_until, excluded.tolerance_days)
      and not exists (select 1 from pay_month_fact f where f.source = m.source and f.period = m.period)`.execute(
    tx,
  )
}

/** One change of a month at a time. */
export async function lockMonth(tx: Tx, source: string, period: string): Promise<MonthRow | undefined> {
  await sql`
    select 1 from pay_month where source = ${source} and period = ${period}::date for no key update`.execute(
    tx,
  )
  const result = await sql<MonthRow>`
    select * from pay_month where source = ${source} and period = ${period}::date`.execute(tx)
  return result.rows[0]
}

export type NewFact = {
  source: string
  period: string
  on: string
  kind: 'arrived' | 'withdrawn' | 'moved'
  batchId: string | null
  until: string | null
  reason: string
  at: Date
  by: string | null
}

export async function insertFact(tx: Tx, fact: NewFact): Promise<void> {
  await sql`
    insert into pay_month_fact (source, period, effective_on, kind, batch_id, awaited_until, reason, recorded_at, recorded_by)
    values (${fact.source}, ${fact.period}::date, ${fact.on}::date, ${fact.kind}, ${fact.batchId}, ${fact.until}::date,
      ${fact.reason}, ${fact.at}, ${fact.by})`.execute(tx)
}

export async function setHeard(
  tx: Tx,
  month: Pick<MonthRow, 'source' | 'period'>,
  heard: { on: string; batchId: string } | null,
  until: string,
): Promise<void> {
  await sql`
    update pay_month set heard_on = ${heard?.on ?? null}::date, batch_id = ${heard?.batchId ?? null},
      awaited_until = ${until}::date
    where source = ${month.source} and period = ${month.period}::date`.execute(tx)
}

export async function setNote(
  tx: Tx,
  month: Pick<MonthRow, 'source' | 'period'>,
  note: { ownerId: string | null; note: string; at: Date; byName: string },
): Promise<void> {
  await sql`
    update pay_month set owner_id = ${note.ownerId}, note = ${note.note}, noted_at = ${note.at}, noted_by_name = ${note.byName}
    where source = ${month.source} and period = ${month.period}::date`.execute(tx)
}

/** Months whose pay day is over and whose file is awaited or overdue: the newest first. */
export async function missingMonths(tx: Tx, day: string, limit: number): Promise<MonthRow[]> {
  const result = await sql<MonthRow>`
    select * from pay_month where is_awaited and heard_on is null and skipped_by is null
      and awaited_until >= ${day}::date and pay_on < ${day}::date
    order by file_on, source limit ${limit}`.execute(tx)
  return result.rows
}

/** Months of which something became known on a day. */
export async function changedMonths(tx: Tx, day: string): Promise<Pick<MonthRow, 'source' | 'period'>[]> {
  const result = await sql<Pick<MonthRow, 'source' | 'period'>>`
    select distinct source, period from pay_month_fact where effective_on = ${day}::date`.execute(tx)
  return result.rows
}

/** Months of a source from a month on, oldest first. */
export async function monthsFrom(
  tx: Tx,
  source: string,
  period: string,
): Promise<Pick<MonthRow, 'period' | 'instruction_on' | 'awaited_until' | 'heard_on'>[]> {
  const result = await sql<Pick<MonthRow, 'period' | 'instruction_on' | 'awaited_until' | 'heard_on'>>`
    select period, instruction_on, awaited_until, heard_on from pay_month
    where source = ${source} and period >= ${period}::date order by period`.execute(tx)
  return result.rows
}

// ── Events of a source ─────────────────────────────────────────────────────────────────────────────────────────────

export async function setDates(
  tx: Tx,
  month: Pick<MonthRow, 'source' | 'period'>,
  dates: MonthDates,
): Promise<void> {
  await sql`
    update pay_month set instruction_on = ${dates.instruction_on}::date, pay_on = ${dates.pay_on}::date, file_on = ${dates.file_on}::date,
      remittance_on = ${dates.remittance_on}::date, awaited_until = ${dates.awaited_until}::date
    where source = ${month.source} and period = ${month.period}::date`.execute(tx)
}

/** Marks months without deductions, or takes the marks of an event away. */
export async function markMonths(
  tx: Tx,
  { eventId, source, from, to, isBan }: Marking,
  isMarked: boolean,
): Promise<void> {
  await sql`
    update pay_month set skipped_by = ${isMarked ? eventId : null}::uuid, banned_by = ${isMarked && isBan ? eventId : null}::uuid
    where source = ${source} and period between ${from}::date and ${to}::date
      and (${isMarked}::boolean or skipped_by = ${eventId})`.execute(tx)
}
export type Marking = { eventId: string; source: string; from: string; to: string; isBan: boolean }

export async function monthsBetween(tx: Tx, source: string, from: string, to: string): Promise<MonthRow[]> {
  const result = await sql<MonthRow>`
    select * from pay_month where source = ${source} and period between ${from}::date and ${to}::date order by period`.execute(
    tx,
  )
  return result.rows
}

/** Months whose dates were moved: few, of all sources. */
export async function movedMonths(tx: Tx): Promise<Pick<MonthRow, 'source' | 'period' | 'remittance_on'>[]> {
  const result = await sql<Pick<MonthRow, 'source' | 'period' | 'remittance_on'>>`
    select m.source, m.period, m.remittance_on from pay_month m
    where exists (select 1 from pay_month_fact f where f.source = m.source and f.period = m.period and f.kind = 'moved')`.execute(
    tx,
  )
  return result.rows
}

export type NewExcuse = { loan_id: string; month: string; amount: bigint; from_on: string; last_on: string }

/** Excuses of one loan follow each other: each ends one month later than the one before, counted from the last instalment or today. */
export async function insertExcuses(
  tx: Tx,
  eventId: string,
  excuses: readonly NewExcuse[],
  today: string,
): Promise<void> {
  const rows = JSON.stringify(excuses, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  await sql`
    insert into pay_month_excuse (event_id, loan_id, month, amount, from_on, until_on)
    select ${eventId}, n.loan_id, n.month, n.amount, n.from_on, (greatest(n.last_on, ${today}::date) + make_interval(months =>
      (row_number() over (partition by n.loan_id order by n.month))::integer + (
        select count(*)::integer from pay_month_excuse o where o.loan_id = n.loan_id and o.until_on > ${today}::date)))::date
    from jsonb_to_recordset(${rows}::jsonb) as n (loan_id uuid, month date, amount bigint, from_on date, last_on date)
    on conflict do nothing`.execute(tx)
}

/** They count up to the day, and no longer: what was excused on earlier days stays so. */
export async function endExcuses(
  tx: Tx,
  eventId: string,
  loanIds: readonly string[],
  today: string,
): Promise<void> {
  await sql`
    update pay_month_excuse set until_on = least(until_on, ${today}::date)
    where event_id = ${eventId} and loan_id = any (${loanIds}::uuid[])`.execute(tx)
}
