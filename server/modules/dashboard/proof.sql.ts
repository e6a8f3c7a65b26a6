import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { differ, LENT, SUMS } from './frozen.sql.ts'
import {
  ADDED_UP,
  type AgeRule,
  BOOKED_SINCE,
  CASH,
  type ClassRule,
  eachLoanNow,
  type LoanDays,
  RECEIVED,
  REMITTANCES,
  type RetiringRule,
  retiringNow,
  writtenSince,
} from './refresh.sql.ts'

/**
 * Compares the running figures with the ledger. The figures are of the moment they were calculated, so each check reads
 * what that moment saw, or loans unchanged since.
 */

const SHOWN_MAX = 20

/** How many loans and customers may be otherwise than they were then. */
export async function countMoved(tx: Tx): Promise<number> {
  const result = await sql<{ moved: number }>`
    select ((select count(*) from loan l where ${writtenSince(sql`l.xmin`)})
      + (select count(*) from customer c where ${writtenSince(sql`c.xmin`)}))::integer as moved`.execute(tx)
  return result.rows[0]?.moved ?? 0
}

/** Principal and credit as stored, and as the ledger had them at that moment: later postings are subtracted. */
export async function balancesSeen(tx: Tx): Promise<{ what: string; stored: bigint; booked: bigint }[]> {
  const result = await sql<{ what: string; stored: bigint; booked: bigint }>`
    select a.what, coalesce(s.stored, 0)::bigint as stored,
      (a.sign * ((select coalesce(sum(balance), 0) from ledger_balance where code = a.code)
        - (select coalesce(sum(i.amount), 0) from ledger_entry e join ledger_line i on i.entry_id = e.id and i.code = a.code
          where ${BOOKED_SINCE} and not pg_visible_in_snapshot(e.written_by, r.seen))))::bigint as booked
    from dashboard_refresh r
    cross join (values ('principal', 1100, 1), ('customers’ credit', 2040, -1)) as a (what, code, sign)
    left join (select unnest(array[1100, 2040]) as code, unnest(array[principal, credit]) as stored
      from dashboard_slice where dimension = 'all') s using (code)
    where r.seen is not null`.execute(tx)
  return result.rows
}

/** Cuts that do not come to the whole. What is not live has neither age nor class. */
export async function unevenCuts(tx: Tx): Promise<string[]> {
  const live = SUMS.filter(name => name !== 'credit')
  const result = await sql<{ dimension: string }>`
    with whole as (select * from dashboard_slice where dimension = 'all'), parts as (
      select kind.dimension, ${sql.join([...SUMS, ...LENT].map(name => sql`sum(s.${sql.ref(name)}) as ${sql.ref(name)}`))}
      from unnest(array['state', 'employer', 'officer', 'product', 'vintage', 'age', 'class']) as kind (dimension)
      left join dashboard_slice s using (dimension) group by 1
    )
    select e.dimension from parts e cross join whole a
    where case when e.dimension in ('age', 'class') then ${differ(live)} else ${differ([...SUMS, ...LENT])} end
    order by 1`.execute(tx)
  return result.rows.map(row => row.dimension)
}

/** Cuts that are not what the loans of now come to; only where none has moved. */
export async function otherCuts(
  tx: Tx,
  day: string,
  classes: readonly ClassRule[],
  ages: readonly AgeRule[],
): Promise<string[]> {
  const result = await sql<{ cut: string }>`
    with each_loan as (${eachLoanNow(day, classes, ages)}), added as materialized (${ADDED_UP})
    select dimension || case when key = '' then '' else ' ' || key end as cut
    from dashboard_slice e
    full join (select * from added where dimension not in ('age', 'class') or key <> '') a using (dimension, key)
    where ${differ([...SUMS, ...LENT])} order by 1 limit ${SHOWN_MAX}`.execute(tx)
  return result.rows.map(row => row.cut)
}

export async function otherRetiring(tx: Tx, rule: RetiringRule): Promise<number[]> {
  const result = await sql<{ within_months: number }>`
    select within_months from dashboard_retiring e full join (${retiringNow(rule)}) a using (within_months)
    where ${differ(['customers', 'loans', 'principal'])} order by 1`.execute(tx)
  return result.rows.map(row => row.within_months)
}

const FLOWS = ['paid_out_loans', 'paid_out', 'collected', 'due']
const OF_LOANS = [...FLOWS, 'received', 'paid_to_bank']

/**
 * How many loans the days were added up from, and which days are not their sum: both are written in one stroke, always.
 * Remittances are compared unless a receipt was written since the last refresh, or a release adds them up from the start.
 */
export async function unevenDays(tx: Tx): Promise<{ loans: number; other: string[] }> {
  const share = FLOWS.map(
    (name, at) => sql`sum((d->>${sql.lit(at + 1)}::integer)::bigint) as ${sql.ref(name)}`,
  )
  const result = await sql<{ loans: number; other: string[] }>`
    with shares as (
      select (d->>0)::date as day, ${sql.join(share)}, sum(${RECEIVED}) as received, sum(${CASH}) as paid_to_bank
      from dashboard_loan l cross join jsonb_array_elements(l.days) as d group by 1
    ), money as (select day, sum(amount) as remitted from ${REMITTANCES} m group by day
    ), added as (
      select day, ${sql.join([...FLOWS, 'received', 'paid_to_bank', 'remitted'].map(name => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`))}
      from shares full join money using (day)
    ), other as (
      select day from dashboard_day e full join added a using (day)
      where ${differ(OF_LOANS)}
        or (${differ(['remitted'])} and not (select whole_again from dashboard_refresh)
          and not exists (select 1 from office_receipt r where ${writtenSince(sql`r.xmin`)}))
      order by day limit ${SHOWN_MAX}
    )
    select (select count(*) from dashboard_loan)::integer as loans,
      coalesce((select array_agg(day::text order by day) from other), '{}') as other`.execute(tx)
  return result.rows[0] ?? { loans: 0, other: [] }
}

/** Loans that were lent and have put nothing into the days. */
export async function countWithoutDays(tx: Tx): Promise<number> {
  const result = await sql<{ loans: number }>`
    select count(*)::integer as loans from loan l where l.disbursed_on is not null and not ${writtenSince(sql`l.xmin`)}
      and not exists (select from dashboard_loan s where s.loan_id = l.id)`.execute(tx)
  return result.rows[0]?.loans ?? 0
}

/** So many loans unchanged since then, from some position on and round. */
export async function someShares(tx: Tx, from: string, limit: number): Promise<LoanDays[]> {
  const some = (side: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select s.loan_id as id, s.days from dashboard_loan s join loan l on l.id = s.loan_id
      where s.loan_id ${side} ${from}::uuid and not ${writtenSince(sql`l.xmin`)} order by s.loan_id limit ${limit})`
  const result = await sql<LoanDays>`${some(sql`>=`)} union all ${some(sql`<`)} limit ${limit}`.execute(tx)
  return result.rows
}
