import { type RawBuilder, sql } from 'kysely'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'

/** What a payroll month should bring of a loan, and who brought nothing. */

type Month = RawBuilder<unknown>

const RHYTHM = sql`l.terms->'frequency'->>'rhythm'`
/** Days from one instalment to the next where they are counted in weeks. */
const STEP = sql`case ${RHYTHM} when 'weekly' then 7 when 'two-weekly' then 14 end`
const endOf = (month: Month) => sql`(${month} + interval '1 month')::date`

/** What rounding may have left for the last instalment: less than a step of it from each, and not another instalment. */
const LEFT_BY_ROUNDING = sql`least((l.terms->>'roundingUnit')::bigint * l.tenor, l.instalment - 1)`

/**
 * For a loan with an instalment in every month: that instalment, or the rest when it is the last. That is so when all
 * that is owed falls due next; after the last day only the amount distinguishes instalments.
 */
const INSTALMENT = sql`case when l.owed_total <= l.instalment or l.owed_total = l.next_due_amount
  or l.next_due_on is null and l.owed_total <= l.instalment + ${LEFT_BY_ROUNDING} then l.owed_total else l.instalment end`

/** Terms by which one monthly instalment is not like the next: spread fees, equal principal, a moratorium, an odd first period. */
const UNEVEN = sql`(l.terms->>'repayment' = 'equal-principal' or l.terms->'fees' @> '[{"collected": "spread"}]'
  or l.terms->>'firstPeriod' = 'by-days' or (l.terms->'moratorium'->>'principalRows')::integer > 0 or (l.terms->'moratorium'->>'interestRows')::integer > 0)`
/** Asked first, since the terms are long to read: nearly every loan asks for its instalment next, and owes at most one. */
const IS_USUAL = sql`(l.next_due_amount is not distinct from l.instalment and l.arrears in (0, l.instalment))`

/** Of uneven instalments that of the month, or what is unpaid of it once its day has passed; else the next that is known. */
const monthlyIn = (month: Month) => sql`case when not ${IS_USUAL} and ${UNEVEN} then case
    when l.next_due_on < ${endOf(month)} then l.next_due_amount
    when l.oldest_unpaid_on >= ${month} and l.oldest_unpaid_on < ${endOf(month)} then l.arrears
    else coalesce(l.next_due_amount, ${INSTALMENT}) end
  else ${INSTALMENT} end`

/** Unpaid of what is due to the end of a month; instalments of the same month after the next one are taken for usual ones. */
const dueBy = (month: Month) => sql`case
  when l.next_due_on is null or l.last_due_on < ${endOf(month)} then l.owed_total
  when l.next_due_on >= ${endOf(month)} then l.arrears
  else l.arrears + l.next_due_amount + coalesce(l.instalment * ((${endOf(month)} - 1 - l.next_due_on) / ${STEP}), 0) end`

/** Pay days of a weekly rhythm in a month, however far from it the next one is; one, where instalments are counted in months. */
const timesIn = (month: Month) => {
  const before = (day: RawBuilder<unknown>) =>
    sql`floor((${day} - 1 - coalesce(l.next_due_on, l.last_due_on))::numeric / ${STEP})`
  return sql`coalesce(${before(endOf(month))} - ${before(month)}, 1)::integer`
}

/** What a month of deductions brings at most: not what was missed before it as well. */
const severalIn = (month: Month) => sql`l.instalment * ${timesIn(month)}`
const mostIn = (month: Month) => sql`
  case when ${RHYTHM} = 'monthly' then ${INSTALMENT} else ${severalIn(month)} end`

/**
 * What one month's deduction of a loan should bring. A payroll office deducts a monthly loan in every month, also early; one of
 * another rhythm only what is due by then, which may be four instalments or nothing.
 */
export const expectedIn = (month: Month): RawBuilder<bigint> => sql`case
  when ${RHYTHM} = 'monthly' then ${monthlyIn(month)}
  when ${dueBy(month)} <= ${severalIn(month)} + ${LEFT_BY_ROUNDING} then ${dueBy(month)}
  else ${severalIn(month)} end`

