import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import {
  CHANGED,
  deductedIn,
  dueIn,
  IS_FILED,
  instructedIn,
  paidByName,
  paidWithoutRows,
  sentLists,
  stoppedBefore,
} from './sources.sql.ts'

export type Month = { source: string; month: string }

const monthOf = ({ source, month }: Month) => ({ of: sql`${source}::text`, on: sql`${month}::date` })

/** Two that calculate a month at once do so one after the other. */
export async function lockMonth(tx: Tx, { source, month }: Month): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`
    insert into reconciliation_month (source, month) values (${source}, ${month}::date) on conflict do nothing`.execute(
    tx,
  )
  await sql`
    select 1 from reconciliation_month where source = ${source} and month = ${month}::date for update`.execute(
    tx,
  )
}

/**
 * Calculates a month as a whole. Owner, note, closing and the day of a verdict stay with the line. A line whose amounts
 * are gone stays while it holds any of these.
 */
export async function calculate(tx: Tx, asked: Month, today: string): Promise<void> {
  const { of, on } = monthOf(asked)
  await sql`
    with list as materialized (${sentLists(of, on)}),
    known as materialized (
      select exists (select from list) as in_use,
        exists (select from repayment_batch b where b.source = ${of} and b.period = ${on} and ${IS_FILED}) as file_in),
    marked as (
      update reconciliation_month m set in_use = known.in_use, file_in = known.file_in from known
      where m.source = ${of} and m.month = ${on}),
    listed as materialized (${instructedIn(of, on)}),
    stopped as materialized (${stoppedBefore(of, on)}),
    found as materialized (${deductedIn(of, on)}),
    each as (
      select person_key, customer_id, employer, expected, 0::bigint as instructed, 0::bigint as deducted, 0::bigint as remitted,
        0::bigint as posted, null::uuid as batch_id, null::integer as row_number, null::smallint as part
      from (${dueIn(of, on)}) due
      where person_key <> '' and not exists (select from listed where listed.person_key = due.person_key)
      union all
      select person_key, customer_id, employer, expected, instructed, 0, 0, 0, null, null, null from listed
      union all
      select person_key, customer_id, employer, 0, 0, deducted, remitted, posted, batch_id, row_number, part from found
      union all
      select person_key, null, '', 0, 0, 0, amount, 0, batch_id, null, null from (${paidWithoutRows(of, on)}) paid
      union all
      select person_key, customer_id, '', 0, 0, 0, amount, 0, null, null, null from (${paidByName(of, on)}) named),
    person as (
      select person_key, (max(customer_id::text))::uuid as customer_id, coalesce(max(nullif(employer, '')), '') as employer,
        sum(expected)::bigint as expected, sum(instructed)::bigint as instructed, sum(deducted)::bigint as deducted,
        sum(remitted)::bigint as remitted, sum(posted)::bigint as posted,
        (array_agg(batch_id order by batch_id, row_number, part) filter (where batch_id is not null))[1] as batch_id,
        (array_agg(row_number order by batch_id, row_number, part) filter (where batch_id is not null))[1] as row_number,
        (array_agg(part order by batch_id, row_number, part) filter (where batch_id is not null))[1] as part
      from each group by person_key),
    stated as (
      select person.*, known.file_in, case when not known.in_use then 'unused'
          when listed.state is not null and listed.state <> 'none' then listed.state
          when stopped.person_key is not null then 'stopped' else 'none' end as state
      from person cross join known left join listed using (person_key)
      left join stopped using (person_key)),
    judged as materialized (
      select stated.*, case when file_in then reconciliation_verdict(expected, instructed, deducted, remitted, posted, state) end as verdict
      from stated),
    emptied as (
      update reconciliation_line t set expected = 0, instructed = 0, deducted = 0, remitted = 0, posted = 0, difference = 0,
        verdict = case when known.file_in then 'agrees' end, batch_id = null, row_number = null, part = null
      from known where t.source = ${of} and t.month = ${on} and not exists (select from judged j where j.person_key = t.person_key)
        and (t.owner_id is not null or t.note <> '' or t.closed_at is not null)),
    gone as (
      delete from reconciliation_line t
      where t.source = ${of} and t.month = ${on} and not exists (select from judged j where j.person_key = t.person_key)
        and t.owner_id is null and t.note = '' and t.closed_at is null)
    insert into reconciliation_line as t (source, month, person_key, customer_id, employer, batch_id, row_number, part,
      expected, instructed, deducted, remitted, posted, state, verdict, difference, since)
    select ${of}, ${on}, person_key, customer_id, employer, batch_id, row_number, part, expected, instructed, deducted, remitted, posted,
      state, verdict, coalesce(reconciliation_difference(verdict, expected, instructed, deducted, remitted, posted, state), 0), ${today}::date
    from judged
    on conflict (source, month, person_key) do update set customer_id = excluded.customer_id, employer = excluded.employer,
      batch_id = excluded.batch_id, row_number = excluded.row_number, part = excluded.part, expected = excluded.expected,
      instructed = excluded.instructed, deducted = excluded.deducted, remitted = excluded.remitted, posted = excluded.posted,
      state = excluded.state, verdict = excluded.verdict, difference = excluded.difference,
      since = case when t.verdict is distinct from excluded.verdict then excluded.since else t.since end
    where (t.customer_id, t.employer, t.batch_id, t.row_number, t.part, t.expected, t.instructed, t.deducted, t.remitted, t.posted,
        t.state, t.verdict, t.difference)
      is distinct from (excluded.customer_id, excluded.employer, excluded.batch_id, excluded.row_number, excluded.part,
        excluded.expected, excluded.instructed, excluded.deducted, excluded.remitted, excluded.posted, excluded.state,
        excluded.verdict, excluded.difference)`.execute(tx)
}

/** The totals of a month by verdict, for the overview. */
export async function tally(tx: Tx, { source, month }: Month, at: Date): Promise<void> {
  await sql`
    update reconciliation_month m set calculated_at = ${at}, tallies = coalesce((
      select json_agg(t order by t.verdict) from (
        select coalesce(verdict, '') as verdict, count(*)::integer as persons, sum(expected)::text as expected,
          sum(instructed)::text as instructed, sum(deducted)::text as deducted, sum(remitted)::text as remitted,
          sum(posted)::text as posted, sum(difference)::text as difference
        from reconciliation_line l where l.source = m.source and l.month = m.month group by verdict) t), '[]')
    where m.source = ${source} and m.month = ${month}::date`.execute(tx)
}

/** Months with something newer than their calculation; none, while all that falls due is added up again. */
export async function staleMonths(tx: Tx): Promise<Month[]> {
  const result = await sql<Month>`
    select c.source, c.month from (${CHANGED}) c
    left join reconciliation_month m using (source, month)
    where (m.calculated_at is null or c.at >= m.calculated_at) and (select is_ready from reconciliation_ready) order by c.month, c.source`.execute(
    tx,
  )
  return result.rows
}
