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
 * an older day is of a month that counts as heard.
 */
export const withConduct = (day: string): RawBuilder<unknown> => sql`
  cross join lateral (
    select greatest(l.arrears - coalesce(sum(x.owed) filter (where x.awaited), 0), 0)::bigint as arrears,
      case when bool_or(x.awaited and x.due_on = l.oldest_unpaid_on) then min(x.due_on) filter (where not x.awaited)
        else l.oldest_unpaid_on end as oldest_on
    from (
      select d.due_on, d.owed, ${isAwaited(sql`date_trunc('month', d.due_on)::date`, day)} as awaited
      from unnest(l.late_on, l.late_owed) as d (due_on, owed)
    ) x
  ) w`

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
  coalesce((select f.heard_on is null and f.awaited_until >= ${day} from pay_month f
    where f.source = ${source} and f.period = ${month}), ${month} >= date_trunc('month', ${day}) - interval '1 month')`

/** The last month of its payroll source whose file is posted. */
export const lastHeardOn = (day: string): RawBuilder<string | null> => sql`(
  select max(m.period) from pay_month m
  where m.source = ${sourceIn(sql`${day}::date`)} and m.heard_on is not null)`

/** Days past due by conduct, as of the day of the loan's figures. */
export const CONDUCT_DAYS = sql`coalesce(l.days_past_due - (w.oldest_on - l.oldest_unpaid_on), 0)`
