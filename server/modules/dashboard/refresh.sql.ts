import { type RawBuilder, sql } from 'kysely'
import { beyond, type Tx } from '../../kernel/db.ts'

/** What the ledger said at one moment: every statement of a refresh sees the same. Nothing may come before it. */
export async function seeOneMoment(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx)
  // the usual limit is for people who wait
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** `whole_again`: a release counts something otherwise, and the daily sums are recalculated from the start. */
export type RefreshState = { refreshed_at: Date | null; booked_to: string | null; whole_again: boolean }
const NEVER: RefreshState = { refreshed_at: null, booked_to: null, whole_again: false }

/** A worker of a release that knew less, still running beside this one, leaves another snapshot than it went by. */
const STATE = sql`refreshed_at, booked_to,
  whole_again or refreshed_at is not null and pg_snapshot_xmin(seen) is distinct from seen_from as whole_again`

export async function readState(tx: Tx): Promise<RefreshState> {
  const result = await sql<RefreshState>`select ${STATE} from dashboard_refresh`.execute(tx)
  return result.rows[0] ?? NEVER
}

/**
 * One refresh at a time. A table is locked before the moment is taken that all statements see, so that the next one sees what this
 * one wrote; behind the lock of a row it would see what was before, and have to begin again.
 */
export async function lockFigures(tx: Tx): Promise<void> {
  await sql`lock table dashboard_refresh in share row exclusive mode`.execute(tx)
}

/** Also held against what changes its row alone. */
export async function lockState(tx: Tx): Promise<RefreshState> {
  const result = await sql<RefreshState>`select ${STATE} from dashboard_refresh for update`.execute(tx)
  return result.rows[0] ?? NEVER
}

/** What is set up and the figures go by: the classes and their rates, and when one retires. */
export type FigureRules = {
  classes: ClassRule[]
  retirement: { years: RetirementYears[]; usual: Omit<RetirementYears, 'source'> }
}

/** The rules of the last adding up; null before the first. */
export async function readRules(tx: Tx): Promise<FigureRules | null> {
  const result = await sql<{ rules: FigureRules | null }>`select rules from dashboard_refresh`.execute(tx)
  return result.rows[0]?.rules ?? null
}

