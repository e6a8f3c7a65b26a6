import { type RawBuilder, sql } from 'kysely'
import { beyond, type Tx } from '../../kernel/db.ts'
import {
  ADDED_UP,
  type AgeRule,
  type ClassRule,
  COLUMNS,
  eachLoan,
  FIGURES,
  type RetiringRule,
} from './refresh.sql.ts'

/** What stood at the end of a month is written down once, and never changed. */

export async function lastFrozen(tx: Tx): Promise<string | null> {
  const result = await sql<{
    month: string | null
  }>`select max(month) as month from dashboard_month_end`.execute(tx)
  return result.rows[0]?.month ?? null
}

/** Waits for a concurrent snapshot before the transaction reads anything, so that it sees its result. */
export async function lockFrozen(tx: Tx): Promise<void> {
  await sql`lock table dashboard_month_end in share row exclusive mode`.execute(tx)
}

export async function isFrozen(tx: Tx, month: string): Promise<boolean> {
  const result = await sql`select from dashboard_month_end where month = ${month}::date limit 1`.execute(tx)
  return result.rows.length > 0
}

export async function firstPayOut(tx: Tx): Promise<string | null> {
  const result = await sql<{ day: string | null }>`
    select min(disbursed_on) as day from loan where disbursed_on is not null`.execute(tx)
  return result.rows[0]?.day ?? null
}

/** A loan's figures hold from the day they were booked to the day before its next change; on other days it is folded. */
const HOLDS = (day: string): RawBuilder<unknown> =>
  sql`l.booked_through <= ${day}::date and coalesce(l.next_change_on, date 'infinity') > ${day}::date`

/**
 * Includes loans whose disbursement was reversed since, or made again later: on that day they were lent. Asked per
 * loan: an `exists` would scan every event once for each part of the table.
 */
export async function nextToFold(
  tx: Tx,
  day: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select l.id from loan l
    where (case when l.disbursed_on <= ${day}::date then not (${HOLDS(day)})
        else l.approved_on <= ${day}::date and (select true from loan_event e
          where e.loan_id = l.id and e.type = 'disbursement' and e.effective_on <= ${day}::date limit 1) end)
      and ${beyond(sql`l.id`, after)}
    order by l.id limit ${limit}`.execute(tx)
  return result.rows.map(row => row.id)
}

export async function openFolded(tx: Tx): Promise<void> {
  await sql`
    create temporary table dashboard_folded (id uuid primary key, status text not null, disbursed_on date, owed_principal bigint not null,
      owed_interest bigint not null, owed_fee bigint not null, owed_penalty bigint not null, credit bigint not null,
      arrears bigint not null, days_past_due integer not null) on commit drop`.execute(tx)
}

export async function saveFolded(tx: Tx, figures: readonly { id: string }[]): Promise<void> {
  const rows = JSON.stringify(figures, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  await sql`
    insert into dashboard_folded
    select f.* from jsonb_to_recordset(${rows}::jsonb) as f (id uuid, status text, disbursed_on date, owed_principal bigint,
      owed_interest bigint, owed_fee bigint, owed_penalty bigint, credit bigint, arrears bigint, days_past_due integer)`.execute(
    tx,
  )
}

/** So many months of disbursement are stored per loan, closed ones included; older loans only while they count. */
export const VINTAGES_STORED = 24

/** The nearest of those steps that the customer of a live loan leaves within. */
const retiresWithin = ({ today, months, leaving }: RetiringRule): RawBuilder<unknown> => {
  const steps = months.map(
    count => sql`
      when ${leaving} <= (${today}::date + make_interval(months => ${count}::integer))::date then ${count}::smallint`,
  )
  return sql`case when l.status <> 'live' then null ${sql.join(steps, sql` `)} end`
}

/** What was open when a day ended: `until` is the moment, the sums are the ledger's of that day. */
type OpenThen = { until: Date; stages: readonly string[]; suspense: bigint; unremitted: bigint }

/** A request was in the stage that its last move before that moment brought it to; who retires is counted in `each_loan`. */
const openThen = (
  { until, stages, suspense, unremitted }: OpenThen,
  months: readonly number[],
): RawBuilder<unknown> => sql`
  select 'requests' as figure, s.stage as key, count(r.request_id)::integer as items, 0 as customers, 0::bigint as amount
  from unnest(${stages}::text[]) as s (stage) left join (
    select distinct on (request_id) request_id, to_stage from request_event
    where to_stage is not null and at < ${until} order by request_id, id desc) r on r.to_stage = s.stage
  group by s.stage
  union all select 'suspense', '', 0, 0, ${suspense}::bigint
  union all select 'unremitted', '', 0, 0, ${unremitted}::bigint
  union all
  select 'retiring', m.months::text, count(l.number)::integer, count(distinct l.customer_id)::integer,
    coalesce(sum(l.owed_principal), 0)::bigint
  from unnest(${months}::integer[]) as m (months) left join each_loan l on l.is_live and l.retires_within <= m.months
  group by m.months`

/** What a month-end is counted by. */
type FreezeRules = {
  classes: readonly ClassRule[]
  ages: readonly AgeRule[]
  retiring: RetiringRule
}

/**
 * Writes down what every cut came to on a day, each loan that it was added up from, and what was open, in one stroke. The lock
 * keeps a second one out: `on conflict` would look every row up first, a quarter of the time.
 */
export async function freezeCuts(
  tx: Tx,
  { month, day, at }: { month: string; day: string; at: Date },
  { classes, ages, retiring }: FreezeRules,
  open: OpenThen,
): Promise<void> {
  const then = sql`
    select ${FIGURES}, l.days_past_due as late
    from loan_on(${day}::date) l where l.disbursed_on <= ${day}::date and ${HOLDS(day)}
    union all
    select l.number, l.customer_id, l.product_id, l.officer_code, l.principal, f.status, f.disbursed_on, f.owed_principal,
      f.owed_interest, f.owed_fee, f.owed_penalty, f.credit, f.arrears, f.days_past_due
    from dashboard_folded f join loan l on l.id = f.id where f.disbursed_on is not null`
  await sql`
    with each_loan as materialized (
      ${eachLoan(then, classes, ages, sql`, ${retiresWithin(retiring)} as retires_within`)}
    ), kept as (
      insert into dashboard_month_end_loan (owed_principal, owed_interest, owed_fee, owed_penalty, credit, arrears, lent,
        provision, month, disbursed_on, days_past_due, product_id, number, status, class, age, state, employer, officer_code,
        retires_within)
      select owed_principal, owed_interest, owed_fee, owed_penalty, credit, arrears, lent, provision, ${month}::date,
        disbursed_on, late, product_id, number, status, class, age, state, mda, officer_code, retires_within
      from each_loan
      where is_live or credit <> 0 or vintage > ${month}::date - make_interval(months => ${VINTAGES_STORED}::integer)
      order by number
    ), waiting as (
      insert into dashboard_month_end_open (month, figure, key, items, customers, amount)
      select ${month}::date, o.* from (${openThen(open, retiring.months)}) o
    )
    insert into dashboard_month_end (month, frozen_at, ${COLUMNS})
    select ${month}::date, ${at}, ${COLUMNS} from (${ADDED_UP}) cuts
    where dimension not in ('age', 'class') or key <> ''`.execute(tx)
}
