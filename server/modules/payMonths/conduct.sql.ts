import { type RawBuilder, sql } from 'kysely'

/**
 * Lateness of the borrower beside that of the contract, for statements that read a loan `l` with its customer `c`. What
 * fell due in a month whose file is awaited is late by contract only.
 */

/** The record whose payroll source counts: after a merge that of the record that went. */
export const PAYER = sql`coalesce(l.payroll_customer_id, l.customer_id)`

/** The payroll source of a month. Hardly any customer has a history, so that the first look finds nothing at once. */
export const sourceIn = (month: RawBuilder<unknown>): RawBuilder<string> => sql`
  coalesce((select h.source from customer_payroll_source h
    where h.customer_id = ${PAYER} and h.from_month <= ${month} order by h.from_month desc limit 1), c.payroll_source)`

/** Months whose file is awaited on a day are few: the list is hashed once a statement. */
const isAwaited = (month: RawBuilder<unknown>, day: string): RawBuilder<boolean> => sql`
  ((${sourceIn(month)}, ${month}) in (select a.source, a.period from pay_month a
    where a.is_awaited and a.heard_on is null and a.awaited_until >= ${day}::date))`

/**
 * `w`: arrears and the oldest unpaid day by conduct, on a day. What is late is stored by due date since the calendar began:
 * an older day is of a month that counts as heard. What a loan may owe because of a skipped month covers the oldest days first,
 * as a payment would, and the file of that month is not awaited for it.
 */
export const withConduct = (day: string): RawBuilder<unknown> => {
  // of a timestamp without zone: of a date alone it would look the zone up for each
  const month = sql`date_trunc('month', d.due_on::timestamp)::date`
  const awaited = sql`(${isAwaited(month, day)} and not ${month} = any (f.months))`
  const late = sql`unnest(l.late_on, l.late_owed) as d (due_on, owed)`
  return sql`
  cross join lateral (
    select greatest(l.arrears - late.awaited - f.excused, 0)::bigint as arrears,
      case when f.excused = 0 then case when late.is_oldest_awaited then late.first_on else l.oldest_unpaid_on end
        when l.arrears - late.stored > f.excused then l.oldest_unpaid_on
        else (select min(x.due_on) from (
            select d.due_on, sum(d.owed) over (order by d.due_on) as owed from ${late} where not ${awaited}) x
          where l.arrears - late.stored + x.owed > f.excused) end as oldest_on
    from (
      select coalesce(sum(e.amount), 0)::bigint as excused, coalesce(array_agg(e.month), '{}') as months from pay_month_excuse e
      where l.arrears > 0 and e.loan_id = l.id and e.from_on < ${day}::date and e.until_on >= ${day}::date
    ) f cross join lateral (
      select coalesce(sum(x.owed) filter (where x.awaited), 0) as awaited, coalesce(sum(x.owed), 0) as stored,
        min(x.due_on) filter (where not x.awaited) as first_on, bool_or(x.awaited and x.due_on = l.oldest_unpaid_on) as is_oldest_awaited
      -- calculated once for each due date, not once for each of the figures made of it
      from (select d.due_on, d.owed, ${awaited} as awaited from ${late} offset 0) x
    ) late
  ) w`
}

/**
 * A deduction that was instructed is in flight until the file of its month is posted, or its tolerance has passed: from then on
 * the month counts as not deducted, as it does for conduct. A file that is still expected has its date moved. Of a month that
 * the calendar does not have, this one and the last are in flight.
 */
export const isInFlight = (
  source: RawBuilder<unknown>,
  month: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  coalesce((select f.heard_on is null and f.skipped_by is null and f.awaited_until >= ${day} from pay_month f
    where f.source = ${source} and f.period = ${month}), ${month} >= date_trunc('month', ${day}) - interval '1 month')`

/** The last month of its payroll source whose file is posted. */
const lastHeardOn = (day: string): RawBuilder<string | null> => sql`(
  select max(m.period) from pay_month m
  where m.source = ${sourceIn(sql`${day}::date`)} and m.heard_on is not null)`

/** Days past due by conduct, as of the day of the loan's figures. */
export const CONDUCT_DAYS = sql`coalesce(l.days_past_due - (w.oldest_on - l.oldest_unpaid_on), 0)`

/** Lateness of the borrower as JSON. Nothing is late of most loans, and nothing of them is looked up. */
export function conductText(today: string): RawBuilder<unknown> {
  const text = (arrears: RawBuilder<unknown>, days: RawBuilder<unknown>) => sql`
    json_build_object('arrears', ${arrears}, 'daysPastDue', ${days}, 'lastHeard', to_char(${lastHeardOn(today)}, 'YYYY-MM'))`
  const late = sql`(select ${text(sql`w.arrears::text`, CONDUCT_DAYS)} from (values (1)) late ${withConduct(today)})`
  return sql`case when l.arrears > 0 then ${late} else ${text(sql`'0'`, sql`0`)} end`
}
