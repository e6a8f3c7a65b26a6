import { type RawBuilder, sql } from 'kysely'

/** What a payroll month should bring of a loan: read for instructions, for matching and for missed deductions. */

type Month = RawBuilder<unknown>

const RHYTHM = sql`l.terms->'frequency'->>'rhythm'`
/** Days from one instalment to the next where they are counted in weeks. */
const STEP = sql`case ${RHYTHM} when 'weekly' then 7 when 'two-weekly' then 14 end`
const monthAfter = (month: Month) => sql`(${month} + interval '1 month')::date`

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
    when l.next_due_on < ${monthAfter(month)} then l.next_due_amount
    when l.oldest_unpaid_on >= ${month} and l.oldest_unpaid_on < ${monthAfter(month)} then l.arrears
    else coalesce(l.next_due_amount, ${INSTALMENT}) end
  else ${INSTALMENT} end`

/** Unpaid of what is due to the end of a month; instalments of the same month after the next one are taken for usual ones. */
const dueBy = (month: Month) => sql`case
  when l.next_due_on is null or l.last_due_on < ${monthAfter(month)} then l.owed_total
  when l.next_due_on >= ${monthAfter(month)} then l.arrears
  else l.arrears + l.next_due_amount + coalesce(l.instalment * ((${monthAfter(month)} - 1 - l.next_due_on) / ${STEP}), 0) end`

/** Pay days of a weekly rhythm in a month, however far from it the next one is; one, where instalments are counted in months. */
const timesIn = (month: Month) => {
  const before = (day: RawBuilder<unknown>) =>
    sql`floor((${day} - 1 - coalesce(l.next_due_on, l.last_due_on))::numeric / ${STEP})`
  return sql`coalesce(${before(monthAfter(month))} - ${before(month)}, 1)::integer`
}

/** What a month of deductions brings at most: not what was missed before it as well. */
const severalIn = (month: Month) => sql`l.instalment * ${timesIn(month)}`
const mostIn = (month: Month) => sql`
  case when ${RHYTHM} = 'monthly' then ${INSTALMENT} else ${severalIn(month)} end`

/**
 * What one month's deduction of a loan should bring. A payroll office deducts a monthly loan in every month, also early; one of
 * another rhythm only what is due by then, which may be four instalments or nothing.
 */
const expectedIn = (month: Month): RawBuilder<bigint> => sql`case
  when ${RHYTHM} = 'monthly' then ${monthlyIn(month)}
  when ${dueBy(month)} <= ${severalIn(month)} + ${LEFT_BY_ROUNDING} then ${dueBy(month)}
  else ${severalIn(month)} end`

/** Statements about `loan l` and the first day of a month. */
export const monthly = { after: monthAfter, expected: expectedIn, due: dueBy, most: mostIn }