/** Whether a row was written by a transaction that the last refresh may not have seen; ids of rows wrap at 2^32. */
export const writtenSince = (writer: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (((${writer}::text::bigint - (select seen_from::text::bigint from dashboard_refresh)) & 4294967295) < 2147483648)`

/** Entries that the last refresh may not have seen; those of an era before, as of another cluster, it has. */
export const BOOKED_SINCE = sql`
  e.written_by >= (select seen_from from dashboard_refresh) and e.id >= (select max(first_entry_id) from ledger_era)`

/**
 * Loans that were written since. Not every change has a line that names its loan: a payroll holiday posts nothing, and what pays
 * interest alone stands between suspense and income.
 */
const MOVED = sql`
  select l.id from loan l where ${writtenSince(sql`l.xmin`)}
    and (l.disbursed_on is not null or exists (select from dashboard_loan s where s.loan_id = l.id))`

/** Whether anything has moved since: an entry in the ledger, a loan, a daily run, a rule, or a month that was frozen. */
export async function hasNews(tx: Tx, rules: FigureRules): Promise<boolean> {
  const result = await sql<{ news: boolean }>`
    select exists (select from ledger_entry e where ${BOOKED_SINCE}) or exists (${MOVED})
      or r.booked_to is distinct from (select max(day) from loan_daily_run where finished_at is not null)
      or r.rules is distinct from ${JSON.stringify(rules)}::jsonb
      or (select max(month) from dashboard_month_end) is distinct from (select max(month) from dashboard_month_end_flow) as news
    from dashboard_refresh r`.execute(tx)
  return result.rows[0]?.news ?? true
}

export async function finishRefresh(tx: Tx, at: Date, rules: FigureRules): Promise<void> {
  await sql`
    update dashboard_refresh set refreshed_at = ${at}, whole_again = false, rules = ${JSON.stringify(rules)}::jsonb,
      seen_from = pg_snapshot_xmin(pg_current_snapshot()), seen = pg_current_snapshot(), booked_to = (select max(day) from loan_daily_run where finished_at is not null)`.execute(
    tx,
  )
}

// ── Days ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Notes the loans that moved since the last refresh; at the first, or once more, all that were ever disbursed. */
export async function noteChanged(tx: Tx, isWhole: boolean): Promise<void> {
  await sql`create temporary table dashboard_changed (loan_id uuid primary key) on commit drop`.execute(tx)
  await (isWhole
    ? sql`insert into dashboard_changed select id from loan where disbursed_on is not null`
    : sql`
        insert into dashboard_changed
        select distinct n.loan_id from ledger_entry e join ledger_line i on i.entry_id = e.id and i.loan_no <> 0
        join ledger_loan n on n.no = i.loan_no join loan l on l.id = n.loan_id
        where ${BOOKED_SINCE}
        union ${MOVED}`
  ).execute(tx)
}

export async function nextChanged(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const result = await sql<{ loan_id: string }>`
    select loan_id from dashboard_changed where ${beyond(sql`loan_id`, after)}
    order by loan_id limit ${limit}`.execute(tx)
  return result.rows.map(row => row.loan_id)
}

type DayShare = readonly [day: string, payOuts: number, paidOut: string, collected: string, due: string]
/** What was paid of the instalments of a day other than by a deduction, by the day it was paid. */
type PaidShare = readonly (readonly [on: string, amount: string])[]
/**
 * One loan's share of the days as stored: with the amount by payroll month behind it where it differs from the amount
 * collected, and behind both what was paid to the bank, where anything was. Behind these, where there is any: penalties on the
 * day's instalments, and what was paid of the rest other than by a deduction.
 */
export type LoanDays = {
  id: string
  days: (
    | DayShare
    | readonly [...DayShare, received: string]
    | readonly [...DayShare, received: string, cash: string]
    | readonly [...DayShare, received: string, cash: string, penalty: string, paid: PaidShare]
  )[]
}
export const RECEIVED = sql`coalesce(d->>5, d->>3)::bigint`
export const CASH = sql`coalesce(d->>6, '0')::bigint`

/** Takes the old share of some loans out of the days and puts the new one in. */
export async function replaceShares(tx: Tx, loans: readonly LoanDays[]): Promise<void> {
  const fresh = JSON.stringify(loans)
  await sql`
    with fresh as materialized (
      select f.id, f.days from jsonb_to_recordset(${fresh}::jsonb) as f (id uuid, days jsonb)
    ), old as materialized (
      select l.loan_id, l.days from dashboard_loan l join fresh f on f.id = l.loan_id and f.days <> l.days
    ), kept as (
      insert into dashboard_loan as l (loan_id, days) select id, days from fresh
      on conflict (loan_id) do update set days = excluded.days where l.days <> excluded.days
    ), shares as (
      select 1 as sign, d from fresh f cross join jsonb_array_elements(f.days) as d
      where not exists (select from dashboard_loan l where l.loan_id = f.id and l.days = f.days)
      union all select -1, d from old cross join jsonb_array_elements(old.days) as d
    )
    insert into dashboard_day as t (day, paid_out_loans, paid_out, collected, due, received, paid_to_bank)
    select (d->>0)::date, sum(sign * (d->>1)::integer), sum(sign * (d->>2)::bigint), sum(sign * (d->>3)::bigint),
      sum(sign * (d->>4)::bigint), sum(sign * ${RECEIVED}), sum(sign * ${CASH})
    from shares group by 1
    on conflict (day) do update set paid_out_loans = t.paid_out_loans + excluded.paid_out_loans,
      paid_out = t.paid_out + excluded.paid_out, collected = t.collected + excluded.collected,
      due = t.due + excluded.due, received = t.received + excluded.received,
      paid_to_bank = t.paid_to_bank + excluded.paid_to_bank`.execute(tx)
}

/** What payroll offices remitted, each by the day the bank received it. */
export const REMITTANCES = sql`(
  select o.id, o.received_on as day, o.amount, o.reference, o.source, o.number from office_receipt o where o.undone_at is null)`

/** A few hundred remittances a year: they are added up as a whole each time. */
export async function replaceRemitted(tx: Tx): Promise<void> {
  await sql`
    with fresh as (select day, sum(amount) as amount from ${REMITTANCES} m group by day),
    gone as (
      update dashboard_day t set remitted = 0
      where t.remitted <> 0 and not exists (select from fresh f where f.day = t.day))
    insert into dashboard_day as t (day, paid_out_loans, paid_out, collected, due, remitted)
    select day, 0, 0, 0, 0, amount from fresh
    on conflict (day) do update set remitted = excluded.remitted where t.remitted <> excluded.remitted`.execute(
    tx,
  )
}

const FLOW_SUMS = sql`coalesce(sum(paid_out_loans), 0)::integer as paid_out_loans, coalesce(sum(paid_out), 0)::bigint as paid_out,
  coalesce(sum(collected), 0)::bigint as collected, coalesce(sum(due), 0)::bigint as due,
  coalesce(sum(received), 0)::bigint as received`
export const DAY_SUMS = sql`${FLOW_SUMS}, coalesce(sum(paid_to_bank + remitted), 0)::bigint as cash`
/** Of months as saved: null where one of them was saved before the figure. */
export const FROZEN_SUMS = sql`${FLOW_SUMS}, case when count(*) = count(cash) then coalesce(sum(cash), 0)::bigint end as cash`

/**
 * Writes down what the days of each month that was frozen since come to, once the days are in step with the ledger. Months are
 * frozen in their order; one that has a row, be it empty, is left as it is.
 */
export async function saveFlows(tx: Tx, at: Date): Promise<void> {
  await sql`
    insert into dashboard_month_end_flow (month, paid_out_loans, paid_out, collected, due, received, cash, kept_at)
    select m.month, d.*, ${at}
    from (select distinct month from dashboard_month_end
      where month > coalesce((select max(month) from dashboard_month_end_flow), date '-infinity')) m
    cross join lateral (select ${DAY_SUMS} from dashboard_day
      where day >= m.month and day < (m.month + interval '1 month')::date) d
    on conflict do nothing`.execute(tx)
}

/** The payroll month that a loan's receipts were deducted for, with its row or later out of suspense. */
export async function monthsDeducted(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const result = await sql<{ event_id: string; month: string }>`
    select r.posting_id as event_id, r.period as month
    from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
    where r.loan_id = any (${ids}::uuid[]) and r.status = 'posted' and date_trunc('month', b.value_on::timestamp)::date <> r.period
    union all
    select u.id, r.period from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id
    join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part
    where u.loan_id = any (${ids}::uuid[]) and u.undone_at is null`.execute(tx)
  return new Map(result.rows.map(row => [row.event_id, row.month]))
}

/** A receipt that counts in another payroll month than that of its value date. */
export type Deduction = { event_id: string; loan_id: string; month: string; effective_on: string }

/** Writes only what is new and what is gone: of a late payroll every loan has one, month after month. */
export async function replaceDeductions(
  tx: Tx,
  ids: readonly string[],
  deductions: readonly Deduction[],
): Promise<void> {
  await sql`
    with fresh as materialized (
      select f.* from jsonb_to_recordset(${JSON.stringify(deductions)}::jsonb)
        as f (event_id uuid, loan_id uuid, month date, effective_on date)
    ), gone as (
      delete from dashboard_deduction d
      where d.loan_id = any (${ids}::uuid[]) and not exists (select from fresh f where f.event_id = d.event_id)
    )
    insert into dashboard_deduction as kept (event_id, loan_id, month, effective_on)
    select event_id, loan_id, month, effective_on from fresh
    on conflict (event_id) do update set month = excluded.month, effective_on = excluded.effective_on
    where (kept.month, kept.effective_on) is distinct from (excluded.month, excluded.effective_on)`.execute(
    tx,
  )
}

// ── Cuts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export type ClassRule = { name: string; fromDays: number; provisionPpm: number }
export type AgeRule = { key: string; fromDays: number }

export const COLUMNS = sql`dimension, key, loans, principal, interest, fee, penalty, credit, arrears, late_loans, late_1, late_30,
  late_60, late_90, provision, lent_loans, lent, troubled_loans`

/** Which of some steps, each beginning at so many days, a number of days has reached. */
const reached = (steps: readonly { fromDays: number }[]): RawBuilder<unknown> =>
  sql`width_bucket(l.late, ${steps.map(step => step.fromDays)}::integer[])`

/** Each loan with what it is cut by, and what else is asked of it. `loans` gives its figures and how many days late it is. */
export const eachLoan = (
  loans: RawBuilder<unknown>,
  classes: readonly ClassRule[],
  ages: readonly AgeRule[],
  also = sql``,
): RawBuilder<unknown> => sql`
  select l.*, l.status = 'live' as is_live, c.state, c.mda, l.product_id::text as product,
    case when l.status = 'live' then (${classes.map(each => each.name)}::text[])[${reached(classes)}] end as class,
    case when l.status = 'live' then (${ages.map(each => each.key)}::text[])[${reached(ages)}] end as age,
    case when l.status = 'live' then (l.owed_principal
      * (${classes.map(each => each.provisionPpm)}::bigint[])[${reached(classes)}] + 500000) / 1000000 else 0 end as provision,
    date_trunc('month', l.disbursed_on::timestamp)::date as vintage ${also}
  from (${loans}) l join customer c on c.id = l.customer_id`

/** What the loans of `each_loan` come to in every cut, in one pass: 4 s over a million of them. */
export const ADDED_UP = sql`
  select
    case when grouping(state) = 0 then 'state' when grouping(mda) = 0 then 'employer'
      when grouping(officer_code) = 0 then 'officer' when grouping(product) = 0 then 'product'
      when grouping(age) = 0 then 'age' when grouping(class) = 0 then 'class'
      when grouping(vintage) = 0 then 'vintage' else 'all' end as dimension,
    coalesce(state, mda, officer_code, product, age, class, to_char(vintage, 'YYYY-MM'), '') as key,
    count(*) filter (where is_live)::integer as loans,
    coalesce(sum(owed_principal) filter (where is_live), 0)::bigint as principal,
    coalesce(sum(owed_interest) filter (where is_live), 0)::bigint as interest,
    coalesce(sum(owed_fee) filter (where is_live), 0)::bigint as fee,
    coalesce(sum(owed_penalty) filter (where is_live), 0)::bigint as penalty,
    coalesce(sum(credit), 0)::bigint as credit,
    coalesce(sum(arrears) filter (where is_live), 0)::bigint as arrears,
    count(*) filter (where is_live and late > 0)::integer as late_loans,
    coalesce(sum(owed_principal) filter (where is_live and late > 0), 0)::bigint as late_1,
    coalesce(sum(owed_principal) filter (where is_live and late > 30), 0)::bigint as late_30,
    coalesce(sum(owed_principal) filter (where is_live and late > 60), 0)::bigint as late_60,
    coalesce(sum(owed_principal) filter (where is_live and late > 90), 0)::bigint as late_90,
    coalesce(sum(provision), 0)::bigint as provision,
    count(*)::integer as lent_loans,
    coalesce(sum(lent), 0)::bigint as lent,
    count(*) filter (where (is_live and late > 0) or status = 'written off')::integer as troubled_loans
  from each_loan
  group by grouping sets ((), (state), (mda), (officer_code), (product), (age), (class), (vintage))`

export const FIGURES = sql`l.number, l.customer_id, l.product_id, l.officer_code, l.principal as lent, l.status, l.disbursed_on,
  l.owed_principal, l.owed_interest, l.owed_fee, l.owed_penalty, l.credit, l.arrears`

/** The book of a day that it was brought to, loan by loan, with what it is cut by. */
export const eachLoanNow = (
  day: string,
  classes: readonly ClassRule[],
  ages: readonly AgeRule[],
): RawBuilder<unknown> =>
  eachLoan(
    sql`select ${FIGURES}, l.days_past_due as late from loan_on(${day}::date) l where l.disbursed_on is not null`,
    classes,
    ages,
  )

/** Replaces the stored breakdowns of the portfolio. */
export async function replaceCuts(
  tx: Tx,
  day: string,
  classes: readonly ClassRule[],
  ages: readonly AgeRule[],
): Promise<void> {
  await sql`delete from dashboard_slice`.execute(tx)
  await sql`
    with each_loan as (${eachLoanNow(day, classes, ages)})
    insert into dashboard_slice (${COLUMNS}) select ${COLUMNS} from (${ADDED_UP}) cuts
    where dimension not in ('age', 'class') or key <> ''`.execute(tx)
}

export type RetirementYears = { source: string; ageYears: number; serviceYears: number }

/** The retirement day: as set manually, or by the rule of the service of their payroll. */
export const retiresOn = (
  rules: readonly RetirementYears[],
  other: Omit<RetirementYears, 'source'>,
): RawBuilder<unknown> => {
  const years = (of: 'ageYears' | 'serviceYears'): RawBuilder<unknown> => {
    const ruled = rules.map(rule => sql`when ${rule.source} then ${rule[of]}::integer`)
    return sql`make_interval(years => case c.payroll_source ${sql.join(ruled, sql` `)} else ${other[of]}::integer end)`
  }
  return sql`coalesce(c.retires_on, least(c.date_of_birth + ${years('ageYears')},
    c.first_appointment_on + ${years('serviceYears')})::date)`
}

/** Who leaves within so many months of a day, the nearest first, and what they owe. */
export type RetiringRule = { today: string; months: readonly number[]; leaving: RawBuilder<unknown> }
export const retiringNow = ({ today, months, leaving }: RetiringRule): RawBuilder<unknown> => sql`
  with near as materialized (
    select l.customer_id, l.owed_principal, ${leaving} as leaves_on
    from loan l join customer c on c.id = l.customer_id where l.status = 'live'
  )
  select m.months as within_months, count(distinct n.customer_id) as customers, count(n.customer_id) as loans,
    coalesce(sum(n.owed_principal), 0) as principal
  from unnest(${months}::integer[]) as m (months)
  left join near n on n.leaves_on <= (${today}::date + make_interval(months => m.months))::date
  group by m.months`

export async function replaceRetiring(tx: Tx, rule: RetiringRule): Promise<void> {
  await sql`delete from dashboard_retiring`.execute(tx)
  await sql`
    insert into dashboard_retiring (within_months, customers, loans, principal) ${retiringNow(rule)}`.execute(
    tx,
  )
}

/** Money that borrowers paid to the bank themselves. */
export async function cashOfReceipts(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, 'bank' | 'payrollOfficeReceivable' | 'suspense'>> {
  const result = await sql<{ id: string; cash: 'bank' | 'payrollOfficeReceivable' | 'suspense' }>`
    select id, cash from loan_event
    where loan_id = any (${ids}::uuid[]) and type in ('receipt', 'settlement', 'recovery')
      and cash in ('bank', 'payrollOfficeReceivable', 'suspense')`.execute(tx)
  return new Map(result.rows.map(row => [row.id, row.cash]))
}

/** Settlements that a new loan's disbursement made: no money came in. */
export async function topUpSettlements(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ settlement_id: string }>`
    select settlement_id from loan_settled where settled_loan_id = any (${ids}::uuid[])`.execute(tx)
  return new Set(result.rows.map(row => row.settlement_id))
}