export type MissingRow = {
  loan_id: string
  loan_number: string
  customer_id: string
  customer_name: string
  staff_number: string
  employer: string
  expected: bigint
  arrears: bigint
  signals: string[] | null
  is_on_payroll: boolean | null
}

/**
 * Something is due by the month's end and was neither deducted in a file of it nor paid otherwise; payers at the bank,
 * holidays and quarterly loans are left out. After collection few are unpaid and `loan_unpaid` finds them; before,
 * nearly all are (`isLong`) and a page is read off the index of numbers. Rows of a file are looked up per loan: freshly
 * posted rows have no statistics, and a join was quadratic.
 */
const missing = (source: string, period: string, isLong = false) => {
  const month = sql`${`${period}-01`}::date`
  const unpaidOn = sql`coalesce(l.oldest_unpaid_on, l.next_due_on)`
  return sql`
    from loan l join customer c on c.id = l.customer_id and c.payroll_source = ${source}
    where l.status = 'live' and l.disbursed_on < ${month} and ${isLong ? sql`${unpaidOn} + 0` : unpaidOn} < ${endOf(month)}
      and not exists (select 1 from repayment_row r
        where r.loan_id = l.id and r.period + 0 = ${month} and r.status || '' = 'posted' offset 0)
      and ${mostIn(month)} > coalesce((
        select sum(e.amount) from loan_event e
        where e.loan_id = l.id and e.type = 'receipt' and e.effective_on >= ${month} and e.effective_on < ${endOf(month)}
          and not exists (
            select 1 from loan_event u where u.loan_id = l.id and u.type = 'reversal' and u.event->>'of' = e.id::text)), 0)`
}

/** Customers opened after the file came are on the payroll all the same; retired people on it draw no pay. */
const isOnPayroll = sql`case when exists (select 1 from newest) then coalesce((
  select bool_or(coalesce(p.status, '') not in ('left', 'retired', 'deceased')) from payroll_row p
  where p.intake_id = (select intake_id from newest) and p.staff_key = m.staff_key), false) end`

export async function listMissing(
  tx: Tx,
  source: string,
  period: string,
  { after, limit, isLong }: { after: string; limit: number; isLong: boolean },
): Promise<MissingRow[]> {
  const month = sql`${`${period}-01`}::date`
  const result = await sql<MissingRow>`
    with newest as materialized (
      select f.intake_id from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
      where f.source = ${source} order by f.month desc limit 1)
    select m.loan_id, m.loan_number, m.customer_id, m.customer_name, m.staff_number, m.employer, m.expected, m.arrears,
      (select array_agg(s.kind order by s.raised_at desc) from (
        select kind, max(raised_at) as raised_at from loan_signal where loan_id = m.loan_id and closed_at is null group by kind) s) as signals,
      ${isOnPayroll} as is_on_payroll
    from (
      select l.id as loan_id, l.number as loan_number, c.id as customer_id, c.surname || ' ' || c.first_name as customer_name,
        c.ippis_number as staff_number, ltrim(upper(c.ippis_number), '0') as staff_key, c.mda as employer,
        least(${expectedIn(month)}, ${dueBy(month)}) as expected, l.arrears
      ${missing(source, period, isLong)} and l.number > ${after} order by l.number limit ${limit}) m
    order by m.loan_number`.execute(tx)
  return result.rows
}

export const countMissing = (tx: Tx, source: string, period: string): Promise<Counted> =>
  countUpTo(COUNTED_MAX, `missing ${source} ${period}`, limit =>
    countWithin(tx, limit, sql`select 1 ${missing(source, period)}`),
  )

/** Read only where the list was counted to its end. */
export async function sumMissing(tx: Tx, source: string, period: string): Promise<bigint> {
  const month = sql`${`${period}-01`}::date`
  const result = await sql<{ expected: bigint }>`
    select coalesce(sum(least(${expectedIn(month)}, ${dueBy(month)})), 0)::bigint as expected
    ${missing(source, period)}`.execute(tx)
  return result.rows[0]?.expected ?? 0n
}
